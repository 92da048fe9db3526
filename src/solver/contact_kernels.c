// The table of the functions of each kind of contact, one row a kind. contact_kernel.h says who reads it.
#include "contact_kernel.h"

const ContactKernel contactKernels[KIND_COUNT] = {
    [KIND_TWO] = {sizeof(ContactBlock2), contact_two_prepare, contact_two_closes_fast,
                  contact_two_bounce, contact_two_solve, contact_two_relax, contact_two_scale},
    [KIND_ROUND_ON_EDGE] = {sizeof(ContactBlockRounded), contact_rounded_prepare,
                            contact_one_closes_fast, contact_rounded_bounce, contact_one_solve,
                            contact_one_relax, contact_rounded_scale},
    [KIND_ONE] = {sizeof(ContactBlock1), contact_one_prepare, contact_one_closes_fast,
                  contact_one_bounce, contact_one_solve, contact_one_relax, contact_one_scale},
    [KIND_TWO_CIRCLES] = {sizeof(ContactBlockCircles), contact_circles_prepare,
                          contact_circles_closes_fast, contact_circles_bounce,
                          contact_circles_solve, contact_circles_relax, contact_circles_scale},
};
