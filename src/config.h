// Every number that tunes behaviour, each with its reason. Lengths in metres, times in seconds.
#pragma once

// Overlap or gap too small to see; begin-touch counts from here.
#define LINEAR_SLOP 0.005f

// Contact points are made this far ahead of touching, so that a body is slowed before it sinks in.
#define SPECULATIVE_DISTANCE (4.0f * LINEAR_SLOP)

// A collider's box in the tree is this much larger than the collider, so that a resting pile asks nothing of the
// trees. Larger: fewer queries, more idle pairs.
#define BOX_MARGIN 0.1f
// Small things take a margin in proportion to their size.
#define BOX_MARGIN_FRACTION 0.4f

// Contacts with static bodies are this much stiffer than contacts between movers: the ground must not give.
#define STATIC_STIFFNESS 2.0f

// A body slower than this (m/s at its outermost point) counts as resting.
#define SLEEP_SPEED 0.05f

// Speeds beyond this are cut off, so that squares and sums stay finite in single precision.
#define MAX_SPEED 40000.0f
#define MAX_SPIN 40000.0f
// Positions beyond this are refused at the interface.
#define MAX_COORDINATE 1e7f
#define MIN_SIZE 1e-4f
#define MAX_SIZE 1e6f
#define MAX_NUMBER 1e15f  // any other argument

// A separating axis of the second polygon must beat the first's by this to be taken: keeps the reference face, and so
// the feature ids, from flickering.
#define AXIS_BIAS (0.1f * LINEAR_SLOP)

#define COLOUR_COUNT 64
#define LAYER_COUNT 64
