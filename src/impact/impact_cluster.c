// Impulses of a step by impacts. What touches when two bodies meet is a cluster, resolved as a
// sequence of pair impacts: always the fastest approaching pair, and pairs just as fast at once,
// until none approaches; so the cradle hands its speed on and the break stays symmetric. At once
// means Newton's restitution for all of them together, by projected Gauss-Seidel, which keeps
// energy where it should. The cluster grows only as far as it is pushed. Approach too slow to
// bounce is stopped, and what would go on pressing together is held by contact forces, friction
// with them, for the rest of the step: those are accelerations, so that resting contact has no
// impacts at all. Called by impact.c. Reads contacts, shapes; writes the scratch bodies and pairs,
// and the contacts' impulses.
#include "impact.h"

// Passes over points that are solved together, and how many points they may visit if that takes
// longer than the least: what a large pile has left to settle, the next step takes up.
#define MOST_PASSES 64
#define LEAST_PASSES 16
#define PASS_POINTS 8192
// Rounds without an impact that was not counted before: what is squeezed by walls that do not give
// has no solution.
#define IDLE_ROUNDS 6
// And after so many rebounds within one cluster a pair bounces no more.
#define MOST_REBOUNDS 64

// --------------------------------------------------------------------------------------- points

// The body's next impacts will be looked for again. What is pushed moves, even if it slept; what is
// shoved may drive into all that it touches.
static void touch(MicaWorld *world, uint32_t mark, int32_t slot, bool pushed, bool shoved)
{
    ImpactBody *b = &world->scratch.impactBodies.data[slot];
    if (!b->dynamic) {
        return;
    }
    b->moves = b->moves || pushed;
    if (b->mark != mark) {
        b->mark = mark;
        world->scratch.impactTouched.data[world->scratch.impactTouched.count++] = slot;
    }
    if (shoved && b->pushedHardBy != mark) {
        b->pushedHardBy = mark;
        world->scratch.impactPushed.data[world->scratch.impactPushed.count++] = slot;
    }
}

static ImpactAxis make_axis(const ImpactBody *a, const ImpactBody *b, Vec2 axis, float armA,
                            float armB)
{
    float k = (a->invMassX + b->invMassX) * axis.x * axis.x +
              (a->invMassY + b->invMassY) * axis.y * axis.y + a->invInertia * armA * armA +
              b->invInertia * armB * armB;
    float freedom = a->invMassX + b->invMassX + a->invMassY + b->invMassY;
    bool free =
        k > 0.0f && (k > MIN_FREE_INVERSE_MASS * freedom || (axis.x == 0.0f && axis.y == 0.0f));
    return (ImpactAxis){axis, armA, armB, free ? 1.0f / k : 0.0f, 0.0f};
}

static void add_point(ImpactStep *step, int32_t pair, int32_t index, Vec2 normal, Vec2 rA,
                      float separation, bool touches)
{
    MicaWorld *world = step->world;
    const Contact *c = &world->state.contacts.data[pair];
    const ImpactBody *a = &world->scratch.impactBodies.data[c->bodyA],
                     *b = &world->scratch.impactBodies.data[c->bodyB];
    Vec2 point = add(a->c, rA), rB = sub(point, b->c);
    ImpactPoint *p = &world->scratch.impactPoints.data[world->scratch.impactPoints.count++];
    *p = (ImpactPoint){.pair = pair,
                       .index = index,
                       .a = c->bodyA,
                       .b = c->bodyB,
                       .separation = separation,
                       .point = point};
    for (int32_t k = 0; k < IMPACT_ROLL; ++k) {
        Vec2 axis = k == IMPACT_NORMAL ? normal : right_perp(normal);
        p->along[k] = make_axis(a, b, axis, cross(rA, axis), cross(rB, axis));
    }
    p->along[IMPACT_ROLL] = make_axis(a, b, vec(0.0f, 0.0f), 1.0f, 1.0f);
    p->touches = touches && p->along[IMPACT_NORMAL].mass > 0.0f;
}

// The points where a pair touches now. Of a pair that has just met, the deepest in any case.
static void gather_pair(ImpactStep *step, int32_t pair, bool met)
{
    MicaWorld *world = step->world;
    if (world->scratch.impactPairs.data[pair].mark == step->mark) {
        return;
    }
    world->scratch.impactPairs.data[pair].mark = step->mark;
    const Contact *c = &world->state.contacts.data[pair];
    ImpactBody *a = &world->scratch.impactBodies.data[c->bodyA],
               *b = &world->scratch.impactBodies.data[c->bodyB];
    if (!a->dynamic && !b->dynamic) {
        return;
    }
    *a = impact_body_at(a, step->now);
    *b = impact_body_at(b, step->now);
    Transform tA = impact_transform(world, a, c->bodyA), tB = impact_transform(world, b, c->bodyB);
    // Seams are looked for around A where it is now.
    Transform *place = &world->state.transforms.data[c->bodyA], before = *place;
    LocalManifold m;
    *place = tA;
    narrow_collide(world, c, inv_mul(tA, tB), SPECULATIVE_DISTANCE, &m);
    *place = before;
    float deepest = SPECULATIVE_DISTANCE;
    for (int32_t i = 0; i < m.count; ++i) {
        deepest = min_f(deepest, m.points[i].separation);
    }
    float limit =
        IMPACT_TOUCH_DISTANCE + (met && deepest <= LINEAR_SLOP ? max_f(deepest, 0.0f) : 0.0f);
    Vec2 center = world->state.bodies.data[c->bodyA].localCenter, normal = rotate(tA.q, m.normal);
    for (int32_t i = 0; i < m.count; ++i) {
        if (m.points[i].separation <= limit) {
            add_point(step, pair, NONE, normal, rotate(tA.q, sub(m.points[i].point, center)),
                      m.points[i].separation, true);
        }
    }
}

// At the beginning of the step the narrow phase has made the manifolds.
static void gather_contact(ImpactStep *step, int32_t pair)
{
    MicaWorld *world = step->world;
    Contact *c = &world->state.contacts.data[pair];
    const ImpactBody *a = &world->scratch.impactBodies.data[c->bodyA],
                     *b = &world->scratch.impactBodies.data[c->bodyB];
    if ((c->flags & CONTACT_TRIGGER) != 0 ||
        !((a->dynamic && a->moves) || (b->dynamic && b->moves))) {
        return;
    }
    world->scratch.impactPairs.data[pair].mark = step->mark;
    for (int32_t i = 0; i < c->count; ++i) {
        float separation = c->points[i].separation;
        add_point(step, pair, i, rotate(a->q, c->normal), rotate(a->q, c->points[i].anchor),
                  separation, separation <= IMPACT_TOUCH_DISTANCE);
    }
}

// -------------------------------------------------------------------------------------- impulses

static float along(const MicaWorld *world, const ImpactPoint *p, const ImpactAxis *x, int32_t kind)
{
    const ImpactMotion *a = &world->scratch.impactBodies.data[p->a].by[kind],
                       *b = &world->scratch.impactBodies.data[p->b].by[kind];
    return dot(sub(b->linear, a->linear), x->axis) + x->armB * b->angular - x->armA * a->angular;
}

// Speed of B's point against A's along an axis, `ahead` seconds from now.
static float speed_along(const MicaWorld *world, const ImpactPoint *p, const ImpactAxis *x,
                         float ahead)
{
    return along(world, p, x, IMPACT_SPEED) + ahead * along(world, p, x, IMPACT_GAIN);
}

static float normal_speed(const MicaWorld *world, const ImpactPoint *p, float ahead)
{
    return speed_along(world, p, &p->along[IMPACT_NORMAL], ahead);
}

static void push(ImpactBody *body, int32_t kind, const ImpactAxis *x, float arm, float impulse)
{
    ImpactMotion *by = &body->by[kind];
    by->linear = add(by->linear,
                     scale(impulse, vec(body->invMassX * x->axis.x, body->invMassY * x->axis.y)));
    by->angular += body->invInertia * arm * impulse;
}

static void push_both(MicaWorld *world, const ImpactPoint *p, int32_t kind, const ImpactAxis *x,
                      float impulse)
{
    push(&world->scratch.impactBodies.data[p->a], kind, x, x->armA, -impulse);
    push(&world->scratch.impactBodies.data[p->b], kind, x, x->armB, impulse);
}

// An impulse now or, spread over a time, as a constant force.
static void push_over(MicaWorld *world, const ImpactPoint *p, const ImpactAxis *x, float impulse,
                      float over)
{
    push_both(world, p, over > 0.0f ? IMPACT_GAIN : IMPACT_SPEED, x,
              over > 0.0f ? impulse / over : impulse);
}

// Brings the speed along one axis to the target with an impulse between two bounds; returns by how
// much it was off.
static float solve_axis(MicaWorld *world, ImpactPoint *p, ImpactAxis *x, float target, float least,
                        float most, float over)
{
    float next =
        clamp_f(x->impulse + x->mass * (target - speed_along(world, p, x, over)), least, most);
    float change = next - x->impulse;
    x->impulse = next;
    push_over(world, p, x, change, over);
    return x->mass > 0.0f ? abs_f(change) / x->mass : 0.0f;
}

static float solve_point(MicaWorld *world, ImpactPoint *p, float over)
{
    const Contact *c = &world->state.contacts.data[p->pair];
    ImpactAxis *x = p->along;
    float off = solve_axis(world, p, &x[IMPACT_NORMAL], p->target, 0.0f, 3e38f, over);
    float limit = c->friction * x[IMPACT_NORMAL].impulse;
    if (c->friction > 0.0f) {
        off = max_f(off,
                    solve_axis(world, p, &x[IMPACT_TANGENT], c->tangentSpeed, -limit, limit, over));
    }
    limit = c->rollingResistance * x[IMPACT_NORMAL].impulse;
    if (c->rollingResistance > 0.0f && over > 0.0f) {
        solve_axis(world, p, &x[IMPACT_ROLL], 0.0f, -limit, limit, over);
    }
    return off;
}

// All active points until they agree to within `enough` m/s.
static void solve_points(ImpactStep *step, float over, float enough)
{
    MicaWorld *world = step->world;
    int32_t passes = max_i(PASS_POINTS / max_i(world->scratch.impactPoints.count, 1), LEAST_PASSES);
    passes = min_i(passes, MOST_PASSES);
    for (int32_t k = 0; k < passes; ++k) {
        float off = 0.0f;
        for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
            ImpactPoint *p = &world->scratch.impactPoints.data[i];
            off = p->active ? max_f(off, solve_point(world, p, over)) : off;
        }
        if (off <= enough) {
            return;
        }
    }
}

// ---------------------------------------------------------------------------------------- rounds

// The point that approaches fastest, or NONE, and its speed.
static int32_t find_fastest(const MicaWorld *world, float *approach)
{
    int32_t fastest = NONE;
    *approach = IMPACT_REST_SPEED;
    for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
        const ImpactPoint *p = &world->scratch.impactPoints.data[i];
        float speed = p->touches ? -normal_speed(world, p, 0.0f) : 0.0f;
        if (speed > *approach) {
            *approach = speed;
            fastest = i;
        }
    }
    return fastest;
}

static void clear_impulses(ImpactPoint *p)
{
    for (int32_t k = 0; k < IMPACT_AXES; ++k) {
        p->along[k].impulse = 0.0f;
    }
}

static float restitution_of(const MicaWorld *world, int32_t point)
{
    int32_t pair = world->scratch.impactPoints.data[point].pair;
    bool bounces = world->scratch.impactPairs.data[pair].rebounds < MOST_REBOUNDS;
    return bounces ? world->state.contacts.data[pair].restitution : 0.0f;
}

// Chooses the points of one round, and how fast they shall part: the fastest pair and its equals;
// or, where it will not bounce, all that will not, which then come to rest against each other
// together.
static void choose(ImpactStep *step, int32_t fastest, float most)
{
    MicaWorld *world = step->world;
    ImpactPoint *points = world->scratch.impactPoints.data;
    bool slow = most < step->bounceSpeed, dead = !slow && restitution_of(world, fastest) == 0.0f;
    for (int32_t i = 0; i < world->scratch.impactPoints.count;) {
        int32_t end = i;
        bool chosen = slow || (dead && restitution_of(world, i) == 0.0f);
        for (; end < world->scratch.impactPoints.count && points[end].pair == points[i].pair;
             ++end) {
            points[end].target = normal_speed(world, &points[end], 0.0f);  // for now
            chosen = chosen || (!dead && points[end].touches &&
                                -points[end].target >= most * (1.0f - IMPACT_SIMULTANEOUS));
        }
        for (; i < end; ++i) {
            ImpactPoint *p = &points[i];
            float approach = -p->target;
            p->active = chosen && p->touches && (slow || dead || approach > IMPACT_REST_SPEED);
            clear_impulses(p);
            p->target = approach >= step->bounceSpeed ? restitution_of(world, i) * approach : 0.0f;
            ImpactPair *pair = &world->scratch.impactPairs.data[p->pair];
            // What is pushed without having approached has its place, too.
            bool first = pair->normal.x == 0.0f && pair->normal.y == 0.0f;
            if (p->active && (approach > pair->approach || first)) {
                pair->approach = max_f(approach, pair->approach);
                pair->point = p->point;
                pair->normal = p->along[IMPACT_NORMAL].axis;
            }
        }
    }
}

// Gathers what touches the bodies that were shoved since.
static void grow(ImpactStep *step)
{
    MicaWorld *world = step->world;
    while (world->scratch.impactPushed.count > 0) {
        int32_t slot = world->scratch.impactPushed.data[--world->scratch.impactPushed.count];
        for (int32_t p = world->scratch.impactBodies.data[slot].firstPair; p != NONE;) {
            gather_pair(step, p, false);
            const ImpactPair *pair = &world->scratch.impactPairs.data[p];
            p = world->state.contacts.data[p].bodyA == slot ? pair->nextA : pair->nextB;
        }
    }
}

static void note_impulses(ImpactStep *step, bool bounces)
{
    MicaWorld *world = step->world;
    int32_t counted = NONE, last = NONE;
    float together = 0.0f;  // of a pair's points, which lie one after the other
    for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
        const ImpactPoint *p = &world->scratch.impactPoints.data[i];
        const ImpactAxis *x = &p->along[IMPACT_NORMAL];
        if (!p->active || !(x->impulse > 0.0f)) {
            continue;
        }
        ImpactPair *pair = &world->scratch.impactPairs.data[p->pair];
        bool shoved = bounces && x->impulse > IMPACT_MIN_TRANSFER * step->bounceSpeed * x->mass;
        // One that does not bounce takes several rounds.
        bool again = pair->pushedBy == step->mark && restitution_of(world, i) == 0.0f;
        pair->rebounds = pair->pushedBy == step->mark ? pair->rebounds + 1 : 0;
        step->impacts += shoved && counted != p->pair && !again ? 1 : 0;
        counted = shoved ? p->pair : counted;
        pair->pushedBy = step->mark;
        together = p->pair == last ? together + x->impulse : x->impulse;
        last = p->pair;
        pair->impulse = max_f(pair->impulse, together);
        touch(world, step->mark, p->a, true, shoved);
        touch(world, step->mark, p->b, true, shoved);
    }
}

// Pair after pair, the fastest first, until none approaches. What slow approach drives into is left
// to impacts of its own.
static void exchange(ImpactStep *step)
{
    for (int32_t idle = 0; idle < IDLE_ROUNDS;) {
        float most;
        grow(step);
        int32_t fastest = find_fastest(step->world, &most), before = step->impacts;
        if (fastest == NONE || step->impacts + step->misses >= step->most) {
            return;
        }
        choose(step, fastest, most);
        solve_points(step, 0.0f, 1e-6f * most + 1e-7f);
        note_impulses(step, most >= step->bounceSpeed);
        idle += step->impacts == before ? 1 : 0;
    }
}

// Contact forces for the rest of the step where the points of the cluster would go on pressing
// together, or slowly come to overlap within it.
static void hold(ImpactStep *step)
{
    MicaWorld *world = step->world;
    float rest = step->dt - step->now;
    bool presses = false;
    if (!(rest > 0.0f)) {
        return;
    }
    for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
        ImpactPoint *p = &world->scratch.impactPoints.data[i];
        p->active = p->along[IMPACT_NORMAL].mass > 0.0f &&
                    abs_f(normal_speed(world, p, 0.0f)) < step->bounceSpeed;
        clear_impulses(p);
        p->target = p->touches ? 0.0f : -p->separation / rest;
        presses =
            presses || (p->active && normal_speed(world, p, rest) < p->target - IMPACT_REST_SPEED);
    }
    if (!presses) {
        return;
    }
    for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
        ImpactPoint *p = &world->scratch.impactPoints.data[i];
        if (!p->active || p->index == NONE || !(world->state.lastH > 0.0f)) {
            continue;
        }
        // The forces of the step before, to begin with.
        const Contact *c = &world->state.contacts.data[p->pair];
        float warm = rest / world->state.lastH;
        p->along[IMPACT_NORMAL].impulse = warm * c->points[p->index].normalImpulse;
        p->along[IMPACT_TANGENT].impulse = warm * contact_friction(c, p->index);
        for (int32_t k = 0; k < IMPACT_ROLL; ++k) {
            push_over(world, p, &p->along[k], p->along[k].impulse, rest);
        }
    }
    solve_points(step, rest, IMPACT_REST_SPEED);
    for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
        const ImpactPoint *p = &world->scratch.impactPoints.data[i];
        if (p->active && p->along[IMPACT_NORMAL].impulse > 0.0f) {
            touch(world, step->mark, p->a, true, false);
            touch(world, step->mark, p->b, true, false);
        }
    }
}

// ------------------------------------------------------------------------------------- clusters

// Pushes overlap out by a fraction, all points in turn; places only, no speed arises.
static void push_out(ImpactStep *step)
{
    MicaWorld *world = step->world;
    float most = world->state.contactPushSpeed * step->dt;
    for (int32_t k = 0; k < 4; ++k) {
        for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
            const ImpactPoint *p = &world->scratch.impactPoints.data[i];
            const ImpactAxis *x = &p->along[IMPACT_NORMAL];
            float s = p->separation + along(world, p, x, IMPACT_SHIFT) + IMPACT_ALLOWED_DEPTH;
            if (s < 0.0f) {
                push_both(world, p, IMPACT_SHIFT, x,
                          x->mass * min_f(-IMPACT_PUSH_FRACTION * s, most));
            }
        }
    }
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        ImpactBody *b = &world->scratch.impactBodies.data[slot];
        b->c = add(b->c, b->by[IMPACT_SHIFT].linear);
        if (b->by[IMPACT_SHIFT].angular != 0.0f) {
            b->q = rot_normalize(rot_mul(b->q, (Rot){1.0f, b->by[IMPACT_SHIFT].angular}));
        }
    }
}

void impact_first_cluster(ImpactStep *step)
{
    MicaWorld *world = step->world;
    step->mark = 1;
    world->scratch.impactPoints.count = world->scratch.impactTouched.count =
        world->scratch.impactPushed.count = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        gather_contact(step, i);
    }
    push_out(step);
    exchange(step);
    hold(step);
    for (int32_t i = 0; i < world->scratch.impactPoints.count; ++i) {
        const ImpactPoint *p = &world->scratch.impactPoints.data[i];
        if (p->index != NONE) {
            Contact *c = &world->state.contacts.data[p->pair];
            c->points[p->index].normalImpulse = p->along[IMPACT_NORMAL].impulse;
            c->tangentImpulse =
                p->along[IMPACT_TANGENT].impulse + (p->index > 0 ? c->tangentImpulse : 0.0f);
            c->rollingImpulse =
                p->along[IMPACT_ROLL].impulse + (p->index > 0 ? c->rollingImpulse : 0.0f);
        }
    }
}

void impact_cluster(ImpactStep *step)
{
    MicaWorld *world = step->world;
    step->mark += 1;
    world->scratch.impactPoints.count = world->scratch.impactTouched.count =
        world->scratch.impactPushed.count = 0;
    for (int32_t i = 0; i < world->scratch.impactSeeds.count; ++i) {
        gather_pair(step, world->scratch.impactSeeds.data[i], true);
    }
    // Whoever has met may touch others already.
    for (int32_t i = 0; i < world->scratch.impactSeeds.count; ++i) {
        const Contact *c = &world->state.contacts.data[world->scratch.impactSeeds.data[i]];
        touch(world, step->mark, c->bodyA, false, true);
        touch(world, step->mark, c->bodyB, false, true);
    }
    exchange(step);
    hold(step);
}
