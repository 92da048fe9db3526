// Bodies: creating and destroying them, their mass, extents and marks, waking and sleeping. Called
// by the public API, by collider.c when colliders come and go, and by whatever wakes bodies. Writes
// all arrays with one record a body slot, and the lists of bodies that woke or fell asleep since
// the last step. Motion is in body_motion.c, settings in body_settings.c; the step integrates
// bodies in solver_bodies.c.
#include "world.h"

#include <string.h>

MicaBodyDef mica_body_def(void)
{
    MicaBodyDef def = {0};
    // <schema body.defaults>
    def.gravityScale = 1.0f;
    def.canSleep = true;
    def.awake = true;
    def.enabled = true;
    def.maxSpeed = MAX_SPEED;
    // </schema>
    return def;
}

static MicaError check_body_def(const MicaBodyDef *def)
{
    if ((int)def->type < 0 || def->type >= MICA_BODY_TYPE_COUNT) {
        return MICA_ERROR_BAD_BODY_TYPE;
    }
    const MicaError errors[] = {
        // <schema body.checks>
        world_check_vec(def->position, MAX_COORDINATE),
        world_check_number(def->angle, MAX_ANGLE),
        world_check_vec(def->linearVelocity, MAX_SPEED),
        world_check_number(def->angularVelocity, MAX_SPEED),
        world_check_not_negative(def->linearDamping, MAX_FACTOR),
        world_check_not_negative(def->angularDamping, MAX_FACTOR),
        world_check_number(def->gravityScale, MAX_FACTOR),
        world_check_not_negative(def->maxSpeed, MAX_SPEED),
        // </schema>
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        if (errors[i] != MICA_ERROR_OK) {
            return errors[i];
        }
    }
    if ((def->locks & ~(uint32_t)MICA_LOCKS) != 0) {
        return MICA_ERROR_OUT_OF_RANGE;
    }
    if (!body_takes_velocity((uint32_t)def->type | def->locks, def->linearVelocity,
                             def->angularVelocity)) {
        return MICA_ERROR_IMMOVABLE;
    }
    bool moves = def->linearVelocity.x != 0.0f || def->linearVelocity.y != 0.0f ||
                 def->angularVelocity != 0.0f;
    return moves && !def->awake ? MICA_ERROR_OUT_OF_RANGE : MICA_ERROR_OK;
}

static uint32_t flag_if(bool on, uint32_t flag) { return on ? flag : 0u; }

static Body new_record(const MicaBodyDef *def, uint16_t generation)
{
    Body record = {.firstCollider = NONE,
                   .lastCollider = NONE,
                   .firstJoint = NONE,
                   .sleepNext = NONE,
                   .userData = def->userData,
                   .generation = generation};
    // <schema body.initial>
    record.linearDamping = def->linearDamping;
    record.angularDamping = def->angularDamping;
    record.gravityScale = def->gravityScale;
    record.maxSpeed = def->maxSpeed;
    // </schema>
    return record;
}

MicaBody mica_body_create(MicaWorld *world, const MicaBodyDef *def)
{
    world_enter(world);
    MicaBody none = {0};
    if (world == NULL || def == NULL) {
        if (world != NULL) {
            world_fail(world, MICA_ERROR_NULL_ARGUMENT);
        }
        return none;
    }
    MicaError error = check_body_def(def);
    if (error == MICA_ERROR_OK && slots_used_up(&world->state.freeBodies, world->state.freeBodyHead,
                                                world->state.bodies.count)) {
        error = MICA_ERROR_CAPACITY;
    }
    if (error == MICA_ERROR_OK && !world_reserve_body(world)) {
        error = MICA_ERROR_NO_MEMORY;
    }
    if (error != MICA_ERROR_OK) {
        world_fail(world, error);
        return none;
    }
    int32_t fresh = world->state.bodies.count;
    int32_t slot = slot_acquire(&world->state.freeBodies, &world->state.freeBodyHead,
                                &world->state.bodies.count);
    world_set_body_count(world, world->state.bodies.count);
    Body *b = &world->state.bodies.data[slot];
    uint16_t generation = slot == fresh ? (uint16_t)world->state.generationStart : b->generation;
    *b = new_record(def, generation);
    bool moves = def->type != MICA_BODY_STATIC;
    world->state.flags.data[slot] =
        (uint32_t)def->type | MICA_FLAG_ALIVE | def->locks |
        flag_if(def->awake && moves, MICA_FLAG_AWAKE) | flag_if(def->enabled, MICA_FLAG_ENABLED) |
        flag_if(def->bullet, MICA_FLAG_BULLET) | flag_if(def->canSleep, MICA_FLAG_CAN_SLEEP);
    if (moves && !def->awake) {
        b->sleepNext = slot;
    }
    Transform t = {def->position, mica_rot(def->angle)};
    world->state.transforms.data[slot] = world->output.poses.data[slot] =
        world->state.previous.data[slot] = t;
    body_clear_residual(world, slot);
    body_set_end_velocity(world, slot, (Vec2){0.0f, 0.0f});
    float *v = world->state.velocities.data[slot].v, *f = world->state.forces.data[slot].v;
    bool awake = moves && def->awake;
    v[0] = awake ? def->linearVelocity.x : 0.0f;
    v[1] = awake ? def->linearVelocity.y : 0.0f;
    v[2] = awake ? def->angularVelocity : 0.0f;
    v[3] = f[0] = f[1] = f[2] = f[3] = 0.0f;
    world->state.liveBodies += 1;
    body_may_change(world, slot);
    body_update_mass(world, slot);
    return body_handle(world, slot);
}

MicaError mica_body_destroy(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    body_wake(world, slot);
    joints_end_of(world, slot);
    mover_end_of_body(world, slot);
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;) {
        int32_t next = world->state.colliders.data[c].next;
        collider_release(world, c);
        c = next;
    }
    world->state.flags.data[slot] = 0;
    world->state.bodyMarks.data[slot] &= BODY_EDITED;
    world->state.liveBodies -= 1;
    world->state.destroyedBodies.data[world->state.destroyedBodies.count++] = slot;
    return MICA_ERROR_OK;
}

// ---------------------------------------------------------------------------------------- mass

static MicaMassData collider_mass(const MicaWorld *world, const Collider *c)
{
    if (collider_is_compound(c)) {
        return (MicaMassData){0};
    }
    MicaShape shape = collider_outline(world, c);
    return shape_mass(&shape, c->density);
}

static void add_mass(MassSums *sums, MicaMassData m)
{
    sums->mass += m.mass;
    sums->moment = mul_add(sums->moment, m.mass, m.center);
}

MassSums body_mass_sums(const MicaWorld *world, int32_t slot)
{
    MassSums sums = {0.0f, {0.0f, 0.0f}};
    for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
         c = world->state.colliders.data[c].next) {
        add_mass(&sums, collider_mass(world, &world->state.colliders.data[c]));
    }
    return sums;
}

// Colliders of less mass than a body may have count as none.
static float mass_of(const MassSums *sums) { return sums->mass >= MIN_MASS ? sums->mass : 0.0f; }

static Vec2 center_of(const MassSums *sums)
{
    float mass = mass_of(sums);
    return mass > 0.0f ? scale(1.0f / mass, sums->moment) : vec(0.0f, 0.0f);
}

// Includes a collider in its body's maximum and minimum extent. The minimum extent of a compound
// collider counts only for a body that is not dynamic, against which others are swept: a dynamic
// body's compound colliders are never swept themselves.
static void include_extents(const MicaWorld *world, Body *b, const Collider *c)
{
    b->maxExtent = max_f(b->maxExtent, collider_max_extent(world, c, b->localCenter));
    if ((c->flags & COLLIDER_TRIGGER) != 0) {
        return;
    }
    if (!collider_is_compound(c)) {
        b->minExtent = min_f(b->minExtent, collider_min_extent(world, c));
    } else if (!body_is_dynamic(world, c->body)) {
        b->minExtent = min_f(b->minExtent, max_f(collider_min_extent(world, c), LINEAR_SLOP));
    }
}

static bool is_disc(const MicaWorld *world, int32_t collider)
{
    const Collider *c = &world->state.colliders.data[collider];
    return c->type == MICA_SHAPE_CIRCLE && c->a.x == 0.0f && c->a.y == 0.0f;
}

// The velocity is that of the centre of mass. When the centre moves within the body, changes it so
// that the motion of the body stays as it was, as far as no speed exceeds MAX_SPEED.
static void move_center(MicaWorld *world, int32_t slot, Vec2 oldCenter)
{
    float *v = world->state.velocities.data[slot].v;
    Vec2 shift = rotate(world->state.transforms.data[slot].q,
                        sub(world->state.bodies.data[slot].localCenter, oldCenter));
    if (shift.x != 0.0f || shift.y != 0.0f) {
        v[0] = clamp_f(v[0] - v[2] * shift.y, -MAX_SPEED, MAX_SPEED);
        v[1] = clamp_f(v[1] + v[2] * shift.x, -MAX_SPEED, MAX_SPEED);
    }
}

// What the colliders give, whatever the body's type. A body of colliders without mass has 1 kg and
// cannot turn.
static MicaMassData mass_of_colliders(const MicaWorld *world, int32_t slot)
{
    // Most bodies have one collider, whose mass is computed once.
    const Body *b = &world->state.bodies.data[slot];
    bool single = b->firstCollider != NONE && b->firstCollider == b->lastCollider;
    MicaMassData one = {0};
    MassSums sums = {0.0f, {0.0f, 0.0f}};
    if (single) {
        one = collider_mass(world, &world->state.colliders.data[b->firstCollider]);
        add_mass(&sums, one);
    } else {
        sums = body_mass_sums(world, slot);
    }
    MicaMassData all = {mass_of(&sums), center_of(&sums), 0.0f};
    if (all.mass == 0.0f) {
        return (MicaMassData){.mass = 1.0f};
    }
    for (int32_t c = b->firstCollider; c != NONE; c = world->state.colliders.data[c].next) {
        MicaMassData m = single ? one : collider_mass(world, &world->state.colliders.data[c]);
        Vec2 arm = sub(m.center, all.center);
        all.inertia += m.inertia + m.mass * dot(arm, arm);
    }
    return all;
}

// A collider that is in no tree, as one that is being made, has no contacts.
void body_recompute_contacts(MicaWorld *world, int32_t slot, Vec2 oldCenter)
{
    const Body *b = &world->state.bodies.data[slot];
    if (b->localCenter.x == oldCenter.x && b->localCenter.y == oldCenter.y) {
        return;
    }
    for (int32_t c = b->firstCollider; c != NONE; c = world->state.colliders.data[c].next) {
        if ((world->state.colliders.data[c].flags & COLLIDER_IN_TREE) != 0) {
            collider_edit_pairs(world, c, EDIT_RECOMPUTE);
        }
    }
}

Vec2 body_mass_center(const MicaWorld *world, int32_t slot)
{
    const Body *b = &world->state.bodies.data[slot];
    bool set = body_has(world, slot, MICA_FLAG_MASS_OVERRIDE);
    return set && !body_is_dynamic(world, slot) ? b->setCenter : b->localCenter;
}

// Writes mass, inertia and centre of mass; `center`: the centre that was set, if one was.
static void update_mass_data(MicaWorld *world, int32_t slot, Vec2 center)
{
    Body *b = &world->state.bodies.data[slot];
    bool dynamic = body_is_dynamic(world, slot),
         set = body_has(world, slot, MICA_FLAG_MASS_OVERRIDE);
    if (!set) {
        MicaMassData m = dynamic ? mass_of_colliders(world, slot) : (MicaMassData){0};
        b->mass = m.mass;
        b->inertia = m.inertia;
        b->localCenter = m.center;
    } else if (dynamic) {
        b->localCenter = center;
    } else {
        b->localCenter = vec(0.0f, 0.0f);
        b->leftoverTime = 0.0f;
        b->setCenter = center;
    }
}

void body_update_mass(MicaWorld *world, int32_t slot)
{
    body_update_mass_at(world, slot, body_mass_center(world, slot));
}

void body_update_mass_at(MicaWorld *world, int32_t slot, Vec2 center)
{
    Body *b = &world->state.bodies.data[slot];
    uint32_t flags = world->state.flags.data[slot];
    bool dynamic = body_is_dynamic(world, slot);
    Vec2 oldCenter = b->localCenter;
    update_mass_data(world, slot, center);
    float invMass = dynamic && b->mass > 0.0f ? 1.0f / b->mass : 0.0f;
    b->invMassX = (flags & MICA_FLAG_LOCK_X) != 0 ? 0.0f : invMass;
    b->invMassY = (flags & MICA_FLAG_LOCK_Y) != 0 ? 0.0f : invMass;
    b->invInertia = dynamic && b->inertia >= MIN_INERTIA && (flags & MICA_FLAG_LOCK_ROTATION) == 0
                        ? 1.0f / b->inertia
                        : 0.0f;
    b->maxExtent = 0.0f;
    b->minExtent = MAX_SIZE;
    for (int32_t c = b->firstCollider; c != NONE; c = world->state.colliders.data[c].next) {
        include_extents(world, b, &world->state.colliders.data[c]);
    }
    bool centered = b->localCenter.x == 0.0f && b->localCenter.y == 0.0f;
    bool single = b->firstCollider == b->lastCollider,
         round = single && b->firstCollider != NONE && is_disc(world, b->firstCollider);
    uint8_t *marks = &world->state.bodyMarks.data[slot];
    *marks = (uint8_t)((*marks & ~(BODY_CENTERED | BODY_ONE_COLLIDER | BODY_DISC)) |
                       (centered ? BODY_CENTERED : 0) | (single ? BODY_ONE_COLLIDER : 0) |
                       (round ? BODY_DISC : 0));
    move_center(world, slot, oldCenter);
    body_recompute_contacts(world, slot, oldCenter);
}

// A level may have thousands of colliders on one static body, so that visiting all of them for each
// new one would take quadratic time.
void body_add_collider_mass(MicaWorld *world, int32_t slot, int32_t collider)
{
    if (body_is_dynamic(world, slot)) {
        body_update_mass(world, slot);
    } else {
        include_extents(world, &world->state.bodies.data[slot],
                        &world->state.colliders.data[collider]);
    }
}

void body_add_mass_sums(MicaWorld *world, int32_t slot, int32_t collider, MassSums *sums)
{
    Body *b = &world->state.bodies.data[slot];
    Vec2 oldCenter = b->localCenter;
    add_mass(sums, collider_mass(world, &world->state.colliders.data[collider]));
    if ((world->state.flags.data[slot] & MICA_FLAG_MASS_OVERRIDE) == 0) {
        b->localCenter = center_of(sums);
        move_center(world, slot, oldCenter);
    }
}

MicaMassData mica_body_collider_mass(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? (MicaMassData){0} : mass_of_colliders(world, slot);
}

MicaError mica_body_set_mass(MicaWorld *world, MicaBody body, MicaMassData mass)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    MicaError error = world_check_not_negative(mass.mass, MAX_NUMBER);
    if (error == MICA_ERROR_OK) {
        error = world_check_not_negative(mass.inertia, MAX_NUMBER);
    }
    if (error == MICA_ERROR_OK) {
        error = world_check_vec(mass.center, MAX_COORDINATE);
    }
    if (error == MICA_ERROR_OK && !(mass.mass >= MIN_MASS)) {
        error = MICA_ERROR_OUT_OF_RANGE;
    }
    if (error != MICA_ERROR_OK) {
        return world_fail(world, error);
    }
    world->state.flags.data[slot] |= MICA_FLAG_MASS_OVERRIDE;
    world->state.bodies.data[slot].mass = mass.mass;
    world->state.bodies.data[slot].inertia = mass.inertia;
    body_update_mass_at(world, slot, mass.center);
    body_wake(world, slot);
    return MICA_ERROR_OK;
}

MicaError mica_body_reset_mass(MicaWorld *world, MicaBody body)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_MASS_OVERRIDE;
    body_update_mass(world, slot);
    body_wake(world, slot);
    return MICA_ERROR_OK;
}

// ---------------------------------------------------------------------------------------- waking

// Zeroes a sleeping body's velocity and force where the caller wrote values out of range into the
// views: the step checks the views only of bodies that are awake when it begins.
static void clear_bad_writes(MicaWorld *world, int32_t slot)
{
    float *records[2] = {world->state.velocities.data[slot].v, world->state.forces.data[slot].v};
    for (int32_t i = 0; i < 2; ++i) {
        const float *r = records[i];
        if (!within(r[0], MAX_SPEED) || !within(r[1], MAX_SPEED) || !within(r[2], MAX_SPIN)) {
            memset(records[i], 0, 4 * sizeof(float));
        }
    }
}

void body_wake(MicaWorld *world, int32_t slot)
{
    if (body_type(world, slot) == MICA_BODY_STATIC || body_has(world, slot, MICA_FLAG_AWAKE)) {
        return;
    }
    contacts_rest_unknown(world);
    for (int32_t i = slot; i != NONE;) {
        Body *b = &world->state.bodies.data[i];
        int32_t next = b->sleepNext;
        b->sleepNext = NONE;
        b->sleepTime = 0.0f;
        if (!body_has(world, i, MICA_FLAG_AWAKE)) {
            world->state.flags.data[i] |= MICA_FLAG_AWAKE;
            body_may_change(world, i);
            clear_bad_writes(world, i);
            IntList *woke = &world->state.pendingWoke;
            ASSERT(woke->count < woke->capacity);
            woke->data[woke->count++] = world->host.stepping && i == slot ? ~i : i;
        }
        i = next;
    }
}

// Puts a body to sleep, in a ring of its own.
static MicaError put_to_sleep(MicaWorld *world, int32_t slot)
{
    // Reserve before anything changes: until the next step every body may still wake, this one once
    // more.
    if (!ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.pendingAsleep,
                              world->state.pendingAsleep.count + 1) ||
        !ARRAY_RESERVE_RARELY(&world->host.memory, &world->state.pendingWoke,
                              world->state.pendingWoke.count + world->state.bodies.capacity)) {
        return world_fail(world, MICA_ERROR_NO_MEMORY);
    }
    world->state.pendingAsleep.data[world->state.pendingAsleep.count++] = slot;
    world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_AWAKE;
    world->state.bodies.data[slot].sleepNext = slot;
    memset(world->state.velocities.data[slot].v, 0, 4 * sizeof(float));
    memset(world->state.forces.data[slot].v, 0, 4 * sizeof(float));
    return MICA_ERROR_OK;
}

MicaError mica_body_set_awake(MicaWorld *world, MicaBody body, bool awake)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if (awake) {
        body_wake(world, slot);
        world->state.bodies.data[slot].sleepTime = 0.0f;
    } else if (body_type(world, slot) != MICA_BODY_STATIC &&
               body_has(world, slot, MICA_FLAG_AWAKE)) {
        return put_to_sleep(world, slot);
    }
    return MICA_ERROR_OK;
}

MicaError mica_body_set_can_sleep(MicaWorld *world, MicaBody body, bool canSleep)
{
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return MICA_ERROR_STALE_BODY;
    }
    if (canSleep) {
        world->state.flags.data[slot] |= MICA_FLAG_CAN_SLEEP;
    } else {
        world->state.flags.data[slot] &= ~(uint32_t)MICA_FLAG_CAN_SLEEP;
        body_wake(world, slot);
    }
    return MICA_ERROR_OK;
}
