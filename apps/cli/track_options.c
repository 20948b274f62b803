// SPDX-License-Identifier: MIT
// Reads options about recorded tracks: their units, space, axes and points.
#include "track_options.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Reads two sides, or three.
static bool take_torus(const command *self, const char *text, covey_space *space)
{
    const char *at = text;
    int count = 0;
    bool more = true, good = true;
    *space = covey_space_torus(0, 0);
    for (; more && good && count < COVEY_AXES; count++) {
        char *end;
        double side = strtod(at, &end);
        good = end != at && side >= COVEY_MIN_SIDE && side <= COVEY_MAX_SIDE;
        more = *end == ',';
        at = end + more;
        space->size[count] = side;
    }
    space->dim = count;
    if (good && !more && *at == '\0' && count >= COVEY_PLANE)
        return true;
    (void)fprintf(stderr, "covey %s: --torus %s is no width,height or width,height,depth\n",
                  self->name, text);
    return false;
}

static bool take_dim(const command *self, const char *text, int *dim)
{
    bool good = text == NULL || strcmp(text, "2") == 0 || strcmp(text, "3") == 0;
    if (text != NULL)
        *dim = text[0] - '0';
    if (!good)
        (void)fprintf(stderr, "covey %s: --dim %s is neither 2 nor 3\n", self->name, text);
    return good;
}

bool track_options_take_units(const command *self, const options *given, int first,
                              covey_input_def *input, covey_space *space)
{
    const char *const *value = given->value + first;
    real fps = {DBL_MIN, DBL_MAX, input->fps, "no positive number"};
    real scale = {DBL_MIN, DBL_MAX, input->scale, "no positive number"};
    if (!options_real(self, "fps", value[TRACK_FPS], &fps) ||
        !options_real(self, "scale", value[TRACK_SCALE], &scale) ||
        !take_dim(self, value[TRACK_DIM], &input->dim))
        return false;
    input->fps = fps.value;
    input->scale = scale.value;
    if (value[TRACK_TORUS] == NULL)
        return true;
    if (!take_torus(self, value[TRACK_TORUS], space))
        return false;
    input->space = space;
    if (input->dim == 0 || input->dim == space->dim)
        return true;
    (void)fprintf(stderr, "covey %s: --torus %s does not have the %d sides of --dim\n", self->name,
                  value[TRACK_TORUS], input->dim);
    return false;
}

bool track_options_take_paths(const command *self, options *given, int behind,
                              covey_input_def *input)
{
    const int count = given->operand_count - behind;
    input->path = given->operands[0];
    if (count > 1 && !input->id_from_file) {
        (void)fprintf(stderr,
                      "covey %s: unexpected \"%s\": several files are of an animal each, with "
                      "--id-from file\n",
                      self->name, given->operands[1]);
        return false;
    }
    given->operands[count] = NULL; // behind the last of the files
    input->files = count > 1 ? &given->operands[1] : NULL;
    return true;
}

/// Takes the options that change tracks.
static bool take_changes(const command *self, const char *const *value, covey_input_def *input)
{
    whole fill = {1, 100000, 0}, smooth = {3, 9999, 0};
    real resample = {DBL_MIN, DBL_MAX, 0.0, "no positive number"};
    if (!options_whole(self, "fill", value[TRACK_FILL], &fill) ||
        !options_whole(self, "smooth", value[TRACK_SMOOTH], &smooth) ||
        !options_real(self, "resample", value[TRACK_RESAMPLE], &resample))
        return false;
    input->fill = (int)fill.value;
    input->smooth = (int)smooth.value;
    input->resample = resample.value;
    if (input->smooth == 0 || input->smooth % 2 == 1)
        return true;
    (void)fprintf(stderr, "covey %s: --smooth %d is no odd number of frames\n", self->name,
                  input->smooth);
    return false;
}

static int choice_of(const char *text, const char *const *names)
{
    int k = 0;
    while (text != NULL && names[k] != NULL && strcmp(text, names[k]) != 0)
        k++;
    return text != NULL ? k + 1 : 0;
}

/// Takes the options about tables.
static bool take_table(const command *self, const char *const *value, covey_input_def *input)
{
    static const char *const units[] = {"ms", "s", "min", "h", "frames", NULL};
    const bool compass = value[TRACK_COMPASS] != NULL, degrees = value[TRACK_DEGREES] != NULL;
    input->columns = value[TRACK_COLUMNS];
    input->time = (covey_input_time)choice_of(value[TRACK_TIME_UNIT], units);
    input->id_from_file = value[TRACK_ID_FROM] != NULL && strcmp(value[TRACK_ID_FROM], "file") == 0;
    input->project = value[TRACK_PROJECT] != NULL;
    input->heading = compass   ? COVEY_INPUT_HEADING_COMPASS
                     : degrees ? COVEY_INPUT_HEADING_DEGREES
                               : COVEY_INPUT_HEADING_OF_FILE;
    if (!compass || !degrees)
        return true;
    (void)fprintf(stderr, "covey %s: --compass and --degrees: choose one\n", self->name);
    return false;
}

bool track_options_take_file(const command *self, const options *given, int first,
                             covey_input_def *input)
{
    const char *const *value = given->value + first;
    real likelihood = {0.0, 1.0, 0.0, "no number from 0 to 1"};
    if (!options_real(self, "likelihood", value[TRACK_LIKELIHOOD], &likelihood))
        return false;
    bool down = value[TRACK_Y_DOWN] != NULL, up = value[TRACK_Y_UP] != NULL;
    if (down && up) {
        (void)fprintf(stderr, "covey %s: --y-down and --y-up: choose one\n", self->name);
        return false;
    }
    input->y = down ? COVEY_INPUT_Y_DOWN : up ? COVEY_INPUT_Y_UP : COVEY_INPUT_Y_OF_FILE;
    input->point = value[TRACK_POINT];
    input->dataset = value[TRACK_DATASET];
    input->axis = value[TRACK_AXIS];
    input->likelihood = likelihood.value;
    input->decimal_comma =
        value[TRACK_DECIMAL] != NULL && strcmp(value[TRACK_DECIMAL], "comma") == 0;
    return take_table(self, value, input) && take_changes(self, value, input);
}

void track_options_say(const command *self, const covey_input_def *from, const covey_input *input)
{
    if (from->y == COVEY_INPUT_Y_OF_FILE && covey_input_mirrored(input))
        (void)fprintf(stderr,
                      "covey %s: %s: y of tracked pictures points down and is mirrored (--y-up "
                      "leaves it)\n",
                      self->name, from->path);
    for (int k = 0; covey_input_note(input, k) != NULL; k++)
        (void)fprintf(stderr, "covey %s: %s: %s\n", self->name, from->path,
                      covey_input_note(input, k));
}
