// What the files of pressure share.
#pragma once

#include "matter.h"

// Below this density, as a part of that at rest, particles are spray, and the grid does not move them.
#define SPRAY_DENSITY 0.1f

// The place of a node among the neighbours of another, made if there is none; NONE if more parts of split
// cells meet there than a node has neighbours for.
static inline int32_t node_neighbour(Node *n, int32_t neighbour)
{
    for (int32_t k = 0; k < n->neighbourCount; ++k) {
        if (n->neighbours[k] == neighbour) {
            return k;
        }
    }
    if (n->neighbourCount == NODE_NEIGHBOURS) {
        return NONE;
    }
    n->neighbours[n->neighbourCount] = neighbour;
    n->entries[n->neighbourCount] = n->holds[n->neighbourCount] = 0.0f;
    return n->neighbourCount++;
}

// Of the particles at rest: how their density changes with the divergence of the velocity.
float pressure_factor(void);
// outline.c: the outlines of bodies that move, in pieces. False without memory.
KERNEL bool outline_find(MicaWorld *world, const MatterUnits *u, const Particles *particles);
// pressure_balance.c: keeps the momentum of matter in free flight.
KERNEL void pressure_balance(MicaWorld *world, const MatterUnits *u, Vec2 gravity);
// pressure_surface.c: holds the pressure at 0 where liquid ends.
KERNEL void pressure_find_surface(MicaWorld *world, const MatterUnits *u, Vec2 gravity);
// pressure_bodies.c: the flux of bodies that move.
void pressure_add_bodies(MicaWorld *world, const MatterUnits *u, const StepContext *context);
// pressure_bodies.c: what bodies add to the diagonal of a node.
float pressure_body_diagonal(const MicaWorld *world, const Node *n);
// pressure_bodies.c: what the bodies need to know of the nodes' rows, once they have an order.
void pressure_order_bodies(MicaWorld *world);
// pressure_bodies.c: has the bodies move by the pressure as it is, and changes the targets of nodes.
KERNEL void pressure_move_bodies(MicaWorld *world);
