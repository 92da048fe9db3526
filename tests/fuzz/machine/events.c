// Takes the events of a step into the model: every begin has one end, every enter one exit, no
// handle in them is unknown, and after the step only those pairs touch that may.
#include "machine.h"

// The key of an event; the sides of a pair may change places when a shape changes.
static OpenPair key_of(uint32_t a, uint32_t b, MicaPart part)
{
    return (OpenPair){a < b ? a : b, a < b ? b : a, part.column, part.row};
}

static bool is_dead(const Model *model, const OpenPair *p)
{
    return handles_find(&model->colliders, p->a) < 0 || handles_find(&model->colliders, p->b) < 0;
}

// The index of the open pair, or -1. The event of a collider that was destroyed names no part.
static int32_t find_open(const Model *model, const OpenPairs *open, OpenPair key)
{
    bool anyPart = key.column == -1 && is_dead(model, &key);
    for (int32_t i = 0; i < open->count; i++) {
        const OpenPair *p = &open->list[i];
        if (p->a == key.a && p->b == key.b &&
            (anyPart || (p->column == key.column && p->row == key.row))) {
            return i;
        }
    }
    return -1;
}

static void open_pair(Machine *m, OpenPairs *open, OpenPair key, const char *twice)
{
    if (open->overflow) {
        return;
    }
    EXPECT(m, find_open(&m->model, open, key) < 0, twice);
    if (open->count == MAX_OPEN) {
        open->overflow = true;
        return;
    }
    open->list[open->count++] = key;
}

// Whether the pair was open.
static bool close_pair(const Model *model, OpenPairs *open, OpenPair key)
{
    int32_t i = find_open(model, open, key);
    if (i >= 0) {
        open->list[i] = open->list[--open->count];
    }
    return i >= 0;
}

// A step may end a pair and begin it again, or begin it and end it: ends that find nothing open
// wait until all begins are taken.
enum { MAX_WAITING = 1024 };

typedef struct Waiting {
    OpenPair list[MAX_WAITING];
    int32_t count;
} Waiting;

static void close_or_wait(Machine *m, OpenPairs *open, OpenPair key, Waiting *waiting)
{
    if (open->overflow || close_pair(&m->model, open, key)) {
        return;
    }
    if (waiting->count < MAX_WAITING) {
        waiting->list[waiting->count++] = key;
    } else {
        found(m, "many ends without a begin");
    }
}

static void close_waiting(Machine *m, OpenPairs *open, const Waiting *waiting, const char *what)
{
    for (int32_t i = 0; i < waiting->count; i++) {
        EXPECT(m, open->overflow || close_pair(&m->model, open, waiting->list[i]), what);
    }
}

static void take_contacts(Machine *m, const MicaEvents *e)
{
    Waiting waiting = {.count = 0};
    OpenPairs *open = &m->model.contacts;
    for (int32_t i = 0; i < e->endCount; i++) {
        const MicaContactEvent *c = &e->end[i];
        close_or_wait(m, open, key_of(c->colliderA.id, c->colliderB.id, c->part), &waiting);
    }
    for (int32_t i = 0; i < e->beginCount; i++) {
        const MicaContactEvent *c = &e->begin[i];
        OpenPair key = key_of(c->colliderA.id, c->colliderB.id, c->part);
        EXPECT(m, !is_dead(&m->model, &key), "a begin event names a destroyed collider");
        EXPECT(m, isfinite(c->point.x) && isfinite(c->normal.x) && isfinite(c->approachSpeed),
               "a begin event is not finite");
        open_pair(m, open, key, "two begin events without an end event between them");
    }
    close_waiting(m, open, &waiting, "an end event without a begin event");
    for (int32_t i = 0; i < e->hitCount; i++) {
        const MicaContactEvent *c = &e->hit[i];
        OpenPair key = key_of(c->colliderA.id, c->colliderB.id, c->part);
        EXPECT(m, !is_dead(&m->model, &key) && c->approachSpeed > 0.0f,
               "a hit event names a destroyed collider or has no speed");
    }
}

static void take_triggers(Machine *m, const MicaEvents *e)
{
    Waiting waiting = {.count = 0};
    OpenPairs *open = &m->model.triggers;
    for (int32_t i = 0; i < e->exitCount; i++) {
        const MicaTriggerEvent *t = &e->exit[i];
        close_or_wait(m, open, key_of(t->trigger.id, t->visitor.id, t->part), &waiting);
    }
    for (int32_t i = 0; i < e->enterCount; i++) {
        const MicaTriggerEvent *t = &e->enter[i];
        OpenPair key = key_of(t->trigger.id, t->visitor.id, t->part);
        EXPECT(m, !is_dead(&m->model, &key), "an enter event names a destroyed collider");
        open_pair(m, open, key, "two enter events without an exit event between them");
    }
    close_waiting(m, open, &waiting, "an exit event without an enter event");
}

static bool is_map(const Model *model, uint32_t id)
{
    return model->collider[handles_find(&model->colliders, id)].columns > 0;
}

// After a step: only those pairs are open whose colliders live and respond so.
static void compare_responses(Machine *m, const OpenPairs *open, MicaResponse response,
                              const char *dead, const char *wrong)
{
    const Model *model = &m->model;
    for (int32_t i = 0; i < open->count && !open->overflow && m->found[0] == 0; i++) {
        const OpenPair *p = &open->list[i];
        if (is_dead(model, p)) {
            found(m, "%s", dead);
        } else if (response == MICA_SOLID || (!is_map(model, p->a) && !is_map(model, p->b))) {
            int32_t a = handles_find(&model->colliders, p->a),
                    b = handles_find(&model->colliders, p->b);
            EXPECT(m, model_response(model, a, b) == response, wrong);
        }
    }
}

void compare_open_pairs(Machine *m)
{
    const MicaContactEvent *contacts;
    const MicaTriggerEvent *triggers;
    int32_t ofContacts = CALL(m, mica_world_contact_stays(m->world, &contacts)),
            ofTriggers = CALL(m, mica_world_trigger_stays(m->world, &triggers));
    const Model *model = &m->model;
    EXPECT(m, model->contacts.overflow || ofContacts == model->contacts.count,
           "not as many pairs touch as have begun and not ended");
    EXPECT(m, model->triggers.overflow || ofTriggers == model->triggers.count,
           "not as many visits last as have an enter and no exit event");
    for (int32_t i = 0; i < ofContacts && !model->contacts.overflow && m->found[0] == 0; i++) {
        OpenPair key = key_of(contacts[i].colliderA.id, contacts[i].colliderB.id, contacts[i].part);
        EXPECT(m, find_open(model, &model->contacts, key) >= 0, "a pair touches that never began");
    }
    for (int32_t i = 0; i < ofTriggers && !model->triggers.overflow && m->found[0] == 0; i++) {
        OpenPair key = key_of(triggers[i].trigger.id, triggers[i].visitor.id, triggers[i].part);
        EXPECT(m, find_open(model, &model->triggers, key) >= 0, "a visit lasts that never began");
    }
}

static void take_broken(Machine *m, const MicaEvents *e)
{
    for (int32_t i = 0; i < e->brokeCount; i++) {
        int32_t joint = handles_find(&m->model.joints, e->broke[i].joint.id);
        MicaJointDef def;
        EXPECT(m, !mica_joint_is_valid(m->world, e->broke[i].joint), "a broken joint is valid");
        EXPECT(m, CALL(m, mica_joint_get(m->world, e->broke[i].joint, &def)) == MICA_ERROR_OK,
               "a joint that broke in the last step cannot be read");
        // A gear breaks with its joint: then it is gone by now.
        if (joint >= 0) {
            model_end_joint(m, joint);
        }
    }
}

static void check_slots(Machine *m, const int32_t *slots, int32_t count, const char *what)
{
    for (int32_t i = 0; i < count; i++) {
        EXPECT(m, slots[i] >= 0 && slots[i] < MAX_SLOTS, what);
    }
}

// After a step that succeeded.
void take_events(Machine *m)
{
    MicaEvents e = CALL(m, mica_world_events(m->world));
    take_contacts(m, &e);
    take_triggers(m, &e);
    compare_responses(m, &m->model.contacts, MICA_SOLID,
                      "a pair of a destroyed collider has no end event",
                      "a pair touches that may not collide");
    compare_responses(m, &m->model.triggers, MICA_TRIGGER,
                      "a visit of a destroyed collider has no exit event",
                      "a visit lasts that is none any more");
    take_broken(m, &e);
    check_slots(m, e.asleep, e.asleepCount, "an asleep event names no slot");
    check_slots(m, e.woke, e.wokeCount, "a woke event names no slot");
    for (int32_t i = 0; i < e.movedCount; i++) {
        EXPECT(m,
               mica_body_at(m->world, e.moved[i]).id != 0 &&
                   (i == 0 || e.moved[i - 1] < e.moved[i]),
               "a moved event names no body, or moved bodies are out of order");
    }
    compare_open_pairs(m);
    for (int32_t i = 0; i < m->model.bodies.count; i++) {
        m->model.body[m->model.bodies.order[i]].placed = false;
    }
    m->model.steps++;
}
