// The static shields of an explosion: whether one lies between its centre and a point. All rays of
// an explosion start at its centre, so that one caster does for all. After a few rays the shields
// are gathered into a tree of their own, without those that hold the centre: no ray hits a shape
// that it starts in. The world's tree would be walked past all of those for each ray, and end to
// end while it is not packed, as between the making of a level and its first step. Results are
// those of mica_ray_any. Called by explosion.c; reads trees and colliders, writes shieldTree,
// shieldSlots and queryHits.
#include "query_scratch.h"

// Rays that go through the world's own tree, before the shields get one of their own.
#define RAYS_BEFORE_TREE 16

void shields_begin(Shields *shields, MicaWorld *world, Vec2 center, uint64_t layers)
{
    const MicaFilter walls = {.layers = layers, .flags = MICA_QUERY_SKIP_MOVING};
    const float noMotion[4] = {center.x, center.y, 0.0f, 0.0f};
    *shields = (Shields){.rays = 0};
    if (layers != 0 && caster_begin(&shields->caster, world, &walls, NULL, 0)) {
        trees_refit(world);
        caster_set_ray(&shields->caster, noMotion);
        shields->any = world->state.staticTree.live > 0;
    }
}

// Whether the centre lies so deep in a convex shape that no ray from there hits it.
static bool holds_center(const Shields *shields, const Collider *c)
{
    const MicaWorld *world = shields->caster.world;
    if (collider_is_compound(c)) {
        return false;
    }
    Geometry g = collider_geometry(world, c);
    Nearest n = geometry_nearest(&g, world->state.transforms.data[c->body], shields->caster.origin);
    return n.distance < -LINEAR_SLOP;
}

// Gathers the shields. False without memory.
static bool gather(Shields *shields)
{
    MicaWorld *world = shields->caster.world;
    Memory *m = &world->host.memory;
    QueryScratch *scratch = query_scratch(world);
    IntList *hits = &world->scratch.queryHits, *slots = &scratch->shieldSlots;
    Tree *tree = &scratch->shieldTree;
    const float far = 1e30f;
    const MicaAABB everywhere = {{-far, -far}, {far, far}};
    uint64_t layers = shields->caster.layers;
    tree_clear(tree);
    hits->count = slots->count = 0;
    if (!tree_query(m, &world->state.staticTree, everywhere, layers, hits) ||
        !ARRAY_RESERVE_RARELY(m, slots, hits->count)) {
        return false;
    }
    for (int32_t i = 0; i < hits->count; ++i) {
        int32_t slot = hits->data[i];
        const Collider *c = &world->state.colliders.data[slot];
        if (!caster_accepts(&shields->caster, slot) || holds_center(shields, c)) {
            continue;
        }
        if (!tree_insert(m, tree, slots->count, c->box, collider_layers(world, c))) {
            return false;
        }
        slots->data[slots->count++] = slot;
    }
    return tree_update(m, tree, 1.0f, &world->scratch.sortKeys, &world->scratch.sortSpare);
}

// Whether a ray of the caster hits a shield. `slots`: of the tree's items; null if they are slots.
// Shields that overlap each other around the centre hide their faces from it. Once all rays have
// met so many of those, a ray that meets one more is let through.
static bool hits_shield(const Caster *caster, const Tree *tree, const int32_t *slots)
{
    TreeWalk walk;
    tree_cast_begin(&walk, tree, caster->origin, caster->motion, caster->boxHalf, caster->layers,
                    1.0f);
    for (int32_t item; (item = tree_cast_next(&walk)) != TREE_END;) {
        CasterHit hit;
        int32_t before = caster->start.hidden;
        if (caster_test(caster, slots == NULL ? item : slots[item], 1.0f, NULL, &hit)) {
            return true;
        }
        if (caster->start.hidden > max_i(before, EXPLOSION_HIDDEN_HITS)) {
            return false;
        }
    }
    return false;
}

bool shields_let_through(Shields *shields, Vec2 offset)
{
    Caster *caster = &shields->caster;
    float distance = length(offset);
    if (!shields->any || distance <= LINEAR_SLOP) {
        return true;
    }
    MicaWorld *world = caster->world;
    const QueryScratch *scratch = query_scratch(world);
    caster->motion = scale((distance - LINEAR_SLOP) / distance, offset);
    const float ray[4] = {caster->origin.x, caster->origin.y, caster->motion.x, caster->motion.y};
    if (!caster_check_ray(world, ray)) {
        return true;
    }
    if (shields->rays++ == RAYS_BEFORE_TREE) {
        shields->gathered = gather(shields);
    }
    return shields->gathered ? !hits_shield(caster, &scratch->shieldTree, scratch->shieldSlots.data)
                             : !hits_shield(caster, &world->state.staticTree, NULL);
}
