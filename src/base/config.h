// Every number that tunes behaviour, each with its reason. Metres, seconds, kilograms and radians;
// a name that ends in FRACTION, COSINE or SINE has no unit. Lengths and speeds are multiples of
// METRE, the length of a metre in the units of the world that is at work. Read by all rooms.
#pragma once

#include "metre.h"

// -------------------------------------------------------------------------- contacts and manifolds

// Overlap or gap too small to be seen. Begin-touch events count from here.
#define LINEAR_SLOP (0.005f * METRE)

// Contact points are made while the surfaces are this far apart, so that the solver slows a body
// before it sinks in.
#define SPECULATIVE_DISTANCE (4.0f * LINEAR_SLOP)

// A cached manifold is kept while the bodies have moved less than this against each other since it
// was computed. Its separations are then updated to first order; the error is of second order in
// this length.
#define MANIFOLD_SLACK (0.25f * LINEAR_SLOP)
// The same for a rounded shape on an edge, whose contact point moves with the shape.
#define ROUNDED_MANIFOLD_SLACK (0.01f * MANIFOLD_SLACK)
// A cached manifold stores its slide range in units of LINEAR_SLOP, one byte a direction: at most 255
// of them. So many make a unit of length.
#define SLIDE_RANGE_UNITS (1.0f / 0.005f * PER_METRE)
// Two edges count as parallel below this sine of the angle between them. Only then does a manifold
// whose incident edge reaches past the end of the reference edge have a slide range.
#define PARALLEL_EDGE_SINE 1e-4f

// A contact with a static body is idle, and left out of the solver, if it overlaps by at most
// IDLE_DEPTH, carries no impulse and cannot get deeper in this step. Getting deeper by at most
// IDLE_CREEP in a step counts as not getting deeper.
#define IDLE_DEPTH (0.02f * LINEAR_SLOP)
#define IDLE_CREEP (1e-3f * IDLE_DEPTH)

// A separating axis of the second polygon is taken only if it beats the first polygon's best by
// this much. It keeps the reference face, and with it the feature ids, from flickering.
#define AXIS_BIAS (0.1f * LINEAR_SLOP)

// Bodies that touch when a step begins, and of which the game has driven one against the other
// faster than this (m/s), are driven (contact_bounce.c).
#define DRIVEN_SPEED (0.5f * METRE)

// A contact with a kinematic body that is deeper than this is left out of the step while the body
// is pressed into a static one (crush.c).
#define CRUSH_DEPTH (2.0f * LINEAR_SLOP)

// Two dynamic bodies that overlap by less than this may be pressed together by a load; deeper ones
// have been made in one place (contact_crowd.c).
#define CROWD_DEPTH (4.0f * LINEAR_SLOP)

// A body that overlaps immovable ones by more than this from two sides is wedged (contact_crowd.c).
#define WEDGE_DEPTH (2.0f * LINEAR_SLOP)

// A one-way collider holds a contact only if the cosine between the contact normal and the one-way
// direction is at least this.
#define ONE_WAY_MIN_COSINE 0.3f

// A shape cast that starts on a static body and moves along it ignores hits at a smaller angle than
// this (sine).
#define CAST_GRAZING_SINE 1e-3f

// ------------------------------------------------------------------------------------- broad phase

// A collider's AABB in the tree is larger than the collider by this margin on every side, so that a
// resting pile causes no tree queries. A larger margin means fewer queries and more idle pairs.
#define AABB_MARGIN (0.1f * METRE)
// Small colliders take a margin in proportion to their size.
#define AABB_MARGIN_FRACTION 0.25f
// The AABB of a moving collider also covers its displacement over the lookahead time, so that the
// collider does not leave the AABB in every step. The lookahead is cut at this fraction of the
// collider's size, and dropped where even one step exceeds that: in a crowd large AABBs mean pairs.
#define AABB_LOOKAHEAD_TIME (1.0f / 60.0f)
#define AABB_LOOKAHEAD_FRACTION 0.2f
// The same for an unconstrained body.
#define UNCONSTRAINED_LOOKAHEAD_TIME (1.0f / 15.0f)
#define UNCONSTRAINED_LOOKAHEAD_FRACTION 0.6f
// A collider on a layer that is solid to no other may look ahead by this many times as much.
#define NON_SOLID_LOOKAHEAD_FACTOR 4.0f

// In a crowd, dynamic bodies that overlap all over, two that both have so many pairs get no more of
// each other until they have come apart, and no more than half as many of bodies that are not near.
// Discs of equal size have six neighbours, and a few more within their margins.
#define MAX_CROWD_PAIRS 16
// A search for pairs looks for crowds once it has met so many overlaps that are new, and so many
// for each collider that has moved: in ordinary worlds it never does.
#define CROWD_OVERLAPS 256
#define CROWD_OVERLAPS_EACH 4

// Cells of the grid that a large batch of rays walks through, for every AABB in it.
#define GRID_CELLS_PER_BOX 0.6f

// ------------------------------------------------------------------------------------------ solver

// Contacts with static bodies are stiffer by this factor than contacts between moving bodies: a
// static body must not seem to give way.
#define STATIC_STIFFNESS 2.0f

// Factor on the soft constraint's impulse scale (Catto, "Soft Constraints", GDC 2011), which leaks
// the accumulated impulse. At 1, the textbook value, a spring carries the load and a stack sags by
// it; at 0 no impulse leaks and tall stacks vibrate. A tower of 30 sags .25 m at 1, .12 m at .5.
#define CONTACT_IMPULSE_LEAK 0.5f
// The same for joints. A smaller value stretches less, but heavily loaded chains swing up along
// their length until they buckle: 60 links with a weight of 20 links do at .6 and below. Their
// stretch is .70 % at 1, .55 % at .8.
#define JOINT_IMPULSE_LEAK 0.8f

// Successive over-relaxation (Young, "Iterative methods for solving partial difference equations of
// elliptic type", 1954): where two bodies rest on a face, the relax pass changes the impulses of
// its two points by this fraction more than the pair alone needs. Loads pass through a pile in
// fewer passes, and a pyramid sways half as much while it comes to rest. Points that meet or part
// get exactly what they need. 0.5 does no better.
#define OVER_RELAXATION 0.3f

// Seconds. A step takes more substeps than it was asked for where they would be longer.
#define MAX_SUBSTEP (1.0f / 30.0f)

// The impulses of the last step are scaled to the length of this one to warm start it, but by no
// more than this.
#define MAX_WARM_SCALE 4.0f

// A joint error beyond this is corrected as if it were this, which is 50 m/s in the usual step. At
// a higher speed a lever arm turns so far within a substep that relaxing cannot remove the speed.
#define JOINT_MAX_ERROR METRE
#define JOINT_MAX_TURN 1.0f  // the same of an angle, radians

// Hz: the default stiffness of joints. In a world whose joints are softer, none is solved directly.
#define JOINT_HERTZ 60.0f

// Locked axes can leave next to no freedom along a contact. An inverse effective mass below the
// first fraction of the bodies' inverse masses counts as zero: the body would have to race along
// its only free axis. The second fraction, of the inverse mass that turning adds, is the rounding
// error of a lever arm.
#define MIN_FREE_INVERSE_MASS 1e-3f
#define MIN_FREE_TURN 1e-6f

// A body slower than this (m/s at its outermost point) counts as resting.
#define SLEEP_SPEED (0.05f * METRE)
// A body whose displacement while it rests exceeds this speed times World.sleepTime does not fall
// asleep: it creeps.
#define DRIFT_SPEED (0.02f * METRE)

// A step in which all bodies are asleep frees the solver's scratch if it holds more bodies than
// this.
#define SMALL_WORLD_BODIES 1024

#define COLOUR_COUNT 64
#define LAYER_COUNT 64

// Every collider may be in the first number of fields at once, and all colliders of a world
// together in the second number more (field_pairs.c). A pair of a collider and a field takes 128
// bytes, and about .3 us a step: a hundred winds over a thousand boxes are 24,000 pairs instead of
// 100,000, and one raft on a thousand strips of water still feels all of them.
#define FIELDS_EACH 16
#define FIELDS_SHARED 8192

// So many hits on shields that cover each other around its centre an explosion looks behind, at .3
// us each: a thousand rays out of a wall of 30 blocks. Further rays that meet one are let through.
#define EXPLOSION_HIDDEN_HITS 32768

// Wind gusts repeat after this many. A power of two.
#define GUST_PERIOD 1024

// --------------------------------------------------------------------------- ranges of all numbers

// In the units of the world, whatever their length.

// Speeds are clamped to these, so that squares and sums stay finite in single precision.
#define MAX_SPEED 40000.0f
#define MAX_SPIN 40000.0f
// Positions beyond this are refused at the interface.
#define MAX_COORDINATE 1e7f
// Radians; beyond, single precision leaves less than a hundred different angles of a turn.
#define MAX_ANGLE 1e8f
// Factors such as friction, damping and gravityScale, and accelerations.
#define MAX_FACTOR 1e6f
#define MAX_DENSITY 1e9f  // kg/m^2
#define MIN_SIZE 1e-4f
#define MAX_SIZE 1e6f
#define MAX_TURN 1e4f     // radians between the bodies of a joint
#define NO_LIMIT 1e9f     // of a joint, where it has none
#define MAX_NUMBER 1e15f  // any other argument
// Two degrees outside its limit, a new hinge counts as inside: one that is made at an end of its
// limit may lie outside by rounding, and must not be taken for the same pose a turn further on.
#define LIMIT_TURN_SLOP 0.035f
// Bodies with less mass (kg) or inertia (kg m²) count as massless: their inverses would leave
// single precision. The smallest shape of the least mass has an inertia of 5e-21.
#define MIN_MASS 1e-12f
#define MIN_INERTIA (1e-24f * METRE * METRE)

// ----------------------------------------------------------------------------- the step by impacts

// Surfaces nearer than this touch, so that balls placed side by side form one cluster.
#define IMPACT_TOUCH_DISTANCE (0.02f * LINEAR_SLOP)
// Touching surfaces that do not bounce may sink in by this before they count as an impact again,
// and overlap up to this depth is not pushed out: below it, rounding decides.
#define IMPACT_ALLOWED_DEPTH (0.1f * LINEAR_SLOP)
// Fraction of any deeper overlap that each of the step's four passes pushes out.
#define IMPACT_PUSH_FRACTION 0.1f
// An approach below IMPACT_REST_SPEED (m/s) is rest. Below IMPACT_MIN_BOUNCE_SPEED nothing bounces,
// whatever the threshold of the world: a ball would bounce for ever.
#define IMPACT_REST_SPEED (1e-5f * METRE)
#define IMPACT_MIN_BOUNCE_SPEED (1e-3f * METRE)
// An impulse that changes a speed by less than this fraction of the least bounce speed is passed on
// no further through a pile.
#define IMPACT_MIN_TRANSFER 0.1f
// Impacts nearer in time than this fraction of the step, and approach speeds nearer than this
// fraction, count as equal: a symmetric arrangement stays symmetric in spite of rounding.
#define IMPACT_SIMULTANEOUS 1e-4f
// The work of a step by impacts is counted in visits of a contact point by the solver. Placing two
// shapes and finding their nearest points, and computing a manifold, are worth so many of them.
#define IMPACT_WORK_OF_ADVANCE 4
#define IMPACT_WORK_OF_MANIFOLD 8
// A step may do so much work for each impact that it may have, and for each of its pairs. An impact
// in a gas of discs takes about a hundred visits, in a pile up to 3,000.
#define IMPACT_WORK_AN_IMPACT 4096
#define IMPACT_WORK_A_PAIR 4096

// How many pairs of static colliders that overlap are looked at in a step for the faces that each
// covers of the other: so many, and the second number for each collider that was made or moved. A
// tile of a level has 8 neighbours and a floor under 10,000 boxes that many, both within it. 2,000
// boxes in one place have 4,000,000, which took 300 ms.
#define COVER_LOOKS 16384
#define COVER_LOOKS_EACH 64

// The distance that a mover keeps from what it stands on or touches, so that a cast along a surface
// does not begin in it. Below LINEAR_SLOP, within which a cast counts as on a union of colliders.
#define MOVER_GAP (0.2f * LINEAR_SLOP)
// A cosine: how much earlier than its hit a mover stops is bounded where it meets a surface at a
// smaller angle, or it would lose centimetres.
#define MOVER_MIN_APPROACH 0.05f
// A mover that is deep in more colliders than the first number is embedded: each of its dozen casts
// a step would test all that it is in. Embedded movers take turns, so many a step that one cast of
// each tests the second number of colliders in all; the others are crushed and rest.
#define MOVER_MAX_OVERLAPS 16
#define MOVER_EMBEDDED_TESTS 1024
// A mover in a crowd of movers goes so far a step, as a fraction of the larger side of its box:
// small enough that it finds gaps of its own size. It takes another direction after so many steps,
// in which it crosses a crowd of 500: in a closed place, one direction may end at a wall.
#define MOVER_CROWD_STRIDE 0.25f
#define MOVER_CROWD_STEPS 64
// Of movers in a crowd that have more than twice so many colliders nearby, each moves in one of
// several steps: 500 in one point take 5 ms of their first step, and 13 without turns.
#define MOVER_CROWD_TESTS 128

// A mover is drawn as fast as it wants along curved and broken ground to within this fraction.
#define MOVER_SPEED_TOLERANCE 1e-3f

// ------------------------------------------------------------------------------------------ joints

// How much of a pin's error a substep removes. A pin at a body with several contacts gives way a
// little: contacts and pins are solved by turns, and where both were rigid, a heap of chains would
// never come to rest. Its compliance is a fraction of A for each contact of both bodies beyond the
// first.
#define DIRECT_BIAS 0.2f
#define TOUCHED_BIAS 0.1f
#define COMPLIANCE_FRACTION 0.04f
#define MAX_COMPLIANCE 0.25f
// The speed with which an error is removed at most, m/s; less of loop joints, and where bodies have
// contacts. Errors of angles count as those at an arm of a metre.
#define DIRECT_MAX_SPEED (20.0f * METRE)
#define TOUCHED_MAX_SPEED (5.0f * METRE)
// The fraction of the inertia about the pins, or of the mass across a rod, up to which geometric
// stiffness is left out.
#define STIFFNESS_FRACTION 0.1f
// Metres: the velocity that removes an error larger than this is taken back out. Angles count
// likewise.
#define DIRECT_FAR_OFF (0.05f * METRE)
// Of the gap by which a load pulls compliant pins apart, the fraction beyond LINEAR_SLOP that is
// removed. All of it would leave heavy boxes on a bridge nothing that damps them.
#define GAP_REMOVED 0.9f
// How often ropes are let go and taken up in a pass.
#define MAX_ROPE_TURNS 8
// Of the mobility that the bodies of a loop joint have alone, the fraction by which its rows give
// way.
#define LOOP_COMPLIANCE 1e-4f
// Metres: a rope this far from its limit is at it, once the bodies have moved.
#define ROPE_SLACK (1e-4f * METRE)
// Blocks solve a body's joints one after the other. Where these add up to more than this load, as
// those of a light hub do, they do not converge: what each gives the body, the others take.
#define DIRECT_HARD_LOAD 4.0f
// The maximum number of loop joints of a tree that is solved directly, and of free rows that are
// solved with it: with more, as ragdolls have, blocks solve them, but where these would
// not converge.
#define MAX_LOOP_JOINTS 8
#define USUAL_DIRECT_FREE 4
#define MAX_DIRECT_FREE 16
// A tree of so many bodies is solved directly though its limits, motors and springs are left to
// blocks.
#define DIRECT_LONG_TREE 24
// Square of the phase, in radians, by which a spring may advance in a substep with all others of
// its bodies; from 4 on it would gain energy.
#define SPRING_PHASE_SQUARED 2.0f
// Radians by which the pull of a spring may turn a body within a substep.
#define SPRING_TURN 0.5f
// A target joint may press its body into others by this fraction of the body's minimum extent:
// contacts are soft constraints, so a larger steady force would push the body through a wall.
#define DRAG_DEPTH 0.25f
// Radians by which the phase of a spring may advance in a substep. Above it, springs in a row, each
// of which sees the others only as they were, gain energy: two welds of 60 Hz do at 1.5.
#define MAX_SPRING_ANGLE 1.04f
#define SPRING_FREE_LOAD 1.5f

// ---------------------------------------------------------------------------------------- contacts

// Passes over driven contacts end below this speed (m/s), and the contact kernels do the rest.
#define DRIVEN_MIN_SPEED (0.01f * METRE)
// Passes a step over driven contacts. A light crate between a heavy body and a wall takes most of
// them.
#define DRIVEN_PASSES 96
// Passes a substep: a row of so many balls hands an impulse on within one substep. Another pass
// follows while no more than FEW_BOUNCES blocks, or an eighth of all, bounced in the last one.
#define BOUNCE_PASSES 32
#define FEW_BOUNCES 32
// Contacts lead on in the direction of the pressure up to this cosine.
#define CRUSH_COSINE 0.5f
// Bodies in a row between the kinematic and the static one.
#define CRUSH_ROW 16
// A turn by more than this (radians) within the step counts as none: the formulas are of low order.
#define MAX_ANCHOR_TURN 0.25f
// A contact rests where its impulse is the relaxed one of the last substep, give or take this
// fraction. Else it is an impact.
#define RESTING_TOLERANCE 0.25f
// Where one collider's corner is pressed into another's: a point at most this far under a neighbour
// is kept and moved to the end of the exposed part.
#define EDGE_SHIFT (2.0f * LINEAR_SLOP)
// Static colliders that are less than this apart touch. A vertex that lies less than this above the face
// of a neighbour counts as in the plane of that face.
#define EDGE_GAP (0.1f * LINEAR_SLOP)
// A shape whose centre lies in another overlaps it by at least half its minimum thickness.
#define EMBEDDED_DEPTH (2.0f * LINEAR_SLOP)
// Neighbouring segments whose normals' scalar product is at least this share their one-sided state.
#define SAME_STATE_COSINE 0.7f
// The face that looks most against gravity is chosen while no more than this fraction of B's height
// reaches below the corner; else the nearest face.
#define ARCADE_STEP 0.35f
// A separation straight down counts as so many times its length, one to the side as its length.
#define EMBEDDED_DOWN_FACTOR 3.0f
// Another separation must be shorter by this fraction than the one against gravity, or than one
// found before.
#define EMBEDDED_TIE_FRACTION 0.01f
// The maximum number of parts along a separation, one behind the other.
#define EMBEDDED_MAX_PARTS 256
// Thinner colliders (half their minimum thickness) may have their centre in the environment as they
// rest.
#define MIN_EMBEDDED_EXTENT (2.0f * LINEAR_SLOP)

// --------------------------------------------------------- the energy that contacts and joints add

// An island gains energy if G - W exceeds the first fraction of the kinetic energy of its bodies
// against each other, the second, which is rounding, of all of its kinetic energy, and what its
// mass has at GAIN_SPEED (m/s), of more than GAIN_FEW_BODIES at MAX_GAIN_SPEED: a pass leaves large
// islands unconverged, and heaps come to rest by that. A tree of joints counts as one body, for it
// is solved as a whole.
#define GAIN_FRACTION 1e-4f
#define ROUNDING_FRACTION 2e-6f
#define GAIN_SPEED (0.1f * METRE)
#define GAIN_FEW_BODIES 16
#define MAX_GAIN_SPEED (4.0f * METRE)
// The same while overlap and error are being removed, before bodies move; see JOINT_MAX_ERROR.
#define MAX_CORRECTION_SPEED (50.0f * METRE)
// Where the energy is less than that of the mass at the first (m/s), or more than the second is
// left of the velocities, what contacts and joints carry over is not its cause.
#define SHOT_SPEED (0.5f * METRE)
#define SHOT_FRACTION 0.7f
// In a world without joints islands are found in one step of so many, and where a body has become
// faster than any was when the step began.
#define ENERGY_CHECK_PERIOD 4

// ------------------------------------------------------------------------------------------ sweeps

// Shapes are swept shrunk by so much, so that resting and sliding contact stops nothing.
#define SWEEP_SHRINK LINEAR_SLOP
// A body with less than this left to slide stays: falling straight down is the usual case.
#define SLIDE_MIN_DISTANCE (1e-3f * LINEAR_SLOP)
// A body slides around this many corners in a step at most.
#define SLIDE_CORNERS 3
// A body slides on with its shape moved off the surface by this; stopped bodies overlap the surface
// by SWEEP_SHRINK, so they would hit it again at once.
#define SLIDE_LIFT (0.5f * SWEEP_SHRINK)
// At the end of the slide the surface still has the normal of the hit, up to this cosine. A body
// that slid past a corner, or around a ball, would bounce off in a wrong direction.
#define SLIDE_MIN_COSINE 0.9999f

// ------------------------------------------------------------------------------------------ movers

// A mover yields unless what supports it faces the push with at least this cosine.
#define SUPPORT_COSINE 0.5f

// ---------------------------------------------------------------------------------------- the step

// By this fraction of a step's length, errors may be corrected at the rate of shorter substeps
// after it.
#define ERROR_DECAY 0.2f

// In a world of more bodies, a step checks what the caller wrote into the views of so many bodies
// in turn, besides those of all that do not rest: small worlds are checked whole, and in a large
// one a step costs nothing for what sleeps.
#define CHECKED_IN_TURN 256
