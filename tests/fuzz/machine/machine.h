// The random machine: a long random history of calls of the C API on small worlds, with a model
// beside the world that knows which handles live, what every setting is and which error a bad call
// must give. A history is a seed and a list of call numbers; each call draws its arguments from the
// seed and its own number and names objects by their order, so that any part of a history can be
// played without the rest. machine.c plays, model.c is the model, draw.c draws arguments, the other
// files hold the calls by subject, shrink.c cuts a failing history to its shortest form, main.c is
// the program.
#pragma once

#include "mica.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_BODIES = 24,
    MAX_COLLIDERS = 48,
    MAX_JOINTS = 16,
    MAX_MOVERS = 4,
    MAX_OF_A_KIND = 48,
    MAX_SLOTS = 1024,
    MAX_OPEN = 768,  // pairs that touch
    MAX_CELLS = 24,
    MAX_POINTS = 6,
    STALE_HANDLES = 8,
    SAVES = 2,
    MODEL_LAYERS = 6,  // layers that the calls use
    FOUND_TEXT = 240,
};

// The handles of one kind that a world gave out, by index of the model's record.
typedef struct Handles {
    uint32_t id[MAX_OF_A_KIND];      // 0: the record is unused
    uint32_t number[MAX_OF_A_KIND];  // the how manieth of its kind, for the printed history
    int32_t order[MAX_OF_A_KIND];    // the live records, in no particular order
    int32_t count, maximum;
    uint32_t made;
    uint32_t stale[STALE_HANDLES], staleCount;
    // By slot: the live record + 1, the generation of its first handle, and how far the last one
    // was from that
    uint8_t at[MAX_SLOTS];
    uint16_t first[MAX_SLOTS], last[MAX_SLOTS];
} Handles;

// Those flags of a body that the calls set, and no step.
#define MODEL_FLAGS                                                                                \
    (MICA_FLAG_TYPE_MASK | MICA_FLAG_ALIVE | MICA_FLAG_ENABLED | MICA_LOCKS | MICA_FLAG_BULLET |   \
     MICA_FLAG_CAN_SLEEP | MICA_FLAG_MASS_OVERRIDE | MICA_FLAG_DROPS | MICA_FLAG_MOVER)

typedef struct BodyModel {
    uint32_t flags, userData;
    float linearDamping, angularDamping, gravityScale;
    MicaMassData mass;  // while MICA_FLAG_MASS_OVERRIDE is set
    MicaVec2 position;  // while `placed`: no step since it was set
    bool placed;
} BodyModel;

typedef struct ColliderModel {
    int32_t body;
    MicaColliderDef def;
    MicaField field;
    MicaShape shape;  // of a convex one
    int32_t columns, rows, points;
    uint8_t cells[MAX_CELLS];
    MicaVec2 chain[MAX_POINTS];
    bool loop, oneSided;
} ColliderModel;

typedef struct JointModel {
    MicaJointDef def;
    int32_t bodyA, bodyB;    // bodyA -1: the world
    int32_t jointA, jointB;  // of a gear, else -1
} JointModel;

typedef struct MoverModel {
    int32_t body, collider;
    MicaMoverDef def;
} MoverModel;

// A pair that touches: a begin or enter event was seen, and no end or exit event.
typedef struct OpenPair {
    uint32_t a, b;
    int32_t column, row;
} OpenPair;

typedef struct OpenPairs {
    OpenPair list[MAX_OPEN];
    int32_t count;
    bool overflow;  // more than the list holds: not checked any more
} OpenPairs;

// All that is saved with a snapshot.
typedef struct Model {
    Handles bodies, colliders, joints, movers;
    BodyModel body[MAX_BODIES];
    ColliderModel collider[MAX_COLLIDERS];
    JointModel joint[MAX_JOINTS];
    MoverModel mover[MAX_MOVERS];
    uint32_t ignores[MAX_BODIES];  // a bit a body
    uint8_t named[MODEL_LAYERS][MODEL_LAYERS];
    MicaVec2 gravity;
    OpenPairs contacts, triggers;
    int32_t steps;
} Model;

typedef struct SavedWorld {
    Model model;
    void *bytes;
    uint64_t size, capacity, hash;
} SavedWorld;

typedef struct Machine {
    MicaWorld *world, *other;  // `other` is where foreign handles come from
    Model model;
    SavedWorld saves[SAVES];
    void *scratch;  // a snapshot, for comparisons
    uint64_t scratchSize;
    uint64_t random;
    bool careless;       // the present call may have bad arguments
    uint64_t must, may;  // errors that it must give one of, and that it may give; a bit each
    bool guarded;        // it is checked that the refused call changes nothing
    uint64_t before;     // the world before it
    // Numbers of this world's calls are at times the least or the greatest that are allowed. What
    // it is asked is not compared with brute force then: places are too coarse.
    bool extreme;
    // Whether colliders are switched off and on. The histories of the golden hashes are older.
    bool switchesColliders;
    const char *wrongRule;  // a rule of the model that is wrong on purpose, or null
    bool trace;             // print each call
    uint64_t calls, refused, worlds;
    char found[FOUND_TEXT];  // what is wrong; empty: nothing
} Machine;

// machine.c. Plays calls of a history: those of a list of ascending numbers, or the first `count`
// for a null list. True if nothing was found.
bool machine_play(Machine *m, uint64_t seed, const uint32_t *numbers, uint32_t count);
void machine_open(Machine *m);
void machine_close(Machine *m);
// shrink.c. Cuts a failing list of call numbers, in place; returns the new count. `fails` plays a
// list.
typedef bool (*Fails)(void *context, const uint32_t *numbers, uint32_t count);
uint32_t machine_shrink(uint32_t *numbers, uint32_t count, Fails fails, void *context);

// machine.c. Notes the first thing that is wrong.
__attribute__((format(printf, 2, 3))) void found(Machine *m, const char *format, ...);
#define EXPECT(m, condition, what)                                                                 \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            found((m), "%s", (what));                                                              \
        }                                                                                          \
    } while (0)
// Prints a call of the history.
__attribute__((format(printf, 2, 3))) void say_call(const Machine *m, const char *format, ...);
#define SAY(m, ...)                                                                                \
    do {                                                                                           \
        if ((m)->trace) {                                                                          \
            say_call((m), __VA_ARGS__);                                                            \
        }                                                                                          \
    } while (0)
// Counts a public call.
#define CALL(m, call) ((m)->calls++, (call))
// Makes a call that returns an error, or a handle, and compares the error with what is expected.
// True if the call was accepted.
#define TRY(m, call) (before_call(m), judge_call((m), (call)))
#define TRY_CREATE(m, handle, call)                                                                \
    (before_call(m), (handle) = (call),                                                            \
     judge_call((m), (handle).id != 0 ? MICA_ERROR_OK : mica_last_error((m)->world)))
void before_call(Machine *m);
bool judge_call(Machine *m, MicaError error);
#define ERROR_BIT(name) ((uint64_t)1 << MICA_ERROR_##name)

// draw.c. Random numbers, and arguments of calls. A careless call has bad ones at times, whose
// errors go into `must`.
uint32_t draw(Machine *m);
uint32_t draw_below(Machine *m, uint32_t limit);
bool draw_chance(Machine *m, uint32_t one_in);
float draw_between(Machine *m, float lower, float upper);
bool draw_bad(Machine *m);
// A number within [least, most]; mostly within [lower, upper].
float draw_number(Machine *m, float minimum, float maximum, float lower, float upper);
MicaVec2 draw_vec(Machine *m, float limit, float usual);
MicaVec2 draw_point(Machine *m, float reach);  // coordinates within reach
int32_t draw_layer(Machine *m);
// A record of the model and its handle, or -1 and a handle that names nothing, with the error in
// `must`.
int32_t draw_body(Machine *m, MicaBody *out);
int32_t draw_collider(Machine *m, MicaCollider *out);
int32_t draw_joint(Machine *m, MicaJoint *out);
int32_t draw_mover(Machine *m, MicaMover *out);
MicaShape draw_shape(Machine *m);
MicaColliderDef draw_material(Machine *m);
// How the printed history names an object, such as "body 3".
const char *name_of(const Machine *m, const Handles *h, const char *kind, int32_t index);
#define BODY_NAME(m, i) name_of((m), &(m)->model.bodies, "body", (i))
#define COLLIDER_NAME(m, i) name_of((m), &(m)->model.colliders, "collider", (i))
#define JOINT_NAME(m, i) name_of((m), &(m)->model.joints, "joint", (i))
#define MOVER_NAME(m, i) name_of((m), &(m)->model.movers, "mover", (i))

// model.c
void model_begin(Model *model);
int32_t handles_add(Machine *m, Handles *h, uint32_t id);
int32_t handles_find(const Handles *h, uint32_t id);
void model_end_body(Machine *m, int32_t body);
void model_end_collider(Machine *m, int32_t collider);
void model_end_joint(Machine *m, int32_t joint);
void model_end_mover(Machine *m, int32_t mover);
int32_t model_mover_of(const Model *model, int32_t body);
static inline MicaBodyType model_type(const Model *model, int32_t body)
{
    return (MicaBodyType)(model->body[body].flags & MICA_FLAG_TYPE_MASK);
}
MicaResponse model_response(const Model *model, int32_t colliderA, int32_t colliderB);

// compare.c. Compares all that the model knows with the world.
void compare_all(Machine *m);
void compare_body(Machine *m, int32_t body);
void compare_collider(Machine *m, int32_t collider);
void compare_joint(Machine *m, int32_t joint);
void compare_mover(Machine *m, int32_t mover);

// events.c. Takes the events of a step into the model.
void take_events(Machine *m);
void compare_open_pairs(Machine *m);

// The calls, by subject: name and weight.
#define MACHINE_CALLS(X)                                                                           \
    X(create_body, 12)                                                                             \
    X(destroy_body, 6)                                                                             \
    X(move_body, 12)                                                                               \
    X(push_body, 16)                                                                               \
    X(set_body, 40)                                                                                \
    X(set_mass, 4)                                                                                 \
    X(wake_body, 8)                                                                                \
    X(ignore_bodies, 8)                                                                            \
    X(read_body, 30)                                                                               \
    X(create_collider, 14)                                                                         \
    X(create_colliders, 4)                                                                         \
    X(destroy_collider, 6)                                                                         \
    X(set_collider, 40)                                                                            \
    X(set_shape, 6)                                                                                \
    X(set_field, 6)                                                                                \
    X(read_collider, 24)                                                                           \
    X(set_layer, 8)                                                                                \
    X(read_layer, 12)                                                                              \
    X(set_world, 6)                                                                                \
    X(read_world, 8)                                                                               \
    X(step, 14)                                                                                    \
    X(write_views, 2)                                                                              \
    X(save, 2)                                                                                     \
    X(restore, 2)                                                                                  \
    X(copy_world, 1)                                                                               \
    X(ask_stale, 12)                                                                               \
    X(create_joint, 10)                                                                            \
    X(destroy_joint, 3)                                                                            \
    X(set_joint, 24)                                                                               \
    X(read_joint, 12)                                                                              \
    X(create_mover, 5)                                                                             \
    X(destroy_mover, 1)                                                                            \
    X(set_mover, 10)                                                                               \
    X(read_mover, 6)                                                                               \
    X(create_chain, 3)                                                                             \
    X(create_tiles, 3)                                                                             \
    X(fill_tiles, 6)                                                                               \
    X(read_tile, 6)                                                                                \
    X(ask_world, 30)                                                                               \
    X(sweep_body, 4)                                                                               \
    X(time_impact, 4)                                                                              \
    X(explode, 2)                                                                                  \
    X(read_pairs, 6)                                                                               \
    X(use_up, 1)
#define X(name, weight) void call_##name(Machine *m);
MACHINE_CALLS(X)
#undef X
