// What a swept body meets first. Called by continuous.c. The swept shape is shrunk a little:
// resting and sliding contact and internal edges never stop a body, and a body that is stopped
// overlaps a little, so that the next step's contacts act with its velocity untouched. A shape that
// overlaps from the start is left to the contacts, except that a circle about its centre must not
// pass through. Reads trees, previous and new transforms; writes queryHits and kinematicBoxes.
#include "continuous.h"

#define SHRUNK_MARGIN (0.1f * SWEEP_SHRINK)  // more than rounding

// The sweep of a body that does not move from where the step has put it.
static Sweep sweep_at_rest(const MicaWorld *world, int32_t slot)
{
    Transform t = world->state.transforms.data[slot];
    Vec2 localCenter = world->state.bodies.data[slot].localCenter,
         center = transform(t, localCenter);
    return (Sweep){localCenter, center, center, t.q, 0.0f};
}

MicaAABB continuous_swept_box(const MicaWorld *world, const Collider *c, const Sweep *sweep)
{
    MicaAABB box = aabb_union(collider_box_at(world, c, sweep_transform(sweep, 0.0f)),
                              collider_box_at(world, c, sweep_transform(sweep, 1.0f)));
    return sweep->turn == 0.0f ? box
                               : aabb_grow(box, collider_max_extent(world, c, sweep->localCenter) *
                                                    min_f(abs_f(sweep->turn), 1.0f));
}

// A box around the disc of the maximum extent about the centre of mass, on its way.
static MicaAABB disc_box(const Sweep *sweep, float extent)
{
    MicaAABB box = aabb_union((MicaAABB){sweep->c0, sweep->c0}, (MicaAABB){sweep->c1, sweep->c1});
    return aabb_grow(box, 1.0001f * extent);
}

// Whether a point on its way from a to b comes into a box; a little more than that, for rounding.
static inline bool segment_meets_box(Vec2 a, Vec2 b, const MicaAABB *box)
{
    Vec2 half = scale(0.5f, sub(box->upper, box->lower)), ab = sub(b, a),
         tunnelPoint = scale(0.5f, sub(add(a, b), add(box->lower, box->upper)));
    float across = abs_f(cross(ab, tunnelPoint)),
          tunnelReach = abs_f(ab.x) * half.y + abs_f(ab.y) * half.x;
    // Its box meets the other: it remains to compare them along the normal of the way.
    return across <= 1.001f * tunnelReach + 1e-4f * (abs_f(ab.x) + abs_f(ab.y));
}

// Whether the discs around the centres of mass of two bodies, with the sum r of their radii, meet
// on their ways.
static inline bool discs_meet(const Sweep *a, const Sweep *b, float r)
{
    Vec2 from = sub(a->c0, b->c0), by = sub(sub(a->c1, b->c1), from);
    float length2 = dot(by, by),
          t = length2 > 0.0f ? clamp_f(-dot(from, by) / length2, 0.0f, 1.0f) : 0.0f;
    Vec2 nearest = mul_add(from, t, by);
    float slack = 1e-5f * (abs_f(from.x) + abs_f(from.y) + abs_f(by.x) + abs_f(by.y)),
          maximum = r + SWEEP_SHRINK + slack;
    return dot(nearest, nearest) <= maximum * maximum;
}

// Fills queryHits with the colliders whose boxes meet a box. Kinematic bodies are few among the
// many moving ones, so where no dynamic bodies count and there are at most FEW_KINEMATICS colliders
// of kinematic ones, those are tested four at a time instead of the moving tree. continuous_reserve
// has reserved memory for every collider.
static void find_candidates(MicaWorld *world, MicaAABB box, uint64_t meets, uint32_t types)
{
    const SolverScratch *scratch = solver_scratch(world);
    world->scratch.queryHits.count = 0;
    tree_query(&world->host.memory, &world->state.staticTree, box, meets,
               &world->scratch.queryHits);
    if ((types & MEET_KINEMATIC) == 0) {
        return;
    }
    if ((types & MEET_ALL_TYPES) == MEET_ALL_TYPES || scratch->kinematicCount > FEW_KINEMATICS) {
        tree_query(&world->host.memory, &world->state.movingTree, box, meets,
                   &world->scratch.queryHits);
        return;
    }
    f4 lx = f4_splat(box.lower.x), ly = f4_splat(box.lower.y), ux = f4_splat(box.upper.x),
       uy = f4_splat(box.upper.y);
    for (int32_t i = 0; i < scratch->kinematicCount; i += 4) {
        const KinematicBoxes *k = &scratch->kinematicBoxes.data[i / 4];
        f4 x = f4_and(f4_le(f4_load(k->lx), ux), f4_le(lx, f4_load(k->ux)));
        f4 y = f4_and(f4_le(f4_load(k->ly), uy), f4_le(ly, f4_load(k->uy)));
        for (int32_t mask = f4_mask(f4_and(x, y)); mask != 0; mask &= mask - 1) {
            world->scratch.queryHits.data[world->scratch.queryHits.count++] =
                k->collider[__builtin_ctz((unsigned)mask)];
        }
    }
}

// All kinematic bodies count, moving or not. Beyond FEW_KINEMATICS only the number of colliders is
// right.
void continuous_list_kinematics(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    // No comparison with NaN holds, not even that of an infinite box.
    static const KinematicBoxes nowhere = {.lx = {NAN, NAN, NAN, NAN}};
    int32_t count = 0;
    for (int32_t i = 0, left = world->scratch.kinematicBodies; left > 0; ++i) {
        if (!body_has(world, i, MICA_FLAG_ALIVE) || body_type(world, i) != MICA_BODY_KINEMATIC) {
            continue;
        }
        left -= 1;
        for (int32_t c = world->state.bodies.data[i].firstCollider; c != NONE;
             c = world->state.colliders.data[c].next) {
            if ((world->state.colliders.data[c].flags & COLLIDER_IN_TREE) == 0 ||
                count++ >= FEW_KINEMATICS) {
                continue;
            }
            KinematicBoxes *k = &scratch->kinematicBoxes.data[(count - 1) / 4];
            int32_t lane = (count - 1) % 4;
            if (lane == 0) {
                *k = nowhere;
            }
            MicaAABB box = world->state.colliders.data[c].box;
            k->lx[lane] = box.lower.x;
            k->ly[lane] = box.lower.y;
            k->ux[lane] = box.upper.x;
            k->uy[lane] = box.upper.y;
            k->collider[lane] = c;
        }
    }
    scratch->kinematicCount = count;
}

// A collider on its way, prepared once for all candidates.
typedef struct SweptShape {
    const Collider *collider;
    Geometry core;          // shrunk by SWEEP_SHRINK
    Geometry tunnelCircle;  // must not pass through even what overlaps the shape
    Geometry
        tunnelPoint;  // its centre, which must not come nearer than tunnelReach to what overlaps it
    float tunnelReach;
    Polygon storage;
    float maxExtent;  // from the centre of mass
    MicaAABB box;     // around the core on its way
} SweptShape;

static void make_swept_shape(const MicaWorld *world, const Collider *c, const Sweep *sweep,
                             SweptShape *out)
{
    Geometry whole = collider_geometry(world, c);
    out->collider = c;
    geometry_shrink(&whole, SWEEP_SHRINK, &out->storage, &out->core);
    out->tunnelCircle = (Geometry){.type = MICA_SHAPE_CIRCLE,
                                   .count = 1,
                                   .radius = 0.25f * world->state.bodies.data[c->body].minExtent,
                                   .a = geometry_mean_point(&whole)};
    out->tunnelPoint = out->tunnelCircle;
    out->tunnelPoint.radius = 0.0f;
    out->tunnelReach = 0.25f * out->tunnelCircle.radius;
    out->maxExtent = geometry_max_extent(&whole, sweep->localCenter);
    MicaAABB box = aabb_union(geometry_aabb(&out->core, sweep_transform(sweep, 0.0f)),
                              geometry_aabb(&out->core, sweep_transform(sweep, 1.0f)));
    out->box = aabb_grow(box, SHRUNK_MARGIN + out->maxExtent * min_f(abs_f(sweep->turn), 1.0f));
}

bool continuous_is_swept(const Collider *c)
{
    return (c->flags & (COLLIDER_IN_TREE | COLLIDER_TRIGGER)) == COLLIDER_IN_TREE &&
           !collider_is_compound(c);
}

uint64_t continuous_solid_layers(const MicaWorld *world, const Collider *c)
{
    return layer_solid_mask(world, c);
}

// True if what was hit is an internal edge of the static environment. Contacts are never made with
// one, so a body that overlaps by more than it is shrunk, as happens for a moment when it lands
// hard, would be held there for ever.
static bool meets_internal_edge(MicaWorld *world, const Collider *c, const Collider *other,
                                int32_t part, const Sweep *otherSweep, const MicaTimeOfImpact *toi)
{
    if (body_is_dynamic(world, other->body)) {
        return false;
    }
    Transform then = sweep_transform(otherSweep, toi->fraction),
              now = world->state.transforms.data[other->body];
    int32_t slot = (int32_t)(other - world->state.colliders.data);
    return internal_edges_hide_cast(world, slot, part,
                                    (CoverFilter){.layers = continuous_solid_layers(world, c)},
                                    transform(now, untransform(then, toi->point)),
                                    rotate(now.q, unrotate(then.q, toi->normal)));
}

// The time of impact of the tunnel point with what the tunnel circle overlaps, by `overlap`. A
// point that is nearer than tunnelReach already may only move away; one that lies inside a part
// moves freely, as an embedded body does (embedded.c), which comes out through other parts.
static MicaTimeOfImpact sweep_tunnel_point(const SweptShape *shape, const Sweep *sweep,
                                           const Geometry *part, const Sweep *otherSweep,
                                           MicaTimeOfImpact overlap, float limit)
{
    Vec2 from = transform(sweep_transform(sweep, 0.0f), shape->tunnelPoint.a),
         to = transform(sweep_transform(sweep, 1.0f), shape->tunnelPoint.a);
    Transform other = sweep_transform(otherSweep, 0.0f);
    if (geometry_contains(part, other, from, 0.0f)) {
        return overlap;
    }
    if (!geometry_contains(part, other, from, shape->tunnelReach)) {
        return toi_compute(part, otherSweep, &shape->tunnelPoint, sweep, shape->tunnelReach, limit);
    }
    // Where the other takes the place at which the tunnel point began.
    Vec2 taken = transform(sweep_transform(otherSweep, 1.0f), untransform(other, from));
    overlap.state = dot(sub(to, taken), overlap.normal) < 0.0f ? MICA_TOI_HIT : MICA_TOI_SEPARATED;
    return overlap;
}

// The time of impact with one part of another collider, if that comes before `first`. One-way parts
// count only from their solid side. Returns false if the search is over: a body that is at rest at
// the end of the step overlaps from the start.
static bool test_part(MicaWorld *world, const SweptShape *shape, const Collider *other,
                      int32_t part, const Sweep *sweep, const Sweep *otherSweep, bool atRest,
                      SweepHit *first)
{
    const Collider *c = shape->collider;
    Vec2 up;
    Polygon storagePart;
    Geometry g = part_geometry(world, other, part, &storagePart);
    MicaTimeOfImpact toi = toi_compute(&g, otherSweep, &shape->core, sweep, 0.0f, first->fraction);
    bool deep = toi.state == MICA_TOI_OVERLAPPED;
    bool oneWay = part_one_way(world, other, part, &up) || part_one_way(world, c, 0, &up);
    bool solidOneWay = deep && oneWay && one_way_is_solid(world, c, other, part, up);
    bool stops = !oneWay || one_way_stops(world, c, other, part, &toi);
    // A body that overlaps one segment of a one-sided chain may hit the end of the next segment
    // from its right side.
    bool hitsEndOfOneSided =
        !stops && toi.state == MICA_TOI_HIT && chain_is_one_sided(world, other);
    if (!stops && !solidOneWay && !hitsEndOfOneSided) {
        return true;
    }
    if (deep && atRest && body_is_dynamic(world, other->body)) {
        *first = (SweepHit){0.0f, other->body, true, toi.normal};
        return false;
    }
    if (deep || hitsEndOfOneSided ||
        (toi.state == MICA_TOI_HIT && toi.fraction < first->fraction &&
         meets_internal_edge(world, c, other, part, otherSweep, &toi))) {
        // The contact is made already and the solver's; but the tunnel circle must not pass
        // through.
        deep = true;
        toi = toi_compute(&g, otherSweep, &shape->tunnelCircle, sweep, 0.0f, first->fraction);
        if (toi.state == MICA_TOI_OVERLAPPED && !body_has_mark(world, c->body, BODY_EMBEDDED)) {
            toi = sweep_tunnel_point(shape, sweep, &g, otherSweep, toi, first->fraction);
        } else if (toi.state == MICA_TOI_HIT &&
                   meets_internal_edge(world, c, other, part, otherSweep, &toi)) {
            // The circle passes the internal edge; the tunnel point must not pass what is behind
            // that.
            toi = toi_compute(&g, otherSweep, &shape->tunnelPoint, sweep, shape->tunnelReach,
                              first->fraction);
        }
        // It may pass an internal edge: stopped there, the body could not come out either.
        if ((oneWay && !one_way_stops(world, c, other, part, &toi)) ||
            (toi.state == MICA_TOI_HIT &&
             meets_internal_edge(world, c, other, part, otherSweep, &toi))) {
            return true;
        }
    }
    bool hit = toi.state == MICA_TOI_HIT || toi.state == MICA_TOI_FAILED;
    if (hit && toi.fraction < first->fraction) {
        *first = (SweepHit){toi.fraction, other->body, deep, toi.normal};
    }
    return true;
}

// Whether the rows of a mover act on the pair (mover_rows.c): then the mover gives way.
static bool is_pushed(const MicaWorld *world, const Collider *own, const Collider *other)
{
    if (!body_has(world, other->body, MICA_FLAG_MOVER)) {
        return false;
    }
    const Collider *all = world->state.colliders.data;
    int32_t contact = pair_find(world, (int32_t)(own - all), (int32_t)(other - all), 0);
    return contact != NONE && world->state.contacts.data[contact].count > 0;
}

// Tests the parts of another collider. They are looked up where the other body is at the end of the
// step, so the sweep is taken as seen from there.
static void test_collider(MicaWorld *world, const SweptShape *shape, const Collider *other,
                          uint64_t layers, const Sweep *sweep, uint32_t types, SweepHit *first)
{
    bool atRest = (types & MEET_AT_END) != 0;
    if (is_pushed(world, shape->collider, other)) {
        return;
    }
    Sweep otherSweep = atRest ? sweep_at_rest(world, other->body) : body_sweep(world, other->body);
    float extent = world->state.bodies.data[other->body].maxExtent;
    if (body_is_dynamic(world, other->body) &&
        !discs_meet(sweep, &otherSweep, shape->maxExtent + extent)) {
        return;
    }
    Vec2 from = add(sweep->c0, sub(otherSweep.c1, otherSweep.c0));
    float r = shape->maxExtent;
    if (otherSweep.turn != 0.0f) {
        r += abs_f(otherSweep.turn) * collider_max_extent(world, other, otherSweep.localCenter);
    }
    MicaAABB start = {sub(from, vec(r, r)), add(from, vec(r, r))};
    Vec2 motion = sub(sweep->c1, from);
    if (parts_are_many(world, other, start) && otherSweep.turn == 0.0f) {
        float moved = sqrtf(dot(motion, motion)) + shape->maxExtent * abs_f(sweep->turn);
        Transform t = sweep_transform(sweep, 0.0f);
        t.p = add(t.p, sub(from, sweep->c0));
        parts_follow_shape(&shape->core, t, moved + SHRUNK_MARGIN, &start, &motion);
    }
    PartWalk walk;
    parts_begin(&walk, world, other, start, motion, parts_solid_surface(layers));
    for (int32_t part; (part = parts_next(&walk)) != NONE;) {
        if (!test_part(world, shape, other, part, sweep, &otherSweep, atRest, first)) {
            return;
        }
    }
}

// Drops static compound colliders without a part in the box from the candidates: the bounds of a
// map or a chain may contain the whole level.
static void drop_far_compounds(MicaWorld *world, MicaAABB box, uint64_t layers)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < world->scratch.queryHits.count; ++i) {
        const Collider *c = &world->state.colliders.data[world->scratch.queryHits.data[i]];
        bool compound = collider_is_compound(c) && body_type(world, c->body) == MICA_BODY_STATIC;
        world->scratch.queryHits.data[kept] = world->scratch.queryHits.data[i];
        kept += !compound || parts_overlap(world, c, box, parts_solid_surface(layers));
    }
    world->scratch.queryHits.count = kept;
}

SweepHit continuous_first_hit(MicaWorld *world, int32_t slot, const Sweep *sweep, uint32_t types)
{
    SweepHit first = {1.0f, NONE, false, {0.0f, 0.0f}};
    const Body *b = &world->state.bodies.data[slot];
    uint64_t layers = 0;
    for (int32_t i = b->firstCollider; i != NONE; i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        layers |= continuous_is_swept(c) ? continuous_solid_layers(world, c) : 0u;
    }
    // Most bodies are near nothing of these types: one query with all that the body can reach
    // however it turns.
    world->scratch.queryHits.count = 0;
    if (layers != 0) {
        MicaAABB box = disc_box(sweep, b->maxExtent);
        find_candidates(world, box, layers, types);
        drop_far_compounds(world, aabb_grow(box, SPECULATIVE_DISTANCE), layers);
    }
    for (int32_t i = b->firstCollider; i != NONE && world->scratch.queryHits.count > 0;
         i = world->state.colliders.data[i].next) {
        const Collider *c = &world->state.colliders.data[i];
        if (!continuous_is_swept(c)) {
            continue;
        }
        MicaAABB box = continuous_swept_box(world, c, sweep);
        SweptShape shape;
        shape.collider = NULL;
        for (int32_t h = 0; h < world->scratch.queryHits.count; ++h) {
            const Collider *other = &world->state.colliders.data[world->scratch.queryHits.data[h]];
            MicaAABB reached = aabb_grow(other->box, b->maxExtent);
            uint32_t type = body_type(world, other->body);
            if (!aabb_overlaps(&box, &other->box) || (types >> type & 1u) == 0 ||
                (type == MICA_BODY_STATIC && !segment_meets_box(sweep->c0, sweep->c1, &reached))) {
                continue;
            }
            uint64_t solid = pair_part_layers(world, other, c, MICA_SOLID);
            if (solid == 0) {
                continue;
            }
            if (shape.collider == NULL) {
                make_swept_shape(world, c, sweep, &shape);
            }
            // A shape that slides along the other does not reach it, being shrunk: most do.
            if (aabb_overlaps(&shape.box, &other->box)) {
                test_collider(world, &shape, other, solid, sweep, types, &first);
            }
        }
    }
    return first;
}
