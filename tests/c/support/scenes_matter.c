// The golden scene of matter: water, oil, sand and jelly in a tank, under an emitter and over a drain,
// with bodies that float, sink and stir and a mover that walks on the sand; shapes of it are filled,
// removed and pushed on the way.
#include "mica_matter.h"
#include "scenes.h"

static MicaBody put_box(MicaWorld *world, MicaBodyType type, MicaVec2 at, MicaVec2 half,
                        float density)
{
    MicaBodyDef body = mica_body_def();
    body.type = type;
    body.position = at;
    MicaColliderDef collider = mica_collider_def();
    collider.density = density;
    MicaShape shape;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, half.x, half.y, 0.0f, 0.0f, &shape);
    MicaBody made = mica_body_create(world, &body);
    mica_collider_create(world, made, &collider, &shape);
    return made;
}

static MicaMatter make(MicaWorld *world, MicaMatterKind kind, int32_t capacity, float density)
{
    MicaMatterDef def = mica_matter_def(kind);
    def.capacity = capacity;
    def.density = density;
    def.plasticity = 0.2f;
    def.tearing = 0.8f;
    return mica_matter_create(world, &def);
}

static int32_t fill_box(MicaWorld *world, MicaMatter matter, MicaVec2 at, MicaVec2 half,
                        MicaVec2 velocity)
{
    MicaShape shape;
    mica_shape_box((MicaVec2){0.0f, 0.0f}, half.x, half.y, 0.0f, 0.0f, &shape);
    MicaMatterFill fill = {.shape = &shape, .position = at, .velocity = velocity, .value = 7};
    return mica_matter_fill(world, matter, &fill);
}

static void put_drain(MicaWorld *world)
{
    MicaBodyDef body = mica_body_def();
    MicaColliderDef collider = mica_collider_def();
    collider.isTrigger = true;
    MicaShape shape;
    mica_shape_box((MicaVec2){4.6f, 0.2f}, 0.3f, 0.2f, 0.0f, 0.0f, &shape);
    MicaCollider drain =
        mica_collider_create(world, mica_body_create(world, &body), &collider, &shape);
    mica_collider_set_gauge(world, drain, &(MicaGaugeDef){.threshold = 40, .drains = true});
}

void build_matter(MicaWorld *world)
{
    put_box(world, MICA_BODY_STATIC, (MicaVec2){0.0f, -1.0f}, (MicaVec2){7.0f, 1.0f}, 1.0f);
    put_box(world, MICA_BODY_STATIC, (MicaVec2){-5.5f, 3.0f}, (MicaVec2){0.5f, 4.0f}, 1.0f);
    put_box(world, MICA_BODY_STATIC, (MicaVec2){5.5f, 3.0f}, (MicaVec2){0.5f, 4.0f}, 1.0f);
    put_box(world, MICA_BODY_STATIC, (MicaVec2){1.5f, 0.5f}, (MicaVec2){0.01f, 0.5f}, 1.0f);
    MicaMatter water = make(world, MICA_MATTER_LIQUID, 1200, 1.0f),
               oil = make(world, MICA_MATTER_LIQUID, 300, 0.6f),
               sand = make(world, MICA_MATTER_SAND, 500, 2.0f),
               jelly = make(world, MICA_MATTER_JELLY, 300, 0.8f);
    fill_box(world, water, (MicaVec2){-2.0f, 1.0f}, (MicaVec2){3.0f, 1.0f}, (MicaVec2){0.0f, 0.0f});
    fill_box(world, oil, (MicaVec2){0.0f, 2.5f}, (MicaVec2){1.0f, 0.3f}, (MicaVec2){1.0f, 0.0f});
    fill_box(world, sand, (MicaVec2){3.5f, 0.8f}, (MicaVec2){1.0f, 0.8f}, (MicaVec2){0.0f, 0.0f});
    fill_box(world, jelly, (MicaVec2){-2.5f, 3.2f}, (MicaVec2){0.8f, 0.6f},
             (MicaVec2){0.0f, -2.0f});
    for (int i = 0; i < 5; i++) {
        put_box(world, MICA_BODY_DYNAMIC, (MicaVec2){-4.0f + 1.5f * (float)i, 5.0f},
                (MicaVec2){0.3f, 0.2f}, 0.3f + 0.6f * (float)i);
    }
    MicaBody paddle =
        put_box(world, MICA_BODY_KINEMATIC, (MicaVec2){-3.5f, 0.8f}, (MicaVec2){0.6f, 0.1f}, 1.0f);
    mica_body_set_angular_velocity(world, paddle, 3.0f);
    MicaEmitterDef emitter = mica_emitter_def();
    emitter.matter = water;
    emitter.position = (MicaVec2){4.0f, 4.0f};
    emitter.angle = -2.0f;
    emitter.lifetime = 3.0f;
    mica_emitter_create(world, &emitter);
    put_drain(world);
    MicaBodyDef body = mica_body_def();
    body.type = MICA_BODY_KINEMATIC;
    body.position = (MicaVec2){3.5f, 2.6f};
    MicaColliderDef collider = mica_collider_def();
    MicaMoverDef mover = mica_mover_def();
    MicaShape capsule;
    mica_shape_capsule((MicaVec2){0.0f, -0.2f}, (MicaVec2){0.0f, 0.2f}, 0.2f, &capsule);
    mica_mover_create(
        world, mica_collider_create(world, mica_body_create(world, &body), &collider, &capsule),
        &mover);
}

void act_matter(MicaWorld *world, int step)
{
    MicaShape ball;
    mica_shape_circle((MicaVec2){0.0f, 0.0f}, 0.5f, &ball);
    MicaMover hero = mica_mover_at(world, 0);
    MicaMoverState state = mica_mover_state(world, hero);
    bool jumps = (state.flags & MICA_MOVER_ON_MATTER) != 0 && step % 40 == 0;
    mica_mover_set_velocity(
        world, hero, (MicaVec2){step % 160 < 80 ? 1.5f : -2.5f, jumps ? 4.0f : state.velocity.y});
    MicaVec2 at = {-4.0f + 0.05f * (float)(step % 160), 0.8f};
    if (step % 50 == 49) {
        mica_matter_remove(world, mica_matter_at(world, step / 50 % 4), &ball, at, 0.0f);
    }
    if (step % 70 == 69) {
        MicaMatterFill fill = {.shape = &ball,
                               .position = {2.0f, 3.5f},
                               .velocity = {-1.0f, 0.0f},
                               .value = (uint32_t)step};
        mica_matter_fill(world, mica_matter_at(world, step / 70 % 4), &fill);
    }
    if (step % 90 == 89) {
        mica_matter_push(world, mica_matter_at(world, 0), &ball, at, 0.0f, (MicaVec2){2.0f, 6.0f});
    }
}
