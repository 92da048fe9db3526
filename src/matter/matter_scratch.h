// The scratch of matter/: particles in the order to which a step sorts them, the lists of neighbours,
// the grid of the pressure, and contacts of particles with bodies.
#pragma once

#include "contacts_scratch.h"
#include "solver.h"

// A cell of the grid whose cells are as wide as the lists reach.
typedef struct Cell {
    int32_t x, y;
} Cell;

// A cell of 4 x 4 of those, which the pressure, sleep, and contacts with bodies go by.
typedef struct CoarseCell {
    int32_t x, y;
    int32_t particles;
    int32_t firstWall, walls;  // in wallLists: what particles in it may touch in the step
    float reach;               // m: how far they may come
    float squares, fastest;    // of the speeds of its particles: sum and maximum, m²/s²
    int32_t rest;              // of its particles, the shortest, steps
    bool asleep, someAsleep, wakes, falls, liquid, calm, restless;  // see sleep.c
    bool cut, crossed, divided;                                     // see split.c
    bool free;                                                      // see pressure_balance.c
    bool joins;                                                     // see coarse_join
    uint32_t matters;  // a bit for each that has particles in it
    int32_t pool;
    int32_t corners[4];  // nodes at x, y; x + 1, y; x, y + 1; x + 1, y + 1
} CoarseCell;

// Sums over the particles of a coarse cell, with fx and fy a particle's place in it, 0 to 1. Rows: 1,
// fx, fy, fx fy. Columns: weight, momentum x, y, error of density. Then 1, fx, fy, fx² + fy² of the
// mobility.
typedef struct Moments {
    float m[16], mobility[4];
} Moments;

// What the pressure does to a particle at fx, fy: rows as above; columns: change of velocity x, y by
// the pressure of a step, mean velocity x, y (m/s).
typedef struct Flow {
    float f[16];
} Flow;

// Sums over the particles of liquid that is connected, in masses of a reference particle.
typedef struct PoolSum {
    float mass, angular, inertia;
    Vec2 origin, center, momentum;  // center: from the origin
    bool anchored;                  // near an immovable wall, or with particles that sleep
} PoolSum;

// Of the liquid in a coarse cell, see layers.c: particles, and sums of their densities, of their heights
// above the cell's origin in cells, of the products, and of the squares.
typedef struct Layers {
    float count, densities, heights, products, squareDensities, squareHeights;
    float own;  // how far each liquid moves by its own density, 0 to 1
} Layers;

// A node of the grid of the pressure: a corner of coarse cells. It has eight neighbours, or a few more
// where walls split cells.
#define NODE_NEIGHBOURS 12
typedef struct Node {
    int32_t x, y;
    float mass, vx, vy, error;  // sums of the particles around, by bilinear weights
    float target;               // right side of its row of the system
    // Its row of the matrix: itself, what bodies may add to it, and its neighbours.
    float diagonal, bodies;
    float entries[NODE_NEIGHBOURS];
    // What surface points add to it, and their weights and heights (cells), summed.
    float hold, holds[NODE_NEIGHBOURS], points, heights;
    bool held;       // by enough of them
    float strength;  // of its surface points, 0 to 1
    float outside;   // how far it lies outside of the liquid, 0 to 1
    int32_t neighbours[NODE_NEIGHBOURS], neighbourCount;
    int32_t firstCorner;  // of a cell that no wall cuts, see split.c
    int32_t pool;         // 1 + a cell around it that joins, or 0
    float pressure;
    float lowest;       // bound of the pressure
    float scale;        // of its row: what a sweep multiplies it by
    int32_t order;      // in the order in which they are solved, or NONE
    int32_t cell;       // of the coarse cells around, the one with the most weight
    int32_t firstBody;  // in nodeBodies, or NONE
    bool asleep;        // a cell around it sleeps
} Node;

// A point at which the pressure is 0, outward of a particle.
typedef struct SurfacePoint {
    int32_t particle;
    float strength;  // 0 to 1
    Vec2 at;         // m
} SurfacePoint;

// What a node's pressure does to a body that moves: its impulse is -mass q (x, y, turn) of a reference
// particle's mass.
typedef struct NodeBody {
    int32_t node, solver, next;  // next: of the same node, or NONE
    float x, y, turn;
    int32_t wet;              // in wetBodies
    int32_t order;            // of the node, or NONE
    float gain, fixedTarget;  // of the target in its block: by the flux of the body, and without it
    bool isFirst;             // of its node's list
} NodeBody;

// A body in the solution: velocity that the pressure has given it so far, its inverse masses along x, y
// and about its centre, in masses of the reference particle, and sums of its lever arms.
typedef struct WetBody {
    int32_t solver;
    float vx, vy, w;
    float inverseX, inverseY, inverseTurn;
    float sumX, sumY, sumTurn;
} WetBody;

// Four nodes of one colour as the solver reads them: v = keep q + target - sum of factor times
// neighbour.
typedef struct NodeBlock {
    float lowest[4], keep[4], target[4], factor[NODE_NEIGHBOURS][4];
    int32_t neighbour[NODE_NEIGHBOURS][4];
    int32_t neighbours;  // the maximum of the four
} NodeBlock;

// A neighbour that a wall hides in this step: its place in the lists.
typedef struct ListMask {
    int32_t place;
    uint16_t neighbour;
} ListMask;

// A convex shape that particles may touch: a part of a collider.
typedef struct Wall {
    Geometry geometry;
    Polygon storage;  // of a tile
    Transform pose;   // when the step begins
    MicaAABB box;
    Vec2 center;    // of mass of the body
    Vec2 velocity;  // of a mover, which is no solver body; else 0
    Vec2 oneWay;    // unit: the side that is solid; 0: all
    float extent;   // half of its least width, m
    float friction;
    uint32_t matters;  // a bit for each matter that it is solid to
    int32_t solver;    // solver body; 0: immovable
    int32_t collider;  // slot
    int32_t part;
    int32_t cell;  // of a compound collider: the coarse cell for which it was found, or NONE
} Wall;

// A piece of the outline of a body that moves, in a coarse cell: the pressure acts on it, and its
// motion drives what lies around.
typedef struct OutlinePiece {
    Vec2 arm, normal;  // from the centre of mass; outward
    float length, fx, fy;
    int32_t solver, cell;
} OutlinePiece;

// A coarse cell and a wall near it.
typedef struct WallPair {
    int32_t cell, wall;
} WallPair;

// A particle near a wall. The surface counts as a plane that moves with the body.
typedef struct WallContact {
    int32_t particle, solver;
    Vec2 normal;     // unit, from the wall
    Vec2 arm;        // of the nearest surface point, from the body's centre of mass
    float distance;  // of the particle's centre, m, when the step begins
    float friction;
    float gradient;  // of the wall in the density of the particle, see walls_weigh
    int32_t collider, part;
    float normalImpulse, tangentImpulse;  // of grains, as GrainWall
    Vec2 velocity;                        // as of the wall
} WallContact;

// What a step knows of four contacts between grains: the direction from a to b and their distance when
// it begins, their friction, and the inverse masses, in those of a reference particle.
typedef struct GrainFrame {
    float nx[4], ny[4], separation[4], friction[4], adhesion[4], inverseA[4], inverseB[4];
} GrainFrame;

// Where a contact of grains was found, while those of a new order are matched with the old ones.
typedef struct GrainPlace {
    uint16_t other;  // the larger one of its two particles
    uint8_t lane;
    int32_t block;
} GrainPlace;

#define MATTER_SCRATCH_ARRAYS(X)                                                                   \
    X(ARRAY(Vec2), sortedPositions)                                                                \
    X(ARRAY(Vec2), sortedVelocities)                                                               \
    X(ARRAY(uint32_t), sortedPlaces)                                                               \
    X(ARRAY(uint32_t), sortedValues)                                                               \
    X(ARRAY(ParticleTag), sortedTags)                                                              \
    X(ARRAY(float), sortedLives)                                                                   \
    X(ARRAY(uint32_t), newPlaces)                                                                  \
    X(ARRAY(Cell), cells)                                                                          \
    X(ARRAY(Cell), sortedCells)                                                                    \
    X(IntList, cellStarts)                                                                         \
    X(IntList, lineStarts)                                                                         \
    X(ARRAY(uint16_t), neighbours)                                                                 \
    X(ARRAY(float), gradients)                                                                     \
    X(ARRAY(float), densities)                                                                     \
    X(ARRAY(float), multipliers)                                                                   \
    X(ARRAY(float), weights)                                                                       \
    X(ARRAY(float), wallDensities)                                                                 \
    X(ARRAY(Vec2), wallGradients)                                                                  \
    X(ARRAY(Vec2), outwards)                                                                       \
    X(ARRAY(SurfacePoint), surfacePoints)                                                          \
    X(IntList, freeParticles)                                                                      \
    X(IntList, newIndices)                                                                         \
    X(IntList, clustersOf)                                                                         \
    X(ARRAY(Vec2), pulls)                                                                          \
    X(ARRAY(uint8_t), jellyMarks)                                                                  \
    X(IntList, fabricCells)                                                                        \
    X(IntList, fabricNext)                                                                         \
    X(ARRAY(float), smoothing)                                                                     \
    X(ARRAY(float), attractions)                                                                   \
    X(ARRAY(ListMask), masks)                                                                      \
    X(IntList, cutParticles)                                                                       \
    X(IntList, parents)                                                                            \
    X(IntList, partOf)                                                                             \
    X(IntList, cornerParents)                                                                      \
    X(IntList, cornerNodes)                                                                        \
    X(IntList, recordHeads)                                                                        \
    X(IntList, nextRecords)                                                                        \
    X(ARRAY(PoolSum), pools)                                                                       \
    X(IntList, fieldColliders)                                                                     \
    X(IntList, cameFrom)                                                                           \
    X(ARRAY(GrainBlock), newGrainBlocks)                                                           \
    X(ARRAY(GrainFrame), grainFrames)                                                              \
    X(ARRAY(GrainPlace), grainPlaces)                                                              \
    X(IntList, grainStarts)                                                                        \
    X(ARRAY(uint64_t), grainColours)                                                               \
    X(ARRAY(Vec2), displacements)                                                                  \
    X(ARRAY(Vec2), carried)                                                                        \
    X(ARRAY(Vec2), pushed)                                                                         \
    X(ARRAY(float), radii)                                                                         \
    X(ARRAY(float), liquids)                                                                       \
    X(ARRAY(Vec2), accelerations)                                                                  \
    X(ARRAY(Vec2), previousPositions)                                                              \
    X(ARRAY(CoarseCell), coarseCells)                                                              \
    X(IntList, coarseTable)                                                                        \
    X(ARRAY(uint16_t), coarseOf)                                                                   \
    X(ARRAY(Node), nodes)                                                                          \
    X(ARRAY(NodeBody), nodeBodies)                                                                 \
    X(ARRAY(WetBody), wetBodies)                                                                   \
    X(IntList, wetOf)                                                                              \
    X(IntList, nodeTable)                                                                          \
    X(ARRAY(NodeBlock), nodeBlocks)                                                                \
    X(ARRAY(float), pressures)                                                                     \
    X(ARRAY(Layers), layers)                                                                       \
    X(ARRAY(float), mobilities)                                                                    \
    X(ARRAY(Moments), moments)                                                                     \
    X(ARRAY(Flow), flows)                                                                          \
    X(ARRAY(Wall), walls)                                                                          \
    X(ARRAY(WallPair), wallPairs)                                                                  \
    X(IntList, wallLists)                                                                          \
    X(ARRAY(OutlinePiece), outline)                                                                \
    X(ARRAY(WallContact), wallContacts)                                                            \
    X(ARRAY(Vec2), viewPositions)                                                                  \
    X(ARRAY(Vec2), viewVelocities)                                                                 \
    X(ARRAY(uint32_t), viewValues)                                                                 \
    X(ARRAY(float), viewDensities)                                                                 \
    X(ARRAY(uint8_t), viewAsleep)

typedef struct MatterScratch {
    MATTER_SCRATCH_ARRAYS(ARRAY_MEMBER)
    bool idle;  // this step moves no particle
    bool viscous;
    bool grains, liquid;  // whether there are any in this step
    bool layered;         // there are liquids of unlike density
    bool sorted;          // this step has sorted the particles
    bool listed;          // lineStarts and neighbours are those of the particles as they are
    bool viewed;          // the arrays of views are those of the world as it is, at viewAlpha
    float viewAlpha;
    float stepLength, elapsed;  // s: of this step, and since it began
    float farthestReach;        // of any coarse cell, m
    int32_t colourEnds[4];      // of the nodes in order
    float perSquare;            // scales targets to the matrix, see pressure.c
    Vec2 up;                    // unit, against gravity, or 0
    float mass;                 // kg of the reference particle: one of the first matter
    float milliseconds;         // that the step after `timedStep` steps spent on matter
    uint32_t timedStep;
    int32_t clustersEach;  // entries of a particle in clustersOf
} MatterScratch;

static inline MatterScratch *matter_scratch(MicaWorld *world)
{
    return room_scratch(world, ROOM_MATTER);
}
static inline const MatterScratch *matter_scratch_read(const MicaWorld *world)
{
    return room_scratch_read(world, ROOM_MATTER);
}
