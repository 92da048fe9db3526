// Movers within a step: each is carried by its ground, then walks or falls, one after the other in
// the order of their slots but after the movers that they stand on, and after all other bodies have
// their new transforms. Positions are found by casting the mover's shape, so that internal edges
// and one-way colliders count as for all casts. On ground a mover goes where the straight line from
// its last position to its new one is as long as its speed times dt: so it is drawn as fast on
// slopes, over crests and through feet as on a flat. Called by step.c; reads trees, colliders and
// transforms, writes movers, and transforms, velocities and boxes of their bodies.
#include "mover.h"

#include <string.h>

// Its own up, or against the gravity that it feels, or against the world's.
static Vec2 up_of(const MicaWorld *world, const Mover *m, Vec2 gravity)
{
    const Vec2 directions[] = {{m->numbers[MICA_MOVER_UP_X], m->numbers[MICA_MOVER_UP_Y]},
                               neg(gravity),
                               neg(world->state.gravity)};
    for (int32_t i = 0; i < 3; ++i) {
        float l;
        Vec2 up = normalize(directions[i], &l);
        if (l > 0.0f) {
            return up;
        }
    }
    return world_up(world);
}

void walker_begin(Walker *w, MicaWorld *world, Mover *m, float dt)
{
    const Collider *c = &world->state.colliders.data[m->collider];
    MoverStep forces = world->scratch.moverSteps.data[m - world->state.movers.data];
    *w = (Walker){.world = world,
                  .mover = m,
                  .dt = dt,
                  .forces = forces,
                  .up = up_of(world, m, forces.gravity)};
    int32_t own = 0;
    w->own[own++] = body_handle(world, m->body);
    for (int32_t i = forces.firstRider; i != NONE && own <= MAX_RIDERS;
         i = world->scratch.moverSteps.data[i].nextRider) {
        w->own[own++] = body_handle(world, world->state.movers.data[i].body);
    }
    w->filter = (MicaFilter){.layers = UINT64_MAX, .bodies = w->own, .bodyCount = own};
    w->caster = (Caster){.world = world,
                         .layers = layer_response_mask(world, c),
                         .excluded = &w->filter,
                         .own = c,
                         .ownLayer = c->layer};
    Transform t = world->state.transforms.data[m->body];
    Geometry g = collider_geometry(world, c);
    caster_set_shape(&w->caster, &g, t, vec(0.0f, 0.0f));
    w->arm = sub(w->caster.origin, t.p);
    w->position = w->start = t.p;
    w->caster.leftOut = (m->flags & MOVER_IN_CROWD) != 0 ? LEFT_OUT_ALL : LEFT_OUT_IN_CROWDS;
    // Exactly the cosine of the steepest slope would leave ground of that slope to chance.
    w->minCosine = mica_rot(m->numbers[MICA_MOVER_MAX_SLOPE]).c - 1e-4f;
}

// The motion of a point of a body in this step.
static Vec2 carry_of(const MicaWorld *world, int32_t body, Vec2 point)
{
    Vec2 local = untransform(world->state.previous.data[body], point);
    return sub(transform(world->state.transforms.data[body], local), point);
}

// How the surface of the ground moves along it, as a belt does.
static Vec2 surface_velocity(const Walker *w)
{
    const Mover *m = w->mover;
    if ((m->flags & MICA_MOVER_ON_MATTER) != 0) {
        return vec(0.0f, 0.0f);
    }
    const Collider *c = &w->world->state.colliders.data[MICA_SLOT((MicaCollider){m->ground})];
    // A damaged snapshot may name a cell that the map has not.
    const TileMap *map = c->type == MICA_SHAPE_TILES ? collider_tile_map(w->world, c) : NULL;
    bool known = map != NULL && m->groundPart < map->columns * map->rows;
    const MicaTileKind *kind = known ? part_tile_kind(w->world, c, m->groundPart) : NULL;
    bool own = kind != NULL && (kind->sets & MICA_TILE_SETS_TANGENT_SPEED) != 0;
    return scale(own ? kind->tangentSpeed : c->tangentSpeed, right_of(m->groundNormal));
}

// Moves with sand, jelly or fabric.
static void ride_matter(Walker *w)
{
    WalkerHit hit;
    Footing footing = w->footing;
    if (!footing.bears) {
        w->mover->velocity = add(w->mover->velocity, mover_forget_ground(w->mover));
        return;
    }
    w->mover->groundVelocity = footing.velocity;
    w->footing.bears = false;
    walker_advance(w, scale(w->dt, footing.velocity), &hit);
    w->footing = footing;
}

// Moves with the ground, and notes its velocity. The ground is gone if its collider is.
static void ride(Walker *w)
{
    Mover *m = w->mover;
    MicaCollider ground = {m->ground};
    if ((m->flags & MICA_MOVER_ON_MATTER) != 0) {
        ride_matter(w);
        return;
    }
    if ((m->flags & MICA_MOVER_GROUNDED) == 0 || !mica_collider_is_valid(w->world, ground)) {
        m->flags &= (uint16_t)~MICA_MOVER_GROUNDED;
        return;
    }
    int32_t body = w->world->state.colliders.data[MICA_SLOT(ground)].body;
    Vec2 carry = carry_of(w->world, body, m->groundPoint), before = m->groundVelocity;
    m->groundVelocity = mul_add(surface_velocity(w), 1.0f / w->dt, carry);
    if (body_is_dynamic(w->world, body) && walker_up(w, sub(m->groundVelocity, before)) <
                                               2.0f * w->dt * walker_up(w, w->forces.gravity)) {
        // It falls away faster than things fall, as it tips over or was knocked away.
        mover_forget_ground(m);
        m->velocity = add(m->velocity, before);
        return;
    }
    WalkerHit hit;
    if (carry.x != 0.0f || carry.y != 0.0f) {
        // The ground itself moves ahead of the walker, so it is not in the way.
        w->filter.colliders = &ground;
        w->filter.colliderCount = 1;
        walker_advance(w, carry, &hit);
        w->filter.colliderCount = 0;
    }
}

// A velocity without its part along `up`.
static Vec2 along_ground(const Walker *w, Vec2 v) { return mul_add(v, -walker_up(w, v), w->up); }

static void stand_on(Walker *w, const WalkerHit *ground)
{
    Mover *m = w->mover;
    bool matter = ground->slot == FOOTING;
    m->flags &= (uint16_t)~MICA_MOVER_ON_MATTER;
    m->flags |= matter ? MICA_MOVER_GROUNDED | MICA_MOVER_ON_MATTER : MICA_MOVER_GROUNDED;
    m->ground = matter ? 0 : collider_handle(w->world, ground->slot).id;
    m->groundPart = ground->part;
    m->groundNormal = ground->normal;
    m->groundPoint = ground->point;
    m->velocity = along_ground(w, m->velocity);
}

// On ground, for that much of the step.
static void step_on_ground(Walker *w, Vec2 normal, float time)
{
    Mover *m = w->mover;
    float speed = dot(add(m->velocity, surface_velocity(w)), right_of(w->up));
    Walk path = {.from = w->position, .normal = normal, .side = speed < 0.0f ? -1.0f : 1.0f};
    if (speed == 0.0f) {
        // At rest it moves only if its ground did.
        path.stands =
            walker_snap(w, m->numbers[MICA_MOVER_SNAP_DISTANCE], walker_step_down(w), &path.ground);
        float drop = length(sub(w->position, path.from));
        w->position = path.stands && drop < 0.5f * MOVER_GAP ? path.from : w->position;
    } else {
        walker_walk(w, &path, abs_f(speed) * time);
    }
    if (path.blocked) {
        m->flags |= MICA_MOVER_AT_WALL;
        m->wallNormal = path.wall;
        // What it pushes ahead of it leaves it the speed that this has.
        float ahead = path.speed - path.side * dot(m->groundVelocity, right_of(w->up));
        m->velocity = scale(path.side * clamp_f(ahead, 0.0f, abs_f(speed)), right_of(w->up));
    }
    if (path.stands) {
        stand_on(w, &path.ground);
    } else {
        m->velocity = add(m->velocity, mover_forget_ground(m));
    }
}

// The velocity of the ground that was hit, with that of its surface.
static Vec2 velocity_of_ground(const Walker *w, const WalkerHit *ground)
{
    if (ground->slot == FOOTING) {
        return w->footing.velocity;
    }
    int32_t body = w->world->state.colliders.data[ground->slot].body;
    return mul_add(surface_velocity(w), 1.0f / w->dt, carry_of(w->world, body, ground->point));
}

static void step_in_air(Walker *w)
{
    Mover *m = w->mover;
    WalkerHit ground = {.slot = NONE};
    float left = walker_slide(w, &m->velocity, w->forces.acceleration, &ground),
          maximum = m->numbers[MICA_MOVER_MAX_FALL_SPEED], fall = -walker_up(w, m->velocity);
    if (fall > maximum) {
        m->velocity = mul_add(m->velocity, fall - maximum, w->up);
    }
    if (left > 0.0f) {
        Vec2 fallen = m->velocity;
        stand_on(w, &ground);
        m->groundVelocity = velocity_of_ground(w, &ground);
        if (ground.slot == FOOTING) {
            walker_press_footing(w, -dot(sub(fallen, m->groundVelocity), ground.normal), true);
        }
        // From now on its velocity is relative to the ground.
        m->velocity = along_ground(w, sub(m->velocity, m->groundVelocity));
        walker_snap(w, MOVER_GAP / MOVER_MIN_APPROACH, walker_step_down(w), &ground);
        step_on_ground(w, ground.normal, left);
    }
}

// Adds a mover's body to the slots of the bodies that moved, which are in ascending order. A step
// by impacts has listed it already.
static void emit_moved(MicaWorld *world, int32_t body)
{
    IntList *moved = &world->output.movedEvents;
    int32_t at = moved->count;
    while (at > 0 && moved->data[at - 1] > body) {
        at -= 1;
    }
    if (at > 0 && moved->data[at - 1] == body) {
        return;
    }
    memmove(moved->data + at + 1, moved->data + at, sizeof(int32_t) * (size_t)(moved->count - at));
    moved->data[at] = body;
    moved->count += 1;
}

static void place(Walker *w)
{
    MicaWorld *world = w->world;
    int32_t body = w->mover->body;
    Vec2 moved = sub(w->position, w->start);
    world->scratch.maxDisplacement = max_f(world->scratch.maxDisplacement, length(moved));
    float *v = world->state.velocities.data[body].v;
    v[0] = clamp_f(moved.x / w->dt, -MAX_SPEED, MAX_SPEED);
    v[1] = clamp_f(moved.y / w->dt, -MAX_SPEED, MAX_SPEED);
    v[2] = 0.0f;
    world->state.transforms.data[body].p = w->position;
    body_clear_residual(world, body);
    world->output.poses.data[body] = world->state.transforms.data[body];
    if (moved.x != 0.0f || moved.y != 0.0f) {
        world->state.flags.data[body] |= MICA_FLAG_MOVED;
        emit_moved(world, body);
        // The movers after it find it by its box.
        body_refit_colliders(world, body, false);
        tree_refit(&world->state.movingTree);
    }
}

// Gives a mover's collider a box that most likely holds it until the step ends, so that the tree is
// refitted once for all movers and not once for each.
static void cover(MicaWorld *world, const Mover *m, float dt)
{
    Collider *c = &world->state.colliders.data[m->collider];
    Vec2 velocity = add(m->velocity, m->groundVelocity);
    Vec2 far = (m->flags & MOVER_IN_CROWD) != 0
                   ? mover_crowd_stride(world, m)
                   : scale(dt, mul_add(velocity, dt, world->state.gravity));
    MicaAABB here = collider_tight_box(world, c),
             there = {add(here.lower, far), add(here.upper, far)}, both = aabb_union(here, there);
    if ((c->flags & COLLIDER_IN_TREE) != 0 && !aabb_contains(&c->box, &both)) {
        float *v = world->state.velocities.data[m->body].v;
        v[0] = velocity.x;
        v[1] = velocity.y;
        collider_set_box(world, c, aabb_union(both, collider_fat_box(world, c, here, false)));
        tree_set_box(collider_tree(world, c), m->collider, c->box);
        collider_mark_moved(world, m->collider);
    }
}

static bool is_active(const MicaWorld *world, const Mover *m)
{
    return (m->flags & MOVER_ALIVE) != 0 &&
           collider_takes_part(world, &world->state.colliders.data[m->collider]);
}

static void move(MicaWorld *world, Mover *m, float dt)
{
    Walker w;
    walker_begin(&w, world, m, dt);
    walker_find_footing(&w);
    m->flags &= (uint16_t) ~(MICA_MOVER_AT_WALL | MICA_MOVER_AT_CEILING | MICA_MOVER_CRUSHED |
                             MOVER_BLOCKED);
    m->wallNormal = vec(0.0f, 0.0f);
    ride(&w);
    bool free = walker_escape(&w);
    walker_rise(&w);
    if ((m->flags & MOVER_IN_CROWD) != 0 && !w.rests) {
        w.rests = true;
        free = walker_part(&w) && free;
    }
    m->flags |= free ? 0 : MICA_MOVER_CRUSHED;
    m->flags |= w.blocked ? MOVER_BLOCKED : 0;
    w.shifted = length(sub(w.position, w.start));
    if (w.rests) {
        mover_forget_ground(m);
        m->velocity = vec(0.0f, 0.0f);
        place(&w);
        return;
    }
    bool stands = (m->flags & MICA_MOVER_GROUNDED) != 0;
    if (stands) {
        // Gravity is borne by the ground, what wind and water do is not.
        Vec2 right = right_of(w.up), pull = sub(w.forces.acceleration, w.forces.gravity);
        m->velocity = mul_add(m->velocity, dt * dot(pull, right), right);
    }
    if (stands && walker_up(&w, m->velocity) <= 0.0f &&
        walker_up(&w, w.forces.acceleration) <= 0.0f) {
        step_on_ground(&w, m->groundNormal, dt);
    } else {
        // It was carried in this step already, so it jumps as seen from the ground.
        Vec2 inherited = stands ? mover_forget_ground(m) : vec(0.0f, 0.0f);
        step_in_air(&w);
        bool landed = (m->flags & MICA_MOVER_GROUNDED) != 0;
        m->velocity = landed ? m->velocity : add(m->velocity, inherited);
    }
    place(&w);
}

// Links each mover that stands on another to that one.
static void find_riders(MicaWorld *world)
{
    MoverStep *steps = world->scratch.moverSteps.data;
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        steps[i].carrier = steps[i].firstRider = steps[i].nextRider = NONE;
        steps[i].moved = !is_active(world, &world->state.movers.data[i]);
    }
    // The lists come out in ascending order.
    for (int32_t i = world->state.movers.count - 1; i >= 0; --i) {
        const Mover *m = &world->state.movers.data[i];
        MicaCollider ground = {m->ground};
        if (!is_active(world, m) || (m->flags & MICA_MOVER_GROUNDED) == 0 ||
            !mica_collider_is_valid(world, ground)) {
            continue;
        }
        int32_t carrier = mover_of_body(world, world->state.colliders.data[MICA_SLOT(ground)].body);
        if (carrier != NONE && carrier != i) {
            steps[i].carrier = carrier;
            steps[i].nextRider = steps[carrier].firstRider;
            steps[carrier].firstRider = i;
        }
    }
}

// Moves a mover, after those that carry it.
static void move_after_carriers(MicaWorld *world, int32_t slot, float dt)
{
    MoverStep *steps = world->scratch.moverSteps.data;
    while (!steps[slot].moved) {
        int32_t next = slot;
        for (int32_t i = 0; i < world->state.movers.count && steps[next].carrier != NONE &&
                            !steps[steps[next].carrier].moved;
             ++i) {
            next = steps[next].carrier;
        }
        move(world, &world->state.movers.data[next], dt);
        steps[next].moved = true;
    }
}

void movers_move(MicaWorld *world, float dt)
{
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        if (is_active(world, &world->state.movers.data[i])) {
            cover(world, &world->state.movers.data[i], dt);
        }
    }
    if (world->state.liveMovers > 0) {
        trees_refit(world);
        movers_bound_particles(world);
    }
    find_riders(world);
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        move_after_carriers(world, i, dt);
    }
}
