// Whole bodies on the move: when two of them first touch, and what one meets on its way along a
// path. All their colliders but triggers go along. Reads bodies, colliders and the trees; changes
// nothing.
#include "query.h"

static bool motion_ok(MicaWorld *world, MicaMotion m)
{
    const float numbers[3] = {m.translation.x, m.translation.y, m.turn};
    if (!caster_numbers_ok(world, numbers, 3)) {
        return false;
    }
    if (!within(m.turn, 1e4f)) {
        world_fail(world, MICA_ERROR_OUT_OF_RANGE);
        return false;
    }
    return true;
}

static Sweep sweep_of(const MicaWorld *world, int32_t slot, MicaMotion m)
{
    Vec2 center = body_world_center(world, slot);
    return (Sweep){world->state.bodies.data[slot].localCenter, center, add(center, m.translation),
                   world->state.transforms.data[slot].q, m.turn};
}

// All that a collider may touch on its way.
static MicaAABB way_box(const MicaWorld *world, const Collider *c, const Sweep *s)
{
    MicaAABB box = collider_tight_box(world, c);
    Vec2 way = sub(s->c1, s->c0);
    if (s->turn != 0.0f) {
        // However it turns, it stays within a disc about the centre.
        float r = c->reach + length(s->localCenter);
        box = (MicaAABB){sub(s->c0, vec(r, r)), add(s->c0, vec(r, r))};
    }
    return (MicaAABB){
        vec(min_f(box.lower.x, box.lower.x + way.x), min_f(box.lower.y, box.lower.y + way.y)),
        vec(max_f(box.upper.x, box.upper.x + way.x), max_f(box.upper.y, box.upper.y + way.y))};
}

// Shortens the impact by what two colliders do to each other.
static void offer_impact(MicaImpact *best, const MicaWorld *world, int32_t slotA, const Sweep *sa,
                         int32_t slotB, const Sweep *sb)
{
    const Collider *a = &world->state.colliders.data[slotA],
                   *b = &world->state.colliders.data[slotB];
    MicaAABB wayA = way_box(world, a, sa), wayB = way_box(world, b, sb);
    PartWalk walkA, walkB;
    Polygon storageA, storageB;
    // Parts are found where they are now, so what comes to them is widened by their own way.
    Vec2 backA = sub(sa->c0, sa->c1), backB = sub(sb->c0, sb->c1);
    parts_begin(&walkA, world, a, sa->turn == 0.0f ? wayB : wayA,
                sa->turn == 0.0f ? backA : vec(0.0f, 0.0f), PARTS_SOLID);
    for (int32_t partA; (partA = parts_next(&walkA)) != NONE;) {
        Geometry ga = part_geometry(world, a, partA, &storageA);
        parts_begin(&walkB, world, b, sb->turn == 0.0f ? wayA : wayB,
                    sb->turn == 0.0f ? backB : vec(0.0f, 0.0f), PARTS_SOLID);
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

static bool is_solid(const Collider *c) { return (c->flags & COLLIDER_TRIGGER) == 0; }

MicaImpact mica_body_time_of_impact(MicaWorld *world, MicaBody bodyA, MicaMotion motionA,
                                    MicaBody bodyB, MicaMotion motionB)
{
    MicaImpact best = {.toi = {.state = MICA_TOI_INVALID}};
    if (world == NULL || !motion_ok(world, motionA) || !motion_ok(world, motionB)) {
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
    Sweep sa = sweep_of(world, a, motionA), sb = sweep_of(world, b, motionB);
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

// What one collider of a body at `t` meets on its way, if that is nearer than the best so far.
static void offer_way(Found *best, Caster *ofBest, const Caster *given, int32_t own, Transform t,
                      Vec2 way)
{
    const MicaWorld *world = given->world;
    const Collider *c = &world->state.colliders.data[own];
    Caster caster = *given;
    caster.own = c;
    // A group may have it meet what its layer ignores.
    caster.layers &= c->group > 0 ? UINT64_MAX : layer_response_mask(world, c);
    PartWalk parts;
    Polygon storage;
    parts_begin(&parts, world, c, collider_tight_box(world, c), vec(0.0f, 0.0f), PARTS_SOLID);
    for (int32_t part; (part = parts_next(&parts)) != NONE;) {
        Geometry g = part_geometry(world, c, part, &storage);
        caster_set_shape(&caster, &g, t, way);
        Search search;
        search_begin(&search, &caster);
        while (search_step(&search)) {
        }
        if (search.found.slot != NONE &&
            (best->slot == NONE || search.found.result.fraction < best->result.fraction)) {
            *best = search.found;
            *ofBest = caster;
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
        if (!caster_numbers_ok(world, numbers, 2)) {
            world->host.lastErrorSlot = i;
            return false;
        }
    }
    float gone = 0.0f;
    for (int32_t i = 0; i + 1 < count; ++i) {
        Transform t = {path[i], world->state.transforms.data[slot].q};
        Vec2 way = sub(path[i + 1], path[i]);
        Found best = {.slot = NONE};
        Caster caster = given;
        for (int32_t c = world->state.bodies.data[slot].firstCollider; c != NONE;
             c = world->state.colliders.data[c].next) {
            if (is_solid(&world->state.colliders.data[c])) {
                offer_way(&best, &caster, &given, c, t, way);
            }
        }
        if (best.slot != NONE) {
            out->segment = i;
            found_record(&caster, &best, &out->hit);
            int32_t own = (int32_t)(caster.own - world->state.colliders.data);
            out->own = collider_handle(world, own);
            out->distance = gone + out->hit.fraction * length(way);
            out->position = mul_add(path[i], out->hit.fraction, way);
            return true;
        }
        gone += length(way);
    }
    *out = (MicaPathHit){.hit = {.fraction = 1.0f, .point = path[count - 1]},
                         .segment = count - 2,
                         .distance = gone,
                         .position = path[count - 1]};
    return false;
}
