// Every number that tunes behaviour, each with its reason. Lengths in metres, times in seconds.
#pragma once

// Overlap or gap too small to see; begin-touch counts from here.
#define LINEAR_SLOP 0.005f

// Contact points are made this far ahead of touching, so that a body is slowed before it sinks in.
#define SPECULATIVE_DISTANCE (4.0f * LINEAR_SLOP)

// A manifold is kept while the bodies have moved less than this against each other since it was
// made: its gap is then carried along to first order, and what that misses is of second order in
// this length.
#define MANIFOLD_SLACK (0.25f * LINEAR_SLOP)
// The same for a ball on a side.
#define ROUNDED_MANIFOLD_SLACK (0.01f * MANIFOLD_SLACK)
// What slides along a side of another takes its manifold along, by so many of these at most.
#define SLIDE_RANGE_UNIT LINEAR_SLOP
// And an edge with the end of a side under it does so only if it leans by less than this (sine of
// the angle).
#define PARALLEL_EDGE_SINE 1e-4f
// What overlaps ground by no more than this, is not pressed and comes no deeper, is left so. To
// come deeper by less than the creep in a step is to come no deeper.
#define IDLE_DEPTH (0.02f * LINEAR_SLOP)
#define IDLE_CREEP (1e-3f * IDLE_DEPTH)

// A collider's box in the tree is this much larger than the collider, so that a resting pile asks
// nothing of the trees. Larger: fewer queries, more idle pairs.
#define AABB_MARGIN 0.1f
// Small things take a margin in proportion to their size.
#define AABB_MARGIN_FRACTION 0.25f
// And what moves takes room for its way so many seconds ahead, a step: it does not leave its box in
// every step. But it takes none where that would be more than so many times its size: in a crowd
// room means pairs.
#define AABB_LOOKAHEAD_TIME (1.0f / 60.0f)
#define AABB_LOOKAHEAD_FRACTION 0.2f
// What flies takes more, and, with the last, what meets nothing solid: as much as it may, if that
// is for a step.
#define UNCONSTRAINED_LOOKAHEAD_TIME (1.0f / 15.0f)
#define UNCONSTRAINED_LOOKAHEAD_FRACTION 0.6f
#define NON_SOLID_LOOKAHEAD_FACTOR 4.0f

// Contacts with static bodies are this much stiffer than contacts between movers: the ground must
// not give.
#define STATIC_STIFFNESS 2.0f

// Share of the soft contact's static give that is kept. At 1 a spring carries the load and a stack
// sags by it; at 0 the contact forgets no impulse and tall stacks start to hum. A tower of 30 sags
// .25 m at 1, .12 m at .5.
#define CONTACT_IMPULSE_LEAK 0.5f

// Where two bodies rest on a face, relaxing changes its impulses by this much more than those two
// alone would need: what a heap carries comes through it in fewer passes, and a pyramid sways half
// as much while it settles. What meets, or parts, gets what it needs. 0.5 does no better. Young,
// "Iterative methods for solving partial difference equations of elliptic type", 1954.
#define OVER_RELAXATION 0.3f

// The same for joints. Less gives less, but heavily loaded chains swing up in length until they
// buckle: of 60 links with a weight of 20 links, at .6 and below. Their stretch is .70 % at 1, .55
// % at .8.
#define JOINT_IMPULSE_LEAK 0.8f

// What is apart further than this is drawn together as if by this much, at 50 m/s in the usual
// step. Faster, and an arm turns so far within a substep that the speed cannot be taken back out.
#define JOINT_MAX_ERROR 1.0f

// With locked axes, an inverse mass along a contact below this share of what the bodies have in all
// counts as none: pushed nearly across its only free axis, a body would have to race along it. And
// what an arm's rounding error alone would turn does not turn.
#define MIN_FREE_INVERSE_MASS 1e-3f
#define MIN_FREE_TURN 1e-6f

// How squarely (cosine) a contact must lie on the side of a one-way collider that holds.
#define ONE_WAY_MIN_COSINE 0.3f

// A shape that is cast along the ground it stands on meets nothing that it passes at less than this
// (sine of the angle).
#define CAST_GRAZING_SINE 1e-3f

// A body slower than this (m/s at its outermost point) counts as resting.
#define SLEEP_SPEED 0.05f
// What comes further than this times the time that it takes to fall asleep does not rest: it moves
// slowly.
#define DRIFT_SPEED 0.02f

// Speeds beyond this are cut off, so that squares and sums stay finite in single precision.
#define MAX_SPEED 40000.0f
#define MAX_SPIN 40000.0f
// Positions beyond this are refused at the interface.
#define MAX_COORDINATE 1e7f
#define MIN_SIZE 1e-4f
#define MAX_SIZE 1e6f
#define MAX_TURN 1e4f     // radians between the bodies of a joint
#define MAX_NUMBER 1e15f  // any other argument
// Lighter bodies (kg, kg m²) count as weightless: their inverses would leave single precision. The
// smallest shape of the least mass has an inertia of 5e-21.
#define MIN_MASS 1e-12f
#define MIN_INERTIA 1e-24f

// A separating axis of the second polygon must beat the first's by this to be taken: keeps the
// reference face, and so the feature ids, from flickering.
#define AXIS_BIAS (0.1f * LINEAR_SLOP)

// Gusts repeat after so many of them. A power of two.
#define GUST_PERIOD 1024

// A world with more bodies awake than this gives the step's working space back when all of them
// sleep.
#define SMALL_WORLD_BODIES 1024

#define COLOUR_COUNT 64
#define LAYER_COUNT 64

// Cells of the grid that a large batch of rays goes through, for every box in it.
#define GRID_CELLS_PER_BOX 0.6f

// Stepping by impacts. Surfaces nearer than this touch, so that a cluster of balls put side by side
// is one.
#define IMPACT_TOUCH_DISTANCE (0.02f * LINEAR_SLOP)
// What touches without bouncing may sink in by this before it counts as an impact again, and
// overlap up to this depth is left alone: below, rounding decides.
#define IMPACT_ALLOWED_DEPTH (0.1f * LINEAR_SLOP)
// Share of the deeper overlap that each of a step's four passes pushes out.
#define IMPACT_PUSH_FRACTION 0.1f
// Approach below this (m/s) is rest, and below IMPACT_MIN_BOUNCE_SPEED nothing bounces, whatever the world's
// threshold: a ball would bounce for ever.
#define IMPACT_REST_SPEED 1e-5f
#define IMPACT_MIN_BOUNCE_SPEED 1e-3f
// A push that changes a speed by less than this share of the slowest that bounces goes no further
// through a pile.
#define IMPACT_MIN_TRANSFER 0.1f
// Impacts nearer in time than this share of the step, and approach speeds nearer than this share,
// are the same: what is symmetric stays so, though its rounding is not.
#define IMPACT_SIMULTANEOUS 1e-4f
