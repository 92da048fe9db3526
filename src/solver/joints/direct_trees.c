// Which joints direct.c solves: the components of dynamic bodies and rigid joints that are trees,
// or trees with a few loop joints, joints that close a loop or lead to a second immovable body.
// Nets and cloths have too many, and stay with the soft step, as does a world whose joints shall be
// softer than by default. Called by joints.c once a step; reads joints, solver bodies and colours
// of contacts; writes directNodes, directLoopJoints, directTrees, and takes the pins out of
// jointBuckets.
#include "direct.h"

#include <string.h>

static inline bool is_immovable(const MicaWorld *world, int32_t solver)
{
    return world->scratch.solverMotion.data[solver].dynamic == 0.0f;
}

static inline bool has_locked_axis(const MicaWorld *world, int32_t solver)
{
    const SolverBody *b = &world->scratch.solverBodies.data[solver];
    return !is_immovable(world, solver) && !(b->invMassX > 0.0f && b->invMassY > 0.0f);
}

// Whether the rigid rows of a joint may be solved directly: those of a stiffness or a maximum of
// its own may not.
static bool is_rigid(const Joint *j)
{
    const JointRows *rows = jointKernels[j->type]->rows;
    bool rigid = j->type == MICA_JOINT_REVOLUTE || direct_is_rope(j) ||
                 (rows != NULL && rows->direct && rows->rigid[(j->flags & JOINT_HAS_ROW) != 0] > 0);
    return rigid && (j->flags & JOINT_SOFT) == 0;
}

static bool may_solve(const MicaWorld *world, const Joint *j)
{
    const int32_t *solverOf = world->scratch.solverOf.data;
    return is_rigid(j) && !has_locked_axis(world, solverOf[j->bodyA]) &&
           !has_locked_axis(world, solverOf[j->bodyB]);
}

// A joint as one of its bodies sees it.
typedef struct Edge {
    int32_t joint, other;  // slot; solver body at the other end
    bool isB;              // this body is the joint's body B
} Edge;

// The next such joint of a body's list, see Body.firstJoint; false at its end.
static bool next_edge(const MicaWorld *world, int32_t *end, Edge *edge)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    while (*end != NONE) {
        const Joint *j = &world->state.joints.data[*end >> 1];
        bool isB = (*end & 1) != 0;
        int32_t joint = *end >> 1;
        *end = j->next[*end & 1];
        if (scratch->componentJoints.data[joint] != 0) {
            int32_t other = world->scratch.solverOf.data[isB ? j->bodyA : j->bodyB];
            *edge = (Edge){joint, other, isB};
            return true;
        }
    }
    return false;
}

static int32_t first_end(const MicaWorld *world, int32_t solver)
{
    return world->state.bodies.data[world->scratch.solverSlots.data[solver]].firstJoint;
}

static int32_t add_node(SolverScratch *scratch, int32_t solver)
{
    int32_t node = scratch->directNodes.count++;
    scratch->directNodes.data[node] =
        (DirectNode){.solver = solver, .parent = NONE, .joint = {.joint = NONE}};
    scratch->directOf.data[solver] = node;
    return node;
}

static int32_t free_rows_of(const MicaWorld *world, int32_t joint)
{
    const Joint *j = &world->state.joints.data[joint];
    const JointRows *rows = jointKernels[j->type]->rows;
    bool none = (j->flags & JOINT_HAS_ROW) == 0 || direct_is_rope(j);
    return none ? 0 : j->type == MICA_JOINT_REVOLUTE ? 1 : rows->free;
}

static float load_of(const MicaWorld *world, int32_t solver)
{
    int32_t end = first_end(world, solver);
    float load = 0.0f;
    for (Edge e; next_edge(world, &end, &e);) {
        JointFractions fractions = joint_fractions(world, &world->state.joints.data[e.joint]);
        load += e.isB ? fractions.b : fractions.a;
    }
    return load;
}

// ------------------------------------------------------------------------------------ components

static inline int32_t component_root(SolverScratch *scratch, int32_t solver)
{
    int32_t *parents = scratch->componentParents.data;
    while (parents[solver] != solver) {
        parents[solver] = parents[parents[solver]];
        solver = parents[solver];
    }
    return solver;
}

static inline int32_t unite(SolverScratch *scratch, int32_t rootA, int32_t rootB)
{
    if (rootA == rootB) {
        return rootA;
    }
    int32_t root = min_i(rootA, rootB), child = max_i(rootA, rootB);
    DirectComponent *into = &scratch->directComponents.data[root],
                    *from = &scratch->directComponents.data[child];
    scratch->componentParents.data[child] = root;
    into->bodies += from->bodies;
    into->joints += from->joints;
    into->immovableJoints += from->immovableJoints;
    into->free += from->free;
    return root;
}

static inline int32_t loop_joints(const DirectComponent *c) { return c->joints - (c->bodies - 1); }

// Adds a joint to its component. Returns whether the component connects its bodies: of joints
// within one with too many loop joints, a net, it is not asked whether they are rigid.
static inline bool count_joint(MicaWorld *world, int32_t joint)
{
    SolverScratch *scratch = solver_scratch(world);
    const Joint *j = &world->state.joints.data[joint];
    DirectComponent *c = scratch->directComponents.data;
    int32_t a = solver_of(world, j->bodyA), b = world->scratch.solverOf.data[j->bodyB];
    bool movesA = !is_immovable(world, a), immovable = !movesA || is_immovable(world, b);
    int32_t moving = movesA ? a : b, root = component_root(scratch, moving),
            other = immovable ? root : component_root(scratch, b),
            *ends = scratch->componentEnds.data;
    if (immovable) {
        island_mark(scratch, moving, movesA ? b : a);
    }
    if (root == other && loop_joints(&c[root]) > MAX_LOOP_JOINTS) {
        return true;
    }
    if (!may_solve(world, j)) {
        return false;
    }
    root = unite(scratch, root, other);
    ends[moving] += 1;
    ends[b] += !immovable;
    c[root].joints += !immovable;
    c[root].immovableJoints += immovable;
    c[root].free += (j->flags & JOINT_HAS_ROW) != 0 ? free_rows_of(world, joint) : 0;
    return true;
}

// Finds what bodies rigid joints connect.
static void find_components(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t bodies = world->scratch.solverBodies.count, joints = world->state.joints.count;
    int32_t *ends = scratch->componentEnds.data;
    scratch->componentsFound = true;
    memset(ends, 0, sizeof(int32_t) * (size_t)bodies);
    memset(scratch->islandMarks.data, 0, (size_t)bodies);
    for (int32_t i = 0; i < bodies; ++i) {
        scratch->componentParents.data[i] = i;
        scratch->directComponents.data[i] = (DirectComponent){.bodies = 1};
    }
    for (int32_t i = 0; (i = joint_next_awake(world, i)) < joints; ++i) {
        bool used = scratch->jointBuckets.data[i] != NONE;
        scratch->componentJoints.data[i] = used && count_joint(world, i);
    }
    for (int32_t i = 1; i < bodies; ++i) {
        if ((float)ends[i] > DIRECT_HARD_LOAD) {  // no joint has a share above 1
            scratch->directComponents.data[component_root(scratch, i)].maybeHard = true;
        }
    }
}

// Whether a component is solved directly if it is hard, or as it is: it has few loop joints; and
// few limits, motors and springs, or many bodies, for a ragdoll is as well off with the soft step,
// at a fraction of the time.
static bool is_direct(const DirectComponent *c, bool hard)
{
    int32_t loopJoints = loop_joints(c) + max_i(c->immovableJoints - 1, 0),
            maxFree = hard ? MAX_DIRECT_FREE : USUAL_DIRECT_FREE;
    return loopJoints <= MAX_LOOP_JOINTS && (c->free <= maxFree || c->bodies >= DIRECT_LONG_TREE);
}

// Puts the bodies of the component of `start` into directQueue, breadth first, and finds its root,
// a body joined to an immovable one, else the first. Returns whether some body is hard to solve by
// blocks.
static bool collect(MicaWorld *world, int32_t start, bool maybeHard, int32_t *root)
{
    SolverScratch *scratch = solver_scratch(world);
    IntList *queue = &scratch->directQueue;
    int32_t *nodeOf = scratch->directOf.data;
    bool hard = false, foundImmovable = false;
    queue->data[0] = *root = start;
    queue->count = 1;
    nodeOf[start] = 0;
    for (int32_t i = 0; i < queue->count; ++i) {
        int32_t end = first_end(world, queue->data[i]);
        for (Edge e; next_edge(world, &end, &e);) {
            bool immovable = is_immovable(world, e.other);
            *root = immovable && !foundImmovable ? queue->data[i] : *root;
            foundImmovable |= immovable;
            if (!immovable && nodeOf[e.other] == NONE) {
                nodeOf[e.other] = 0;
                queue->data[queue->count++] = e.other;
            }
        }
        hard |= maybeHard && load_of(world, queue->data[i]) > DIRECT_HARD_LOAD;
    }
    return hard;
}

// As colouring_contacts left them: a body has a colour for each contact.
static int32_t contact_count(const MicaWorld *world, int32_t solver)
{
    return is_immovable(world, solver)
               ? 0
               : __builtin_popcountll(solver_scratch_read(world)->bodyColours.data[solver]);
}

// A block that is left with its limit, motor and spring has rigid rows that answer them, and little
// else.
static DirectJoint take_joint(MicaWorld *world, int32_t joint, int32_t solver, int32_t otherSolver,
                              bool isB)
{
    SolverScratch *scratch = solver_scratch(world);
    const Joint *j = &world->state.joints.data[joint];
    if ((j->flags & JOINT_HAS_ROW) == 0 || direct_is_rope(j)) {
        scratch->jointBuckets.data[joint] = NONE;
    }
    return (DirectJoint){.joint = joint,
                         .rope = direct_is_rope(j),
                         .otherSolver = otherSolver,
                         .isB = isB,
                         .touched =
                             contact_count(world, solver) + contact_count(world, otherSolver)};
}

static void set_parent(MicaWorld *world, int32_t node, int32_t parent, int32_t parentSolver,
                       int32_t joint, bool isB)
{
    DirectNode *n = &solver_scratch(world)->directNodes.data[node];
    n->parent = parent;
    n->joint = take_joint(world, joint, n->solver, parentSolver, isB);
}

static void add_loop_joint(MicaWorld *world, int32_t joint)
{
    SolverScratch *scratch = solver_scratch(world);
    const Joint *j = &world->state.joints.data[joint];
    int32_t a = world->scratch.solverOf.data[j->bodyA], b = world->scratch.solverOf.data[j->bodyB];
    const int32_t *nodeOf = scratch->directOf.data;
    scratch->directLoopJoints.data[scratch->directLoopJoints.count++] =
        (DirectLoopJoint){.joint = take_joint(world, joint, b, a, true),
                          .solver = b,
                          .node = is_immovable(world, b) ? NONE : nodeOf[b],
                          .otherNode = is_immovable(world, a) ? NONE : nodeOf[a]};
}

// Whether the joint is a loop joint of the tree already.
static bool is_loop_joint(const SolverScratch *scratch, int32_t firstLoopJoint, int32_t joint)
{
    for (int32_t i = firstLoopJoint; i < scratch->directLoopJoints.count; ++i) {
        if (scratch->directLoopJoints.data[i].joint.joint == joint) {
            return true;
        }
    }
    return false;
}

// Whether the joint leads from a node to its parent or to a child of it.
static bool is_tree_edge(const MicaWorld *world, int32_t node, Edge e)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    const DirectNode *nodes = scratch->directNodes.data;
    int32_t other = scratch->directOf.data[e.other];
    return nodes[node].joint.joint == e.joint ||
           (!is_immovable(world, e.other) && other != NONE && nodes[other].joint.joint == e.joint);
}

static void add_free_rows(MicaWorld *world, int32_t joint)
{
    SolverScratch *scratch = solver_scratch(world);
    int32_t count = free_rows_of(world, joint);
    for (int32_t index = 0; index < count; ++index) {
        const Joint *j = &world->state.joints.data[joint];
        const int32_t *nodeOf = scratch->directOf.data;
        int32_t a = world->scratch.solverOf.data[j->bodyA],
                b = world->scratch.solverOf.data[j->bodyB];
        scratch->jointBuckets.data[joint] = NONE;
        DirectFree *f = &scratch->directFree.data[scratch->directFree.count++];
        *f = (DirectFree){.index = index};
        f->pair = (DirectLoopJoint){.joint = {.joint = joint, .otherSolver = a, .isB = true},
                                    .solver = b,
                                    .node = is_immovable(world, b) ? NONE : nodeOf[b],
                                    .otherNode = is_immovable(world, a) ? NONE : nodeOf[a]};
    }
}

// Takes the free rows of a tree's joints out of the blocks, if they are few.
static void take_free_rows(MicaWorld *world, DirectTree *tree, int32_t maximum)
{
    const SolverScratch *scratch = solver_scratch(world);
    int32_t count = 0;
    for (int32_t pass = 0; pass < 2 && count <= maximum; ++pass) {
        for (int32_t i = tree->node; i < tree->endNode + tree->endLoopJoint - tree->loopJoint;
             ++i) {
            int32_t loopJoint = tree->loopJoint + i - tree->endNode;
            int32_t joint = i < tree->endNode
                                ? scratch->directNodes.data[i].joint.joint
                                : scratch->directLoopJoints.data[loopJoint].joint.joint;
            if (joint == NONE) {
                continue;
            }
            if (pass == 0) {
                count += free_rows_of(world, joint);
            } else {
                add_free_rows(world, joint);
            }
        }
    }
    tree->endFree = scratch->directFree.count;
}

// A distance joint with nothing but a spring: a force, which keeps no velocity from the tree.
static inline bool is_spring_alone(const Joint *j)
{
    return j->type == MICA_JOINT_DISTANCE && (j->flags & JOINT_HAS_ROW) == JOINT_SPRING;
}

// Whether a block solves a joint of the body that is more than a spring: one that is not rigid, or
// that is left with its limit, motor and spring.
static bool has_blocks(const MicaWorld *world, int32_t solver)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    for (int32_t end = first_end(world, solver); end != NONE;) {
        int32_t joint = end >> 1;
        const Joint *j = &world->state.joints.data[joint];
        if (scratch->jointBuckets.data[joint] != NONE && !is_spring_alone(j)) {
            return true;
        }
        end = j->next[end & 1];
    }
    return false;
}

// Makes nodes of the bodies in directQueue, parents before children, and gives each the joint to
// its parent; the other joints are loop joints.
static void build_tree(MicaWorld *world, int32_t root, int32_t maxFree)
{
    SolverScratch *scratch = solver_scratch(world);
    DirectNode *nodes = scratch->directNodes.data;
    int32_t *nodeOf = scratch->directOf.data, first = scratch->directNodes.count,
            firstLoopJoint = scratch->directLoopJoints.count;
    for (int32_t i = 0; i < scratch->directQueue.count; ++i) {
        nodeOf[scratch->directQueue.data[i]] = NONE;
    }
    bool touched = false;
    add_node(scratch, root);
    for (int32_t i = first; i < scratch->directNodes.count; ++i) {
        int32_t end = first_end(world, nodes[i].solver);
        touched = touched || contact_count(world, nodes[i].solver) > 0;
        for (Edge e; next_edge(world, &end, &e);) {
            if (is_tree_edge(world, i, e) || is_loop_joint(scratch, firstLoopJoint, e.joint)) {
                continue;
            }
            if (is_immovable(world, e.other) && nodes[i].joint.joint == NONE) {
                set_parent(world, i, NONE, e.other, e.joint, e.isB);
            } else if (!is_immovable(world, e.other) && nodeOf[e.other] == NONE) {
                int32_t child = add_node(scratch, e.other);
                set_parent(world, child, i, nodes[i].solver, e.joint, !e.isB);
            } else {
                add_loop_joint(world, e.joint);
            }
        }
    }
    DirectTree tree = {.node = first,
                       .endNode = scratch->directNodes.count,
                       .loopJoint = firstLoopJoint,
                       .endLoopJoint = scratch->directLoopJoints.count,
                       .free = scratch->directFree.count,
                       .touched = touched};
    for (int32_t i = tree.node; i < tree.endNode; ++i) {
        tree.ropes |= nodes[i].joint.rope;
    }
    for (int32_t i = tree.loopJoint; i < tree.endLoopJoint; ++i) {
        tree.ropes |= scratch->directLoopJoints.data[i].joint.rope;
    }
    take_free_rows(world, &tree, maxFree);
    for (int32_t i = tree.node; i < tree.endNode && !tree.mixed; ++i) {
        tree.mixed = has_blocks(world, nodes[i].solver);
    }
    scratch->directTrees.data[scratch->directTrees.count++] = tree;
}

// For the tree of the bodies in directQueue.
static bool reserve_tree(MicaWorld *world)
{
    Memory *m = &world->host.memory;
    SolverScratch *scratch = solver_scratch(world);
    return ARRAY_RESERVE(m, &scratch->directNodes,
                         scratch->directNodes.count + scratch->directQueue.count) &&
           ARRAY_RESERVE(m, &scratch->directTrees, scratch->directTrees.count + 1) &&
           ARRAY_RESERVE(m, &scratch->directFree, scratch->directFree.count + MAX_DIRECT_FREE) &&
           ARRAY_RESERVE(m, &scratch->directLoopJoints,
                         scratch->directLoopJoints.count + MAX_LOOP_JOINTS);
}

// Makes a tree of the component of a body. False if memory ran out.
static bool take_component(MicaWorld *world, int32_t body, const DirectComponent *c)
{
    int32_t root;
    bool hard = collect(world, body, c->maybeHard, &root);
    if (!is_direct(c, hard)) {
        return true;
    }
    if (!reserve_tree(world)) {
        return false;
    }
    build_tree(world, root, hard ? MAX_DIRECT_FREE : USUAL_DIRECT_FREE);
    return true;
}

bool direct_find(MicaWorld *world)
{
    SolverScratch *scratch = solver_scratch(world);
    Memory *m = &world->host.memory;
    int32_t bodies = world->scratch.solverBodies.count;
    if (world->state.jointHertz < JOINT_HERTZ) {
        return true;
    }
    if (!ARRAY_RESERVE(m, &scratch->directOf, bodies) ||
        !ARRAY_RESERVE(m, &scratch->directQueue, bodies) ||
        !ARRAY_RESERVE(m, &scratch->componentParents, bodies) ||
        !ARRAY_RESERVE(m, &scratch->componentEnds, bodies) ||
        !ARRAY_RESERVE(m, &scratch->directComponents, bodies) ||
        !ARRAY_RESERVE(m, &scratch->componentJoints, world->state.joints.count)) {
        return false;
    }
    memset(scratch->directOf.data, 0xff, sizeof(int32_t) * (size_t)bodies);
    find_components(world);
    for (int32_t i = 1; i < bodies; ++i) {
        if (scratch->componentEnds.data[i] > 0 && scratch->directOf.data[i] == NONE) {
            const DirectComponent *c = &scratch->directComponents.data[component_root(scratch, i)];
            if (is_direct(c, c->maybeHard) && !take_component(world, i, c)) {
                return false;
            }
        }
    }
    return true;
}

int32_t direct_component_size(MicaWorld *world, int32_t solver)
{
    SolverScratch *scratch = solver_scratch(world);
    return scratch->componentsFound
               ? scratch->directComponents.data[component_root(scratch, solver)].bodies
               : 1;
}

static int32_t node_of(const MicaWorld *world, int32_t solver)
{
    const SolverScratch *scratch = solver_scratch_read(world);
    return scratch->componentsFound ? scratch->directOf.data[solver] : NONE;
}

bool direct_is_part(const MicaWorld *world, int32_t solver)
{
    return node_of(world, solver) != NONE;
}

bool direct_hangs(const MicaWorld *world, int32_t solver)
{
    int32_t node = node_of(world, solver);
    return node != NONE && solver_scratch_read(world)->directNodes.data[node].parent != NONE;
}
