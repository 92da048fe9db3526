// Impulses of a step by impacts. The contacts that touch when two bodies meet are a cluster,
// resolved as a sequence of pair impacts: always the fastest approaching pair, with pairs just as
// fast at the same time, until none approaches. So a Newton's cradle hands its speed on, and a
// billiard break stays symmetric. Simultaneous impacts have Newton's restitution, vn' = -e vn,
// solved together by projected Gauss-Seidel. A cluster grows only as far as hard impulses reach.
// Approach too slow to bounce is stopped, and where contacts would go on pressing, contact forces
// with friction act for the rest of the step: they are accelerations, so that resting contact has
// no impacts at all. Called by impact.c. Reads contacts and shapes; writes bodies, pairs and
// points of ImpactScratch and the contacts' impulses.
#include "impact.h"

// Gauss-Seidel passes over the points that are solved together: as many as visit PASS_POINTS,
// within these bounds. What a large pile has not solved by then, the next step does.
#define MAX_PASSES 64
#define MIN_PASSES 16
#define PASS_POINTS 8192
// Rounds without a new impact until a cluster is given up: a body squeezed between immovable walls
// has no solution.
#define IDLE_ROUNDS 6
// After so many rebounds within one cluster a pair has no restitution.
#define MAX_REBOUNDS 64

// --------------------------------------------------------------------------------------- points

// Notes that a cluster has touched a body, so its next impacts are predicted again. A pushed body
// moves, even if it slept. One that was pushed hard, by a bounce that changes its velocity by more
// than IMPACT_MIN_TRANSFER of bounceSpeed, may drive into all that it touches, so the cluster grows
// by that.
static void touch_body(ImpactScratch *scratch, uint32_t cluster, int32_t slot, bool pushed,
                       bool hard)
{
    ImpactBody *b = &scratch->bodies.data[slot];
    if (!b->dynamic) {
        return;
    }
    b->moves = b->moves || pushed;
    if (b->mark != cluster) {
        b->mark = cluster;
        scratch->touched.data[scratch->touched.count++] = slot;
    }
    if (hard && b->pushedHardBy != cluster) {
        b->pushedHardBy = cluster;
        scratch->pushed.data[scratch->pushed.count++] = slot;
    }
}

// A row with 1 / mass = axis.(1/mA + 1/mB) axis + iA armA² + iB armB², or without mass where locked
// axes leave next to no freedom.
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
    ImpactScratch *scratch = step->scratch;
    const Contact *c = &world->state.contacts.data[pair];
    const ImpactBody *a = &scratch->bodies.data[c->bodyA], *b = &scratch->bodies.data[c->bodyB];
    Vec2 point = add(a->c, rA), rB = sub(point, b->c);
    ImpactPoint *p = &scratch->points.data[scratch->points.count++];
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

// Adds the points where a pair touches now; the deepest one in any case of a pair that has just
// `met`.
static void gather_pair(ImpactStep *step, int32_t pair, bool met)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    if (scratch->pairs.data[pair].mark == step->cluster) {
        return;
    }
    scratch->pairs.data[pair].mark = step->cluster;
    const Contact *c = &world->state.contacts.data[pair];
    ImpactBody *a = &scratch->bodies.data[c->bodyA], *b = &scratch->bodies.data[c->bodyB];
    if (!a->dynamic && !b->dynamic) {
        return;
    }
    *a = impact_body_at(a, step->now);
    *b = impact_body_at(b, step->now);
    Transform tA = impact_transform(&world->state, a, c->bodyA),
              tB = impact_transform(&world->state, b, c->bodyB);
    // Internal edges are looked up around A where it is now.
    Transform *place = &world->state.transforms.data[c->bodyA], before = *place;
    LocalManifold m;
    scratch->work += IMPACT_WORK_OF_MANIFOLD;
    *place = tA;
    manifold_compute(world, c, inv_mul(tA, tB), SPECULATIVE_DISTANCE, &m);
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

// Adds the points of a manifold that the narrow phase made, at the beginning of the step.
static void gather_contact(ImpactStep *step, int32_t pair)
{
    ImpactScratch *scratch = step->scratch;
    const Contact *c = &step->world->state.contacts.data[pair];
    const ImpactBody *a = &scratch->bodies.data[c->bodyA], *b = &scratch->bodies.data[c->bodyB];
    if ((c->flags & CONTACT_TRIGGER) != 0 ||
        !((a->dynamic && a->moves) || (b->dynamic && b->moves))) {
        return;
    }
    scratch->pairs.data[pair].mark = step->cluster;
    for (int32_t i = 0; i < c->count; ++i) {
        float separation = c->points[i].separation;
        add_point(step, pair, i, rotate(a->q, c->normal), rotate(a->q, c->points[i].anchor),
                  separation, separation <= IMPACT_TOUCH_DISTANCE);
    }
}

// -------------------------------------------------------------------------------------- impulses

// Relative velocity, acceleration or correction (IMPACT_*) of B's point against A's along a row.
static float along(const ImpactScratch *scratch, const ImpactPoint *p, const ImpactAxis *x,
                   int32_t kind)
{
    const ImpactMotion *a = &scratch->bodies.data[p->a].by[kind],
                       *b = &scratch->bodies.data[p->b].by[kind];
    return dot(sub(b->linear, a->linear), x->axis) + x->armB * b->angular - x->armA * a->angular;
}

// Relative velocity along a row, `ahead` seconds from now.
static float speed_along(const ImpactScratch *scratch, const ImpactPoint *p, const ImpactAxis *x,
                         float ahead)
{
    return along(scratch, p, x, IMPACT_VELOCITY) +
           ahead * along(scratch, p, x, IMPACT_ACCELERATION);
}

static float normal_speed(const ImpactScratch *scratch, const ImpactPoint *p, float ahead)
{
    return speed_along(scratch, p, &p->along[IMPACT_NORMAL], ahead);
}

static void apply_to(ImpactBody *body, int32_t kind, const ImpactAxis *x, float arm, float impulse)
{
    ImpactMotion *by = &body->by[kind];
    by->linear = add(by->linear,
                     scale(impulse, vec(body->invMassX * x->axis.x, body->invMassY * x->axis.y)));
    by->angular += body->invInertia * arm * impulse;
}

static void apply_impulse(ImpactScratch *scratch, const ImpactPoint *p, int32_t kind,
                          const ImpactAxis *x, float impulse)
{
    apply_to(&scratch->bodies.data[p->a], kind, x, x->armA, -impulse);
    apply_to(&scratch->bodies.data[p->b], kind, x, x->armB, impulse);
}

// Applies an impulse at once, or as a constant force for `over` seconds.
static void apply_over(ImpactScratch *scratch, const ImpactPoint *p, const ImpactAxis *x,
                       float impulse, float over)
{
    apply_impulse(scratch, p, over > 0.0f ? IMPACT_ACCELERATION : IMPACT_VELOCITY, x,
                  over > 0.0f ? impulse / over : impulse);
}

static void clear_impulses(ImpactPoint *p)
{
    for (int32_t k = 0; k < IMPACT_AXES; ++k) {
        p->along[k].impulse = 0.0f;
    }
}

// The points that are solved together, in the order of `points`.
static ImpactPoint *active_point(const ImpactScratch *scratch, int32_t i)
{
    return &scratch->points.data[scratch->active.data[i]];
}

static void activate(ImpactScratch *scratch, int32_t point)
{
    scratch->active.data[scratch->active.count++] = point;
}

// Brings the velocity along one row to the target with an accumulated impulse between two bounds;
// returns by how much it was off, m/s.
static float solve_axis(ImpactScratch *scratch, ImpactPoint *p, ImpactAxis *x, float target,
                        float minimum, float maximum, float over)
{
    float next = clamp_f(x->impulse + x->mass * (target - speed_along(scratch, p, x, over)),
                         minimum, maximum);
    float change = next - x->impulse;
    x->impulse = next;
    apply_over(scratch, p, x, change, over);
    return x->mass > 0.0f ? abs_f(change) / x->mass : 0.0f;
}

// Normal, friction and rolling rows of a point; rolling only of contact forces.
static float solve_point(const WorldState *state, ImpactScratch *scratch, ImpactPoint *p,
                         float over)
{
    const Contact *c = &state->contacts.data[p->pair];
    ImpactAxis *x = p->along;
    float off = solve_axis(scratch, p, &x[IMPACT_NORMAL], p->target, 0.0f, 3e38f, over);
    float limit = c->friction * x[IMPACT_NORMAL].impulse;
    if (c->friction > 0.0f) {
        off = max_f(
            off, solve_axis(scratch, p, &x[IMPACT_TANGENT], c->tangentSpeed, -limit, limit, over));
    }
    limit = c->rollingResistance * x[IMPACT_NORMAL].impulse;
    if (c->rollingResistance > 0.0f && over > 0.0f) {
        solve_axis(scratch, p, &x[IMPACT_ROLL], 0.0f, -limit, limit, over);
    }
    return off;
}

// Solves the active points until each is within `tolerance` m/s of its target.
static void solve_points(ImpactStep *step, float over, float tolerance)
{
    ImpactScratch *scratch = step->scratch;
    int32_t passes = max_i(PASS_POINTS / max_i(scratch->points.count, 1), MIN_PASSES);
    passes = min_i(passes, MAX_PASSES);
    for (int32_t k = 0; k < passes; ++k) {
        float off = 0.0f;
        scratch->work += scratch->active.count;
        for (int32_t i = 0; i < scratch->active.count; ++i) {
            off = max_f(off,
                        solve_point(&step->world->state, scratch, active_point(scratch, i), over));
        }
        if (off <= tolerance) {
            return;
        }
    }
}

// ---------------------------------------------------------------------------------------- rounds

// The point that approaches fastest, or NONE, and its speed.
static int32_t find_fastest(const ImpactScratch *scratch, float *approach)
{
    int32_t fastest = NONE;
    *approach = IMPACT_REST_SPEED;
    for (int32_t i = 0; i < scratch->points.count; ++i) {
        const ImpactPoint *p = &scratch->points.data[i];
        float speed = p->touches ? -normal_speed(scratch, p, 0.0f) : 0.0f;
        if (speed > *approach) {
            *approach = speed;
            fastest = i;
        }
    }
    return fastest;
}

static float restitution_of(const WorldState *state, const ImpactScratch *scratch, int32_t point)
{
    int32_t pair = scratch->points.data[point].pair;
    bool bounces = scratch->pairs.data[pair].rebounds < MAX_REBOUNDS;
    return bounces ? state->contacts.data[pair].restitution : 0.0f;
}

// Activates the points of one round and sets their targets: those of the fastest pair and of pairs
// just as fast; or, if that one does not bounce, of all that do not, which come to rest against
// each other together.
static void choose_points(ImpactStep *step, int32_t fastest, float maximum)
{
    const WorldState *state = &step->world->state;
    ImpactScratch *scratch = step->scratch;
    ImpactPoint *points = scratch->points.data;
    scratch->active.count = 0;
    bool slow = maximum < step->bounceSpeed,
         dead = !slow && restitution_of(state, scratch, fastest) == 0.0f;
    for (int32_t i = 0; i < scratch->points.count;) {
        int32_t end = i;
        bool chosen = slow || (dead && restitution_of(state, scratch, i) == 0.0f);
        for (; end < scratch->points.count && points[end].pair == points[i].pair; ++end) {
            points[end].target = normal_speed(scratch, &points[end], 0.0f);  // for now
            chosen = chosen || (!dead && points[end].touches &&
                                -points[end].target >= maximum * (1.0f - IMPACT_SIMULTANEOUS));
        }
        for (; i < end; ++i) {
            ImpactPoint *p = &points[i];
            float approach = -p->target;
            clear_impulses(p);
            p->target =
                approach >= step->bounceSpeed ? restitution_of(state, scratch, i) * approach : 0.0f;
            if (!chosen || !p->touches || !(slow || dead || approach > IMPACT_REST_SPEED)) {
                continue;
            }
            activate(scratch, i);
            ImpactPair *pair = &scratch->pairs.data[p->pair];
            // A pair that is pushed without having approached needs a point, too.
            bool first = pair->normal.x == 0.0f && pair->normal.y == 0.0f;
            if (approach > pair->approach || first) {
                pair->approach = max_f(approach, pair->approach);
                pair->point = p->point;
                pair->normal = p->along[IMPACT_NORMAL].axis;
            }
        }
    }
}

// Adds the pairs of bodies that were pushed hard since the last round.
static void grow_cluster(ImpactStep *step)
{
    ImpactScratch *scratch = step->scratch;
    while (scratch->pushed.count > 0) {
        int32_t slot = scratch->pushed.data[--scratch->pushed.count];
        for (int32_t p = scratch->bodies.data[slot].firstPair; p != NONE;) {
            gather_pair(step, p, false);
            const ImpactPair *pair = &scratch->pairs.data[p];
            p = step->world->state.contacts.data[p].bodyA == slot ? pair->nextA : pair->nextB;
        }
    }
}

// Counts the impacts of a round and notes who was pushed.
static void note_impulses(ImpactStep *step, bool bounces)
{
    const WorldState *state = &step->world->state;
    ImpactScratch *scratch = step->scratch;
    int32_t counted = NONE;
    for (int32_t i = 0; i < scratch->active.count; ++i) {
        const ImpactPoint *p = active_point(scratch, i);
        const ImpactAxis *x = &p->along[IMPACT_NORMAL];
        if (!(x->impulse > 0.0f)) {
            continue;
        }
        ImpactPair *pair = &scratch->pairs.data[p->pair];
        bool hard = bounces && x->impulse > IMPACT_MIN_TRANSFER * step->bounceSpeed * x->mass;
        // A pair that does not bounce may take several rounds: one impact.
        bool again = pair->pushedBy == step->cluster &&
                     restitution_of(state, scratch, scratch->active.data[i]) == 0.0f;
        pair->rebounds = pair->pushedBy == step->cluster ? pair->rebounds + 1 : 0;
        step->impacts += hard && counted != p->pair && !again ? 1 : 0;
        counted = hard ? p->pair : counted;
        pair->pushedBy = step->cluster;
        pair->impulse += x->impulse;
        touch_body(scratch, step->cluster, p->a, true, hard);
        touch_body(scratch, step->cluster, p->b, true, hard);
    }
}

// Resolves pair after pair, the fastest first, until none approaches. What a slow approach drives
// into gets impacts of its own.
static void exchange_impulses(ImpactStep *step)
{
    ImpactScratch *scratch = step->scratch;
    for (int32_t idle = 0; idle < IDLE_ROUNDS;) {
        float maximum;
        grow_cluster(step);
        int32_t fastest = find_fastest(scratch, &maximum), before = step->impacts;
        if (fastest == NONE || impact_spent(step)) {
            return;
        }
        scratch->work += scratch->points.count;
        choose_points(step, fastest, maximum);
        solve_points(step, 0.0f, 1e-6f * maximum + 1e-7f * METRE);
        note_impulses(step, maximum >= step->bounceSpeed);
        idle += step->impacts == before ? 1 : 0;
    }
}

// Applies contact forces for the rest of the step where the points of the cluster would go on
// pressing together, or slowly come to overlap within it.
static void apply_contact_forces(ImpactStep *step)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    float rest = step->dt - step->now;
    bool presses = false;
    if (!(rest > 0.0f)) {
        return;
    }
    scratch->active.count = 0;
    for (int32_t i = 0; i < scratch->points.count; ++i) {
        ImpactPoint *p = &scratch->points.data[i];
        clear_impulses(p);
        p->target = p->touches ? 0.0f : -p->separation / rest;
        if (p->along[IMPACT_NORMAL].mass > 0.0f &&
            abs_f(normal_speed(scratch, p, 0.0f)) < step->bounceSpeed) {
            activate(scratch, i);
            presses = presses || normal_speed(scratch, p, rest) < p->target - IMPACT_REST_SPEED;
        }
    }
    if (!presses) {
        return;
    }
    for (int32_t i = 0; i < scratch->active.count; ++i) {
        ImpactPoint *p = active_point(scratch, i);
        if (p->index == NONE || !(world->state.lastH > 0.0f)) {
            continue;
        }
        // Warm start with the forces of the step before.
        const Contact *c = &world->state.contacts.data[p->pair];
        float warm = rest / world->state.lastH;
        p->along[IMPACT_NORMAL].impulse = warm * c->points[p->index].normalImpulse;
        p->along[IMPACT_TANGENT].impulse = warm * contact_friction(c, p->index);
        for (int32_t k = 0; k < IMPACT_ROLL; ++k) {
            apply_over(scratch, p, &p->along[k], p->along[k].impulse, rest);
        }
    }
    solve_points(step, rest, IMPACT_REST_SPEED);
    for (int32_t i = 0; i < scratch->active.count; ++i) {
        const ImpactPoint *p = active_point(scratch, i);
        if (p->along[IMPACT_NORMAL].impulse > 0.0f) {
            touch_body(scratch, step->cluster, p->a, true, false);
            touch_body(scratch, step->cluster, p->b, true, false);
        }
    }
}

// ------------------------------------------------------------------------------------- clusters

// Corrects a fraction of the overlap of all points in turn. Positions change, velocities do not.
static void correct_overlap(ImpactStep *step)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    float maximum = world->state.contactPushSpeed * step->dt;
    for (int32_t k = 0; k < 4; ++k) {
        for (int32_t i = 0; i < scratch->points.count; ++i) {
            const ImpactPoint *p = &scratch->points.data[i];
            const ImpactAxis *x = &p->along[IMPACT_NORMAL];
            float s =
                p->separation + along(scratch, p, x, IMPACT_CORRECTION) + IMPACT_ALLOWED_DEPTH;
            if (s < 0.0f) {
                apply_impulse(scratch, p, IMPACT_CORRECTION, x,
                              x->mass * min_f(-IMPACT_PUSH_FRACTION * s, maximum));
            }
        }
    }
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        ImpactBody *b = &scratch->bodies.data[slot];
        b->c = add(b->c, b->by[IMPACT_CORRECTION].linear);
        if (b->by[IMPACT_CORRECTION].angular != 0.0f) {
            b->q = rot_normalize(rot_mul(b->q, (Rot){1.0f, b->by[IMPACT_CORRECTION].angular}));
        }
    }
}

bool impact_first_cluster(ImpactStep *step)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    step->cluster = 1;
    scratch->points.count = scratch->touched.count = scratch->pushed.count = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        gather_contact(step, i);
    }
    correct_overlap(step);
    exchange_impulses(step);
    apply_contact_forces(step);
    if (!undo_reserve(world, scratch->points.count)) {
        return false;
    }
    for (int32_t i = 0; i < scratch->points.count; ++i) {
        const ImpactPoint *p = &scratch->points.data[i];
        if (p->index != NONE) {
            Contact *c = &world->state.contacts.data[p->pair];
            undo_note_contact(world, c);
            c->points[p->index].normalImpulse = p->along[IMPACT_NORMAL].impulse;
            c->tangentImpulse =
                p->along[IMPACT_TANGENT].impulse + (p->index > 0 ? c->tangentImpulse : 0.0f);
            c->rollingImpulse =
                p->along[IMPACT_ROLL].impulse + (p->index > 0 ? c->rollingImpulse : 0.0f);
        }
    }
    return true;
}

void impact_cluster(ImpactStep *step)
{
    MicaWorld *world = step->world;
    ImpactScratch *scratch = step->scratch;
    step->cluster += 1;
    scratch->points.count = scratch->touched.count = scratch->pushed.count = 0;
    for (int32_t i = 0; i < scratch->seeds.count; ++i) {
        gather_pair(step, scratch->seeds.data[i], true);
    }
    // Bodies that have met may already touch others.
    for (int32_t i = 0; i < scratch->seeds.count; ++i) {
        const Contact *c = &world->state.contacts.data[scratch->seeds.data[i]];
        touch_body(scratch, step->cluster, c->bodyA, false, true);
        touch_body(scratch, step->cluster, c->bodyB, false, true);
    }
    exchange_impulses(step);
    apply_contact_forces(step);
}
