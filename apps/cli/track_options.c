// SPDX-License-Identifier: MIT
#include "track_options.h"

#include <string.h>

bool track_options_take(const command *self, const options *given, int first,
                        covey_input_def *input)
{
    const char *const *value = given->value + first;
    real likelihood = {0.0, 1.0, 0.0, "no number from 0 to 1"};
    if (!options_real(self, "likelihood", value[TRACK_LIKELIHOOD], &likelihood))
        return false;
    input->point = value[TRACK_POINT];
    input->likelihood = likelihood.value;
    input->decimal_comma =
        value[TRACK_DECIMAL] != NULL && strcmp(value[TRACK_DECIMAL], "comma") == 0;
    return true;
}
