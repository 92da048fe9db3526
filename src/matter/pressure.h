// What pressure.c and pressure_bodies.c share.
#pragma once

#include "matter.h"

// Of the particles at rest: how their density changes with the divergence of the velocity.
float pressure_factor(const MatterUnits *u);
// outline.c: the outlines of bodies that move, in pieces. False without memory.
bool outline_find(MicaWorld *world, const MatterUnits *u, const Particles *particles);
// pressure_balance.c: keeps the momentum of liquid that touches nothing.
void pressure_balance(MicaWorld *world, Vec2 gravity);
// pressure_bodies.c: solid parts of the cells about nodes, and the flux of bodies that move.
void pressure_add_bodies(MicaWorld *world, const MatterUnits *u, const StepContext *context);
// pressure_bodies.c: what bodies add to the diagonal of a node.
float pressure_body_diagonal(const MicaWorld *world, const Node *n);
// pressure_bodies.c: has the bodies move by the pressure as it is, and changes the targets of nodes.
void pressure_move_bodies(MicaWorld *world);
