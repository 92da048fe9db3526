// Movers within a step: each is carried by its ground, then walks or falls, one after the other in the
// order of their slots, after all other bodies have their new transforms. Positions are found by
// casting the mover's shape, so that internal edges and one-way colliders count as for all casts. On
// ground a mover goes where the straight line from its last position to its new one is as long as its
// speed times dt: so it is drawn as fast on slopes, over crests and through feet as on a flat. Called by
// step.c; reads trees, colliders and transforms, writes movers, and transforms, velocities and boxes of
// their bodies.
#include "mover.h"

#define MAX_SLIDES 6
#define MAX_PATHS 8  // tries to find a path of the right length

static float up_part(const Walker *w, Vec2 v) { return dot(v, w->up); }
static Vec2 right_of(Vec2 up) { return vec(up.y, -up.x); }

// Its own up, or against the gravity that it feels, or against the world's.
static Vec2 up_of(const MicaWorld *world, const Mover *m, Vec2 gravity)
{
    const Vec2 ways[] = {{m->numbers[MICA_MOVER_UP_X], m->numbers[MICA_MOVER_UP_Y]},
                         neg(gravity),
                         neg(world->state.gravity)};
    for (int32_t i = 0; i < 3; ++i) {
        float l;
        Vec2 up = normalize(ways[i], &l);
        if (l > 0.0f) {
            return up;
        }
    }
    return vec(0.0f, 1.0f);
}

// ----------------------------------------------------------------------------------------- casts

static void begin(Walker *w, MicaWorld *world, Mover *m, float dt)
{
    const Collider *c = &world->state.colliders.data[m->collider];
    MoverForces forces = world->scratch.moverForces.data[m - world->state.movers.data];
    *w = (Walker){.world = world,
                  .mover = m,
                  .dt = dt,
                  .forces = forces,
                  .up = up_of(world, m, forces.gravity)};
    w->own = body_handle(world, m->body);
    w->filter = (MicaFilter){.layers = UINT64_MAX, .bodies = &w->own, .bodyCount = 1};
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
    // Exactly the cosine of the steepest slope would leave ground of that slope to chance.
    w->minCosine = mica_rot(m->numbers[MICA_MOVER_MAX_SLOPE]).c - 1e-4f;
}

// Casts are exact to 1e-6 of the size of what they hit, a millimetre of a floor of a kilometre. Where a
// hit is as near as that, the distance of the two shapes tells more.
static void refine(const Walker *w, WalkerHit *hit)
{
    const MicaWorld *world = w->world;
    const Collider *c = &world->state.colliders.data[hit->slot];
    Transform t = world->state.transforms.data[c->body];
    Polygon storage;
    Geometry g = part_geometry(world, c, hit->part, &storage);
    Core local, a, b;
    Nearest near;
    core_from_geometry(&g, g.a, &local);
    core_place(&local, (Transform){{0.0f, 0.0f}, t.q}, &a);
    core_place(&w->caster.core, (Transform){sub(w->caster.origin, transform(t, g.a)), {1.0f, 0.0f}},
               &b);
    core_nearest(&a, &b, &near);
    if (dot(near.normal, hit->normal) > 0.9999f && hit->approach > 0.0f) {
        hit->distance = max_f(near.distance - a.radius - b.radius, 0.0f) / hit->approach;
    }
}

// The first thing on a motion from where the walker is. False if nothing is there.
static bool cast(Walker *w, Vec2 motion, WalkerHit *out)
{
    float distance;
    Vec2 way = normalize(motion, &distance);
    if (!(distance > 0.0f)) {
        return false;
    }
    w->caster.origin = add(w->position, w->arm);
    w->caster.motion = motion;
    ClosestSearch search;
    closest_search_begin(&search, &w->caster);
    while (closest_search_step(&search)) {
    }
    if (search.found.slot == NONE) {
        return false;
    }
    const CastResult *r = &search.found.result;
    *out = (WalkerHit){.distance = r->fraction * distance,
                       .approach = -dot(r->normal, way),
                       .normal = r->normal,
                       .point = r->point,
                       .slot = search.found.slot,
                       .part = search.found.part};
    if (out->distance < 0.1f) {
        refine(w, out);
    }
    return true;
}

bool walker_advance(Walker *w, Vec2 motion, WalkerHit *hit)
{
    // A little further, so that a surface within the gap at the end is found.
    float distance, gap = MOVER_GAP;
    Vec2 way = normalize(motion, &distance);
    if (!(distance > 0.0f)) {
        return false;
    }
    bool met = cast(w, scale(distance + gap / MOVER_LEAST_APPROACH, way), hit);
    float back = met ? gap / max_f(hit->approach, MOVER_LEAST_APPROACH) : 0.0f;
    if (!met || hit->distance - back >= distance) {
        w->position = mul_add(w->position, distance, way);
        w->moved = distance;
        return false;
    }
    w->moved = max_f(hit->distance - back, 0.0f);
    w->position = mul_add(w->position, w->moved, way);
    return true;
}

// ---------------------------------------------------------------------------------------- ground

static bool is_walkable(const Walker *w, Vec2 normal) { return up_part(w, normal) >= w->minCosine; }

// How far the lowest point of the shape is below its origin.
static float depth_below(const Walker *w)
{
    const Core *core = &w->caster.core;
    float lowest = 3e38f;
    for (int32_t i = 0; i < core->points; ++i) {
        lowest = min_f(lowest, up_part(w, vec(core->x[i], core->y[i])));
    }
    return core->radius - lowest - up_part(w, w->arm);
}

// Whether the normal of a hit is that of a face of what was hit, or of something round.
static bool is_face(const Walker *w, const WalkerHit *hit)
{
    const MicaWorld *world = w->world;
    const Collider *c = &world->state.colliders.data[hit->slot];
    Polygon storage;
    Geometry g = part_geometry(world, c, hit->part, &storage);
    if (g.radius > 0.0f) {
        return true;
    }
    Vec2 n = unrotate(world->state.transforms.data[c->body].q, hit->normal);
    if (g.type != MICA_SHAPE_POLYGON) {
        float l;
        return abs_f(dot(normalize(sub(g.b, g.a), &l), n)) < 1e-3f;
    }
    for (int32_t i = 0; i < g.count; ++i) {
        if (g.polygon->nx[i] * n.x + g.polygon->ny[i] * n.y > 0.999999f) {
            return true;
        }
    }
    return false;
}

// What a hit is to a walking mover: a corner that stands higher than a step is a wall, also where a
// round shape touches it from above.
static Vec2 walking_normal(const Walker *w, const WalkerHit *hit)
{
    Vec2 right = right_of(w->up);
    float side = dot(hit->normal, right);
    float height = up_part(w, sub(hit->point, w->position)) + depth_below(w);
    if (is_walkable(w, hit->normal) && side != 0.0f && !is_face(w, hit) &&
        height > w->mover->numbers[MICA_MOVER_STEP_HEIGHT]) {
        return scale(side > 0.0f ? 1.0f : -1.0f, right);
    }
    return hit->normal;
}

// Follows ground down. True if the walker stands on something then.
static bool snap(Walker *w, float reach, WalkerHit *ground)
{
    float gap = MOVER_GAP;
    Vec2 down = neg(w->up);
    if (!cast(w, scale(reach + 2.0f * gap, down), ground) || !is_walkable(w, ground->normal)) {
        return false;
    }
    float drop = ground->distance - gap / max_f(ground->approach, MOVER_LEAST_APPROACH);
    if (drop > reach) {
        return false;
    }
    w->position = mul_add(w->position, drop, down);
    return true;
}

// --------------------------------------------------------------------------------------- walking

// Climbs a step that is in the way of the rest of a motion. Leaves the walker where it was if it can't.
static bool climb(Walker *w, float side, float rest, WalkerHit *ground)
{
    Vec2 before = w->position, forward = scale(side, right_of(w->up));
    float height = w->mover->numbers[MICA_MOVER_STEP_HEIGHT];
    WalkerHit hit;
    if (!(height > 0.0f)) {
        return false;
    }
    walker_advance(w, scale(height + MOVER_GAP, w->up), &hit);
    float raised = w->moved;
    walker_advance(w, scale(max_f(rest, 4.0f * MOVER_GAP), forward), &hit);
    float gone = w->moved;
    // What it stands on then counts, not how high a round shape has come on a corner.
    bool stands =
        gone > 2.0f * MOVER_GAP && snap(w, raised + MOVER_GAP, ground) &&
        up_part(w, sub(ground->point, before)) + depth_below(w) <= height + 2.0f * MOVER_GAP;
    if (!stands) {
        w->position = before;
    }
    return stands;
}

// Walks a path of that length along the ground, and down to it at the end.
static void walk_path(Walker *w, Walk *walk, float path)
{
    Vec2 normal = walk->normal;
    float rest = path;
    w->position = walk->from;
    walk->blocked = walk->climbed = walk->stands = false;
    for (int32_t i = 0; i < MAX_SLIDES && rest > 0.0f; ++i) {
        WalkerHit hit;
        if (!walker_advance(w, scale(walk->side * rest, right_of(normal)), &hit)) {
            break;
        }
        rest -= w->moved;
        Vec2 met = walking_normal(w, &hit);
        if (is_walkable(w, met)) {
            normal = met;
            continue;
        }
        if (climb(w, walk->side, rest, &walk->ground)) {
            walk->climbed = walk->stands = true;
            return;
        }
        walk->blocked = true;
        walk->wall = met;
        break;
    }
    float speed = path / w->dt;
    float slope = sqrtf(max_f(1.0f - w->minCosine * w->minCosine, 0.0f)) / w->minCosine;
    float reach = max_f(w->mover->numbers[MICA_MOVER_SNAP_DISTANCE],
                        min_f(slope, 4.0f) * speed * w->dt * 2.0f);
    walk->stands = snap(w, reach, &walk->ground);
}

// Walks so that the straight line from `from` to the end is `length` long. The length of the line grows
// with that of the path, so the path is found by regula falsi.
static void walk(Walker *w, Walk *out, float length_)
{
    float low = 0.0f, lowLine = 0.0f, high = 0.0f, highLine = 0.0f, path = length_;
    for (int32_t i = 0; i < MAX_PATHS; ++i) {
        walk_path(w, out, path);
        float line = length(sub(w->position, out->from));
        if (out->blocked || out->climbed || !out->stands ||
            abs_f(line - length_) <= MOVER_SPEED_TOLERANCE * length_) {
            return;
        }
        if (line < length_) {
            low = path;
            lowLine = line;
        } else {
            high = path;
            highLine = line;
        }
        path = high == 0.0f ? path * min_f(length_ / max_f(line, 0.25f * length_), 2.0f)
                            : low + (high - low) * (length_ - lowLine) / (highLine - lowLine);
    }
}

// --------------------------------------------------------------------------------------- falling

// A velocity without its part into a surface. A surface too steep to stand on adds no upward velocity,
// whether the mover runs up to it or presses a round shape over its corner.
static Vec2 without(const Walker *w, Vec2 v, Vec2 n)
{
    Vec2 along = mul_add(v, -min_f(dot(v, n), 0.0f), n), right = right_of(w->up);
    bool floats = (w->mover->flags & MOVER_FLOATS) != 0;
    if (!floats && up_part(w, along) > max_f(up_part(w, v), 0.0f)) {
        return mul_add(v, -dot(v, right), right);
    }
    return along;
}

// Where a rising mover meets a corner that it passes if it moves aside a little, moves it aside: up past the
// edge of a ceiling, and over the edge of a ledge. It moves aside no faster than it moved, and if the time left is
// too short for that, goes on in the next step.
static bool pass_corner(Walker *w, Vec2 v, float *left, const WalkerHit *hit)
{
    float most = w->mover->numbers[MICA_MOVER_CORNER_CORRECTION], speed = length(v);
    Vec2 right = right_of(w->up);
    float across = dot(v, right), n = up_part(w, hit->normal);
    bool above = n < -0.9999f || (n < -0.02f && !is_face(w, hit)), beside = abs_f(n) <= 0.02f;
    if (!(most > 0.0f) || !(above || beside)) {
        return false;
    }
    float toPoint = dot(sub(hit->point, w->position), right),
          side = across != 0.0f ? across : -toPoint;
    Vec2 from = w->position, aside = scale(side < 0.0f ? -1.0f : 1.0f, right);
    bool passes = above ? walker_pass_corner(w, w->up, aside, most, speed * *left)
                        : walker_pass_corner(w, neg(hit->normal), w->up, most, speed * *left);
    if (passes && length(sub(w->position, from)) >= 0.999f * speed * *left) {
        *left = 0.0f;
    }
    return passes;
}

// Slides along surfaces in the way, for a time; takes the stopped part out of the velocity. Returns the
// time left when it comes to stand on ground, else 0.
static float slide(Walker *w, Vec2 *velocity, Vec2 acceleration, WalkerHit *ground)
{
    Mover *m = w->mover;
    float left = w->dt;
    Vec2 v = mul_add(*velocity, 0.5f * w->dt, acceleration), first = {0.0f, 0.0f};
    *velocity = mul_add(*velocity, w->dt, acceleration);
    for (int32_t i = 0; i < MAX_SLIDES && left > 0.0f; ++i) {
        WalkerHit hit;
        float speed = length(v);
        if (!(speed > 0.0f) || !walker_advance(w, scale(left, v), &hit)) {
            return 0.0f;
        }
        left = max_f(left - w->moved / speed, 0.0f);
        Vec2 n = hit.normal;
        bool floats = (m->flags & MOVER_FLOATS) != 0;
        if (!floats && up_part(w, v) > 0.0f && pass_corner(w, v, &left, &hit)) {
            continue;
        }
        if (!floats && is_walkable(w, n) && up_part(w, v) <= 0.0f) {
            *ground = hit;
            return max_f(left, 1e-9f);
        }
        bool above = up_part(w, n) < -0.02f && !floats;
        m->flags |= above ? MICA_MOVER_AT_CEILING : MICA_MOVER_AT_WALL;
        m->wallNormal = above ? m->wallNormal : n;
        // In the corner of two surfaces all of the velocity is stopped.
        bool corner =
            i > 0 && dot(first, n) < 0.999f && dot(sub(v, scale(dot(v, n), n)), first) < 0.0f;
        v = corner ? vec(0.0f, 0.0f) : without(w, v, n);
        *velocity = corner ? v : without(w, *velocity, n);
        first = n;
    }
    return 0.0f;
}

// ------------------------------------------------------------------------------------ one mover

// The motion of a point of a body in this step.
static Vec2 carry_of(const MicaWorld *world, int32_t body, Vec2 point)
{
    Vec2 local = untransform(world->state.previous.data[body], point);
    return sub(transform(world->state.transforms.data[body], local), point);
}

// Moves with the ground, and notes its velocity. The ground is gone if its collider is.
static void ride(Walker *w)
{
    Mover *m = w->mover;
    MicaCollider ground = {m->ground};
    if ((m->flags & MICA_MOVER_GROUNDED) == 0 || !mica_collider_is_valid(w->world, ground)) {
        m->flags &= (uint16_t)~MICA_MOVER_GROUNDED;
        return;
    }
    int32_t body = w->world->state.colliders.data[MICA_SLOT(ground)].body;
    Vec2 carry = carry_of(w->world, body, m->groundPoint);
    m->groundVelocity = scale(1.0f / w->dt, carry);
    WalkerHit hit;
    if (carry.x != 0.0f || carry.y != 0.0f) {
        // The ground itself moves ahead of the walker, so it is not in the way.
        w->filter.colliders = &ground;
        w->filter.colliderCount = 1;
        walker_advance(w, carry, &hit);
        w->filter.colliderCount = 0;
    }
}

static void stand_on(Walker *w, const WalkerHit *ground)
{
    Mover *m = w->mover;
    m->flags |= MICA_MOVER_GROUNDED;
    m->ground = collider_handle(w->world, ground->slot).id;
    m->groundPart = ground->part;
    m->groundNormal = ground->normal;
    m->groundPoint = ground->point;
    m->velocity = mul_add(m->velocity, -up_part(w, m->velocity), w->up);
}

// On ground, for that much of the step.
static void step_on_ground(Walker *w, Vec2 normal, float time)
{
    Mover *m = w->mover;
    float speed = dot(m->velocity, right_of(w->up));
    Walk path = {.from = w->position, .normal = normal, .side = speed < 0.0f ? -1.0f : 1.0f};
    if (speed == 0.0f) {
        // At rest it moves only if its ground did.
        path.stands = snap(w, m->numbers[MICA_MOVER_SNAP_DISTANCE], &path.ground);
        float drop = length(sub(w->position, path.from));
        w->position = path.stands && drop < 0.5f * MOVER_GAP ? path.from : w->position;
    } else {
        walk(w, &path, abs_f(speed) * time);
    }
    if (path.blocked) {
        m->flags |= MICA_MOVER_AT_WALL;
        m->wallNormal = path.wall;
        m->velocity = vec(0.0f, 0.0f);
    }
    if (path.stands) {
        stand_on(w, &path.ground);
    } else {
        m->velocity = add(m->velocity, mover_forget_ground(m));
    }
}

static void step_in_air(Walker *w)
{
    Mover *m = w->mover;
    WalkerHit ground = {.slot = NONE};
    float left = slide(w, &m->velocity, w->forces.acceleration, &ground),
          most = m->numbers[MICA_MOVER_MAX_FALL_SPEED], fall = -up_part(w, m->velocity);
    if (fall > most) {
        m->velocity = mul_add(m->velocity, fall - most, w->up);
    }
    if (left > 0.0f) {
        int32_t body = w->world->state.colliders.data[ground.slot].body;
        m->groundVelocity = scale(1.0f / w->dt, carry_of(w->world, body, ground.point));
        // From now on its velocity is relative to the ground.
        m->velocity = sub(m->velocity, m->groundVelocity);
        stand_on(w, &ground);
        snap(w, MOVER_GAP / MOVER_LEAST_APPROACH, &ground);
        step_on_ground(w, ground.normal, left);
    }
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
        world->output.movedEvents.data[world->output.movedEvents.count++] = body;
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
    Vec2 far = scale(dt, mul_add(velocity, dt, world->state.gravity));
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
    return (m->flags & MOVER_ALIVE) != 0 && body_has(world, m->body, MICA_FLAG_ENABLED);
}

static void move(MicaWorld *world, Mover *m, float dt)
{
    Walker w;
    begin(&w, world, m, dt);
    m->flags &= (uint16_t) ~(MICA_MOVER_AT_WALL | MICA_MOVER_AT_CEILING | MICA_MOVER_CRUSHED);
    m->wallNormal = vec(0.0f, 0.0f);
    ride(&w);
    m->flags |= walker_escape(&w) ? 0 : MICA_MOVER_CRUSHED;
    m->flags |= w.pressed ? MOVER_PRESSED : 0;
    bool stands = (m->flags & MICA_MOVER_GROUNDED) != 0;
    if (stands) {
        // Gravity is borne by the ground, what wind and water do is not.
        Vec2 right = right_of(w.up), pull = sub(w.forces.acceleration, w.forces.gravity);
        m->velocity = mul_add(m->velocity, dt * dot(pull, right), right);
    }
    if (stands && up_part(&w, m->velocity) <= 0.0f && up_part(&w, w.forces.acceleration) <= 0.0f) {
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

void movers_move(MicaWorld *world, float dt)
{
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        if (is_active(world, &world->state.movers.data[i])) {
            cover(world, &world->state.movers.data[i], dt);
        }
    }
    if (world->state.liveMovers > 0) {
        tree_refit(&world->state.staticTree);
        tree_refit(&world->state.movingTree);
    }
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        if (is_active(world, &world->state.movers.data[i])) {
            move(world, &world->state.movers.data[i], dt);
        }
    }
}
