// Each allocation of a step is refused once, in every golden scene and in random worlds of every
// feature. The refused step must leave the world and its events as they were, and the same step
// made again must end in the bits of a world that never lacked memory.
#include "faults.h"
#include "build.h"
#include "fuzz.h"
#include "scenes.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

static void check_steps(const char *name, FaultySteps made)
{
    CHECK(made.refused > 0);
    if (made.unclear + made.changedWorld + made.changedEvents + made.changedContacts > 0) {
        test_fail(__FILE__, __LINE__,
                  "%s: of %d refused steps (%d made), %d changed the world, %d its events, %d its "
                  "contacts, %d were refused without naming memory",
                  name, made.refused, made.steps, made.changedWorld, made.changedEvents,
                  made.changedContacts, made.unclear);
    }
}

// A copy with the same state and no memory to spare: each of its arrays has to grow again.
static MicaWorld *copy_of(const MicaWorld *world)
{
    MicaWorldDef def = mica_world_def();
    MicaWorld *fresh = mica_world_create(&def);
    if (!world_copy_state(fresh, world)) {
        test_fail(__FILE__, __LINE__, "no memory for a copy");
    }
    return fresh;
}

static FaultySteps totals;

static void run_scene(const Scene *scene, int steps, bool once)
{
    MicaWorld *one = scene_create(scene), *other = copy_of(one);
    FaultySteps sum = {0};
    for (int i = 0; i < steps; ++i) {
        CHECK_EQ_INT(scene_step(scene, one, i), MICA_ERROR_OK);
        faults_start(once);
        MicaError error = scene_step(scene, other, i);
        FaultySteps made = faults_stop();
        CHECK_EQ_INT(error, MICA_ERROR_OK);
        sum.steps += made.steps;
        sum.refused += made.refused;
        sum.survived += made.survived;
        sum.unclear += made.unclear;
        sum.changedWorld += made.changedWorld;
        sum.changedEvents += made.changedEvents;
        sum.changedContacts += made.changedContacts;
        if (world_state_hash(one) != world_state_hash(other)) {
            test_fail(__FILE__, __LINE__, "%s goes on otherwise after the faults of step %d",
                      scene->name, i);
            break;
        }
        if (i % 7 == 6) {
            MicaWorld *old = other;
            other = copy_of(old);
            mica_world_destroy(old);
        } else if (i % 3 == 2) {
            world_release_scratch(other);
            memset(&other->scratch, 0, sizeof other->scratch);
        }
    }
    check_steps(scene->name, sum);
    CHECK_EQ_STR(mica_world_validate(other), NULL);
    totals.refused += sum.refused;
    totals.steps += sum.steps;
    totals.survived += sum.survived;
    mica_world_destroy(one);
    mica_world_destroy(other);
}

TEST(a_refused_step_changes_nothing_and_is_made_again_to_the_bit)
{
    for (int i = 0; i < sceneCount; ++i) {
        run_scene(&scenes[i], test_part(40, 4), false);
        run_scene(&scenes[i], test_part(20, 4), true);
    }
    printf("%d steps, %d refusals, %d survived\n", totals.steps, totals.refused, totals.survived);
}
