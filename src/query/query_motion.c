// Queries for whole bodies: the time of impact of two moving bodies, and the first hit of a body
// that is swept along a path. All their colliders but triggers take part. Called between steps;
// reads bodies, colliders and trees.
#include "query.h"

static bool check_motion(MicaWorld *world, MicaMotion m)
{
    const float numbers[3] = {m.translation.x, m.translation.y, m.turn};
    if (!caster_check_numbers(world, numbers, 3)) {
        return false;
    }
    if (!within(m.turn, 1e4f)) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    return true;
}

static Sweep sweep_from_motion(const MicaWorld *world, int32_t slot, MicaMotion m)
{
    Vec2 center = body_world_center(world, slot);
    return (Sweep){world->state.bodies.data[slot].localCenter, center, add(center, m.translation),
                   world->state.transforms.data[slot].q, m.turn};
}

// The box around all places that a collider passes in a sweep.
static MicaAABB swept_box(const MicaWorld *world, const Collider *c, const Sweep *s)
{
    MicaAABB box = collider_tight_box(world, c);
    Vec2 displacement = sub(s->c1, s->c0);
    if (s->turn != 0.0f) {
        // It stays within a disc about the centre, whatever its rotation.
        float r = c->reach + length(s->localCenter);
        box = (MicaAABB){sub(s->c0, vec(r, r)), add(s->c0, vec(r, r))};
    }
    return (MicaAABB){vec(min_f(box.lower.x, box.lower.x + displacement.x),
                          min_f(box.lower.y, box.lower.y + displacement.y)),
                      vec(max_f(box.upper.x, box.upper.x + displacement.x),
                          max_f(box.upper.y, box.upper.y + displacement.y))};
}

// Takes the impact of two colliders if it is earlier than the best so far.
static void offer_impact(MicaImpact *best, const MicaWorld *world, int32_t slotA, const Sweep *sa,
                         int32_t slotB, const Sweep *sb)
{
    const Collider *a = &world->state.colliders.data[slotA],
                   *b = &world->state.colliders.data[slotB];
    MicaAABB boxA = swept_box(world, a, sa), boxB = swept_box(world, b, sb);
    PartWalk walkA, walkB;
    Polygon storageA, storageB;
    // Parts are looked up where they are now, so the other's box is moved by the opposite of their
    // own displacement.
    Vec2 backA = sub(sa->c0, sa->c1), backB = sub(sb->c0, sb->c1);
    parts_begin(&walkA, world, a, sa->turn == 0.0f ? boxB : boxA,
                sa->turn == 0.0f ? backA : vec(0.0f, 0.0f), parts_solid(ALL_LAYERS));
    for (int32_t partA; (partA = parts_next(&walkA)) != NONE;) {
        Geometry ga = part_geometry(world, a, partA, &storageA);
        parts_begin(&walkB, world, b, sb->turn == 0.0f ? boxA : boxB,
                    sb->turn == 0.0f ? backB : vec(0.0f, 0.0f), parts_solid(ALL_LAYERS));
        for (int32_t partB; (partB = parts_next(&walkB)) != NONE;) {
            Geometry gb = part_geometry(world, b, partB, &storageB);
            MicaTimeOfImpact toi = toi_compute(&ga, sa, &gb, sb, 0.0f, 1.0f);
            if (toi.state == MICA_TOI_SEPARATED) {
                continue;
            }
            if (best->toi.state == MICA_TOI_SEPARATED || toi.fraction < best->toi.fraction) {
                *best =
                    (MicaImpact){toi, collider_handle(world, slotA), collider_handle(world, slotB)};
            }
        }
    }
}

static bool is_solid(const Collider *c)
{
    return (c->flags & COLLIDER_TRIGGER) == 0 && c->disabled == 0;
}

MicaImpact mica_body_time_of_impact(MicaWorld *world, MicaBody bodyA, MicaMotion motionA,
                                    MicaBody bodyB, MicaMotion motionB)
{
    MicaImpact best = {.toi = {.state = MICA_TOI_INVALID}};
    if (world == NULL || !check_motion(world, motionA) || !check_motion(world, motionB)) {
        return best;
    }
    int32_t a = body_slot(world, bodyA), b = a == NONE ? NONE : body_slot(world, bodyB);
    if (b == NONE) {
        return best;
    }
    if (a == b) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return best;
    }
    best.toi = (MicaTimeOfImpact){.state = MICA_TOI_SEPARATED, .fraction = 1.0f};
    Sweep sa = sweep_from_motion(world, a, motionA), sb = sweep_from_motion(world, b, motionB);
    const Collider *colliders = world->state.colliders.data;
    for (int32_t i = world->state.bodies.data[a].firstCollider; i != NONE; i = colliders[i].next) {
        for (int32_t k = world->state.bodies.data[b].firstCollider; k != NONE;
             k = colliders[k].next) {
            if (is_solid(&colliders[i]) && is_solid(&colliders[k])) {
                offer_impact(&best, world, i, &sa, k, &sb);
            }
        }
    }
    return best;
}

// Takes the first hit of one collider of a body at t, if it is closer than the best so far.
static void offer_closest_hit(CasterHit *best, Caster *bestCaster, const Caster *given, int32_t own,
                              Transform t, Vec2 displacement)
{
    const MicaWorld *world = given->world;
    const Collider *c = &world->state.colliders.data[own];
    Caster caster = *given;
    caster.own = c;
    caster.layers &= layer_response_mask(world, c);
    PartWalk parts;
    Polygon storage;
    parts_begin(&parts, world, c, collider_tight_box(world, c), vec(0.0f, 0.0f),
                parts_solid(ALL_LAYERS));
    for (int32_t part; (part = parts_next(&parts)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        caster.ownLayer = part_layer(world, c, part);
        caster_set_shape(&caster, &g, t, displacement);
        ClosestSearch search;
        closest_search_begin(&search, &caster);
        while (closest_search_step(&search)) {
        }
        if (search.found.slot != NONE &&
            (best->slot == NONE || search.found.result.fraction < best->result.fraction)) {
            *best = search.found;
            *bestCaster = caster;
        }
    }
}

bool mica_body_sweep(MicaWorld *world, MicaBody body, const MicaVec2 *path, int32_t count,
                     const MicaFilter *filter, MicaPathHit *out)
{
    Caster given;
    if (!caster_begin(&given, world, filter, out, 1)) {
        return false;
    }
    int32_t slot = body_slot(world, body);
    if (slot == NONE) {
        return false;
    }
    if (path == NULL || count < 2) {
        world_fail(world, path == NULL ? MICA_ERROR_NULL_ARGUMENT : MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        const float numbers[2] = {path[i].x, path[i].y};
        if (!caster_check_numbers(world, numbers, 2)) {
            world->host.lastErrorSlot = i;
            return false;
        }
    }
    trees_refit(world);
    float travelled = 0.0f;
    for (int32_t i = 0; i + 1 < count; ++i) {
        Transform t = {path[i], world->state.transforms.data[slot].q};
        Vec2 displacement = sub(path[i + 1], path[i]);
        CasterHit best = {.slot = NONE};
        Caster caster = given;
        for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
             c = world->state.colliders.data[c].next) {
            if (is_solid(&world->state.colliders.data[c])) {
                offer_closest_hit(&best, &caster, &given, c, t, displacement);
            }
        }
        if (best.slot != NONE) {
            out->segment = i;
            closest_record(&caster, &best, &out->hit);
            int32_t own = (int32_t)(caster.own - world->state.colliders.data);
            out->own = collider_handle(world, own);
            out->distance = travelled + out->hit.fraction * length(displacement);
            out->position = mul_add(path[i], out->hit.fraction, displacement);
            return true;
        }
        travelled += length(displacement);
    }
    *out = (MicaPathHit){.hit = {.fraction = 1.0f, .point = path[count - 1], .part = UNNAMED_PART},
                         .segment = count - 2,
                         .distance = travelled,
                         .position = path[count - 1]};
    return false;
}
