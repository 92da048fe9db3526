// Narrow phase: for every pair with a moving side, the manifold, carrying impulses over from the last step by feature;
// pairs whose boxes parted are dropped. Reads transforms and shapes; writes manifolds, end and trigger events, and
// wakes what is touched by something awake.
#include "world.h"

static bool boxes_overlap(const MicaAABB *a, const MicaAABB *b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y;
}

static void update_manifold(MicaWorld *world, Contact *c, const Collider *a, const Collider *b)
{
    Transform tA = world->transforms[c->bodyA], tB = world->transforms[c->bodyB];
    Geometry gA = collider_geometry(world, a), gB = collider_geometry(world, b);
    LocalManifold m;
    collide_geometry(&gA, &gB, inv_mul(tA, tB), SPECULATIVE_DISTANCE, &m);
    ContactPoint old[2] = {c->points[0], c->points[1]};
    int32_t oldCount = c->count;
    c->normal = rotate(tA.q, m.normal);
    c->count = (uint8_t)m.count;
    Vec2 center = world->bodies.data[c->bodyA].localCenter;
    for (int32_t i = 0; i < m.count; ++i) {
        ContactPoint *p = &c->points[i];
        *p = (ContactPoint){.anchor = rotate(tA.q, sub(m.points[i].point, center)),
                            .separation = m.points[i].separation,
                            .feature = m.points[i].feature};
        for (int32_t j = 0; j < oldCount; ++j) {
            if (old[j].feature == p->feature) {
                p->normalImpulse = old[j].normalImpulse;
                p->tangentImpulse = old[j].tangentImpulse;
                break;
            }
        }
    }
    if (m.count == 0) {
        c->rollingImpulse = 0.0f;
        event_end(world, c);
    }
}

static void update_trigger(MicaWorld *world, Contact *c, const Collider *a, const Collider *b)
{
    Geometry gA = collider_geometry(world, a), gB = collider_geometry(world, b);
    LocalManifold m;
    collide_geometry(&gA, &gB, inv_mul(world->transforms[c->bodyA], world->transforms[c->bodyB]), 0.0f, &m);
    event_trigger(world, c, m.count > 0);
}

bool narrow_phase(MicaWorld *world)
{
    if (!ARRAY_RESERVE(&world->memory, &world->removals, world->contacts.count)) {
        return false;
    }
    world->removals.count = 0;
    world->narrowTests = 0;
    for (int32_t i = 0; i < world->contacts.count; ++i) {
        Contact *c = &world->contacts.data[i];
        if (((world->flags[c->bodyA] | world->flags[c->bodyB]) & MICA_FLAG_MOVED) == 0) {
            continue;
        }
        const Collider *a = &world->colliders.data[c->colliderA], *b = &world->colliders.data[c->colliderB];
        if (!boxes_overlap(&a->box, &b->box)) {
            event_end(world, c);
            world->removals.data[world->removals.count++] = i;
            continue;
        }
        world->narrowTests += 1;
        if ((c->flags & CONTACT_TRIGGER) != 0) {
            update_trigger(world, c, a, b);
            continue;
        }
        update_manifold(world, c, a, b);
        if (c->count > 0) {
            body_wake(world, c->bodyA);
            body_wake(world, c->bodyB);
        }
    }
    for (int32_t i = world->removals.count - 1; i >= 0; --i) {
        contact_remove(world, world->removals.data[i]);
    }
    return true;
}
