// Forces of fields in a step. forces_find, called after the narrow phase, lists the colliders of
// awake bodies that trigger contacts say are inside fields, and wakes bodies that a field does not
// let sleep. forces_apply, called after bodies_pack, turns each body's list into one acceleration
// and writes it into solverMotion, the step's own copy. Forces that depend on velocity are solved
// by backward Euler together with all others,
//
//   (M + dt D) u' = M u + dt (f + D flow)
//
// with u the velocity, M the mass and D the drag matrix, so that no drag overshoots. Forces that
// depend on position are taken half a step ahead (midpoint), which makes an oscillation or an orbit
// neither gain nor lose energy. A mover is to a field what a dynamic body of its collider's density
// is; its acceleration goes to moverSteps, for movers_move.
#include "solver.h"

#include <string.h>

static const Field *field_of(const MicaWorld *world, const FieldTouch *touch)
{
    return &world->state.fields.data[world->state.colliders.data[touch->trigger].field];
}

// Wakes a body in wind or a current, and keeps it awake; wakes one whose field moves.
static void wake_visitor(MicaWorld *world, int32_t trigger, int32_t visitor)
{
    const Collider *t = &world->state.colliders.data[trigger];
    const MicaField *f = &world->state.fields.data[t->field].def;
    int32_t body = world->state.colliders.data[visitor].body;
    bool flows = f->type == MICA_FIELD_WIND ||
                 (f->type == MICA_FIELD_WATER && (f->flow.x != 0.0f || f->flow.y != 0.0f));
    if (flows) {
        world->state.bodies.data[body].sleepTime = 0.0f;
    }
    if (flows || body_has(world, t->body, MICA_FLAG_MOVED)) {
        body_wake(world, body);
    }
}

// Puts a touch before the others of its body.
static void add_touch(MicaWorld *world, int32_t trigger, int32_t visitor)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t body = world->state.colliders.data[visitor].body,
            *head = &scratch->fieldHeads.data[body];
    if (body_moves(world, body)) {
        scratch->fieldTouches.data[scratch->fieldTouches.count] =
            (FieldTouch){.trigger = trigger, .visitor = visitor, .next = *head};
        *head = scratch->fieldTouches.count++;
    }
}

bool forces_find(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    scratch->fieldTouches.count = 0;
    if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.moverSteps,
                       world->state.movers.count)) {
        return false;
    }
    if (world->state.fieldCount == 0) {
        return true;
    }
    int32_t found = 0;
    // The first pass wakes bodies: any one of an island may wake all of it. The second one lists
    // touches, from the last contact on, since add_touch inserts in front.
    for (int32_t pass = 0; pass < 2; ++pass) {
        for (int32_t i = world->state.contacts.count - 1; i >= 0; --i) {
            const Contact *c = &world->state.contacts.data[i];
            uint8_t both = CONTACT_TRIGGER | CONTACT_TOUCHING;
            for (int32_t side = 0; side < 2 && (c->flags & both) == both; ++side) {
                int32_t trigger = side == 0 ? c->colliderA : c->colliderB,
                        visitor = side == 0 ? c->colliderB : c->colliderA;
                if (field_acts_on(world, trigger, visitor)) {
                    if (pass == 0) {
                        wake_visitor(world, trigger, visitor);
                        found += 1;
                    } else {
                        add_touch(world, trigger, visitor);
                    }
                }
            }
        }
        if (pass == 0) {
            if (!ARRAY_RESERVE(&world->host.memory, &scratch->fieldTouches, found) ||
                !ARRAY_RESERVE(&world->host.memory, &scratch->fieldHeads,
                               world->state.bodies.count) ||
                !ARRAY_RESERVE(&world->host.memory, &scratch->fieldMarks,
                               world->state.fields.count)) {
                return false;
            }
            for (int32_t i = 0; i < world->state.fields.count; ++i) {
                scratch->fieldMarks.data[i] = NONE;
            }
            for (int32_t i = 0; i < world->state.bodies.count; ++i) {
                scratch->fieldHeads.data[i] = NONE;
            }
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------ one body

// All forces on one body, about its centre of mass half a step ahead. Drag acts at points r from
// the centre with coefficients k and towards velocities w; D is the symmetric matrix
//
//   | sum k        0            -sum k ry |
//   | 0            sum k         sum k rx |
//   | -sum k ry    sum k rx      sum k r² |
typedef struct BodyLoad {
    const Body *body;
    Transform pose;
    Vec2 center, velocity;
    float spin, dt;
    Vec2 gravity;       // m/s²: acceleration of all masses alike
    Vec2 force;         // N
    float torque;       // N m
    float drag;         // sum k
    Vec2 dragArm;       // sum k r
    float dragAngular;  // sum k r², and angular drag
    Vec2 flow;          // D times the velocities w: its linear
    float flowAngular;  // and its angular part
    float maxSpeed;
} BodyLoad;

// Drag k towards velocity w, acting at the point.
static void load_drag(BodyLoad *load, Vec2 point, float k, Vec2 w)
{
    Vec2 r = sub(point, load->center);
    load->drag += k;
    load->dragArm = mul_add(load->dragArm, k, r);
    load->dragAngular += k * dot(r, r);
    load->flow = mul_add(load->flow, k, w);
    load->flowAngular += k * cross(r, w);
}

// Angular drag k towards an angular velocity.
static void load_angular_drag(BodyLoad *load, float k, float spin)
{
    load->dragAngular += k;
    load->flowAngular += k * spin;
}

// Smooth noise in -1 .. 1 over `at`, of wavelength about 1, that repeats after GUST_PERIOD.
static float gust(float at, uint32_t seed)
{
    int32_t cell = (int32_t)at - (at < 0.0f ? 1 : 0);
    float value[2], t = at - (float)cell;
    for (int32_t i = 0; i < 2; ++i) {
        // The mixer of MurmurHash3 over a lattice point.
        uint32_t h = ((uint32_t)(cell + i) & (GUST_PERIOD - 1)) * 0x9e3779b9u + seed;
        h = (h ^ h >> 16) * 0x85ebca6bu;
        h = (h ^ h >> 13) * 0xc2b2ae35u;
        value[i] = (float)(int32_t)(h >> 8) * (2.0f / 16777216.0f) - 1.0f;
    }
    return value[0] + (value[1] - value[0]) * t * t * (3.0f - 2.0f * t);
}

// Velocity of the air or water at a point, without gusts: the flow moves along with its body.
static Vec2 medium_velocity(const MicaWorld *world, int32_t body, Vec2 flow, Vec2 point)
{
    const float *v = world->state.velocities.data[body].v;
    Vec2 arm = sub(point, body_world_center(world, body));
    return add(add(vec(v[0], v[1]), cross_sv(v[2], arm)),
               rotate(world->state.transforms.data[body].q, flow));
}

Vec2 forces_wind_at(const MicaWorld *world, const Collider *trigger, Vec2 point)
{
    const Field *f = &world->state.fields.data[trigger->field];
    Vec2 air = medium_velocity(world, trigger->body, f->def.flow, point);
    if (f->def.turbulence > 0.0f) {
        // Gusts are carried along by the flow unchanged (Taylor's frozen turbulence, 1938): noise
        // over the distance downstream.
        float speed;
        Vec2 along =
            rotate(world->state.transforms.data[trigger->body].q, normalize(f->def.flow, &speed));
        along = speed > 0.0f ? along : vec(1.0f, 0.0f);
        float distance = dot(sub(point, world->state.transforms.data[trigger->body].p), along);
        float at = clamp_f(distance / f->def.gustSize, -1e6f, 1e6f) - f->phase;
        air = mul_add(air, f->def.turbulence, vec(gust(at, 1), gust(at, 2)));
    }
    return air;
}

// Drag towards the wind, gusts and the air that its body carries along.
static void apply_wind(const MicaWorld *world, BodyLoad *load, const Field *f,
                       const Collider *trigger, const Collider *visitor)
{
    Geometry g = collider_geometry(world, visitor);
    Vec2 point = transform(load->pose, geometry_mean_point(&g)),
         air = forces_wind_at(world, trigger, point);
    // The relative wind, with the velocity that this step's gravity is about to add: it is not zero
    // for a body as fast as the air. Drag goes by the width across it.
    float speed, low, high;
    Vec2 own = mul_add(load->velocity, load->dt, load->gravity);
    own = add(own, cross_sv(load->spin, sub(point, load->center)));
    Vec2 across = left_perp(normalize(sub(air, own), &speed));
    across = speed > 0.0f ? across : vec(0.0f, 1.0f);
    geometry_projection(&g, load->pose.q, across, &low, &high);
    float width = high - low, k = f->def.drag * width;
    load_drag(load, point, k, air);
    // Angular drag as of a line of that width: the integral of k r² over it.
    load_angular_drag(load, k * width * width / 12.0f,
                      world->state.velocities.data[trigger->body].v[2]);
}

// The centre of a collider; of a compound one, that of its bounds.
static Vec2 center_of(const MicaWorld *world, const Collider *c)
{
    if (collider_is_compound(c)) {
        MicaAABB box = collider_tight_box(world, c);
        return lerp(box.lower, box.upper, 0.5f);
    }
    Geometry g = collider_geometry(world, c);
    return transform(world->state.transforms.data[c->body], geometry_mean_point(&g));
}

// The largest coordinate of a collider along an axis.
static float top_of(const MicaWorld *world, const Collider *c, Vec2 up)
{
    if (collider_is_compound(c)) {
        MicaAABB box = collider_tight_box(world, c);
        return max_f(box.lower.x * up.x, box.upper.x * up.x) +
               max_f(box.lower.y * up.y, box.upper.y * up.y);
    }
    Geometry g = collider_geometry(world, c);
    Transform t = world->state.transforms.data[c->body];
    float low, high;
    geometry_projection(&g, t.q, up, &low, &high);
    return dot(t.p, up) + high;
}

// Buoyancy and drag of what lies under the surface.
static void apply_water(const MicaWorld *world, BodyLoad *load, const Field *f,
                        const Collider *trigger, const Collider *visitor)
{
    Geometry g = collider_geometry(world, visitor);
    Transform t = world->state.transforms.data[trigger->body];
    float pull, level = 3e38f;
    Vec2 up = neg(normalize(load->gravity, &pull));
    if (pull > 0.0f) {
        level = min_f(top_of(world, trigger, up), dot(t.p, up) + f->def.surface);
    } else {
        up = vec(0.0f, 1.0f);  // without gravity there is no surface: all of it is under water
    }
    Submerged s = geometry_submerged(&g, load->pose, up, level);
    float mass = f->def.density * s.area;
    if (mass > 0.0f) {
        Vec2 lift = scale(-mass, load->gravity);
        load->force = add(load->force, lift);
        load->torque += cross(sub(s.center, load->center), lift);
        load_drag(load, s.center, f->def.drag * mass,
                  medium_velocity(world, trigger->body, f->def.flow, s.center));
        load_angular_drag(load, f->def.angularDrag * f->def.density * s.inertia,
                          world->state.velocities.data[trigger->body].v[2]);
    }
}

Vec2 forces_gravity_at(const MicaWorld *world, const Collider *trigger, Vec2 point)
{
    const MicaField *f = &world->state.fields.data[trigger->field].def;
    Transform t = world->state.transforms.data[trigger->body];
    Vec2 pull = rotate(t.q, f->acceleration);
    float away;
    Vec2 inward = normalize(sub(center_of(world, trigger), point), &away);
    float ratio = f->distance / max_f(away, 1e-9f), strength = f->strength;
    if (ratio > 1.0f) {
        strength *= away / f->distance;
    } else {
        strength *= f->falloff == 0 ? 1.0f : f->falloff == 1 ? ratio : ratio * ratio;
    }
    return mul_add(pull, strength, inward);
}

// Whether a field is met for the first time under this mark: some fields act once on a body,
// however many of its colliders they touch.
static bool is_first_touch(SolverScratch *scratch, int32_t field, int32_t mark)
{
    int32_t *last = &scratch->fieldMarks.data[field];
    bool first = *last != mark;
    *last = mark;
    return first;
}

// Applies the fields of one type that have the highest priority of that type to the body in `slot`.
static void apply_type(const MicaWorld *world, SolverScratch *scratch, BodyLoad *load, int32_t slot,
                       MicaFieldType type)
{
    const FieldTouch *touches = scratch->fieldTouches.data;
    int32_t head = scratch->fieldHeads.data[slot], best = INT32_MIN,
            mark = slot * MICA_FIELD_TYPE_COUNT + (int32_t)type;
    Vec2 added = {0.0f, 0.0f};
    bool replaced = false;
    for (int32_t i = head; i != NONE; i = touches[i].next) {
        const MicaField *f = &field_of(world, &touches[i])->def;
        best = f->type == type ? max_i(best, f->priority) : best;
    }
    for (int32_t i = head; i != NONE; i = touches[i].next) {
        const Field *field = field_of(world, &touches[i]);
        const MicaField *f = &field->def;
        if (f->type != type || f->priority != best) {
            continue;
        }
        const Collider *trigger = &world->state.colliders.data[touches[i].trigger],
                       *visitor = &world->state.colliders.data[touches[i].visitor];
        bool once = is_first_touch(scratch, trigger->field, mark);
        if (type == MICA_FIELD_WATER) {
            apply_water(world, load, field, trigger, visitor);
        } else if (type == MICA_FIELD_WIND) {
            apply_wind(world, load, field, trigger, visitor);
            added = once ? add(added, rotate(world->state.transforms.data[trigger->body].q,
                                             f->acceleration))
                         : added;
        } else if (once && type == MICA_FIELD_GRAVITY) {
            added = mul_add(added, load->body->gravityScale,
                            forces_gravity_at(world, trigger, load->center));
            replaced = replaced || f->replace != 0;
        } else if (once) {
            load->maxSpeed = min_f(load->maxSpeed, f->maxSpeed);
            load_drag(load, load->center, f->drag * load->body->mass, vec(0.0f, 0.0f));
            load_angular_drag(load, f->angularDrag * load->body->inertia, 0.0f);
        }
    }
    load->gravity = add(replaced ? vec(0.0f, 0.0f) : load->gravity, added);
}

// Solves (M + dt D) u' = M u + dt (f + D flow) for u' = x, y, angular velocity at the end of the
// step. Locked axes keep their velocity.
static void solve_velocity(const BodyLoad *load, const float *forces, float *out)
{
    const Body *b = load->body;
    float dt = load->dt, mass = b->mass + dt * load->drag;
    bool freeX = b->invMassX != 0.0f, freeY = b->invMassY != 0.0f, turns = b->invInertia != 0.0f;
    // Right-hand sides, which are momenta.
    Vec2 push = {load->force.x + load->flow.x + forces[0],
                 load->force.y + load->flow.y + forces[1]};
    Vec2 p = scale(b->mass, mul_add(load->velocity, dt, load->gravity));
    p = mul_add(p, dt, push);
    float angular = b->inertia * load->spin + dt * (load->torque + load->flowAngular + forces[2]);
    // D does not couple x with y: both are eliminated, which leaves one equation for w.
    float cx = -dt * load->dragArm.y, cy = dt * load->dragArm.x;
    float w = load->spin;
    if (turns) {
        float inertia = b->inertia + dt * load->dragAngular;
        inertia -= (freeX ? cx * (cx / mass) : 0.0f) + (freeY ? cy * (cy / mass) : 0.0f);
        angular -= cx * (freeX ? p.x / mass : load->velocity.x);
        angular -= cy * (freeY ? p.y / mass : load->velocity.y);
        w = angular / max_f(inertia, b->inertia);
    }
    Vec2 v = {freeX ? (p.x - cx * w) / mass : load->velocity.x,
              freeY ? (p.y - cy * w) / mass : load->velocity.y};
    float speed = length(v), limit = speed > load->maxSpeed ? load->maxSpeed / speed : 1.0f;
    out[0] = clamp_f(freeX ? limit * v.x : v.x, -MAX_SPEED, MAX_SPEED);
    out[1] = clamp_f(freeY ? limit * v.y : v.y, -MAX_SPEED, MAX_SPEED);
    out[2] = clamp_f(w, -MAX_SPIN, MAX_SPIN);
}

// Applies all fields that the body in `slot` is in.
static void apply_fields(const MicaWorld *world, SolverScratch *scratch, BodyLoad *load,
                         int32_t slot)
{
    apply_type(world, scratch, load, slot, MICA_FIELD_GRAVITY);
    apply_type(world, scratch, load, slot, MICA_FIELD_WATER);
    apply_type(world, scratch, load, slot, MICA_FIELD_WIND);
    apply_type(world, scratch, load, slot, MICA_FIELD_SPEED);
}

// Sets the accelerations and the first substep's velocity of one body in fields.
static void apply_to_body(MicaWorld *world, int32_t slot, const StepContext *context)
{
    int32_t index = world->scratch.solverOf.data[slot];
    const Body *b = &world->state.bodies.data[slot];
    SolverMotion *s = &world->scratch.solverMotion.data[index];
    SolverBody *solver = &world->scratch.solverBodies.data[index];
    const float *v = world->state.velocities.data[slot].v, *f = world->state.forces.data[slot].v;
    BodyLoad load = {.body = b,
                     .velocity = {v[0], v[1]},
                     .spin = v[2],
                     .dt = context->dt,
                     .gravity = scale(b->gravityScale, world->state.gravity),
                     .maxSpeed = MAX_SPEED};
    load.center = mul_add(vec(s->cx, s->cy), 0.5f * load.dt, load.velocity);
    load.pose.q = rot_normalize(
        rot_mul(world->state.transforms.data[slot].q, trig_small_rot(0.5f * load.dt * load.spin)));
    load.pose.p = sub(load.center, rotate(load.pose.q, b->localCenter));
    apply_fields(world, solver_scratch(world), &load, slot);
    float end[3], perSubstep = 1.0f / (float)context->substeps;
    solve_velocity(&load, f, end);
    for (int32_t i = 0; i < 3; ++i) {
        s->acceleration[i] = perSubstep * (end[i] - v[i]);
        s->base[i] = (v[i] + s->acceleration[i]) * (i < 2 ? s->acceleration[3] : s->base[3]);
    }
    solver->vx = s->base[0];
    solver->vy = s->base[1];
    solver->w = s->base[2];
}

// What gravity and fields do to a mover: it falls freely unless it is in a field.
static MoverStep forces_on_mover(const MicaWorld *world, SolverScratch *scratch, const Mover *m,
                                 float dt)
{
    const Body *b = &world->state.bodies.data[m->body];
    float pull = (m->flags & MOVER_FLOATS) != 0 ? 0.0f : b->gravityScale;
    Vec2 gravity = scale(pull, world->state.gravity);
    int32_t head = world->state.fieldCount > 0 ? scratch->fieldHeads.data[m->body] : NONE;
    if (head == NONE) {
        return (MoverStep){.acceleration = gravity, .gravity = gravity};
    }
    MicaShape shape = collider_shape(world, &world->state.colliders.data[m->collider]);
    float mass = shape_mass(&shape, world->state.colliders.data[m->collider].density).mass;
    Body body = *b;
    body.mass = mass > 0.0f ? mass : m->numbers[MICA_MOVER_MASS];
    body.gravityScale = pull;
    body.invMassX = body.invMassY = 1.0f / body.mass;
    BodyLoad load = {.body = &body,
                     .pose = world->state.transforms.data[m->body],
                     .center = body_world_center(world, m->body),
                     .velocity = add(m->velocity, m->groundVelocity),
                     .dt = dt,
                     .gravity = gravity,
                     .maxSpeed = MAX_SPEED};
    Vec2 ahead = scale(0.5f * dt, load.velocity);
    load.pose.p = add(load.pose.p, ahead);
    load.center = add(load.center, ahead);
    apply_fields(world, scratch, &load, m->body);
    const float none[3] = {0.0f};
    float end[3];
    solve_velocity(&load, none, end);
    return (MoverStep){
        .acceleration = scale(1.0f / dt, sub(vec(end[0], end[1]), load.velocity)),
        .gravity = load.gravity,
    };
}

void forces_apply(MicaWorld *world, const StepContext *context)
{
    SolverScratch *scratch = solver_scratch(world);
    for (int32_t i = 0; i < world->state.movers.count; ++i) {
        const Mover *m = &world->state.movers.data[i];
        if ((m->flags & MOVER_ALIVE) != 0) {
            world->scratch.moverSteps.data[i] = forces_on_mover(world, scratch, m, context->dt);
        }
    }
    for (int32_t slot = 0; slot < world->state.bodies.count && world->state.fieldCount > 0;
         ++slot) {
        if (scratch->fieldHeads.data[slot] != NONE && body_is_dynamic(world, slot)) {
            apply_to_body(world, slot, context);
        }
    }
}

// Gusts drift on. Called once the step can no longer fail.
void forces_advance_gusts(MicaWorld *world, const StepContext *context)
{
    for (int32_t i = 0; i < world->state.fields.count && world->state.fieldCount > 0; ++i) {
        Field *f = &world->state.fields.data[i];
        float passed = context->dt * (length(f->def.flow) + f->def.turbulence);
        if (f->def.turbulence > 0.0f) {
            float phase = f->phase + passed / f->def.gustSize;
            f->phase = phase - (float)GUST_PERIOD * (float)(int32_t)(phase / (float)GUST_PERIOD);
        }
    }
}
