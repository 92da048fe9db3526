// Continuous collision: a body that moved so far that it could have passed through something is
// swept from where the step began, and put where it first meets it. Static and kinematic bodies are
// looked at always, dynamic ones for bodies flagged as bullets. What is swept is the shape drawn in
// a little: resting and sliding contact, and the seams of a floor, never hold anything back, and a
// body that is held back overlaps a little, so that the next step's contacts take over with the
// velocity untouched. A body that met another which moves is carried along by it for the rest of
// the step. The time that it waited is paid back at the end of the next step, when it has bounced
// or slides: it goes on for so long, as far as nothing is in its way, or fast balls would lose part
// of a frame at every bounce. Bodies are done in index order; a bullet meets other bodies where
// they were put so far. Reads trees, previous and new transforms; writes transforms.
#include "solver.h"
#include "aabb_slack.h"

#include <string.h>

#define SWEEP_SHRINK LINEAR_SLOP
#define SWEEP_FROM SPECULATIVE_DISTANCE
#define CORE_MARGIN (0.1f * SWEEP_SHRINK)  // more than rounding

enum {
    STATIC_ONLY = 1 << MICA_BODY_STATIC,
    KINEMATIC_TOO = 1 << MICA_BODY_KINEMATIC,
    ALL_TYPES = STATIC_ONLY | KINEMATIC_TOO | 1 << MICA_BODY_DYNAMIC,
    // Others stand where the step has put them, and a dynamic one that overlaps is in the way.
    AFTERWARDS = 1 << 3,
};

bool continuous_reserve(MicaWorld *world)
{
    Memory *m = &world->host.memory;
    int32_t bodies = world->scratch.solverBodies.count, colliders = world->state.liveColliders;
    int32_t rooms = bodies > 1 ? world->state.bodies.count : 0;
    return ARRAY_RESERVE(m, &world->scratch.fastBodies, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.moveMarks, bodies) &&
           ARRAY_RESERVE(m, &world->scratch.aabbSlacks, rooms) &&
           ARRAY_RESERVE(m, &world->scratch.queryHits, colliders + 8);
}

// A body that stands where it has come to.
static Sweep body_stands(const MicaWorld *world, int32_t slot)
{
    Transform t = world->state.transforms.data[slot];
    Vec2 localCenter = world->state.bodies.data[slot].localCenter,
         center = transform(t, localCenter);
    return (Sweep){localCenter, center, center, t.q, 0.0f};
}

static MicaAABB grow(MicaAABB box, float r)
{
    return (MicaAABB){sub(box.lower, vec(r, r)), add(box.upper, vec(r, r))};
}

// All that the collider can have touched on the way.
static MicaAABB swept_box(const MicaWorld *world, const Collider *c, const Sweep *sweep)
{
    MicaAABB box = aabb_union(collider_box_at(world, c, sweep_transform(sweep, 0.0f)),
                              collider_box_at(world, c, sweep_transform(sweep, 1.0f)));
    return sweep->turn == 0.0f ? box
                               : grow(box, collider_max_extent(world, c, sweep->localCenter) *
                                               min_f(abs_f(sweep->turn), 1.0f));
}

// The box about a disc on the way of the centre.
static MicaAABB disc_way(const Sweep *sweep, float extent)
{
    MicaAABB box = aabb_union((MicaAABB){sweep->c0, sweep->c0}, (MicaAABB){sweep->c1, sweep->c1});
    return grow(box, 1.0001f * extent);
}

// Widens the body's boxes in the tree over its way through the step, so that queries for others
// find it.
static void cover_way(MicaWorld *world, int32_t slot)
{
    Sweep sweep = body_sweep(world, slot);
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) == 0) {
            continue;
        }
        MicaAABB way = swept_box(world, c, &sweep);
        if (!aabb_contains(&c->box, &way)) {
            collider_set_box(world, c, collider_fat_box(world, c, way, false));
            tree_set_box(&world->state.movingTree, i, c->box);
            collider_mark_moved(world, i);
        }
    }
}

// Fills world->scratch.queryHits with what the box may meet. Bodies that move are mostly among
// their like, so where only kinematic ones count and they are few, those are gone through, four at
// a time, instead of the tree. Capacity for every collider was made before.
static void find_candidates(MicaWorld *world, MicaAABB box, uint64_t meets, uint32_t types)
{
    world->scratch.queryHits.count = 0;
    tree_query(&world->host.memory, &world->state.staticTree, box, meets,
               &world->scratch.queryHits);
    if ((types & KINEMATIC_TOO) == 0) {
        return;
    }
    if ((types & ALL_TYPES) == ALL_TYPES || world->scratch.kinematicCount > FEW_KINEMATICS) {
        tree_query(&world->host.memory, &world->state.movingTree, box, meets,
                   &world->scratch.queryHits);
        return;
    }
    f4 lx = f4_splat(box.lower.x), ly = f4_splat(box.lower.y), ux = f4_splat(box.upper.x),
       uy = f4_splat(box.upper.y);
    for (int32_t i = 0; i < world->scratch.kinematicCount; i += 4) {
        const KinematicBoxes *k = &world->scratch.kinematicBoxes[i / 4];
        f4 x = f4_and(f4_le(f4_load(k->lx), ux), f4_le(lx, f4_load(k->ux)));
        f4 y = f4_and(f4_le(f4_load(k->ly), uy), f4_le(ly, f4_load(k->uy)));
        for (int32_t mask = f4_mask(f4_and(x, y)); mask != 0; mask &= mask - 1) {
            world->scratch.queryHits.data[world->scratch.queryHits.count++] =
                k->collider[__builtin_ctz((unsigned)mask)];
        }
    }
}

// The colliders of all kinematic bodies, moving or not. Beyond the few only their number matters.
static void list_kinematics(MicaWorld *world)
{
    static const KinematicBoxes nowhere = {.lx = {3e38f, 3e38f, 3e38f, 3e38f}};
    int32_t count = 0;
    for (int32_t i = 0, left = world->scratch.kinematicBodies; left > 0; ++i) {
        if (!body_has(world, i, MICA_FLAG_ALIVE) || body_type(world, i) != MICA_BODY_KINEMATIC) {
            continue;
        }
        left -= 1;
        for (int32_t c = world->state.bodies.data[i].firstCollider; c != NONE;
             c = world->state.colliders.data[c].next) {
            if ((world->state.colliders.data[c].flags & COLLIDER_IN_TREE) == 0 ||
                count++ >= FEW_KINEMATICS) {
                continue;
            }
            KinematicBoxes *k = &world->scratch.kinematicBoxes[(count - 1) / 4];
            int32_t lane = (count - 1) % 4;
            if (lane == 0) {
                *k = nowhere;
            }
            MicaAABB box = world->state.colliders.data[c].box;
            k->lx[lane] = box.lower.x;
            k->ly[lane] = box.lower.y;
            k->ux[lane] = box.upper.x;
            k->uy[lane] = box.upper.y;
            k->collider[lane] = c;
        }
    }
    world->scratch.kinematicCount = count;
}

// The first thing that a body meets on its way.
typedef struct Impact {
    float fraction;  // of the sweep
    int32_t met;     // who it was, or NONE
    // The two overlapped before, and only now the middle of the body has come up to the other.
    bool deep;
    Vec2 normal;  // out of what is met
} Impact;

// A collider that may meet something on its way.
typedef struct Mover {
    const Collider *collider;
    Geometry core, middle;  // drawn in a little; and what must stay on its side in any case
    Polygon storage;
    float round;   // furthest surface point from the centre of mass
    MicaAABB way;  // about the core on its way
} Mover;

static void make_mover(const MicaWorld *world, const Collider *c, const Sweep *sweep, Mover *out)
{
    Geometry whole = collider_geometry(world, c);
    out->collider = c;
    geometry_shrink(&whole, SWEEP_SHRINK, &out->storage, &out->core);
    out->middle = (Geometry){.type = MICA_SHAPE_CIRCLE,
                             .count = 1,
                             .radius = 0.25f * world->state.bodies.data[c->body].minExtent,
                             .a = geometry_mean_point(&whole)};
    out->round = geometry_max_extent(&whole, sweep->localCenter);
    MicaAABB way = aabb_union(geometry_aabb(&out->core, sweep_transform(sweep, 0.0f)),
                              geometry_aabb(&out->core, sweep_transform(sweep, 1.0f)));
    out->way = grow(way, CORE_MARGIN + out->round * min_f(abs_f(sweep->turn), 1.0f));
}

// A chain or map is swept over, but does not sweep: it has no one shape to shrink, and no mass.
static bool sweeps(const Collider *c)
{
    return (c->flags & (COLLIDER_IN_TREE | COLLIDER_TRIGGER)) == COLLIDER_IN_TREE &&
           !collider_is_compound(c);
}

// The layers that a collider can be stopped by.
static uint64_t stopped_by(const MicaWorld *world, const Collider *c)
{
    return c->group > 0 ? ~(uint64_t)0 : world->state.layers.solid[c->layer];
}

// True if what is met is a seam between touching ground. A body that has sunk in by more than it is
// drawn in, as it does for a moment when it lands hard, would be held there for good: no contact is
// ever made with a seam.
static bool meets_seam(MicaWorld *world, const Collider *c, const Collider *other, int32_t part,
                       const Sweep *otherSweep, const MicaTimeOfImpact *toi)
{
    if (body_is_dynamic(world, other->body)) {
        return false;
    }
    Transform then = sweep_transform(otherSweep, toi->fraction),
              now = world->state.transforms.data[other->body];
    int32_t slot = (int32_t)(other - world->state.colliders.data);
    return internal_edges_hide_cast(world, slot, part,
                                    (CoverFilter){.layers = stopped_by(world, c)},
                                    transform(now, untransform(then, toi->point)),
                                    rotate(now.q, unrotate(then.q, toi->normal)));
}

// What one collider meets in another, if that comes before all that was found.
static void meet_other(MicaWorld *world, const Mover *mover, const Collider *other,
                       const Sweep *sweep, uint32_t types, Impact *first)
{
    // Where this is and how it moves as seen from the other, whose parts are looked up where it has
    // come to.
    const Collider *c = mover->collider;
    bool stands = (types & AFTERWARDS) != 0;
    Sweep otherSweep = stands ? body_stands(world, other->body) : body_sweep(world, other->body);
    Vec2 from = add(sweep->c0, sub(otherSweep.c1, otherSweep.c0));
    float r = mover->round;
    if (otherSweep.turn != 0.0f) {
        r += abs_f(otherSweep.turn) * collider_max_extent(world, other, otherSweep.localCenter);
    }
    MicaAABB start = {sub(from, vec(r, r)), add(from, vec(r, r))};
    PartWalk walk;
    parts_begin(&walk, world, other, start, sub(sweep->c1, from), PARTS_SOLID | PARTS_SURFACE);
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        Vec2 up;
        Polygon storagePart;
        Geometry g = part_geometry(world, other, part, &storagePart);
        MicaTimeOfImpact toi =
            toi_compute(&g, &otherSweep, &mover->core, sweep, 0.0f, first->fraction);
        bool deep = toi.state == MICA_TOI_OVERLAPPED;
        bool oneWay = part_one_way(world, other, part, &up) || part_one_way(world, c, 0, &up);
        bool sunk = deep && oneWay && one_way_is_solid(world, c, other, part, up);
        if (oneWay && !sunk && !one_way_stops(world, c, other, part, &toi)) {
            continue;
        }
        if (deep && stands && body_is_dynamic(world, other->body)) {
            *first = (Impact){0.0f, other->body, true, toi.normal};
            return;
        }
        if (deep || (toi.state == MICA_TOI_HIT && toi.fraction < first->fraction &&
                     meets_seam(world, c, other, part, &otherSweep, &toi))) {
            // Contact is already made and the solver's; but the middle of the body must stay on its
            // side.
            deep = true;
            toi = toi_compute(&g, &otherSweep, &mover->middle, sweep, 0.0f, first->fraction);
            // Of a seam it need not: were it stopped there, so would be the way out.
            if ((oneWay && !one_way_stops(world, c, other, part, &toi)) ||
                (toi.state == MICA_TOI_HIT &&
                 meets_seam(world, c, other, part, &otherSweep, &toi))) {
                continue;
            }
        }
        bool hit = toi.state == MICA_TOI_HIT || toi.state == MICA_TOI_FAILED;
        if (hit && toi.fraction < first->fraction) {
            *first = (Impact){toi.fraction, other->body, deep, toi.normal};
        }
    }
}

// Drops from the candidates what is of many parts, stands, and has none of them in the box: a map
// or a chain may be around all there is.
static void drop_far_parts(MicaWorld *world, MicaAABB box)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        const Collider *c = &world->state.colliders.data[world->scratch.queryHits.data[i]];
        bool asks = collider_is_compound(c) && body_type(world, c->body) == MICA_BODY_STATIC;
        world->scratch.queryHits.data[kept] = world->scratch.queryHits.data[i];
        kept += !asks || parts_overlap(world, c, box, PARTS_SOLID | PARTS_SURFACE);
    }
    world->scratch.queryHits.count = kept;
}

// `types`: a bit for each MicaBodyType that is looked at.
static Impact first_impact(MicaWorld *world, int32_t slot, const Sweep *sweep, uint32_t types)
{
    Impact first = {1.0f, NONE, false, {0.0f, 0.0f}};
    const Body *b = &world->state.bodies.data[slot];
    uint64_t meets = 0;
    for (int32_t i = b->firstCollider; i != NONE; i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        meets |= sweeps(c) ? stopped_by(world, c) : 0u;
    }
    // Most bodies are near nothing of these types: asked once, for all that the body can reach
    // however it turns.
    world->scratch.queryHits.count = 0;
    if (meets != 0) {
        MicaAABB way = disc_way(sweep, b->maxExtent);
        find_candidates(world, way, meets, types);
        drop_far_parts(world, grow(way, SPECULATIVE_DISTANCE));
    }
    for (int32_t i = b->firstCollider; i != NONE && world->scratch.queryHits.count > 0;
         i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        if (!sweeps(c)) {
            continue;
        }
        MicaAABB box = swept_box(world, c, sweep);
        Mover mover;
        mover.collider = NULL;
        for (int32_t h = 0; h < world->scratch.queryHits.count; ++h) {
            const Collider *other = &world->state.colliders.data[world->scratch.queryHits.data[h]];
            if (!aabb_overlaps(&box, &other->box) ||
                (stopped_by(world, c) & layer_bit(other)) == 0 ||
                (types >> body_type(world, other->body) & 1u) == 0 ||
                pair_response(world, c, other) != MICA_SOLID) {
                continue;
            }
            if (mover.collider == NULL) {
                make_mover(world, c, sweep, &mover);
            }
            // What slides along is drawn in from it: most are.
            if (aabb_overlaps(&mover.way, &other->box)) {
                meet_other(world, &mover, other, sweep, types, &first);
            }
        }
    }
    return first;
}

// Notes what a body that was held back shall be paid. One that hangs on joints has waited for the
// others.
static void owe(MicaWorld *world, int32_t slot, float seconds, Vec2 carried)
{
    Body *b = &world->state.bodies.data[slot];
    b->leftoverTime = b->firstJoint == NONE ? seconds : 0.0f;
    b->leftoverDisplacement = carried;
    b->leftoverStep = (uint16_t)(world->state.steps & 0xffffu);
}

// The seconds that a body is owed from the step before.
static float owed_to(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->state.bodies.data[slot];
    return b->leftoverStep == (uint16_t)((world->state.steps - 1u) & 0xffffu) ? b->leftoverTime
                                                                              : 0.0f;
}

static void hold_back(MicaWorld *world, int32_t slot, const Sweep *sweep, const Impact *impact,
                      const StepContext *context)
{
    Transform at = sweep_transform(sweep, impact->fraction);
    // It waits there until the step is over: what acceleration gave it since is taken back, or
    // bounces would gain.
    int32_t solver = world->scratch.solverOf.data[slot], met = impact->met;
    const float *gain = world->scratch.solverMotion.data[solver].acceleration;
    float *v = world->state.velocities.data[slot].v, left = 1.0f - impact->fraction;
    v[0] -= left * (float)context->substeps * gain[0];
    v[1] -= left * (float)context->substeps * gain[1];
    SolverBody *s = &world->scratch.solverBodies.data[solver];
    s->da *= impact->fraction;
    float before = owed_to(world, slot), owed = left * context->dt;
    Vec2 ridden = {0.0f, 0.0f};
    bool struck = body_is_dynamic(world, met);
    if (body_has(world, met, MICA_FLAG_MOVED) && !(struck && impact->deep)) {
        // Carried by what it met until the step ends, or it would stay behind: as if glued to what
        // is moved by hand, while what it has struck only takes it along, and the contacts of the
        // next step settle the rest.
        Sweep carrier = body_sweep(world, met);
        Transform end = world->state.transforms.data[met],
                  relative = inv_mul(sweep_transform(&carrier, impact->fraction), at);
        Transform carried = {transform(end, relative.p), rot_normalize(rot_mul(end.q, relative.q))};
        float turn = left * carrier.turn;
        if (struck) {
            float way = dot(sub(carried.p, at.p), impact->normal);
            carried = (Transform){mul_add(at.p, way, impact->normal), at.q};
            turn = 0.0f;
        }
        // Not through a wall, though: there it stays, squeezed, and the contacts of the next step
        // sort it out.
        Vec2 center = world->state.bodies.data[slot].localCenter;
        Sweep ride = {center, transform(at, center), transform(carried, center), at.q, 0.0f};
        Impact wall = first_impact(world, slot, &ride, STATIC_ONLY);
        at = wall.met == NONE ? carried : sweep_transform(&ride, wall.fraction);
        s->da += wall.met == NONE ? turn : 0.0f;
        owed = wall.met == NONE && !struck ? owed : 0.0f;
        ridden = sub(transform(at, center), ride.c0);
    } else if (struck || impact->deep) {
        owed = 0.0f;
    } else if (before > 0.0f) {
        owed = min_f(owed + before, context->dt);
        ridden = world->state.bodies.data[slot].leftoverDisplacement;
    }
    owe(world, slot, owed, ridden);
    world->state.transforms.data[slot] = at;
    body_clear_residual(world, slot);
    // How far it came in fact, for what looks at its way later.
    Vec2 way = sub(transform(at, sweep->localCenter), sweep->c0);
    s->dx = way.x;
    s->dy = way.y;
    world->output.continuousStops += 1;
}

// What slides or rolls by way gives the speed that its rise takes, and takes what its fall gives.
static void climb(float *v, Vec2 acceleration, Vec2 way)
{
    float square = v[0] * v[0] + v[1] * v[1], work = 2.0f * dot(acceleration, way);
    if (square > 0.0f) {
        float factor = sqrtf(max_f(1.0f + work / square, 0.0f));
        v[0] *= factor;
        v[1] *= factor;
    }
}

// Goes on for the time that was owed, with the velocity that the step has left, as far as nothing
// is in the way. What nothing held in the last substep falls meanwhile, exactly; what was held
// keeps to where contacts let it go.
static void pay_back(MicaWorld *world, int32_t slot, float owed, const StepContext *context)
{
    int32_t solver = world->scratch.solverOf.data[slot];
    SolverBody *s = &world->scratch.solverBodies.data[solver];
    const SolverMotion *m = &world->scratch.solverMotion.data[solver];
    Body *b = &world->state.bodies.data[slot];
    float *v = world->state.velocities.data[slot].v;
    bool flies = solver_body_is_unconstrained(world, solver);
    float substeps = flies ? owed * context->invH : 0.0f;
    Vec2 gain = {substeps * m->acceleration[0], substeps * m->acceleration[1]};
    Vec2 way = sub(scale(owed, add(vec(v[0], v[1]), scale(0.5f, gain))), b->leftoverDisplacement);
    Transform from = world->state.transforms.data[slot];
    Vec2 center = transform(from, b->localCenter);
    float turn = owed * v[2];
    Sweep sweep = {b->localCenter, center, add(center, way), from.q, turn};
    Impact impact = first_impact(world, slot, &sweep, ALL_TYPES | AFTERWARDS);
    Transform at = sweep_transform(&sweep, impact.fraction);
    v[0] += impact.fraction * gain.x;
    v[1] += impact.fraction * gain.y;
    if (!flies && b->leftoverDisplacement.x == 0.0f && b->leftoverDisplacement.y == 0.0f) {
        climb(v, scale(context->invH, vec(m->acceleration[0], m->acceleration[1])),
              scale(impact.fraction, way));
    }
    s->dx += impact.fraction * way.x;
    s->dy += impact.fraction * way.y;
    s->da += impact.fraction * turn;
    world->state.transforms.data[slot] = at;
    body_clear_residual(world, slot);
    b->leftoverTime = 0.0f;
    if (impact.met != NONE && !impact.deep && !body_is_dynamic(world, impact.met)) {
        owe(world, slot, (1.0f - impact.fraction) * owed, vec(0.0f, 0.0f));
    }
    world->output.continuousStops += 1;
}

// Bodies in the way of a fast kinematic one are swept too, however slow they are.
static void mark_in_the_way(MicaWorld *world, int32_t slot)
{
    Sweep sweep = body_sweep(world, slot);
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) == 0 || (c->flags & COLLIDER_TRIGGER) != 0) {
            continue;
        }
        world->scratch.queryHits.count = 0;
        tree_query(&world->host.memory, &world->state.movingTree, swept_box(world, c, &sweep),
                   stopped_by(world, c), &world->scratch.queryHits);
        for (int32_t h = 0; h < world->scratch.queryHits.count; ++h) {
            int32_t body = world->state.colliders.data[world->scratch.queryHits.data[h]].body;
            int32_t solver = world->scratch.solverOf.data[body];
            if (solver != 0 && body_is_dynamic(world, body)) {
                world->scratch.moveMarks.data[solver] |= MOVE_FAST;
            }
        }
    }
}

static inline bool is_in_room(const MicaWorld *world, int32_t slot, bool turns)
{
    return (!turns || body_has_mark(world, slot, BODY_DISC)) &&
           f4_all(f4_lt(f4_load(world->scratch.aabbSlacks.data[slot].bounds),
                        aabb_slack_origin(world, slot)));
}

// MOVE_FAST if the body has left the boxes that pairs were found by, by more than it may land deep,
// MOVE_IN_BOXES if it is in all of them, which then stay as they are: it gets its room.
static uint8_t look_at_boxes(MicaWorld *world, int32_t slot, float moved)
{
    const f4 slack = f4_splat(SWEEP_FROM);
    AabbSlackBuilder side = aabb_slack_begin();
    uint8_t mark = MOVE_IN_BOXES;
    for (int32_t i = world->state.bodies.data[slot].firstCollider; i != NONE;
         i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        if ((c->flags & COLLIDER_IN_TREE) == 0) {
            continue;
        }
        MicaAABB tight = collider_tight_box(world, c);
        f4 out = aabb_slack_add(&side, &c->box, &tight);
        if (!f4_all(f4_le(out, f4_zero())) || collider_is_compound(c)) {
            mark = 0;
            if (moved >= SWEEP_FROM && sweeps(c) && stopped_by(world, c) != 0 &&
                !f4_all(f4_le(out, slack))) {
                return MOVE_FAST;
            }
        }
    }
    if (mark == MOVE_IN_BOXES) {
        aabb_slack_store(world, slot, &side);
    }
    return mark;
}

// MOVE_FAST if a dynamic body may have passed through something, or landed deep in it.
static uint8_t mark_move(MicaWorld *world, int32_t slot, float moved, bool turns)
{
    float half = 0.5f * world->state.bodies.data[slot].minExtent;
    if (moved >= half || owed_to(world, slot) > 0.0f ||
        (moved >= SWEEP_FROM && (body_has_mark(world, slot, BODY_NEAR_STATIC) ||
                                 body_has(world, slot, MICA_FLAG_BULLET)))) {
        return MOVE_FAST;
    }
    return is_in_room(world, slot, turns) ? MOVE_IN_BOXES : look_at_boxes(world, slot, moved);
}

// Lists what is to be swept; true if a bullet is among it.
static bool find_fast(MicaWorld *world)
{
    int32_t count = world->scratch.solverBodies.count;
    memset(world->scratch.moveMarks.data, 0, (size_t)count);
    for (int32_t i = 1; i < count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        float moved = body_max_displacement(world, i);
        world->scratch.maxDisplacement = max_f(world->scratch.maxDisplacement, moved);
        if (body_is_dynamic(world, slot)) {
            world->scratch.moveMarks.data[i] |=
                mark_move(world, slot, moved, world->scratch.solverBodies.data[i].da != 0.0f);
        } else if (moved >= 0.5f * world->state.bodies.data[slot].minExtent) {
            mark_in_the_way(world, slot);
        }
    }
    bool bullets = false;
    world->scratch.fastBodies.count = 0;
    for (int32_t i = 1; i < count; ++i) {
        if ((world->scratch.moveMarks.data[i] & MOVE_FAST) != 0) {
            int32_t slot = world->scratch.solverSlots.data[i];
            world->scratch.fastBodies.data[world->scratch.fastBodies.count++] = slot;
            bullets = bullets || body_has(world, slot, MICA_FLAG_BULLET);
        }
    }
    return bullets;
}

void continuous_sweep(MicaWorld *world, const StepContext *context)
{
    world->output.continuousStops = 0;
    world->scratch.maxDisplacement = 0.0f;
    bool bullets = find_fast(world);
    if (world->scratch.fastBodies.count == 0) {
        return;
    }
    for (int32_t i = 1; i < world->scratch.solverBodies.count; ++i) {
        int32_t slot = world->scratch.solverSlots.data[i];
        if (bullets || !body_is_dynamic(world, slot)) {
            cover_way(world, slot);
        }
    }
    tree_refit(&world->state.movingTree);
    list_kinematics(world);
    // Bullets last: they meet dynamic bodies where those were put.
    for (int32_t pass = 0; pass < (bullets ? 2 : 1); ++pass) {
        for (int32_t i = 0; i < world->scratch.fastBodies.count; ++i) {
            int32_t slot = world->scratch.fastBodies.data[i];
            if (body_has(world, slot, MICA_FLAG_BULLET) != (pass == 1)) {
                continue;
            }
            Sweep sweep = body_sweep(world, slot);
            Impact impact = first_impact(world, slot, &sweep,
                                         pass == 1 ? ALL_TYPES : STATIC_ONLY | KINEMATIC_TOO);
            float owed = owed_to(world, slot);
            if (impact.met != NONE) {
                hold_back(world, slot, &sweep, &impact, context);
            } else if (owed > 0.0f) {
                pay_back(world, slot, owed, context);
            }
            world->scratch.maxDisplacement =
                max_f(world->scratch.maxDisplacement,
                      body_max_displacement(world, world->scratch.solverOf.data[slot]));
        }
    }
}
