// Contact data that the game reads between steps: which pairs touch (stays), and the points of
// contacts in world space, of all pairs or of those between two sides. Called by the public API
// only. Reads contacts, their impulses, transforms and velocities as the last step left them; writes
// output.triggerStays, contactStays and contactPoints, which keep their memory, so that a game that
// reads them every frame allocates nothing.
#include "world.h"

// --------------------------------------------------------------------------------------- impulses

// The impulses of a contact over the last step. Contacts are read in their order: `at`, 0 at first,
// is where contactImpulses goes on. A pair that the step did not solve sleeps, or presses with
// nothing: each substep of the step counts as the last one that solved it.
static ContactImpulses impulses_of(const MicaWorld *world, int32_t contact, int32_t *at)
{
    const ContactImpulses *list = world->output.contactImpulses.data;
    int32_t count = world->output.contactImpulses.count;
    while (*at < count && list[*at].contact < contact) {
        *at += 1;
    }
    ContactImpulses r = {.contact = contact};
    if (*at < count && list[*at].contact == contact) {
        r = list[*at];
    } else if (world->state.lastH > 0.0f) {
        const Contact *c = &world->state.contacts.data[contact];
        float substeps = world->state.lastDt / world->state.lastH;
        for (int32_t p = 0; p < c->count; ++p) {
            r.normal[p] = substeps * c->points[p].normalImpulse;
        }
        r.tangent = substeps * c->tangentImpulse;
    }
    // Those of bodies that were stopped because their motion was no number.
    bool finite = within(r.normal[0] + r.normal[1], 3e38f) && within(r.tangent, 3e38f);
    return finite ? r : (ContactImpulses){.contact = contact};
}

// The friction impulse of one point, as contact_friction.
static float friction_of(const ContactImpulses *i, int32_t point, int32_t count)
{
    float sum = i->normal[0] + i->normal[1];
    return i->tangent * (sum > 0.0f ? i->normal[point] / sum : 1.0f / (float)count);
}

// ------------------------------------------------------------------------------------------ stays

// Whether the pair touches, as a trigger pair that emits events or as a solid one.
static bool is_touching(const Contact *c, bool trigger)
{
    uint8_t kind = trigger ? CONTACT_TRIGGER : 0;
    return (c->flags & (CONTACT_TOUCHING | CONTACT_TRIGGER | CONTACT_SILENT)) ==
           (CONTACT_TOUCHING | kind);
}

// Lists all touching pairs of one kind; returns their number.
static int32_t list_stays(MicaWorld *world, bool trigger)
{
    int32_t count = 0, at = 0;
    for (int32_t i = 0; world != NULL && i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        if (!is_touching(c, trigger)) {
            continue;
        }
        if (!(trigger
                  ? ARRAY_RESERVE(&world->host.memory, &world->output.triggerStays, count + 1)
                  : ARRAY_RESERVE(&world->host.memory, &world->output.contactStays, count + 1))) {
            world_fail(world, MICA_ERROR_NO_MEMORY);
            return 0;
        }
        if (trigger) {
            world->output.triggerStays.data[count] = event_of_trigger(world, c);
        } else {
            MicaContactEvent *e = &world->output.contactStays.data[count];
            *e = event_of_contact(world, c);
            ContactImpulses impulses = impulses_of(world, i, &at);
            e->impulse = impulses.normal[0] + impulses.normal[1];
        }
        count += 1;
    }
    return count;
}

int32_t mica_world_trigger_stays(MicaWorld *world, const MicaTriggerEvent **out)
{
    world_enter(world);
    int32_t count = list_stays(world, true);
    if (world != NULL && out != NULL) {
        *out = world->output.triggerStays.data;
    }
    return count;
}

int32_t mica_world_contact_stays(MicaWorld *world, const MicaContactEvent **out)
{
    world_enter(world);
    int32_t count = list_stays(world, false);
    if (world != NULL && out != NULL) {
        *out = world->output.contactStays.data;
    }
    return count;
}

int32_t mica_trigger_pairs(const MicaWorld *world, MicaBody a, MicaBody b)
{
    int32_t count = 0;
    if (!mica_body_is_valid(world, a) || !mica_body_is_valid(world, b)) {
        return 0;
    }
    int32_t slotA = MICA_SLOT(a), slotB = MICA_SLOT(b);
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        bool both =
            (c->bodyA == slotA && c->bodyB == slotB) || (c->bodyA == slotB && c->bodyB == slotA);
        count += both && is_touching(c, true) ? 1 : 0;
    }
    return count;
}

// ----------------------------------------------------------------------------------------- points

// One side of the pairs that the caller wants, as slots; NONE: any.
typedef struct Side {
    int32_t body, collider;
} Side;

static bool read_side(MicaWorld *world, MicaContactSide given, Side *out)
{
    *out = (Side){NONE, NONE};
    if (given.body.id != 0) {
        out->body = body_slot(world, given.body);
    }
    if (given.collider.id != 0) {
        out->collider = collider_slot(world, given.collider);
    }
    return (given.body.id == 0) == (out->body == NONE) &&
           (given.collider.id == 0) == (out->collider == NONE);
}

static bool side_is(Side side, int32_t body, int32_t collider)
{
    return (side.body == NONE || side.body == body) &&
           (side.collider == NONE || side.collider == collider);
}

static Vec2 surface_velocity(const MicaWorld *world, int32_t body, Vec2 point)
{
    const float *v = world->state.velocities.data[body].v;
    return add(vec(v[0], v[1]), cross_sv(v[2], sub(point, body_world_center(world, body))));
}

// Appends the points of one pair. `swapped`: with B as side A.
static void append_points(MicaWorld *world, const Contact *c, const ContactImpulses *impulses,
                          bool swapped)
{
    Transform tA = world->state.transforms.data[c->bodyA];
    Vec2 normal = rotate(tA.q, c->normal), center = world->state.bodies.data[c->bodyA].localCenter;
    for (int32_t i = 0; i < c->count; ++i) {
        Vec2 point = transform(tA, add(c->points[i].anchor, center));
        Vec2 relative =
            sub(surface_velocity(world, c->bodyB, point), surface_velocity(world, c->bodyA, point));
        MicaContactPoint p = {
            .colliderA = collider_handle(world, c->colliderA),
            .colliderB = collider_handle(world, c->colliderB),
            .point = point,
            .normal = normal,
            .separation = c->points[i].separation,
            .normalImpulse = impulses->normal[i],
            .tangentImpulse = friction_of(impulses, i, c->count),
            .normalSpeed = dot(relative, normal),
            .feature = c->feature[i],
            .age = world->state.steps - c->since,
            .bodyA = body_handle(world, c->bodyA),
            .bodyB = body_handle(world, c->bodyB),
            .tangentSpeed = dot(relative, right_perp(normal)),
            .pointCount = c->count,
            .part = part_named(world, &world->state.colliders.data[c->colliderA], c->part)};
        if (swapped) {
            // Normal, tangent and relative velocity all change their sign, so that the impulses and
            // speeds along them keep theirs.
            MicaCollider collider = p.colliderA;
            MicaBody body = p.bodyA;
            p.colliderA = p.colliderB;
            p.colliderB = collider;
            p.bodyA = p.bodyB;
            p.bodyB = body;
            p.normal = neg(normal);
        }
        world->output.contactPoints.data[world->output.contactPoints.count++] = p;
    }
}

int32_t mica_pair_contact_points(MicaWorld *world, MicaContactSide one, MicaContactSide other,
                                 const MicaContactPoint **out)
{
    world_enter(world);
    Side a, b;
    if (world == NULL || !read_side(world, one, &a) || !read_side(world, other, &b)) {
        return 0;
    }
    world->output.contactPoints.count = 0;
    int32_t at = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        if (c->count == 0 || (c->flags & CONTACT_TOUCHING) == 0 ||
            (c->flags & CONTACT_TRIGGER) != 0) {
            continue;
        }
        bool inOrder = side_is(a, c->bodyA, c->colliderA) && side_is(b, c->bodyB, c->colliderB);
        if (!inOrder &&
            !(side_is(a, c->bodyB, c->colliderB) && side_is(b, c->bodyA, c->colliderA))) {
            continue;
        }
        if (!ARRAY_RESERVE(&world->host.memory, &world->output.contactPoints,
                           world->output.contactPoints.count + 2)) {
            world_fail(world, MICA_ERROR_NO_MEMORY);
            world->output.contactPoints.count = 0;
            return 0;
        }
        ContactImpulses impulses = impulses_of(world, i, &at);
        append_points(world, c, &impulses, !inOrder);
    }
    if (out != NULL) {
        *out = world->output.contactPoints.data;
    }
    return world->output.contactPoints.count;
}

int32_t mica_world_contact_points(MicaWorld *world, const MicaContactPoint **out)
{
    world_enter(world);
    return mica_pair_contact_points(world, (MicaContactSide){{0}, {0}}, (MicaContactSide){{0}, {0}},
                                    out);
}

int32_t mica_body_contact_points(MicaWorld *world, MicaBody body, const MicaContactPoint **out)
{
    int32_t slot = body_slot(world, body);
    return slot == NONE ? 0
                        : mica_pair_contact_points(world, (MicaContactSide){.body = body},
                                                   (MicaContactSide){{0}, {0}}, out);
}
