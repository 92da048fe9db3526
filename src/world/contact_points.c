// Contact data for the game: what the solver knows of each touching pair, in world terms, of all
// pairs or of those between two sides. Reads contacts, transforms and velocities as the last step
// left them; writes one array that is kept, so that a game that reads every frame allocates
// nothing.
#include "world.h"

// A side of a pair as slots; NONE stands for any.
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

// The points of one pair, behind those that are there. Swapped: seen from its other side.
static void put_points(MicaWorld *world, const Contact *c, bool swapped)
{
    Transform tA = world->state.transforms.data[c->bodyA];
    Vec2 normal = rotate(tA.q, c->normal), center = world->state.bodies.data[c->bodyA].localCenter;
    for (int32_t i = 0; i < c->count; ++i) {
        Vec2 point = transform(tA, add(c->points[i].anchor, center));
        Vec2 relative =
            sub(surface_velocity(world, c->bodyB, point), surface_velocity(world, c->bodyA, point));
        MicaContactPoint p = {.colliderA = collider_handle(world, c->colliderA),
                              .colliderB = collider_handle(world, c->colliderB),
                              .point = point,
                              .normal = normal,
                              .separation = c->points[i].separation,
                              .normalImpulse = c->points[i].normalImpulse,
                              .tangentImpulse = contact_friction(c, i),
                              .normalSpeed = dot(relative, normal),
                              .feature = c->feature[i],
                              .age = world->state.steps - c->since,
                              .bodyA = body_handle(world, c->bodyA),
                              .bodyB = body_handle(world, c->bodyB),
                              .tangentSpeed = dot(relative, right_perp(normal)),
                              .pointCount = c->count};
        if (swapped) {
            // Both directions and whose motion is seen turn about: impulses and speeds along them
            // stay.
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
    Side a, b;
    if (world == NULL || !read_side(world, one, &a) || !read_side(world, other, &b)) {
        return 0;
    }
    world->output.contactPoints.count = 0;
    for (int32_t i = 0; i < world->state.contacts.count; ++i) {
        const Contact *c = &world->state.contacts.data[i];
        if (c->count == 0 || (c->flags & CONTACT_TOUCHING) == 0 ||
            (c->flags & CONTACT_TRIGGER) != 0) {
            continue;
        }
        bool straight = side_is(a, c->bodyA, c->colliderA) && side_is(b, c->bodyB, c->colliderB);
        if (!straight &&
            !(side_is(a, c->bodyB, c->colliderB) && side_is(b, c->bodyA, c->colliderA))) {
            continue;
        }
        if (!ARRAY_RESERVE(&world->host.memory, &world->output.contactPoints,
                           world->output.contactPoints.count + 2)) {
            world_fail(world, MICA_ERROR_NO_MEMORY);
            world->output.contactPoints.count = 0;
            return 0;
        }
        put_points(world, c, !straight);
    }
    if (out != NULL) {
        *out = world->output.contactPoints.data;
    }
    return world->output.contactPoints.count;
}

int32_t mica_world_contact_points(MicaWorld *world, const MicaContactPoint **out)
{
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
