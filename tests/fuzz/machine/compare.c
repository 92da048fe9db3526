// Compares the model with the world: one object after a call, all of them every few hundred calls.
#include "machine.h"

static bool is_finite(MicaVec2 v) { return isfinite(v.x) && isfinite(v.y); }

// Bits: 0 and -0 are kept apart, as the engine keeps what it was given.
static bool is_same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

void compare_body(Machine *m, int32_t i)
{
    const BodyModel *b = &m->model.body[i];
    MicaBody body = {m->model.bodies.id[i]};
    MicaWorld *w = m->world;
    EXPECT(m, CALL(m, mica_body_is_valid(w, body)), "a live body is not valid");
    EXPECT(m, CALL(m, mica_body_at(w, MICA_SLOT(body))).id == body.id, "a body is not in its slot");
    uint32_t flags = CALL(m, mica_body_flags(w, body));
    EXPECT(m, (flags & MODEL_FLAGS) == b->flags, "a body's flags are not what was set");
    MicaTransform t = CALL(m, mica_body_transform(w, body));
    float unit = t.q.c * t.q.c + t.q.s * t.q.s;
    EXPECT(m, is_finite(t.p), "a position is not finite");
    EXPECT(m, unit > 0.999f && unit < 1.001f, "a rotation is not of unit length");
    EXPECT(m, !b->placed || (is_same(t.p.x, b->position.x) && is_same(t.p.y, b->position.y)),
           "a body that no step moved has moved");
    EXPECT(m,
           is_same(CALL(m, mica_body_linear_damping(w, body)), b->linearDamping) &&
               is_same(CALL(m, mica_body_angular_damping(w, body)), b->angularDamping) &&
               is_same(CALL(m, mica_body_gravity_scale(w, body)), b->gravityScale) &&
               CALL(m, mica_body_user_data(w, body)) == b->userData,
           "damping, gravity scale or user data of a body is not what was set");
    MicaMassData mass = CALL(m, mica_body_mass(w, body));
    bool dynamic = model_type(&m->model, i) == MICA_BODY_DYNAMIC,
         set = (b->flags & MICA_FLAG_MASS_OVERRIDE) != 0;
    EXPECT(m, dynamic || set ? mass.mass > 0.0f && isfinite(mass.mass) : mass.mass == 0.0f,
           "a dynamic body has no mass, or another has one that was not set");
    EXPECT(m, mass.inertia >= 0.0f && isfinite(mass.inertia) && is_finite(mass.center),
           "a body's mass is not finite");
    if (set) {
        EXPECT(m,
               mass.mass == b->mass.mass && mass.inertia == b->mass.inertia &&
                   mass.center.x == b->mass.center.x && mass.center.y == b->mass.center.y,
               "a body's mass is not what was set");
    }
    MicaVec2 v = CALL(m, mica_body_velocity(w, body));
    EXPECT(m, is_finite(v), "a velocity is not finite");
    EXPECT(m, (flags & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC || (v.x == 0.0f && v.y == 0.0f),
           "a static body has a velocity");
    EXPECT(m, (flags & MICA_FLAG_TYPE_MASK) != MICA_BODY_STATIC || (flags & MICA_FLAG_AWAKE) == 0,
           "a static body is awake");
}

// The lists that a body has of its colliders and joints.
static void compare_lists(Machine *m, int32_t i)
{
    MicaBody body = {m->model.bodies.id[i]};
    MicaCollider colliders[MAX_COLLIDERS];
    MicaJoint joints[MAX_JOINTS];
    int32_t ofColliders = 0, ofJoints = 0;
    for (int32_t k = 0; k < m->model.colliders.count; k++) {
        ofColliders += m->model.collider[m->model.colliders.order[k]].body == i;
    }
    for (int32_t k = 0; k < m->model.joints.count; k++) {
        const JointModel *j = &m->model.joint[m->model.joints.order[k]];
        ofJoints += j->bodyA == i || j->bodyB == i;
    }
    EXPECT(m, CALL(m, mica_body_colliders(m->world, body, colliders, MAX_COLLIDERS)) == ofColliders,
           "a body has another number of colliders");
    for (int32_t k = 0; k < ofColliders && m->found[0] == 0; k++) {
        int32_t c = handles_find(&m->model.colliders, colliders[k].id);
        EXPECT(m, c >= 0 && m->model.collider[c].body == i, "a body lists a foreign collider");
    }
    EXPECT(m, CALL(m, mica_body_joints(m->world, body, joints, MAX_JOINTS)) == ofJoints,
           "a body has another number of joints");
    for (int32_t k = 0; k < ofJoints && m->found[0] == 0; k++) {
        EXPECT(m, handles_find(&m->model.joints, joints[k].id) >= 0, "a body lists a dead joint");
    }
    int32_t mover = model_mover_of(&m->model, i);
    EXPECT(m,
           CALL(m, mica_body_mover(m->world, body)).id ==
               (mover >= 0 ? m->model.movers.id[mover] : 0),
           "a body has another mover");
}

static bool is_same_material(const MicaColliderDef *a, const MicaColliderDef *b)
{
    return a->layer == b->layer && a->group == b->group && a->density == b->density &&
           a->friction == b->friction && a->restitution == b->restitution &&
           a->frictionCombine == b->frictionCombine &&
           a->restitutionCombine == b->restitutionCombine &&
           a->rollingResistance == b->rollingResistance && a->tangentSpeed == b->tangentSpeed &&
           a->isTrigger == b->isTrigger && a->sees == b->sees && a->arcade == b->arcade &&
           a->enabled == b->enabled && a->userData == b->userData &&
           fabsf(a->oneWay.x - b->oneWay.x) < 1e-6f && fabsf(a->oneWay.y - b->oneWay.y) < 1e-6f;
}

static void compare_form(Machine *m, MicaCollider collider, const ColliderModel *c)
{
    if (c->columns > 0) {
        MicaTilesDef tiles = {0};
        EXPECT(m,
               CALL(m, mica_collider_tiles(m->world, collider, &tiles)) == MICA_ERROR_OK &&
                   tiles.columns == c->columns && tiles.rows == c->rows &&
                   memcmp(tiles.cells, c->cells, (size_t)(c->columns * c->rows)) == 0,
               "a map's cells are not what was set");
    } else if (c->points > 0) {
        MicaChainDef chain = {0};
        EXPECT(m,
               CALL(m, mica_collider_chain(m->world, collider, &chain)) == MICA_ERROR_OK &&
                   chain.count == c->points && chain.loop == c->loop &&
                   chain.oneSided == c->oneSided &&
                   memcmp(chain.points, c->chain, sizeof(MicaVec2) * (size_t)c->points) == 0,
               "a chain is not what was set");
    } else {
        MicaShape shape = {0};
        EXPECT(m,
               CALL(m, mica_collider_shape(m->world, collider, &shape)) == MICA_ERROR_OK &&
                   shape.type == c->shape.type && shape.count == c->shape.count &&
                   shape.radius == c->shape.radius &&
                   memcmp(shape.points, c->shape.points, sizeof(MicaVec2) * (size_t)shape.count) ==
                       0,
               "a collider's shape is not what was set");
    }
}

void compare_collider(Machine *m, int32_t i)
{
    const ColliderModel *c = &m->model.collider[i];
    MicaCollider collider = {m->model.colliders.id[i]};
    MicaColliderDef def = {0};
    MicaField field = {0};
    EXPECT(m, CALL(m, mica_collider_is_valid(m->world, collider)), "a live collider is not valid");
    EXPECT(m, CALL(m, mica_collider_body(m->world, collider)).id == m->model.bodies.id[c->body],
           "a collider is on another body");
    EXPECT(m,
           CALL(m, mica_collider_get(m->world, collider, &def)) == MICA_ERROR_OK &&
               is_same_material(&def, &c->def),
           "a collider's settings are not what was set");
    EXPECT(m,
           CALL(m, mica_collider_field(m->world, collider, &field)) == MICA_ERROR_OK &&
               memcmp(&field, &c->field, sizeof field) == 0,
           "a collider's field is not what was set");
    MicaAABB box = CALL(m, mica_collider_aabb(m->world, collider));
    EXPECT(m, box.lower.x <= box.upper.x && box.lower.y <= box.upper.y,
           "a collider's box is inside out");
    compare_form(m, collider, c);
}

// The limit of a ratchet moves on with it.
static bool moves_by_itself(MicaJointType type, int32_t number)
{
    return type == MICA_JOINT_RATCHET && (number == MICA_JOINT_LOWER || number == MICA_JOINT_UPPER);
}

void compare_joint(Machine *m, int32_t i)
{
    const JointModel *j = &m->model.joint[i];
    MicaJoint joint = {m->model.joints.id[i]};
    MicaJointDef def = {0};
    EXPECT(m, CALL(m, mica_joint_is_valid(m->world, joint)), "a live joint is not valid");
    EXPECT(m,
           CALL(m, mica_joint_get(m->world, joint, &def)) == MICA_ERROR_OK &&
               def.type == j->def.type &&
               def.bodyA.id == (j->bodyA >= 0 ? m->model.bodies.id[j->bodyA] : 0) &&
               def.bodyB.id == m->model.bodies.id[j->bodyB],
           "a joint has another type or other bodies");
    EXPECT(m,
           def.jointA.id == (j->jointA >= 0 ? m->model.joints.id[j->jointA] : 0) &&
               def.jointB.id == (j->jointB >= 0 ? m->model.joints.id[j->jointB] : 0),
           "a gear couples other joints");
    bool ratchet = j->def.type == MICA_JOINT_RATCHET;
    EXPECT(m,
           (ratchet || def.enableLimit == j->def.enableLimit) &&
               def.enableMotor == j->def.enableMotor && def.enableSpring == j->def.enableSpring &&
               def.disabled == j->def.disabled && def.collideConnected == j->def.collideConnected &&
               def.userData == j->def.userData &&
               memcmp(&def.localAnchorA, &j->def.localAnchorA, sizeof(MicaVec2)) == 0 &&
               memcmp(&def.localAnchorB, &j->def.localAnchorB, sizeof(MicaVec2)) == 0,
           "a joint's switches, anchors or user data are not what was set");
    for (int32_t k = 0; k < MICA_JOINT_NUMBER_COUNT; k++) {
        EXPECT(m, moves_by_itself(j->def.type, k) || def.numbers[k] == j->def.numbers[k],
               "a joint's number is not what was set");
    }
    MicaJointState state = CALL(m, mica_joint_state(m->world, joint));
    EXPECT(m,
           isfinite(state.angle) && isfinite(state.translation) && is_finite(state.force) &&
               isfinite(state.torque),
           "a joint's state is not finite");
}

void compare_mover(Machine *m, int32_t i)
{
    const MoverModel *v = &m->model.mover[i];
    MicaMover mover = {m->model.movers.id[i]};
    MicaMoverDef def = {0};
    EXPECT(m, CALL(m, mica_mover_is_valid(m->world, mover)), "a live mover is not valid");
    EXPECT(m,
           CALL(m, mica_mover_body(m->world, mover)).id == m->model.bodies.id[v->body] &&
               CALL(m, mica_mover_collider(m->world, mover)).id ==
                   m->model.colliders.id[v->collider],
           "a mover moves another body");
    EXPECT(m,
           CALL(m, mica_mover_get(m->world, mover, &def)) == MICA_ERROR_OK &&
               memcmp(def.numbers, v->def.numbers, sizeof def.numbers) == 0 &&
               def.floating == v->def.floating && def.userData == v->def.userData,
           "a mover's settings are not what was set");
    MicaMoverState state = CALL(m, mica_mover_state(m->world, mover));
    EXPECT(m, is_finite(state.velocity) && is_finite(state.groundVelocity),
           "a mover's velocity is not finite");
}

// ------------------------------------------------------------------------------------- all of it

static void compare_ignored(Machine *m)
{
    MicaBody pairs[2 * MAX_BODIES * MAX_BODIES];
    int32_t expected = 0,
            count = CALL(m, mica_world_ignored_pairs(m->world, pairs, MAX_BODIES * MAX_BODIES));
    for (int32_t i = 0; i < MAX_BODIES; i++) {
        for (int32_t k = 0; k < i; k++) {
            expected += (int32_t)(m->model.ignores[i] >> k & 1);
        }
    }
    EXPECT(m, count == expected, "another number of pairs ignore each other");
    for (int32_t i = 0; i < count && m->found[0] == 0; i++) {
        int32_t a = handles_find(&m->model.bodies, pairs[2 * i].id),
                b = handles_find(&m->model.bodies, pairs[2 * i + 1].id);
        EXPECT(m, a >= 0 && b >= 0 && (m->model.ignores[a] >> b & 1) != 0,
               "two bodies ignore each other that were not told to");
    }
}

static void compare_world(Machine *m)
{
    const char *wrong = CALL(m, mica_world_validate(m->world));
    if (wrong != NULL) {
        found(m, "the world is not valid: %s", wrong);
    }
    MicaCounters counters = CALL(m, mica_world_counters(m->world));
    const Model *model = &m->model;
    EXPECT(m, counters.bodies == model->bodies.count, "the world counts other bodies");
    EXPECT(m, counters.colliders == model->colliders.count, "the world counts other colliders");
    EXPECT(m, counters.joints == model->joints.count, "the world counts other joints");
    EXPECT(m, counters.steps == model->steps, "the world counts other steps");
    MicaVec2 gravity = CALL(m, mica_world_gravity(m->world));
    EXPECT(m, gravity.x == model->gravity.x && gravity.y == model->gravity.y,
           "gravity is not what was set");
    const uint64_t *masks = CALL(m, mica_layer_masks(m->world));
    for (int32_t a = 0; a < MODEL_LAYERS; a++) {
        for (int32_t b = 0; b < MODEL_LAYERS; b++) {
            bool solid = model->named[a][b] == MICA_SOLID || model->named[b][a] == MICA_SOLID;
            bool trigger = !solid && (model->named[a][b] == MICA_TRIGGER ||
                                      model->named[b][a] == MICA_TRIGGER);
            EXPECT(m, (masks[a] >> b & 1) == solid && (masks[64 + a] >> b & 1) == trigger,
                   "the masks of the layers are not what was set");
        }
    }
}

void compare_all(Machine *m)
{
    const Model *model = &m->model;
    mica_clear_error(m->world);
    compare_world(m);
    compare_ignored(m);
    for (int32_t i = 0; i < model->bodies.count && m->found[0] == 0; i++) {
        compare_body(m, model->bodies.order[i]);
        compare_lists(m, model->bodies.order[i]);
    }
    for (int32_t i = 0; i < model->colliders.count && m->found[0] == 0; i++) {
        compare_collider(m, model->colliders.order[i]);
    }
    for (int32_t i = 0; i < model->joints.count && m->found[0] == 0; i++) {
        compare_joint(m, model->joints.order[i]);
    }
    for (int32_t i = 0; i < model->movers.count && m->found[0] == 0; i++) {
        compare_mover(m, model->movers.order[i]);
    }
    EXPECT(m, mica_last_error(m->world) == MICA_ERROR_OK, "a good question leaves an error");
}
