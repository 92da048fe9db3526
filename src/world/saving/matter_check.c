// Whether matter that comes from elsewhere is sound: each could have been made by a call, and the
// particles are those of the matters. Called by snapshot_check.c; reads the saved arrays alone. Empty in
// a build without matter.
#include "snapshot.h"
#include "check.h"

#if defined(MICA_MATTER)

static bool check_matter(const WorldState *s, int32_t slot)
{
    const Matter *m = &s->matters.data[slot];
    if ((m->flags & MATTER_ALIVE) == 0) {
        Matter blank = {.generation = m->generation};
        return m->generation < GENERATION_LIMIT && memcmp(m, &blank, sizeof blank) == 0;
    }
    MicaMatterDef def = matter_definition(m);
    return m->flags == MATTER_ALIVE && m->generation < GENERATION_LIMIT &&
           matter_check_definition(s, &def, slot) == MICA_ERROR_OK && m->count >= 0 &&
           m->count <= m->capacity;
}

// Every particle belongs to a matter, which counts it, and lies and moves within bounds.
static bool check_particles(const WorldState *s)
{
    int32_t counts[MICA_MAX_MATTERS] = {0}, count = s->particlePositions.count;
    for (int32_t i = 0; i < count; ++i) {
        ParticleTag tag = s->particleTags.data[i];
        if (tag.matter >= s->matters.count ||
            (tag.flags & ~(PARTICLE_ASLEEP | PARTICLE_PINNED)) != 0) {
            return false;
        }
        float spacing = s->matters.data[tag.matter].spacing;
        counts[tag.matter] += 1;
        if (!particle_lies_within(s->particlePositions.data[i], spacing) ||
            !vec_within(s->particleVelocities.data[i], MAX_SPEED) ||
            (s->particleLives.count > 0 &&
             !(s->particleLives.data[i] >= 0.0f && s->particleLives.data[i] <= 1e6f))) {
            return false;
        }
    }
    for (int32_t i = 0; i < s->matters.count; ++i) {
        if (counts[i] != s->matters.data[i].count) {
            return false;
        }
    }
    return true;
}

static bool check_emitter(const WorldState *s, const Emitter *e)
{
    if ((e->flags & EMITTER_ALIVE) == 0) {
        Emitter blank = {.generation = e->generation};
        return e->generation < GENERATION_LIMIT && memcmp(e, &blank, sizeof blank) == 0;
    }
    MicaEmitterDef def = {.position = {e->x, e->y},
                          .angle = e->angle,
                          .width = e->width,
                          .speed = e->speed,
                          .rate = e->rate,
                          .lifetime = e->lifetime};
    return (e->flags & ~(EMITTER_ALIVE | EMITTER_ENABLED)) == 0 &&
           e->generation < GENERATION_LIMIT && index_in(e->matter, s->matters.count) &&
           (s->matters.data[e->matter].flags & MATTER_ALIVE) != 0 && e->phase >= 0.0f &&
           e->phase <= 1.0f && emitter_check_numbers(&def) == MICA_ERROR_OK;
}

static bool check_gauges(const WorldState *s)
{
    for (int32_t i = 0; i < s->gauges.count; ++i) {
        const Gauge *g = &s->gauges.data[i];
        if (g->collider == 0 || g->threshold < 0 || g->count < 0 ||
            (g->flags & ~(GAUGE_DRAINS | GAUGE_REACHED)) != 0) {
            return false;
        }
    }
    for (int32_t i = 0; i < s->matterEvents.count; ++i) {
        uint8_t reached;
        memcpy(&reached, &s->matterEvents.data[i].reached, 1);
        if (reached > 1) {
            return false;
        }
    }
    return s->gauges.count <= MICA_MAX_GAUGES && s->matterEvents.count <= MICA_MAX_GAUGES;
}

static bool check_nodes(const WorldState *s)
{
    int32_t far = 1 << 24;
    for (int32_t i = 0; i < s->pressureNodes.count; ++i) {
        const PressureNode *n = &s->pressureNodes.data[i];
        if (n->x < -far || n->x > far || n->y < -far || n->y > far ||
            !within(n->pressure, MAX_KEPT) || !within(n->middleX, 1e8f) ||
            !within(n->middleY, 1e8f)) {
            return false;
        }
    }
    return true;
}

// Contacts of grains name particles, or the one that stands for none; impulses push.
static bool check_grains(const WorldState *s)
{
    int32_t count = s->particlePositions.count;
    for (int32_t i = 0; i < 4 * s->grainBlocks.count; ++i) {
        const GrainBlock *b = &s->grainBlocks.data[i >> 2];
        int32_t lane = i & 3, x = b->a[lane], y = b->b[lane];
        bool pair = x != y && x < count && y < count;
        if (!(pair || x == y) || max_i(x, y) > MICA_MAX_PARTICLES ||
            !within(b->normal[lane], MAX_KEPT) || !within(b->tangent[lane], MAX_KEPT)) {
            return false;
        }
    }
    int32_t last = 0;
    for (int32_t i = 0; i < s->grainWalls.count; ++i) {
        const GrainWall *w = &s->grainWalls.data[i];
        if (!index_in(w->particle, count) || w->particle < last ||
            !(w->normal >= 0.0f && w->normal <= MAX_KEPT) || !within(w->tangent, MAX_KEPT)) {
            return false;
        }
        last = w->particle;
    }
    return true;
}

static bool check_members(const WorldState *s, const JellyCluster *c)
{
    float far = FARTHEST_SPACINGS * s->matters.data[c->matter].spacing;
    for (int32_t i = c->first; i < c->first + c->count; ++i) {
        const JellyMember *m = &s->jellyMembers.data[i];
        if (m->particle >= s->particlePositions.count || m->spare != 0 ||
            !vec_within(vec(m->x, m->y), far)) {
            return false;
        }
    }
    return true;
}

// Clusters have their members one after the other, which are particles.
static bool check_jelly(const WorldState *s)
{
    int32_t first = 0;
    for (int32_t i = 0; i < s->jellyClusters.count; ++i) {
        const JellyCluster *c = &s->jellyClusters.data[i];
        if (c->first != first || c->count < 2 || c->count > s->jellyMembers.count - first ||
            !index_in(c->matter, s->matters.count) ||
            !matter_is_elastic(&s->matters.data[c->matter]) || !check_members(s, c)) {
            return false;
        }
        first += c->count;
    }
    return first == s->jellyMembers.count;
}

bool matter_check(const WorldState *s)
{
    int32_t count = s->particlePositions.count;
    bool whole = s->matters.count <= MICA_MAX_MATTERS && s->particleVelocities.count == count &&
                 s->particleValues.count == count && s->particleTags.count == count &&
                 s->particlePlaces.count <= count &&
                 (s->particleLives.count == count || s->particleLives.count == 0) &&
                 s->pressureNodes.count <= 4 * MICA_MAX_PARTICLES;
    for (int32_t i = 0; whole && i < s->matters.count; ++i) {
        whole = check_matter(s, i);
    }
    whole = whole && s->emitters.count <= MICA_MAX_EMITTERS &&
            s->matterMemory.count == (s->matters.count > 0 ? 1 : 0);
    for (int32_t i = 0; whole && i < s->emitters.count; ++i) {
        whole = check_emitter(s, &s->emitters.data[i]);
    }
    return whole && check_gauges(s) && check_particles(s) && check_nodes(s) && check_grains(s) &&
           check_jelly(s);
}

#endif
