// Whether the joints and movers of a snapshot can be those of a world: their bodies live, the lists of
// joints have each end once, numbers are in their ranges. Called by snapshot_check.c; reads the saved
// arrays alone.
#include "check.h"

// ---------------------------------------------------------------------------------------- joints

static bool joint_lives(const WorldState *s, int32_t slot)
{
    return index_in(slot, s->joints.count) && (s->joints.data[slot].flags & JOINT_ALIVE) != 0;
}

static bool check_joint(const MicaWorld *world, int32_t slot)
{
    const WorldState *s = &world->state;
    const Joint *j = &s->joints.data[slot];
    const JointNumbers *n = &s->jointNumbers.data[slot];
    bool alone = j->type == MICA_JOINT_TARGET;
    bool sound = j->type > MICA_JOINT_NONE && j->type < MICA_JOINT_TYPE_COUNT &&
                 (alone ? j->bodyA == NONE : is_alive(world, j->bodyA)) &&
                 is_alive(world, j->bodyB) && j->bodyA != j->bodyB &&
                 FINITE_FROM_TO(j, anchorA, turned) && vec_within(j->anchorA, FARTHEST) &&
                 vec_within(j->anchorB, FARTHEST) && within(j->angle, 4.0f * MAX_TURN) &&
                 j->impulses[JOINT_IMPULSE_LOWER] >= 0.0f &&
                 j->impulses[JOINT_IMPULSE_UPPER] >= 0.0f &&
                 all_finite(n->values, MICA_JOINT_NUMBER_COUNT + 2);
    for (int32_t end = 0; sound && end < 2; ++end) {
        sound = none_or_in(j->next[end], 2 * s->joints.count) &&
                none_or_in(j->previous[end], 2 * s->joints.count);
    }
    sound = sound && (j->type == MICA_JOINT_GEAR ? n->coupled[0] != n->coupled[1]
                                                 : n->coupled[0] == 0 && n->coupled[1] == 0);
    for (int32_t k = 0; sound && j->type == MICA_JOINT_GEAR && k < 2; ++k) {
        int32_t of = n->coupled[k] - 1;
        sound = joint_lives(s, of) && (s->joints.data[of].flags & JOINT_COUPLED) != 0 &&
                (s->joints.data[of].type == MICA_JOINT_REVOLUTE ||
                 s->joints.data[of].type == MICA_JOINT_PRISMATIC);
    }
    return sound && joint_check_numbers((int32_t)j->type, n->values, 0, MICA_JOINT_NUMBER_COUNT) ==
                        MICA_ERROR_OK;
}

// The lists of all bodies together have each end of each live joint once.
static bool check_joint_lists(const MicaWorld *world)
{
    const WorldState *s = &world->state;
    int32_t ends = 0, listed = 0;
    for (int32_t i = 0; i < s->joints.count; ++i) {
        ends += joint_lives(s, i) ? (s->joints.data[i].bodyA != NONE ? 2 : 1) : 0;
    }
    for (int32_t i = 0; i < s->bodies.count; ++i) {
        int32_t before = NONE;
        for (int32_t e = is_alive(world, i) ? s->bodies.data[i].firstJoint : NONE; e != NONE;) {
            const Joint *j = &s->joints.data[e >> 1];
            if (!joint_lives(s, e >> 1) || ((e & 1) == 0 ? j->bodyA : j->bodyB) != i ||
                j->previous[e & 1] != before || ++listed > ends) {
                return false;
            }
            before = e;
            e = j->next[e & 1];
        }
    }
    return listed == ends;
}

bool joints_check(const Check *check)
{
    const MicaWorld *world = check->world;
    const WorldState *s = &world->state;
    int32_t live = 0;
    if (s->jointNumbers.count != s->joints.count || s->joints.count > SLOT_LIMIT) {
        return false;
    }
    clear_marks(check, s->joints.count);
    for (int32_t i = 0; i < s->joints.count; ++i) {
        bool alive = joint_lives(s, i);
        live += alive;
        check->marks[i] = alive;
        if (!is_generation(s->joints.data[i].generation) || (alive && !check_joint(world, i))) {
            return false;
        }
    }
    return live == s->liveJoints &&
           mark_slots(check, &s->freeJoints, s->freeJointHead, s->joints.count) &&
           check_joint_lists(world);
}

// ---------------------------------------------------------------------------------------- movers

static bool mover_lives(const WorldState *s, int32_t slot)
{
    return (s->movers.data[slot].flags & MOVER_ALIVE) != 0;
}

// A mover's velocity is bounded by MAX_SPEED; that of the ground under it may come of its turning.
#define MAX_MOVER_SPEED 1e9f

static bool check_mover(const MicaWorld *world, const Mover *m)
{
    if (!is_alive(world, m->body) || body_type(world, m->body) != MICA_BODY_KINEMATIC ||
        !body_has(world, m->body, MICA_FLAG_MOVER) || !collider_lives(world, m->collider)) {
        return false;
    }
    const Collider *c = &world->state.colliders.data[m->collider];
    return c->body == m->body && !collider_is_compound(c) &&
           mover_check_numbers(m->numbers) == MICA_ERROR_OK &&
           FINITE_FROM_TO(m, velocity, wallNormal) && vec_within(m->velocity, MAX_MOVER_SPEED) &&
           vec_within(m->groundVelocity, MAX_MOVER_SPEED) && m->groundPart >= 0;
}

// Each body with the flag of a mover has exactly one.
bool movers_check(const Check *check)
{
    const MicaWorld *world = check->world;
    const WorldState *s = &world->state;
    int32_t live = 0;
    if (s->movers.count > SLOT_LIMIT) {
        return false;
    }
    clear_marks(check, s->bodies.count);
    for (int32_t i = 0; i < s->movers.count; ++i) {
        const Mover *m = &s->movers.data[i];
        bool alive = mover_lives(s, i);
        live += alive;
        if (!is_generation(m->generation) ||
            (alive && (!check_mover(world, m) || check->marks[m->body]++ != 0))) {
            return false;
        }
    }
    int32_t flagged = 0;
    for (int32_t i = 0; i < s->bodies.count; ++i) {
        flagged += body_has(world, i, MICA_FLAG_MOVER);
    }
    clear_marks(check, s->movers.count);
    for (int32_t i = 0; i < s->movers.count; ++i) {
        check->marks[i] = mover_lives(s, i);
    }
    return live == s->liveMovers && flagged == live &&
           mark_slots(check, &s->freeMovers, s->freeMoverHead, s->movers.count);
}
