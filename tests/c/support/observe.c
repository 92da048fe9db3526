// The sums of observe.h, and what is seen of a world without asking it: state, views, events,
// contacts, snapshots. observe_queries.c asks the questions.
#include "observe.h"

#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t sum, uint32_t word)
{
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 29;
}

void observe(Observer *o, const char *field, const void *data, size_t bytes)
{
    uint64_t sum = bytes;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = 0;
        memcpy(&word, (const char *)data + i, bytes - i < 4 ? bytes - i : 4);
        sum = mix(sum, word);
        if (o->listing == LIST_WORDS && o->listed == o->moment) {
            printf("%s %zu %08" PRIx32 "\n", field, i / 4, word);
        }
    }
    if (o->listing == LIST_FIELDS) {
        printf("%" PRId32 " %s %016" PRIx64 "\n", o->moment, field, sum);
    }
    o->sum = mix(mix(o->sum, (uint32_t)sum), (uint32_t)(sum >> 32));
}

void observe_number(Observer *o, const char *field, int32_t number)
{
    observe(o, field, &number, sizeof number);
}

#define OBSERVE_LIST(o, list, count) observe(o, #list, list, sizeof *(list) * (size_t)(count))

void observe_state(Observer *o, const MicaWorld *world)
{
#define OBSERVE_ARRAY(field, array)                                                                \
    observe(o, field, (array).data, sizeof *(array).data *(size_t)(array).count);
#define OBSERVE_STATE(List, name) OBSERVE_ARRAY("state." #name, world->state.name)
#define OBSERVE_STATIC(List, name) OBSERVE_ARRAY("staticTree." #name, world->state.staticTree.name)
#define OBSERVE_MOVING(List, name) OBSERVE_ARRAY("movingTree." #name, world->state.movingTree.name)
    STATE_ARRAYS(OBSERVE_STATE)
    TREE_ARRAYS(OBSERVE_STATIC)
    TREE_ARRAYS(OBSERVE_MOVING)
    static const char *const numbers[3] = {"state numbers", "staticTree numbers",
                                           "movingTree numbers"};
    for (int32_t i = 0; i < 3; ++i) {
        const NumberRow *row = &STATE_NUMBER_ROWS[i];
        observe(o, numbers[i], (const char *)world + row->offset, row->size);
    }
}

static void observe_views(Observer *o, MicaWorld *world)
{
    const MicaViews v = mica_world_views(world);
    OBSERVE_LIST(o, v.transforms, v.slots);
    OBSERVE_LIST(o, v.velocities, 4 * v.slots);
    OBSERVE_LIST(o, v.forces, 4 * v.slots);
    OBSERVE_LIST(o, v.poses, v.slots);
    OBSERVE_LIST(o, v.flags, v.slots);
    for (int32_t i = 0; i < v.slots; ++i) {
        const MicaBody body = mica_body_at(world, i);
        if (body.id != 0) {
            const MicaMassData mass = mica_body_mass(world, body);
            const MicaVec2 center = mica_body_center(world, body);
            observe(o, "mass", &mass, sizeof mass);
            observe(o, "center", &center, sizeof center);
        }
    }
}

static void observe_events(Observer *o, MicaWorld *world)
{
    const MicaEvents e = mica_world_events(world);
    OBSERVE_LIST(o, e.begin, e.beginCount);
    OBSERVE_LIST(o, e.end, e.endCount);
    OBSERVE_LIST(o, e.hit, e.hitCount);
    OBSERVE_LIST(o, e.enter, e.enterCount);
    OBSERVE_LIST(o, e.exit, e.exitCount);
    OBSERVE_LIST(o, e.moved, e.movedCount);
    OBSERVE_LIST(o, e.asleep, e.asleepCount);
    OBSERVE_LIST(o, e.woke, e.wokeCount);
    OBSERVE_LIST(o, e.broke, e.brokeCount);
    OBSERVE_LIST(o, e.crushed, e.crushedCount);
    OBSERVE_LIST(o, e.load, e.loadCount);
    const MicaContactPoint *points = NULL;
    const MicaTriggerEvent *visits = NULL;
    const MicaContactEvent *touching = NULL;
    int32_t count = mica_world_contact_points(world, &points);
    OBSERVE_LIST(o, points, count);
    count = mica_world_trigger_stays(world, &visits);
    OBSERVE_LIST(o, visits, count);
    count = mica_world_contact_stays(world, &touching);
    OBSERVE_LIST(o, touching, count);
}

void observe_world(Observer *o, MicaWorld *world)
{
    const MicaCounters counters = mica_world_counters(world);
    const MicaVec2 gravity = mica_world_gravity(world);
    const uint64_t hash = mica_world_hash(world);
    observe(o, "counters", &counters, sizeof counters);
    observe(o, "gravity", &gravity, sizeof gravity);
    observe(o, "world hash", &hash, sizeof hash);
    observe_views(o, world);
    observe_events(o, world);
    for (int32_t i = 0; i < world->state.joints.count; ++i) {
        const MicaJoint joint = mica_joint_at(world, i);
        if (joint.id != 0) {
            const MicaJointState state = mica_joint_state(world, joint);
            observe(o, "joint", &state, sizeof state);
        }
    }
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        const MicaMover mover = mica_mover_at(world, i);
        if (mover.id != 0) {
            const MicaMoverState state = mica_mover_state(world, mover);
            observe(o, "mover", &state, sizeof state);
        }
    }
}

void observe_snapshot(Observer *o, MicaWorld *world)
{
    const uint64_t size = mica_world_snapshot_bytes(world, 0);
    void *bytes = aligned_alloc(16, size);
    observe_number(o, "snapshot error", mica_world_snapshot(world, NULL, 0, bytes, size));
    observe(o, "snapshot", bytes, size);
    free(bytes);
}
