// SPDX-License-Identifier: MIT
// Words for the choices in the definition of a world, in the order of the numbers, each list up to
// a NULL. Scenarios, messages, options and reports take them from here.
#ifndef COVEY_CORE_NAMES_H
#define COVEY_CORE_NAMES_H

extern const char *const covey_names_precision[];
extern const char *const covey_names_dense[];
extern const char *const covey_names_order[];
extern const char *const covey_names_kernel[];
extern const char *const covey_names_schedule[];

#endif
