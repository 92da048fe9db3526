// The world: a handful of growable arrays of the records in records.h, and what the files around it
// offer each other. Every other file works on this.
#pragma once

#include "records.h"
#include "scratch.h"

struct MicaWorld {
    Memory memory;
    Vec2 gravity;
    float contactHertz, contactDampingRatio, contactPushSpeed, restitutionThreshold, hitSpeed,
        sleepTime;
    float jointHertz, jointDampingRatio;
    bool sleepEnabled;
    bool stepping;     // inside a step
    bool stepFailed;   // the last step came to no end
    bool freshGround;  // static colliders wait for the step to note which of them touch
    // Something was destroyed, disabled, teleported or filtered anew since the last step
    bool sweepContacts;
    bool refilter;  // layers, groups or triggers changed: every contact is asked again
    bool requery;   // layers changed: pairs may exist that were never looked for
    uint32_t steps;
    uint32_t generationStart;
    float lastH;
    MicaError lastError;
    int32_t lastErrorSlot;
    int32_t liveBodies, liveColliders, liveJoints;

    // One record a body slot; all five views share one capacity.
    ARRAY(Body) bodies;
    Transform *transforms, *poses, *previous;
    float *velocities, *forces;
    uint32_t *flags;
    int32_t viewCapacity[6];
    IntList freeBodies;  // a queue: oldest first
    int32_t freeBodyHead;
    IntList deadBodies;  // freed at the next step, when no contact names them any more

    ARRAY(Collider) colliders;
    IntList freeColliders;
    int32_t freeColliderHead;
    IntList deadColliders;
    ARRAY(Polygon) polygons;  // equal ones are kept once, see polygons.c
    IntList polygonUses;      // colliders that have it; 0 while free
    IntList freePolygons;
    IntList polygonTable;  // open addressing: polygon + 1, or 0
    ARRAY(Chain) chains;
    ARRAY(Vec2) chainPoints;
    ARRAY(ChainNode) chainNodes;
    ARRAY(TileMap) tileMaps;
    ARRAY(uint8_t) tileCells;

    ARRAY(Field) fields;
    IntList freeFields;  // slots in fields, the last freed is taken first
    int32_t fieldCount;  // in use

    ARRAY(Joint) joints;
    IntList freeJoints;
    int32_t freeJointHead;

    LayerTable layers;
    KeyList ignored;  // pairs of body slots that never meet, ascending; see filters.c
    Tree staticTree, movingTree;
    IntList moved;  // colliders that left their boxes: they look for new pairs in the next step

    ARRAY(Contact) contacts;
    KeyList pairKeys;    // open addressing: the pair's two collider slots and the part, or 0
    IntList pairValues;  // the contact of each key
    ARRAY(Solid) solid;  // contacts with points, ascending; from colour.c on those that are solved
    ARRAY(Vec2) remainders;  // by body slot, of what is awake: see bodies_place

    // Scratch of a step: kept between steps so that a warm step allocates nothing, never saved.
    IntList hits;
    ARRAY(uint8_t) bouncedIn;  // by solver body: the pass of this substep in which it last bounced
    ARRAY(Beside) beside;      // by the low bits of a collider's slot; see beside.c
    IntList rayCells;          // of a batch of rays: the first block of each cell
    ARRAY(RayBlock) rayBlocks;
    ARRAY(RayItem) rayItems;
    ARRAY(RayBox) rayBoxes;
    IntList rayOrder, raySquares;
    // Four bits a leaf node of the moving tree: which of its leaves look for pairs
    ARRAY(uint8_t)
    leafMoved;
    KeyList keys;  // of a tree that is packed anew
    ARRAY(SolverBody) solverBodies;
    ARRAY(int32_t) solverSlots;  // body slot of each solver body
    IntList solverOf;  // solver body of each body slot; 0 stands for all that does not move
    ARRAY(SolverMotion) solverMotion;
    KeyList bodyColours;     // before them the trees' keys, after them the islands' working space
    ARRAY(BlockLane) lanes;  // contacts by colour and kind
    ARRAY(BlockRange) ranges;
    ARRAY(char) blocks;
    IntList jointBuckets;         // colour and kind of each joint slot
    ARRAY(BlockLane) jointLanes;  // the same for joints
    ARRAY(JointRange) jointRanges;
    ARRAY(char) jointBlocks;
    ARRAY(BlockSurface) surfaces;  // one a block, or none at all
    ARRAY(FieldTouch) fieldTouches;
    IntList fieldHeads;        // the first touch of each body slot
    float farthest;            // no point of any body has come further in this step
    IntList fast;              // solver bodies that the continuous phase sweeps, ascending
    ARRAY(uint8_t) moveMarks;  // MOVE_*, by solver body
    ARRAY(Room) rooms;         // by body slot
    ARRAY(Seeker) seekers;
    int32_t sweeps;  // bodies held back by the last continuous phase
    KinematicBoxes kinematicBoxes[FEW_KINEMATICS / 4];
    int32_t kinematicCount;   // while something is swept
    int32_t kinematicBodies;  // when the step began
    ARRAY(ImpactBody) impactBodies;
    ARRAY(ImpactPair) impactPairs;
    ARRAY(ImpactPoint) impactPoints;
    IntList impactQueue, impactSeeds, impactTouched, impactShoved;
    int32_t impactCount, impactBound;  // of the last step, see MicaCounters
    int32_t colourCount, overflowCount, narrowTests, pairsCreated;
    int32_t pairsUnsettled;  // made since all were last put in order, see pair_order.c

    ARRAY(MicaContactEvent) beginEvents;
    ARRAY(MicaContactEvent) endEvents;
    ARRAY(MicaContactEvent) hitEvents;
    ARRAY(MicaTriggerEvent) enterEvents;
    ARRAY(MicaTriggerEvent) exitEvents;
    ARRAY(MicaJointEvent) brokeEvents;  // room for every joint
    IntList asleepEvents, wokeEvents;
    IntList asleepSoon, wokeSoon;  // since the last step, told by the next
    int32_t movedCount;            // the bodies that moved are solverSlots from 1 on
    int32_t idleAtMost;            // contacts with SOLID_IDLE
    // Solid and trigger pairs that touched when the last step began to solve
    int32_t touching, visits;
    int32_t hitsAtMost;            // contacts of this step that may be told as hits
    int32_t asleepTold, wokeTold;  // events before these belong to the step before
    ARRAY(MicaContactPoint) contactPoints;
    ARRAY(MicaTriggerEvent) triggerStays;
    ARRAY(MicaContactEvent) contactStays;

    MicaClock clock;
    MicaProfile profile;
};

// ------------------------------------------------------------------------------------- handles

static inline uint32_t handle_make(int32_t slot, uint32_t generation)
{
    return generation << MICA_SLOT_BITS | (uint32_t)(slot + 1);
}

#define SLOT_LIMIT ((1 << MICA_SLOT_BITS) - 2)
#define GENERATION_LIMIT (1u << (32 - MICA_SLOT_BITS))

// slots.c: the slot of a live object, or NONE with the error recorded.
int32_t body_slot(MicaWorld *world, MicaBody body);
int32_t collider_slot(MicaWorld *world, MicaCollider collider);
int32_t joint_slot(MicaWorld *world, MicaJoint joint);
MicaBody body_handle(const MicaWorld *world, int32_t slot);
MicaCollider collider_handle(const MicaWorld *world, int32_t slot);
MicaJoint joint_handle(const MicaWorld *world, int32_t slot);
// A slot from the queue or a new one; the arrays must have been reserved by world_reserve_*.
int32_t slot_take(IntList *freeList, int32_t *head, int32_t *count);
// Gives a slot a new generation and puts it back into its queue.
void slot_release(MicaWorld *world, IntList *freeList, int32_t *head, uint16_t *generation,
                  int32_t slot);
// That for all bodies and colliders that were destroyed.
void slots_bury(MicaWorld *world);

// world.c
MicaError world_fail(MicaWorld *world, MicaError error);
bool world_reserve_body(MicaWorld *world);
bool world_reserve_collider(MicaWorld *world);
bool world_reserve_joint(MicaWorld *world);

static inline uint32_t body_type(const MicaWorld *world, int32_t slot)
{
    return world->flags[slot] & MICA_FLAG_TYPE_MASK;
}
static inline bool body_is_dynamic(const MicaWorld *world, int32_t slot)
{
    return body_type(world, slot) == MICA_BODY_DYNAMIC;
}
static inline bool body_has(const MicaWorld *world, int32_t slot, uint32_t flag)
{
    return (world->flags[slot] & flag) != 0;
}
// The flag MOVED as it was in the step before.
#define FLAG_MOVED_BEFORE (1u << 31)
// Within a step: a solid pair with a static or kinematic collider was there, and did not touch.
#define FLAG_NEAR_GROUND (1u << 30)
// What most bodies are, so that a phase that goes through all pairs need not fetch the bodies: the
// centre of mass is at the origin; of a dynamic body, it has one collider at most.
#define FLAG_CENTERED (1u << 29)
#define FLAG_SINGLE (1u << 28)
// Of a dynamic body: it has one collider, a disc about its origin.
#define FLAG_ROUND (1u << 27)
// Was put where it is since the last step: what held it there does so no more.
#define FLAG_PLACED (1u << 26)

// Moves in the next step: awake, enabled and not static.
static inline bool body_moves(const MicaWorld *world, int32_t slot)
{
    uint32_t f = world->flags[slot], on = MICA_FLAG_ALIVE | MICA_FLAG_AWAKE | MICA_FLAG_ENABLED;
    return (f & on) == on && (f & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC;
}
static inline Vec2 body_world_center(const MicaWorld *world, int32_t slot)
{
    return transform(world->transforms[slot], world->bodies.data[slot].localCenter);
}
static inline Geometry collider_geometry(const MicaWorld *world, const Collider *c)
{
    const Polygon *polygons = world->polygons.data;
    return (Geometry){.type = c->type,
                      .count = c->count,
                      .radius = c->radius,
                      .a = c->a,
                      .b = c->b,
                      .polygon = c->polygon >= 0 ? polygons + c->polygon : NULL};
}

// body.c
void body_update_mass(MicaWorld *world, int32_t slot);
void body_add_mass(MicaWorld *world, int32_t slot, int32_t collider);  // after that one was added
void body_wake(MicaWorld *world, int32_t slot);  // and all that fell asleep with it
// Gives those that left their boxes others. `flies`: nothing holds the body.
void body_place_colliders(MicaWorld *world, int32_t slot, bool flies);

// collider.c
bool collider_insert(MicaWorld *world, int32_t slot);  // into the tree of its body's type
void collider_take_out(MicaWorld *world, int32_t slot);
void collider_mark_moved(MicaWorld *world, int32_t slot);
// What it may meet has changed, wherever it is: it looks for all of its pairs, not just for new
// overlaps.
void collider_mark_edited(MicaWorld *world, int32_t slot);
static inline Tree *collider_tree(MicaWorld *world, const Collider *c)
{
    return (c->flags & COLLIDER_MOVING_TREE) != 0 ? &world->movingTree : &world->staticTree;
}
// Its box from now on, in the tree too before that is asked again. Its body's room is to be found
// out anew.
void collider_set_box(MicaWorld *world, Collider *c, MicaAABB box);
// After any change of where its boxes or its shapes lie, as seen from its origin.
static inline void body_forget_room(MicaWorld *world, int32_t slot)
{
    if (slot < world->rooms.capacity) {
        world->rooms.data[slot] = (Room){{0.0f, 0.0f, 0.0f, 0.0f}};
    }
}
// After its position was set: that is where it is, exactly.
static inline void body_forget_remainder(MicaWorld *world, int32_t slot)
{
    if (slot < world->remainders.capacity) {
        world->remainders.data[slot] = (Vec2){0.0f, 0.0f};
    }
}
// What the tree shall hold of a collider in that box; `flies`: nothing holds its body.
MicaAABB collider_fat_box(const MicaWorld *world, const Collider *c, MicaAABB tight, bool flies);
void collider_release(MicaWorld *world, int32_t slot);
// Of many parts, which the caller puts into `place` when this has given a handle; `box` in the
// body's space.
MicaCollider collider_create_compound(MicaWorld *world, MicaBody body, const MicaColliderDef *def,
                                      MicaShapeType type, int32_t place, float radius,
                                      MicaAABB box);
// collider_settings.c
MicaShape collider_shape(const MicaWorld *world, const Collider *c);
MicaError collider_check(const MicaColliderDef *def);
void collider_set_one_way(Collider *c, Vec2 oneWay);  // no way if zero

// parts.c
static inline bool is_compound(const Collider *c) { return c->type > MICA_SHAPE_POLYGON; }
Geometry part_geometry(const MicaWorld *world, const Collider *c, int32_t part, Polygon *storage);
bool part_one_way(const MicaWorld *world, const Collider *c, int32_t part, Vec2 *normal);
// The world box of a part, or of a cell that holds it; of a plain collider, its box in the tree.
MicaAABB part_box(const MicaWorld *world, const Collider *c, int32_t part);
uint32_t parts_stripes(const MicaWorld *world, const Collider *c, const MicaAABB *box);
bool part_face_is_bare(const MicaWorld *world, const Collider *c, int32_t part, uint32_t face);
uint32_t part_joined_faces(const MicaWorld *world, const Collider *c, int32_t part);
bool part_is_there(const MicaWorld *world, const Collider *c, int32_t part);
float collider_inner(const MicaWorld *world, const Collider *c);
bool parts_hold_triggers(const MicaWorld *world, const Collider *c);
MicaAABB collider_tight_box(const MicaWorld *world, const Collider *c);
MicaAABB collider_box_at(const MicaWorld *world, const Collider *c, Transform t);
// How far it reaches from a point of its body.
float collider_extent(const MicaWorld *world, const Collider *c, Vec2 center);

enum {
    PARTS_SOLID = 1,
    PARTS_TRIGGER = 2,
    PARTS_ALL = PARTS_SOLID | PARTS_TRIGGER,
    PARTS_SURFACE = 4,  // without cells that only other cells touch
};
// Walks the parts of a collider that a box may touch while it moves by `motion`.
typedef struct PartWalk {
    const MicaWorld *world;
    const Collider *collider;
    MicaAABB box;  // in the collider's space
    Vec2 motion;
    uint32_t kind;
    int32_t part;
    union {
        struct {
            int32_t column, lastColumn, row, lastRow;
        };
        // Of a chain: where the walk is in its nodes, and which of those of each level (four bits)
        // are still to be entered.
        struct {
            int32_t level, node, offset, lastPart;
            uint64_t enter;
        };
    };
} PartWalk;
void parts_begin(PartWalk *walk, const MicaWorld *world, const Collider *c, MicaAABB box,
                 Vec2 motion, uint32_t kind);
int32_t parts_next(PartWalk *walk);  // the next part, or NONE
// Whether there is any.
bool parts_meet(const MicaWorld *world, const Collider *c, MicaAABB box, uint32_t kind);
// The point of a map's surface that is nearest to a world point inside of it, or on it. Sides
// between its cells are not its surface. False if it has none, and of other colliders.
bool parts_way_out(const MicaWorld *world, const Collider *c, uint32_t kind, Vec2 point, Vec2 *out);

// chain.c: the nodes that a chain's points need, and making them in their place; and the walk of
// one.
int32_t chain_node_count(const Chain *chain);
void chain_index(MicaWorld *world, const Chain *chain);
void chain_enter(PartWalk *walk);
int32_t chain_next(PartWalk *walk);
// The points before and behind a segment of a chain, and a bit for each that there is. 0 of any
// other collider.
uint32_t chain_beyond(const MicaWorld *world, int32_t collider, int32_t part, Vec2 *points);
// Whether the collider is a chain that holds on its left alone.
bool chain_is_one_sided(const MicaWorld *world, const Collider *c);
// The segment that goes on there, before (end 0) or behind (end 1), if one does.
int32_t chain_beside(const MicaWorld *world, int32_t collider, int32_t part, int32_t end);

// parts_edit.c
void parts_release(MicaWorld *world, Collider *c);

// field.c
void field_release(MicaWorld *world, int32_t collider);
void field_wake(MicaWorld *world, const Contact *c);  // both sides, if either carries a field

// joint.c
void joint_end(MicaWorld *world, int32_t slot);
void joint_wake(MicaWorld *world, const Joint *j);  // both bodies
static inline void joint_drop_impulses(Joint *j)
{
    j->impulse[0] = j->impulse[1] = j->lowerImpulse = j->upperImpulse = 0.0f;
    j->motorImpulse = j->springImpulse = 0.0f;
}
void joints_end_of(MicaWorld *world, int32_t body);           // all joints of a body
void joints_wake_neighbours(MicaWorld *world, int32_t body);  // the bodies it is joined to
void joint_look_for_pairs(MicaWorld *world, const Joint *j);  // its bodies may meet from now on
// Whether a joint keeps the solid colliders of two bodies from meeting. Asked only where there are
// joints.
bool joints_part(const MicaWorld *world, int32_t bodyA, int32_t bodyB);
// joint_settings.c
float joint_angle_now(const MicaWorld *world, const Joint *j);
// Checks `count` numbers of a definition, of which `first` is the first, counted from the anchors.
MicaError joint_check(const float *numbers, int32_t first, int32_t count);
enum {
    JOINT_PLACES = 4,
    JOINT_SETTINGS = 10
};  // numbers of a definition: anchors, reference to break
enum { CHECK_LIMIT = 5, CHECK_MOTOR = 7, CHECK_SPRING = 9, CHECK_BREAK = 12 };

// polygons.c
bool polygon_reserve(MicaWorld *world);  // room for one more
int32_t polygon_take(MicaWorld *world, const MicaShape *shape);
void polygon_drop(MicaWorld *world, int32_t polygon);

// layers.c
MicaResponse pair_response(const MicaWorld *world, const Collider *a, const Collider *b);
// What layers, groups, ignored pairs and joints say, whether either moves or not.
MicaResponse pair_wish(const MicaWorld *world, const Collider *a, const Collider *b);
// Whether those cells of a map that are triggers notice another collider, whatever the map as a
// whole does.
bool pair_cells_see(const MicaWorld *world, const Collider *many, const Collider *other);
// Takes the collider's layer, thickness and sight into the layers' bounds.
void layer_note(MicaWorld *world, const Collider *c);
// True if the trigger notices the other.
static inline bool trigger_sees(const MicaWorld *world, const Collider *trigger,
                                const Collider *other)
{
    uint32_t needs = 1u << body_type(world, other->body) |
                     ((other->flags & COLLIDER_TRIGGER) != 0 ? (uint32_t)MICA_SEES_TRIGGERS : 0u);
    return (trigger->sees & needs) == needs;
}
static inline uint64_t layer_bit(const Collider *c) { return (uint64_t)1 << c->layer; }
static inline uint64_t layer_meets(const MicaWorld *world, const Collider *c)
{
    return world->layers.solid[c->layer] | world->layers.trigger[c->layer];
}

// filters.c
bool filter_ignores(const MicaWorld *world, int32_t bodyA, int32_t bodyB);
void filters_bury(MicaWorld *world);  // forgets the pairs of destroyed bodies

// pairs.c
int32_t pair_find(const MicaWorld *world, int32_t colliderA, int32_t colliderB, int32_t part);
bool pair_reserve(MicaWorld *world, int32_t contacts);
void pair_index(MicaWorld *world);  // the table, anew
bool pair_create(MicaWorld *world, int32_t a, int32_t b, int32_t part, MicaResponse response);
void contact_name_sides(MicaWorld *world, Contact *c, int32_t a, int32_t b);
bool contact_in_order(const MicaWorld *world, int32_t a, int32_t b);
void contact_wake(MicaWorld *world, const Contact *c);
// Takes away its points. Until B has moved by `gap` against the axis as seen from A, no others need
// to be looked for.
void contact_part(Contact *c, Transform relative, Vec2 axis, float gap);
void contact_remove(MicaWorld *world, int32_t contact);
void contact_mix(const MicaWorld *world, Contact *c);

// body_sweep.c: the way of a body through the step, and how far any point of it can have moved.
Sweep body_sweep(const MicaWorld *world, int32_t slot);
float reach_moved(const MicaWorld *world, int32_t solver);

// events.c
// Room for what may begin (fresh: solved but not touching yet) and for what touches to end.
bool events_reserve(MicaWorld *world, int32_t fresh);
// Room for one pair to begin or end a visit or to part.
bool events_reserve_change(MicaWorld *world, const Contact *c);
bool events_reserve_ends(MicaWorld *world);   // for what the broad phase drops
bool events_reserve_slots(MicaWorld *world);  // for who wakes and falls asleep
void events_clear(MicaWorld *world);
void event_begin(MicaWorld *world, Contact *c, float approachSpeed);
void event_hit(MicaWorld *world, const Contact *c, float approachSpeed, float impulse);
void event_end(MicaWorld *world, Contact *c);
void event_trigger(MicaWorld *world, Contact *c, bool touching);
bool event_pass(MicaWorld *world, int32_t a, int32_t b);  // false without room: nothing is told
MicaContactEvent event_of_contact(const MicaWorld *world, const Contact *c);
MicaTriggerEvent event_of_trigger(const MicaWorld *world, const Contact *c);
