// mica_world_hash: equal for equal worlds, different for the least difference in motion,
// independent of what a game cannot observe.
#include "build.h"
#include "scenes.h"

TEST(no_world_and_an_empty_world_have_a_hash)
{
    MicaWorld *a = make_world(), *b = make_space();
    CHECK_EQ_HEX(mica_world_hash(a), mica_world_hash(b));
    CHECK_EQ_HEX(mica_world_hash(NULL), mica_world_hash(NULL));
    mica_world_destroy(a);
    mica_world_destroy(b);
}

TEST(hashing_changes_nothing)
{
    MicaWorld *a = scene_create(&scenes[1]), *b = scene_create(&scenes[1]);
    for (int step = 0; step < 60; step++) {
        scene_step(&scenes[1], a, step);
        scene_step(&scenes[1], b, step);
        CHECK_EQ_HEX(mica_world_hash(a), mica_world_hash(a));
    }
    CHECK_EQ_HEX(mica_world_hash(a), mica_world_hash(b));
    mica_world_destroy(a);
    mica_world_destroy(b);
}

TEST(the_least_difference_changes_the_hash)
{
    MicaWorld *world = make_space();
    MicaBody a = add_dynamic(world, 1, 2, circle_shape(1)),
             b = add_dynamic(world, 3, 4, circle_shape(1));
    uint64_t seen[12];
    int count = 0;
    seen[count++] = mica_world_hash(world);
    mica_body_set_transform(world, a, v2(nextafterf(1.0f, 2.0f), 2), 0);
    seen[count++] = mica_world_hash(world);
    mica_body_set_transform(world, a, v2(1, nextafterf(2.0f, 3.0f)), 0);
    seen[count++] = mica_world_hash(world);
    mica_body_set_transform(world, a, v2(1, 2), 1e-7f);
    seen[count++] = mica_world_hash(world);
    mica_body_set_transform(world, a, v2(1, 2), 0);
    mica_body_set_velocity(world, b, v2(1e-38f, 0));
    seen[count++] = mica_world_hash(world);
    mica_body_set_velocity(world, b, v2(0, 1e-38f));
    seen[count++] = mica_world_hash(world);
    mica_body_set_velocity(world, b, v2(0, 0));
    mica_body_set_angular_velocity(world, b, 1e-38f);
    seen[count++] = mica_world_hash(world);
    mica_body_set_angular_velocity(world, b, 0);
    mica_body_set_awake(world, b, false);
    seen[count++] = mica_world_hash(world);
    mica_body_set_awake(world, b, true);
    mica_body_set_enabled(world, b, false);
    seen[count++] = mica_world_hash(world);
    mica_body_set_enabled(world, b, true);
    mica_body_set_type(world, b, MICA_BODY_KINEMATIC);
    seen[count++] = mica_world_hash(world);
    mica_body_destroy(world, b);
    seen[count++] = mica_world_hash(world);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            CHECK(seen[i] != seen[j]);
        }
    }
    mica_world_destroy(world);
}

TEST(handles_user_data_and_signs_of_zero_do_not_change_the_hash)
{
    MicaWorld *a = make_space(), *b = make_space();
    MicaBody x = add_dynamic(a, 1, 2, circle_shape(1)), y = add_dynamic(b, 1, 2, circle_shape(1));
    CHECK(x.id != y.id);  // generations differ between worlds
    mica_body_set_user_data(b, y, 5);
    mica_body_set_velocity(b, y, v2(-0.0f, -0.0f));  // -0 equals 0
    CHECK_EQ_HEX(mica_world_hash(a), mica_world_hash(b));
    mica_world_destroy(a);
    mica_world_destroy(b);
}

TEST(slots_change_the_hash)
{
    MicaWorld *a = make_space(), *b = make_space();
    add_dynamic(a, 1, 2, circle_shape(1));
    add_dynamic(a, 3, 4, circle_shape(1));
    add_dynamic(b, 3, 4, circle_shape(1));
    add_dynamic(b, 1, 2, circle_shape(1));
    CHECK(mica_world_hash(a) != mica_world_hash(b));
    mica_world_destroy(a);
    mica_world_destroy(b);
}
