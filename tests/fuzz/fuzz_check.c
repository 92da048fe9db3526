// What must hold: the world is valid, its numbers are finite, and a call that is refused changes
// nothing.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

bool tolerating;
int32_t failCount;

void fail(const char *what)
{
    if (tolerating) {
        failCount++;
        return;
    }
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

void check_vec(MicaVec2 v, const char *what)
{
    if (!tolerating && (!isfinite(v.x) || !isfinite(v.y))) {
        fprintf(stderr, "not finite: ");
        fail(what);
    }
}

void check_world(MicaWorld *world)
{
    const char *wrong = mica_world_validate(world);
    if (wrong != NULL) {
        fail(wrong);
    }
    MicaViews v = mica_world_views(world);
    for (int32_t i = 0; i < v.slots; i++) {
        if ((v.flags[i] & MICA_FLAG_ALIVE) != 0) {
            check_vec(v.transforms[i].p, "a position");
            check_vec(v.poses[i].p, "an interpolated position");
            check_vec(mica_body_center(world, mica_body_at(world, i)), "a centre");
        }
    }
}

static uint64_t mix(uint64_t hash, uint32_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_words(uint64_t hash, const void *data, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t word;
        memcpy(&word, (const char *)data + i, 4);
        hash = mix(hash, word);
    }
    return hash;
}

static uint64_t mix_float(uint64_t hash, float value) { return mix_words(hash, &value, 4); }

static uint64_t mix_collider(uint64_t hash, MicaWorld *world, MicaCollider collider)
{
    MicaColliderDef d;
    mica_collider_get(world, collider, &d);
    const uint32_t words[] = {(uint32_t)d.layer,
                              (uint32_t)d.group,
                              (uint32_t)d.frictionCombine,
                              (uint32_t)d.restitutionCombine,
                              d.isTrigger,
                              d.sees,
                              d.arcade,
                              d.userData};
    const float numbers[] = {d.density,      d.friction, d.restitution, d.rollingResistance,
                             d.tangentSpeed, d.oneWay.x, d.oneWay.y};
    hash = mix_words(mix(hash, collider.id), words, sizeof words);
    hash = mix_words(hash, numbers, sizeof numbers);
    MicaAABB box = mica_collider_aabb(world, collider);
    hash = mix_words(hash, &box, sizeof box);
    MicaField field;
    if (mica_collider_field(world, collider, &field) == MICA_ERROR_OK) {
        hash = mix_words(hash, &field, sizeof field);
    }
    MicaShape shape;
    MicaChainDef chain;
    MicaTilesDef tiles;
    if (mica_collider_shape(world, collider, &shape) == MICA_ERROR_OK) {
        hash = mix_float(mix_float(hash, shape.radius), shape.centroid.x);
        hash = mix_words(hash, shape.points, sizeof(MicaVec2) * (size_t)shape.count);
    } else if (mica_collider_chain(world, collider, &chain) == MICA_ERROR_OK) {
        hash = mix_words(hash, chain.points, sizeof(MicaVec2) * (size_t)chain.count);
    } else if (mica_collider_tiles(world, collider, &tiles) == MICA_ERROR_OK) {
        for (int32_t i = 0; i < tiles.columns * tiles.rows; i++) {
            hash = mix(hash, tiles.cells[i]);
            hash = tiles.kindCount > 0 ? mix(hash, tiles.kindOf[i]) : hash;
        }
        hash = mix_words(hash, tiles.kinds, sizeof(MicaTileKind) * (size_t)tiles.kindCount);
    } else {
        fail("a collider is neither a shape nor a chain nor a map");
    }
    return hash;
}

uint64_t fingerprint(MicaWorld *world)
{
    uint64_t hash = fuzz_mix_matter(mica_world_hash(world), world);
    MicaVec2 gravity = mica_world_gravity(world);
    hash = mix_float(mix_float(hash, gravity.x), gravity.y);
    hash = mix_words(hash, mica_layer_masks(world), 128 * sizeof(uint64_t));
    MicaViews v = mica_world_views(world);
    for (int32_t i = 0; i < v.slots; i++) {
        MicaBody body = mica_body_at(world, i);
        if (body.id != 0) {
            MicaMassData mass = mica_body_mass(world, body);
            hash = mix(mix(hash, body.id), v.flags[i]);
            hash = mix_words(hash, &mass, sizeof mass);
            hash = mix_words(hash, v.forces + 4 * i, 12);
            hash = mix_words(hash, &v.poses[i], sizeof v.poses[i]);
        }
    }
    MicaCounters counters = mica_world_counters(world);
    for (int32_t i = 0, seen = 0; seen < counters.colliders; i++) {
        MicaCollider collider = mica_collider_at(world, i);
        if (collider.id != 0) {
            hash = mix_collider(hash, world, collider);
            seen++;
        }
    }
    return mix(mix(hash, (uint32_t)counters.contacts), (uint32_t)counters.steps);
}
