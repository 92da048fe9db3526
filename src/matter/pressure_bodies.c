// Bodies that move in the grid of the pressure: what they do to the liquid and it to them. Called by
// pressure.c.
#include "pressure.h"

// The bilinear weights of a piece of an outline.
static inline void weights_of(const OutlinePiece *p, float out[4])
{
    float both = p->fx * p->fy;
    out[0] = 1.0f - p->fx - p->fy + both;
    out[1] = p->fx - both;
    out[2] = p->fy - both;
    out[3] = both;
}

// The record of a node and a body, made if there is none.
static NodeBody *node_body(MatterScratch *scratch, int32_t node, int32_t solver)
{
    Node *n = &scratch->nodes.data[node];
    for (int32_t i = n->firstBody; i != NONE; i = scratch->nodeBodies.data[i].next) {
        if (scratch->nodeBodies.data[i].solver == solver) {
            return &scratch->nodeBodies.data[i];
        }
    }
    NodeBody *made = &scratch->nodeBodies.data[scratch->nodeBodies.count];
    *made = (NodeBody){.node = node, .solver = solver, .next = n->firstBody};
    n->firstBody = scratch->nodeBodies.count++;
    return made;
}

// Sums up which nodes press on which bodies.
static void add_pieces(MicaWorld *world, float factor)
{
    MatterScratch *scratch = matter_scratch(world);
    scratch->nodeBodies.count = 0;
    for (int32_t i = 0; i < scratch->outline.count; ++i) {
        const OutlinePiece *p = &scratch->outline.data[i];
        float w[4];
        weights_of(p, w);
        for (int32_t k = 0; k < 4; ++k) {
            NodeBody *b =
                node_body(scratch, scratch->coarseCells.data[p->cell].corners[k], p->solver);
            float size = factor * w[k] * p->length;
            b->x += size * p->normal.x;
            b->y += size * p->normal.y;
            b->turn += size * cross(p->arm, p->normal);
        }
    }
}

static WetBody wet_body(const MicaWorld *world, int32_t solver)
{
    float mass = matter_scratch_read(world)->mass;
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    return (WetBody){.solver = solver,
                     .inverseX = mass * b->invMassX,
                     .inverseY = mass * b->invMassY,
                     .inverseTurn = mass * world->scratch.solverMotion.data[solver].invInertia};
}

// The bodies that are pressed, and the flux of their motion into the nodes: their velocity, and what
// accelerates them in the substeps to come.
static void add_fluxes(MicaWorld *world, int32_t substeps)
{
    MatterScratch *scratch = matter_scratch(world);
    scratch->wetBodies.count = 0;
    for (int32_t i = 0; i < scratch->nodeBodies.count; ++i) {
        scratch->wetOf.data[scratch->nodeBodies.data[i].solver] = NONE;
    }
    for (int32_t i = 0; i < scratch->nodeBodies.count; ++i) {
        NodeBody *n = &scratch->nodeBodies.data[i];
        const SolverBody *b = &world->scratch.solverBodies.data[n->solver];
        const float *a = world->scratch.solverMotion.data[n->solver].acceleration;
        float more = (float)(substeps - 1);
        scratch->nodes.data[n->node].target += n->x * (b->vx + more * a[0]) +
                                               n->y * (b->vy + more * a[1]) +
                                               n->turn * (b->w + more * a[2]);
        int32_t *place = &scratch->wetOf.data[n->solver];
        if (*place == NONE) {
            *place = scratch->wetBodies.count++;
            scratch->wetBodies.data[*place] = wet_body(world, n->solver);
        }
        n->wet = *place;
        WetBody *p = &scratch->wetBodies.data[*place];
        p->sumX += abs_f(n->x);
        p->sumY += abs_f(n->y);
        p->sumTurn += abs_f(n->turn);
    }
}

void pressure_add_bodies(MicaWorld *world, const MatterUnits *u, const StepContext *context)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->nodes.count; ++i) {
        scratch->nodes.data[i].firstBody = NONE;
    }
    add_pieces(world, pressure_factor() / u->area);
    add_fluxes(world, context->substeps);
}

// The diagonal of a node grows by what its pressure, together with that of all others on the same
// body, moves the body at most: so the solution converges though it uses the velocity that the body
// had when a sweep began.
float pressure_body_diagonal(const MicaWorld *world, const Node *n)
{
    const MatterScratch *scratch = matter_scratch_read(world);
    float sum = 0.0f;
    for (int32_t i = n->firstBody; i != NONE; i = scratch->nodeBodies.data[i].next) {
        const NodeBody *b = &scratch->nodeBodies.data[i];
        const WetBody *p = &scratch->wetBodies.data[b->wet];
        sum += p->inverseX * abs_f(b->x) * p->sumX + p->inverseY * abs_f(b->y) * p->sumY +
               p->inverseTurn * abs_f(b->turn) * p->sumTurn;
    }
    return sum;
}

void pressure_order_bodies(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->nodeBodies.count; ++i) {
        NodeBody *b = &scratch->nodeBodies.data[i];
        const Node *n = &scratch->nodes.data[b->node];
        b->order = n->order;
        b->isFirst = n->firstBody == i;
        b->gain = n->scale * scratch->perSquare;
        b->fixedTarget = n->scale * n->target;
    }
}

// The velocities that the present pressure gives to bodies.
static void find_velocities(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wetBodies.count; ++i) {
        WetBody *p = &scratch->wetBodies.data[i];
        p->vx = p->vy = p->w = 0.0f;
    }
    for (int32_t i = 0; i < scratch->nodeBodies.count; ++i) {
        const NodeBody *b = &scratch->nodeBodies.data[i];
        if (b->order != NONE) {
            WetBody *p = &scratch->wetBodies.data[b->wet];
            float q = scratch->pressures.data[b->order];
            p->vx -= p->inverseX * b->x * q;
            p->vy -= p->inverseY * b->y * q;
            p->w -= p->inverseTurn * b->turn * q;
        }
    }
}

void pressure_move_bodies(MicaWorld *world)
{
    MatterScratch *scratch = matter_scratch(world);
    find_velocities(world);
    // Of several bodies at a node, the last one in the array is the first in the node's list.
    for (int32_t i = scratch->nodeBodies.count - 1; i >= 0; --i) {
        const NodeBody *b = &scratch->nodeBodies.data[i];
        const WetBody *p = &scratch->wetBodies.data[b->wet];
        if (b->order != NONE) {
            float *target = &scratch->nodeBlocks.data[b->order >> 2].target[b->order & 3];
            *target = (b->isFirst ? b->fixedTarget : *target) +
                      b->gain * (b->x * p->vx + b->y * p->vy + b->turn * p->w);
        }
    }
}

void pressure_push(MicaWorld *world, float fraction)
{
    MatterScratch *scratch = matter_scratch(world);
    for (int32_t i = 0; i < scratch->wetBodies.count; ++i) {
        const WetBody *p = &scratch->wetBodies.data[i];
        matter_accelerate_body(world, p->solver, fraction * p->vx, fraction * p->vy,
                               fraction * p->w);
    }
}
