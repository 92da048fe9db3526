// What the solver has found goes back into the contacts. contacts_store, called once after the
// substeps, copies the impulses of the blocks, lists those of the whole step, and emits begin,
// hit and load events. Reads blocks and ranges; writes contacts, contactImpulses and events.
#include "contact_cursor.h"

// Over a contact's points: the fastest approach, the least gap at the start of the step; whether
// anything pushed. And where the impulses of the whole step go.
typedef struct ContactResult {
    float approach, separation;
    bool pushed;
    ContactImpulses *step;
} ContactResult;

static inline void store_point(Contact *c, int32_t p, float normalImpulse, float stepImpulse,
                               float approach, ContactResult *r)
{
    c->points[p].normalImpulse = normalImpulse;
    r->step->normal[p] = stepImpulse;
    // Of two zeros the second, which is no negative one: a compiler may take either for the
    // maximum.
    r->approach = max_f(-approach, r->approach);
    r->separation = min_f(r->separation, c->points[p].separation);
}

static inline void store_points(Contact *c, int32_t lane, const BlockPoint *points, int32_t count,
                                ContactResult *r)
{
    for (int32_t p = 0; p < count; ++p) {
        store_point(c, p, points[p].normalImpulse[lane], points[p].stepImpulse[lane],
                    points[p].approach[lane], r);
    }
}

static inline void store_head(Contact *c, int32_t lane, const BlockHead *head, ContactResult *r)
{
    c->tangentImpulse = head->tangentImpulse[lane];
    r->step->tangent = head->stepTangentImpulse[lane];
    r->pushed = (head->common.pushed >> lane & 1) != 0;
}

static inline void store_circles(Contact *c, int32_t lane, const ContactBlockCircles *k,
                                 ContactResult *r)
{
    store_point(c, 0, k->normalImpulse[lane], k->stepImpulse[lane], k->approach[lane], r);
    c->tangentImpulse = k->tangentImpulse[lane];
    r->step->tangent = k->stepTangentImpulse[lane];
    r->pushed = (k->common.pushed >> lane & 1) != 0;
}

static inline void emit_events(MicaWorld *world, Contact *c, const ContactResult *r)
{
    if ((r->pushed || r->separation <= LINEAR_SLOP) && (c->flags & CONTACT_TOUCHING) == 0) {
        event_begin(world, c, r->approach);
    }
    if (r->pushed && r->approach > world->state.hitSpeed) {
        event_hit(world, c, r->approach, r->step->normal[0] + r->step->normal[1]);
    }
    event_load(world, c, r->step->normal[0] + r->step->normal[1]);
}

void contacts_store(MicaWorld *world)
{
    const SolverScratch *scratch = solver_scratch(world);
    const ContactsScratch *contacts = contacts_scratch(world);
    Cursor cursors[CONTACT_BUCKETS];
    start_cursors(scratch, cursors);
    for (int32_t i = 0; i < contacts->activeContacts.count; ++i) {
        const ActiveContact *active = &contacts->activeContacts.data[i];
        Contact *c = &world->state.contacts.data[active->contact];
        Cursor *at = &cursors[active->bucket];
        const BlockSurface *surface = surface_of_lane(scratch, at->lane);
        ContactKind kind = (ContactKind)active->kind;
        int32_t lane = at->lane & 3;
        ContactImpulses *step = &world->output.contactImpulses.data[i];
        ContactResult result = {0.0f, SPECULATIVE_DISTANCE, false, step};
        step->contact = active->contact;
        step->normal[1] = 0.0f;  // of one point
        if (kind == KIND_TWO) {
            const ContactBlock2 *block = block_at(scratch, at, sizeof *block);
            store_points(c, lane, block->points, 2, &result);
            store_head(c, lane, &block->head, &result);
        } else if (kind == KIND_TWO_CIRCLES) {
            store_circles(c, lane, block_at(scratch, at, sizeof(ContactBlockCircles)), &result);
        } else {
            const ContactBlock1 *block = block_at(scratch, at, contactKernels[kind].blockBytes);
            store_points(c, lane, block->points, 1, &result);
            store_head(c, lane, &block->head, &result);
        }
        c->rollingImpulse = surface != NULL ? surface->rollingImpulse[lane] : 0.0f;
        emit_events(world, c, &result);
        at->lane += at->stride;
    }
    world->output.contactImpulses.count = contacts->activeContacts.count;
}
