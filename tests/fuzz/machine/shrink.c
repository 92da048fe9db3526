// Cuts a failing history: leaves out ever smaller stretches of it as long as the rest still fails
// (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input, 2002), down to a list of
// which no single call can be left out.
#include "machine.h"

#include <stdlib.h>

// Plays the list without the stretch from `first` on; takes it over if it fails. The new count.
static uint32_t leave_out(uint32_t *numbers, uint32_t count, uint32_t first, uint32_t stretch,
                          uint32_t *shorter, Fails fails, void *context)
{
    uint32_t end = first + stretch < count ? first + stretch : count, kept = count - (end - first);
    memcpy(shorter, numbers, sizeof *numbers * first);
    memcpy(shorter + first, numbers + end, sizeof *numbers * (count - end));
    if (!fails(context, shorter, kept)) {
        return count;
    }
    memcpy(numbers, shorter, sizeof *numbers * kept);
    return kept;
}

uint32_t machine_shrink(uint32_t *numbers, uint32_t count, Fails fails, void *context)
{
    uint32_t *shorter = malloc(sizeof *shorter * (count + 1));
    for (uint32_t stretch = count / 2; stretch > 0 && shorter != NULL;) {
        uint32_t before = count;
        // From the end, so that what stays is likelier to be needed by the failing call.
        for (uint32_t first = (count - 1) / stretch * stretch; count > 0;) {
            if (first < count) {
                count = leave_out(numbers, count, first, stretch, shorter, fails, context);
            }
            if (first < stretch) {
                break;
            }
            first -= stretch;
        }
        stretch = count == before || stretch > 1 ? stretch / 2 : stretch;
    }
    free(shorter);
    return count;
}
