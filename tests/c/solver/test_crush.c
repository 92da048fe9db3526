// A kinematic body presses others into the static environment: they are held, never pushed through
// it, the kinematic body passes, and an event says so.
#include <math.h>

#include "build.h"

typedef enum Way { DOWN, UP, ASIDE, WAYS } Way;

// A static block from 0 on along an axis, bodies in front of it, and a kinematic block that comes
// from behind them. The axis points down, up or to the right.
typedef struct Press {
    MicaWorld *world;
    MicaVec2 axis;
    MicaBody fixed, bodies[3], kinematic;
    int count;
} Press;

static Press make_press(Way way, int count, int kind, float speed)
{
    const MicaVec2 axes[] = {{0, -1}, {0, 1}, {1, 0}};
    Press p = {.world = make_awake_world(), .axis = axes[way], .count = count};
    MicaVec2 a = p.axis;
    p.fixed = add_body(p.world, MICA_BODY_STATIC, a.x, a.y);
    add_box(p.world, p.fixed, way == ASIDE ? 1 : 10, way == ASIDE ? 10 : 1);
    if (way == ASIDE) {
        MicaBody floor = add_body(p.world, MICA_BODY_STATIC, -10, -1.5f);
        add_box(p.world, floor, 20, 1);
    }
    MicaShape shape = kind == 0   ? box_shape(0.5f, 0.5f)
                      : kind == 1 ? circle_shape(0.5f)
                                  : capsule_shape(0.3f, 0.5f);
    for (int i = 0; i < count; i++) {
        float width = kind == 2 && way == ASIDE ? 1.6f : 1.0f, d = -width * (0.5f + (float)i);
        p.bodies[i] = add_dynamic(p.world, d * a.x, d * a.y, shape);
        mica_body_set_gravity_scale(p.world, p.bodies[i], way == UP ? -1.0f : 1.0f);
    }
    float from = -2.5f - 1.6f * (float)count;
    p.kinematic = add_body(p.world, MICA_BODY_KINEMATIC, from * a.x, from * a.y);
    add_box(p.world, p.kinematic, way == ASIDE ? 1.0f : 3.0f, way == ASIDE ? 0.45f : 1.0f);
    mica_body_set_velocity(p.world, p.kinematic, v2(speed * a.x, speed * a.y));
    return p;
}

static float along(const Press *p, MicaBody body)
{
    MicaVec2 at = position_of(p->world, body);
    return at.x * p->axis.x + at.y * p->axis.y;
}

// How far the first body reaches along the axis: past 0 it is in the static block.
static float reach(const Press *p, int kind)
{
    MicaTransform t = mica_body_transform(p->world, p->bodies[0]);
    float cosine = fabsf(t.q.c * p->axis.x + t.q.s * p->axis.y),
          sine = fabsf(t.q.c * p->axis.y - t.q.s * p->axis.x);
    float half = kind == 0 ? 0.5f * (cosine + sine) : kind == 1 ? 0.5f : 0.3f * cosine + 0.5f;
    return along(p, p->bodies[0]) + half;
}

TEST_LONG(a_body_between_a_kinematic_and_a_static_one_is_held)
{
    const float speeds[] = {0.2f, 1.0f, 5.0f, 20.0f};
    const int rates[] = {60, 30, 144};
    for (int n = 0; n < WAYS * 2 * 3 * 4 * 3; n += test_stride(5)) {
        float speed = speeds[n % 4];
        int rate = rates[n / 4 % 3], kind = n / 12 % 3, count = 1 + n / 36 % 2;
        Press p = make_press((Way)(n / 72), count, kind, speed);
        float deepest = 0.0f;
        int events = 0, wrong = 0, steps = (int)(fminf(6.0f / speed + 2.0f, 30.0f) * (float)rate);
        for (int i = 0; i < steps; i++) {
            mica_world_step(p.world, 1.0f / (float)rate, 4);
            deepest = fmaxf(deepest, reach(&p, kind));
            MicaEvents e = mica_world_events(p.world);
            for (int k = 0; k < e.crushedCount; k++) {
                const MicaCrushEvent *c = &e.crushed[k];
                // Deep inside the kinematic block, another of its sides may be the nearest.
                float cosine = c->normal.x * p.axis.x + c->normal.y * p.axis.y;
                wrong += c->kinematicBody.id != p.kinematic.id || !(c->depth > 0.01f) ||
                         (events == 0 && cosine < 0.7f);
                events += 1;
            }
        }
        CHECK_EQ_STR(mica_world_validate(p.world), NULL);
        if (!(deepest < 0.03f) || wrong > 0 || events == 0) {
            printf("case %d: %g m deep, %d events, %d wrong\n", n, (double)deepest, events, wrong);
        }
        CHECK(deepest < 0.03f);
        CHECK(events > 0 && wrong == 0);
        // On its own side of the static block, and not shot away
        CHECK(along(&p, p.bodies[0]) < 0.0f && along(&p, p.bodies[0]) > -9.0f);
        mica_world_destroy(p.world);
    }
}

TEST(the_event_names_the_three_and_the_depth)
{
    Press p = make_press(DOWN, 1, 0, 1.0f);
    float last = 0.0f;
    for (int i = 0; i < 144; i++) {
        run(p.world, 1);
        MicaEvents e = mica_world_events(p.world);
        if (e.crushedCount > 0) {
            CHECK_EQ_INT(e.crushedCount, 1);
            CHECK(e.crushed->body.id == p.bodies[0].id && e.crushed->staticBody.id == p.fixed.id &&
                  e.crushed->kinematicBody.id == p.kinematic.id);
            CHECK(e.crushed->depth >= last);
            CHECK_NEAR(e.crushed->normal.y, -1.0f, 1e-3f);
            last = e.crushed->depth;
        }
    }
    CHECK(last > 0.1f && last < 0.3f);
    mica_world_destroy(p.world);
}

TEST(what_can_give_way_is_pushed_and_not_crushed)
{
    // A plough pushes balls along the floor, a lift carries a tower past a wall.
    MicaWorld *world = make_awake_world();
    add_ground(world);
    MicaVec2 blade[3] = {{-1, 0}, {1, 0}, {-1, 2}};
    MicaShape wedge;
    CHECK_EQ_INT(mica_shape_polygon(blade, 3, 0, &wedge), MICA_ERROR_OK);
    MicaBody plough = add_body(world, MICA_BODY_KINEMATIC, -4, 0.01f), balls[4];
    add_shape(world, plough, wedge);
    mica_body_set_velocity(world, plough, v2(2, 0));
    for (int i = 0; i < 4; i++) {
        balls[i] = add_dynamic(world, -1.0f + (float)i, 0.5f, circle_shape(0.5f));
    }
    MicaBody wall = add_body(world, MICA_BODY_STATIC, 41, 10);
    add_box(world, wall, 1, 10);
    MicaBody lift = add_body(world, MICA_BODY_KINEMATIC, 39, 1), tower[3];
    add_box(world, lift, 0.9f, 0.2f);
    mica_body_set_velocity(world, lift, v2(0, 2));
    for (int i = 0; i < 3; i++) {
        tower[i] = add_dynamic(world, 39.5f, 1.7f + (float)i, box_shape(0.5f, 0.5f));
    }
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        CHECK_EQ_INT(mica_world_events(world).crushedCount, 0);
    }
    CHECK(position_of(world, balls[0]).x > 4.0f);
    CHECK_NEAR(position_of(world, tower[2]).y, 11.7f, 0.1f);
    mica_world_destroy(world);
}

TEST(a_heap_under_a_press_takes_little_more_memory_than_one_that_lies)
{
    // Ten columns of balls between walls: the plate presses each ball of the top, and the ways from
    // there to the floor share most of the contacts.
    MicaWorld *world = make_awake_world();
    add_ground(world);
    for (int side = -1; side <= 1; side += 2) {
        MicaBody wall = add_body(world, MICA_BODY_STATIC, 5.6f * (float)side, 5);
        add_box(world, wall, 0.5f, 5);
    }
    for (int i = 0; i < 50; i++) {
        add_dynamic(world, -4.5f + (float)(i % 10), 0.5f + (float)(i / 10), circle_shape(0.5f));
    }
    MicaBody plate = add_body(world, MICA_BODY_KINEMATIC, 0, 7);
    add_box(world, plate, 5, 0.5f);
    run(world, 60);
    uint64_t before = mica_world_bytes(world);
    mica_body_set_velocity(world, plate, v2(0, -1));
    int crushed = 0;
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        crushed += mica_world_events(world).crushedCount;
    }
    CHECK(crushed > 100);
    CHECK(mica_world_bytes(world) < before * 3 / 2);
    if (!(mica_world_bytes(world) < before * 3 / 2)) {
        printf("%u bytes, then %u\n", (unsigned)before, (unsigned)mica_world_bytes(world));
    }
    mica_world_destroy(world);
}
