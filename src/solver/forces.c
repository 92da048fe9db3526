// What fields do in a step. fields_find lists the colliders of awake bodies that trigger contacts
// put into fields, and wakes those that a field does not let sleep; fields_apply turns each body's
// list into one acceleration and writes it into the solver's motion, the step's own copy. Forces
// that go with velocity are solved as backward Euler with all others: (M + dt D) u' = M u + dt (f +
// D flow), so that no drag overshoots. Forces that go with place are taken half a step ahead, which
// makes the step over an oscillation or an orbit neither gain nor lose.
#include "solver.h"

#include <string.h>

static const Field *field_of(const MicaWorld *world, const FieldTouch *touch)
{
    return &world->state.fields.data[world->state.colliders.data[touch->trigger].field];
}

// Whether a collider's field acts on another collider.
static bool reaches(const MicaWorld *world, int32_t trigger, int32_t visitor)
{
    const Collider *v = &world->state.colliders.data[visitor];
    return world->state.colliders.data[trigger].field != NONE &&
           (v->flags & COLLIDER_TRIGGER) == 0 && !collider_is_compound(v) &&
           body_is_dynamic(world, v->body);
}

static void keep_awake(MicaWorld *world, int32_t trigger, int32_t visitor)
{
    const Collider *t = &world->state.colliders.data[trigger];
    const MicaField *f = &world->state.fields.data[t->field].def;
    int32_t body = world->state.colliders.data[visitor].body;
    bool blows = f->type == MICA_FIELD_WIND ||
                 (f->type == MICA_FIELD_WATER && (f->flow.x != 0.0f || f->flow.y != 0.0f));
    if (blows) {
        world->state.bodies.data[body].sleepTime = 0.0f;
    }
    if (blows || body_has(world, t->body, MICA_FLAG_MOVED)) {
        body_wake(world, body);
    }
}

static void put_touch(MicaWorld *world, int32_t trigger, int32_t visitor)
{
    int32_t body = world->state.colliders.data[visitor].body,
            *head = &world->scratch.fieldHeads.data[body];
    if (body_moves(world, body)) {
        world->scratch.fieldTouches.data[world->scratch.fieldTouches.count] =
            (FieldTouch){.trigger = trigger, .visitor = visitor, .next = *head};
        *head = world->scratch.fieldTouches.count++;
    }
}

bool fields_find(MicaWorld *world)
{
    world->scratch.fieldTouches.count = 0;
    if (world->state.fieldCount == 0) {
        return true;
    }
    int32_t found = 0;
    // First who wakes: a whole island may, through any one of its bodies.
    for (int32_t pass = 0; pass < 2; ++pass) {
        // From the last, since each goes before those that its body has.
        for (int32_t i = world->state.contacts.count - 1; i >= 0; --i) {
            const Contact *c = &world->state.contacts.data[i];
            uint8_t both = CONTACT_TRIGGER | CONTACT_TOUCHING;
            for (int32_t side = 0; side < 2 && (c->flags & both) == both; ++side) {
                int32_t trigger = side == 0 ? c->colliderA : c->colliderB,
                        visitor = side == 0 ? c->colliderB : c->colliderA;
                if (reaches(world, trigger, visitor)) {
                    if (pass == 0) {
                        keep_awake(world, trigger, visitor);
                        found += 1;
                    } else {
                        put_touch(world, trigger, visitor);
                    }
                }
            }
        }
        if (pass == 0) {
            if (!ARRAY_RESERVE(&world->host.memory, &world->scratch.fieldTouches, found) ||
                !ARRAY_RESERVE(&world->host.memory, &world->scratch.fieldHeads,
                               world->state.bodies.count)) {
                return false;
            }
            for (int32_t i = 0; i < world->state.bodies.count; ++i) {
                world->scratch.fieldHeads.data[i] = NONE;
            }
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------ one body

// All that acts on one body, about its centre of mass half a step ahead.
typedef struct Load {
    const Body *body;
    Transform pose;
    Vec2 center, velocity;
    float spin, dt;
    Vec2 gravity;    // m/s² of everything that pulls light and heavy alike
    Vec2 force;      // N
    float torque;    // N m
    float drag;      // the matrix D: sums over the places of drag of k,
    Vec2 dragArm;    // k r
    float dragTurn;  // and k r², with what turns alone
    Vec2 flow;       // D times the velocity that drag leads to
    float flowTurn;
    float maxSpeed;
} Load;

// Drag k towards velocity w, acting at the point.
static void load_drag(Load *load, Vec2 point, float k, Vec2 w)
{
    Vec2 r = sub(point, load->center);
    load->drag += k;
    load->dragArm = mul_add(load->dragArm, k, r);
    load->dragTurn += k * dot(r, r);
    load->flow = mul_add(load->flow, k, w);
    load->flowTurn += k * cross(r, w);
}

// Torque k towards the angular velocity.
static void load_turn(Load *load, float k, float spin)
{
    load->dragTurn += k;
    load->flowTurn += k * spin;
}

// Smooth noise in -1 .. 1 that repeats after GUST_PERIOD.
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

// Velocity of the air or water at a point, gusts apart.
static Vec2 medium_velocity(const MicaWorld *world, int32_t body, Vec2 flow, Vec2 point)
{
    const float *v = world->state.velocities.data[body].v;
    Vec2 arm = sub(point, body_world_center(world, body));
    return add(add(vec(v[0], v[1]), cross_sv(v[2], arm)),
               rotate(world->state.transforms.data[body].q, flow));
}

static void apply_wind(const MicaWorld *world, Load *load, const Field *f, const Collider *trigger,
                       const Collider *visitor)
{
    Geometry g = collider_geometry(world, visitor);
    Vec2 point = transform(load->pose, geometry_mean_point(&g));
    Vec2 air = medium_velocity(world, trigger->body, f->def.flow, point);
    if (f->def.turbulence > 0.0f) {
        // Gusts are carried along by the flow unchanged (Taylor's hypothesis): noise over the way
        // upstream.
        float speed;
        Vec2 along =
            rotate(world->state.transforms.data[trigger->body].q, normalize(f->def.flow, &speed));
        along = speed > 0.0f ? along : vec(1.0f, 0.0f);
        float way = dot(sub(point, world->state.transforms.data[trigger->body].p), along);
        float at = clamp_f(way / f->def.gustSize, -1e6f, 1e6f) - f->phase;
        air = mul_add(air, f->def.turbulence, vec(gust(at, 1), gust(at, 2)));
    }
    // What blows against it, with what the step's gravity is about to do: a body as fast as the air
    // falls out of it.
    float speed, low, high;
    Vec2 own = mul_add(load->velocity, load->dt, load->gravity);
    own = add(own, cross_sv(load->spin, sub(point, load->center)));
    Vec2 across = left_perp(normalize(sub(air, own), &speed));
    across = speed > 0.0f ? across : vec(0.0f, 1.0f);
    geometry_projection(&g, load->pose.q, across, &low, &high);
    float width = high - low, k = f->def.drag * width;
    load_drag(load, point, k, air);
    // The width as a line across the wind.
    load_turn(load, k * width * width / 12.0f, world->state.velocities.data[trigger->body].v[2]);
}

// The middle of a collider; of many parts, that of their bounds.
static Vec2 middle_of(const MicaWorld *world, const Collider *c)
{
    if (collider_is_compound(c)) {
        MicaAABB box = collider_tight_box(world, c);
        return lerp(box.lower, box.upper, 0.5f);
    }
    Geometry g = collider_geometry(world, c);
    return transform(world->state.transforms.data[c->body], geometry_mean_point(&g));
}

// How far it reaches in a direction.
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

static void apply_water(const MicaWorld *world, Load *load, const Field *f, const Collider *trigger,
                        const Collider *visitor)
{
    Geometry g = collider_geometry(world, visitor);
    Transform t = world->state.transforms.data[trigger->body];
    float pull, level = 3e38f;
    Vec2 up = neg(normalize(load->gravity, &pull));
    if (pull > 0.0f) {
        level = min_f(top_of(world, trigger, up), dot(t.p, up) + f->def.surface);
    } else {
        up = vec(0.0f, 1.0f);  // nothing is up: all of it is wet
    }
    Submerged s = geometry_submerged(&g, load->pose, up, level);
    float mass = f->def.density * s.area;
    if (mass > 0.0f) {
        Vec2 lift = scale(-mass, load->gravity);
        load->force = add(load->force, lift);
        load->torque += cross(sub(s.center, load->center), lift);
        load_drag(load, s.center, f->def.drag * mass,
                  medium_velocity(world, trigger->body, f->def.flow, s.center));
        load_turn(load, f->def.angularDrag * f->def.density * s.inertia,
                  world->state.velocities.data[trigger->body].v[2]);
    }
}

static Vec2 gravity_at(const MicaWorld *world, const MicaField *f, const Collider *trigger,
                       Vec2 point)
{
    Transform t = world->state.transforms.data[trigger->body];
    Vec2 pull = rotate(t.q, f->acceleration);
    float away;
    Vec2 inward = normalize(sub(middle_of(world, trigger), point), &away);
    float ratio = f->distance / max_f(away, 1e-9f), strength = f->strength;
    if (ratio > 1.0f) {
        strength *= away / f->distance;
    } else {
        strength *= f->falloff == 0 ? 1.0f : f->falloff == 1 ? ratio : ratio * ratio;
    }
    return mul_add(pull, strength, inward);
}

// Whether the touch at `index` is the first of its field in the list from `head`: some fields act
// once a body.
static bool first_of_field(const MicaWorld *world, int32_t head, int32_t index)
{
    const FieldTouch *touches = world->scratch.fieldTouches.data;
    int32_t i = head;
    while (touches[i].trigger != touches[index].trigger) {
        i = touches[i].next;
    }
    return i == index;
}

// The fields of one type and of the highest priority among them.
static void apply_type(const MicaWorld *world, Load *load, int32_t head, MicaFieldType type)
{
    const FieldTouch *touches = world->scratch.fieldTouches.data;
    int32_t best = INT32_MIN;
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
        bool once = first_of_field(world, head, i);
        if (type == MICA_FIELD_WATER) {
            apply_water(world, load, field, trigger, visitor);
        } else if (type == MICA_FIELD_WIND) {
            apply_wind(world, load, field, trigger, visitor);
            added = once ? add(added, rotate(world->state.transforms.data[trigger->body].q,
                                             f->acceleration))
                         : added;
        } else if (once && type == MICA_FIELD_GRAVITY) {
            added = mul_add(added, load->body->gravityScale,
                            gravity_at(world, f, trigger, load->center));
            replaced = replaced || f->replace != 0;
        } else if (once) {
            load->maxSpeed = min_f(load->maxSpeed, f->maxSpeed);
            load_drag(load, load->center, f->drag * load->body->mass, vec(0.0f, 0.0f));
            load_turn(load, f->angularDrag * load->body->inertia, 0.0f);
        }
    }
    load->gravity = add(replaced ? vec(0.0f, 0.0f) : load->gravity, added);
}

// The velocity at the end of the step, as x, y, turn. Locked axes keep theirs.
static void solve_velocity(const Load *load, const float *forces, float *out)
{
    const Body *b = load->body;
    float dt = load->dt, mass = b->mass + dt * load->drag;
    bool freeX = b->invMassX != 0.0f, freeY = b->invMassY != 0.0f, turns = b->invInertia != 0.0f;
    // Right-hand sides, as momenta.
    Vec2 push = {load->force.x + load->flow.x + forces[0],
                 load->force.y + load->flow.y + forces[1]};
    Vec2 p = scale(b->mass, mul_add(load->velocity, dt, load->gravity));
    p = mul_add(p, dt, push);
    float turn = b->inertia * load->spin + dt * (load->torque + load->flowTurn + forces[2]);
    // D couples x with turn by -k ry, y by k rx. x and y are eliminated first.
    float cx = -dt * load->dragArm.y, cy = dt * load->dragArm.x;
    float w = load->spin;
    if (turns) {
        float inertia = b->inertia + dt * load->dragTurn;
        inertia -= (freeX ? cx * (cx / mass) : 0.0f) + (freeY ? cy * (cy / mass) : 0.0f);
        turn -= cx * (freeX ? p.x / mass : load->velocity.x);
        turn -= cy * (freeY ? p.y / mass : load->velocity.y);
        w = turn / max_f(inertia, b->inertia);
    }
    Vec2 v = {freeX ? (p.x - cx * w) / mass : load->velocity.x,
              freeY ? (p.y - cy * w) / mass : load->velocity.y};
    float speed = length(v), limit = speed > load->maxSpeed ? load->maxSpeed / speed : 1.0f;
    out[0] = clamp_f(freeX ? limit * v.x : v.x, -MAX_SPEED, MAX_SPEED);
    out[1] = clamp_f(freeY ? limit * v.y : v.y, -MAX_SPEED, MAX_SPEED);
    out[2] = clamp_f(w, -MAX_SPIN, MAX_SPIN);
}

static void apply_to_body(MicaWorld *world, int32_t slot, const StepContext *context)
{
    int32_t head = world->scratch.fieldHeads.data[slot], index = world->scratch.solverOf.data[slot];
    const Body *b = &world->state.bodies.data[slot];
    SolverMotion *s = &world->scratch.solverMotion.data[index];
    SolverBody *solver = &world->scratch.solverBodies.data[index];
    const float *v = world->state.velocities.data[slot].v, *f = world->state.forces.data[slot].v;
    Load load = {.body = b,
                 .velocity = {v[0], v[1]},
                 .spin = v[2],
                 .dt = context->dt,
                 .gravity = scale(b->gravityScale, world->state.gravity),
                 .maxSpeed = MAX_SPEED};
    load.center = mul_add(vec(s->cx, s->cy), 0.5f * load.dt, load.velocity);
    load.pose.q = rot_normalize(
        rot_mul(world->state.transforms.data[slot].q, trig_small_rot(0.5f * load.dt * load.spin)));
    load.pose.p = sub(load.center, rotate(load.pose.q, b->localCenter));
    apply_type(world, &load, head, MICA_FIELD_GRAVITY);
    apply_type(world, &load, head, MICA_FIELD_WATER);
    apply_type(world, &load, head, MICA_FIELD_WIND);
    apply_type(world, &load, head, MICA_FIELD_SPEED);
    float end[3], share = 1.0f / (float)context->substeps;
    solve_velocity(&load, f, end);
    for (int32_t i = 0; i < 3; ++i) {
        s->acceleration[i] = share * (end[i] - v[i]);
        s->base[i] = (v[i] + s->acceleration[i]) * (i < 2 ? s->acceleration[3] : s->base[3]);
    }
    solver->vx = s->base[0];
    solver->vy = s->base[1];
    solver->w = s->base[2];
}

void fields_apply(MicaWorld *world, const StepContext *context)
{
    if (world->state.fieldCount == 0) {
        return;
    }
    for (int32_t slot = 0; slot < world->state.bodies.count; ++slot) {
        if (world->scratch.fieldHeads.data[slot] != NONE) {
            apply_to_body(world, slot, context);
        }
    }
}

// Gusts drift on: from here on the step cannot fail.
void fields_advance(MicaWorld *world, const StepContext *context)
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
