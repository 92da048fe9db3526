// The model beside the world: which handles live, which are stale, what goes when a body, collider
// or joint goes, and what two colliders are to each other. Follows the words of mica.h, not the
// engine.
#include "machine.h"

void model_begin(Model *model)
{
    memset(model, 0, sizeof *model);
    model->bodies.maximum = MAX_BODIES;
    model->colliders.maximum = MAX_COLLIDERS;
    model->joints.maximum = MAX_JOINTS;
    model->movers.maximum = MAX_MOVERS;
    model->named[0][0] = MICA_SOLID;
}

// ------------------------------------------------------------------------------------ handles

int32_t handles_find(const Handles *h, uint32_t id)
{
    uint32_t slot = (id & ((1u << MICA_SLOT_BITS) - 1u)) - 1u;
    int32_t index = slot < MAX_SLOTS ? h->at[slot] - 1 : -1;
    return index >= 0 && h->id[index] == id ? index : -1;
}

// Notes a handle that a create function returned. Successive handles of a slot have rising
// distances from the first one's generation, in a circle of 4,095: so none is given out twice.
int32_t handles_add(Machine *m, Handles *h, uint32_t id)
{
    enum { GENERATIONS = (1 << (32 - MICA_SLOT_BITS)) - 1 };
    uint32_t slot = (id & ((1u << MICA_SLOT_BITS) - 1u)) - 1u, generation = id >> MICA_SLOT_BITS;
    if (slot >= MAX_SLOTS || generation == 0 || h->at[slot] != 0) {
        found(m, "a new handle %08x has a bad slot or generation, or the slot of a live object",
              id);
        return -1;
    }
    if (h->first[slot] == 0) {
        h->first[slot] = (uint16_t)generation;
    } else {
        uint32_t distance = (generation + GENERATIONS - h->first[slot]) % GENERATIONS;
        EXPECT(m, distance > h->last[slot],
               "a handle that was given out before is given out again");
        h->last[slot] = (uint16_t)distance;
    }
    int32_t index = 0;
    while (index < h->maximum - 1 && h->id[index] != 0) {
        index++;
    }
    h->id[index] = id;
    h->number[index] = ++h->made;
    h->at[slot] = (uint8_t)(index + 1);
    h->order[h->count++] = index;
    return index;
}

static void handles_remove(Handles *h, int32_t index)
{
    uint32_t slot = (h->id[index] & ((1u << MICA_SLOT_BITS) - 1u)) - 1u;
    h->stale[h->staleCount++ % STALE_HANDLES] = h->id[index];
    h->at[slot] = 0;
    h->id[index] = 0;
    for (int32_t i = 0; i < h->count; i++) {
        if (h->order[i] == index) {
            h->order[i] = h->order[--h->count];
            return;
        }
    }
}

// ------------------------------------------------------------------------------ what goes with it

void model_end_mover(Machine *m, int32_t mover)
{
    m->model.body[m->model.mover[mover].body].flags &= ~(uint32_t)MICA_FLAG_MOVER;
    handles_remove(&m->model.movers, mover);
}

int32_t model_mover_of(const Model *model, int32_t body)
{
    for (int32_t i = 0; i < model->movers.count; i++) {
        if (model->mover[model->movers.order[i]].body == body) {
            return model->movers.order[i];
        }
    }
    return -1;
}

// A gear goes with either of its joints.
void model_end_joint(Machine *m, int32_t joint)
{
    Model *model = &m->model;
    handles_remove(&model->joints, joint);
    for (int32_t i = 0; i < model->joints.maximum; i++) {
        const JointModel *j = &model->joint[i];
        if (model->joints.id[i] != 0 && (j->jointA == joint || j->jointB == joint)) {
            model_end_joint(m, i);
        }
    }
}

void model_end_collider(Machine *m, int32_t collider)
{
    Model *model = &m->model;
    int32_t mover = model_mover_of(model, model->collider[collider].body);
    if (mover >= 0 && model->mover[mover].collider == collider) {
        model_end_mover(m, mover);
    }
    handles_remove(&model->colliders, collider);
}

void model_end_body(Machine *m, int32_t body)
{
    Model *model = &m->model;
    for (int32_t i = 0; i < model->joints.maximum; i++) {
        const JointModel *j = &model->joint[i];
        if (model->joints.id[i] != 0 && (j->bodyA == body || j->bodyB == body)) {
            model_end_joint(m, i);
        }
    }
    for (int32_t i = 0; i < model->colliders.maximum; i++) {
        if (model->colliders.id[i] != 0 && model->collider[i].body == body) {
            model_end_collider(m, i);
        }
    }
    model->ignores[body] = 0;
    for (int32_t i = 0; i < MAX_BODIES; i++) {
        model->ignores[i] &= ~(1u << body);
    }
    handles_remove(&model->bodies, body);
}

// --------------------------------------------------------------------------------------- responses

// Whether a trigger detects another collider.
static bool detects(const Model *model, const ColliderModel *trigger, const ColliderModel *other)
{
    uint32_t needs = 1u << model_type(model, other->body);
    needs |= other->def.isTrigger ? (uint32_t)MICA_SEES_TRIGGERS : 0u;
    return trigger->def.isTrigger && (trigger->def.sees & needs) == needs;
}

// Whether a joint keeps two bodies from colliding.
static bool are_joined(const Model *model, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < model->joints.count; i++) {
        const JointModel *j = &model->joint[model->joints.order[i]];
        bool both = (j->bodyA == a && j->bodyB == b) || (j->bodyA == b && j->bodyB == a);
        if (both && !j->def.collideConnected && !j->def.disabled) {
            return true;
        }
    }
    return false;
}

static MicaResponse layer_response(const Model *model, const ColliderModel *a,
                                   const ColliderModel *b)
{
    if (a->def.group == b->def.group && a->def.group != 0) {
        return a->def.group > 0 ? MICA_SOLID : MICA_IGNORE;
    }
    int32_t ab = model->named[a->def.layer][b->def.layer],
            ba = model->named[b->def.layer][a->def.layer];
    return ab == MICA_SOLID || ba == MICA_SOLID       ? MICA_SOLID
           : ab == MICA_TRIGGER || ba == MICA_TRIGGER ? MICA_TRIGGER
                                                      : MICA_IGNORE;
}

// What two colliders are to each other, as mica.h has it. Trigger cells of maps are left out.
MicaResponse model_response(const Model *model, int32_t colliderA, int32_t colliderB)
{
    const ColliderModel *a = &model->collider[colliderA], *b = &model->collider[colliderB];
    uint32_t both = model->body[a->body].flags & model->body[b->body].flags;
    bool compound = (a->columns > 0 || a->points > 0) && (b->columns > 0 || b->points > 0);
    if (a->body == b->body || (both & MICA_FLAG_ENABLED) == 0 || !a->def.enabled ||
        !b->def.enabled || compound || (model->ignores[a->body] >> b->body & 1) != 0) {
        return MICA_IGNORE;
    }
    MicaResponse response = layer_response(model, a, b);
    MicaBodyType typeA = model_type(model, a->body), typeB = model_type(model, b->body);
    bool dynamic = typeA == MICA_BODY_DYNAMIC || typeB == MICA_BODY_DYNAMIC,
         fixed = typeA == MICA_BODY_STATIC && typeB == MICA_BODY_STATIC;
    if (response == MICA_IGNORE) {
        return MICA_IGNORE;
    }
    if (a->def.isTrigger || b->def.isTrigger) {
        return detects(model, a, b) || detects(model, b, a) ? MICA_TRIGGER : MICA_IGNORE;
    }
    if (response == MICA_SOLID) {
        return dynamic && !are_joined(model, a->body, b->body) ? MICA_SOLID : MICA_IGNORE;
    }
    return fixed ? MICA_IGNORE : MICA_TRIGGER;
}
