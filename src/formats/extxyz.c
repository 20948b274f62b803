// SPDX-License-Identifier: MIT
// Writes extended XYZ, for OVITO and ASE: a frame is a line with the number of agents, a line of
// key=value about all of them, and a line for each agent. The species is the set; the plane is z =
// 0, one unit thick. A file of three dimensions says covey_dim=3.
#include "formats/extxyz.h"

#include <math.h>
#include <string.h>

/// Puts a text in double quotes; backslashes escape quotes and backslashes inside.
static void put_quoted(covey_text *text, const char *string)
{
    covey_text_string(text, "\"");
    for (; *string != '\0'; string++)
        if (*string == '\n')
            covey_text_string(text, "\\n");
        else if (*string == '\r')
            covey_text_string(text, "\\r");
        else {
            if (*string == '"' || *string == '\\')
                covey_text_string(text, "\\");
            covey_text_put(text, string, 1);
        }
    covey_text_string(text, "\"");
}

static void put_origin(covey_text *text, const covey_provenance *origin)
{
    if (origin->version[0] == '\0') // not of covey
        return;
    covey_text_string(text, " covey=");
    put_quoted(text, origin->version);
    covey_text_string(text, " seed=");
    covey_text_integer(text, origin->seed);
    covey_text_field(text, " dt=", origin->dt);
    covey_text_string(text, " scenario=");
    put_quoted(text, origin->scenario);
}

static void put_agent(covey_text *text, const covey_frame_set *set, size_t i, bool moves)
{
    const bool deep = covey_space_dim(&set->space) == COVEY_AXES;
    covey_text_string(text, set->set);
    covey_text_field(text, " ", set->pos[0][i]);
    covey_text_field(text, " ", set->pos[1][i]);
    covey_text_field(text, " ", deep ? set->pos[2][i] : 0.0);
    if (moves) {
        covey_text_field(text, " ", set->vel[0][i]);
        covey_text_field(text, " ", set->vel[1][i]);
        covey_text_field(text, " ", deep ? set->vel[2][i] : 0.0);
    }
    covey_text_string(text, " ");
    covey_text_integer(text, set->id[i]);
    covey_text_string(text, "\n");
}

enum { BEGUN }; ///< word of the encoder: not 0 once the file has a frame

/// True if all velocities of a set are known, as the format has a number for each.
static bool are_known(const covey_frame_set *set)
{
    bool known = set->vel[0] != NULL;
    for (size_t i = 0; i < set->count && known; i++)
        known = !isnan(set->vel[0][i]);
    return known;
}

/// Puts what stands before the agents of a frame; `moves`: their velocities are known.
static void put_head(covey_encoder *encoder, const covey_frame_set *sets, int count, bool moves)
{
    covey_text *text = encoder->text;
    const covey_space *space = &sets[0].space;
    size_t agents = 0;
    for (int k = 0; k < count; k++)
        agents += sets[k].count;
    covey_text_integer(text, agents);
    bool torus = space->kind == COVEY_SPACE_TORUS, deep = covey_space_dim(space) == COVEY_AXES;
    if (torus) {
        covey_text_field(text, "\nLattice=\"", space->size[0]);
        covey_text_field(text, " 0 0 0 ", space->size[1]);
        covey_text_field(text, " 0 0 0 ", deep ? space->size[2] : 1.0);
        covey_text_string(text, "\" ");
    } else
        covey_text_string(text, "\n");
    covey_text_string(text, moves ? COVEY_EXTXYZ_MOVING : COVEY_EXTXYZ_RESTING);
    covey_text_string(text, !torus ? " pbc=\"F F F\"" : deep ? " pbc=\"T T T\"" : " pbc=\"T T F\"");
    covey_text_string(text, deep ? " " COVEY_EXTXYZ_DEEP "=3" : "");
    covey_text_field(text, " Time=", sets[0].time);
    covey_text_string(text, " step=");
    covey_text_integer(text, sets[0].step);
    if (encoder->memory[BEGUN] == 0)
        put_origin(text, encoder->provenance);
    covey_text_string(text, "\n");
    encoder->memory[BEGUN] = 1;
}

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    bool moves = true;
    for (int k = 0; k < count; k++)
        moves = moves && are_known(&sets[k]);
    put_head(encoder, sets, count, moves);
    for (int k = 0; k < count; k++)
        for (size_t i = 0; i < sets[k].count; i++)
            put_agent(encoder->text, &sets[k], i, moves);
}

static void put_begin(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    put_head(encoder, sets, count, true);
}

static void put_some(covey_encoder *encoder, const covey_frame_set *some, int number)
{
    (void)number;
    for (size_t i = 0; i < some->count; i++)
        put_agent(encoder->text, some, i, true);
}

const covey_format_plugin covey_format_extxyz = {
    .about = {.name = "extxyz",
              .title = "extended XYZ, for OVITO and ASE",
              .suffix = ".xyz",
              .reads = true,
              .writes = true,
              .built = true,
              .put = put},
    .put_begin = put_begin,
    .put_some = put_some,
    .open = covey_extxyz_read_open,
    .next = covey_extxyz_read_next,
    .close = covey_extxyz_read_close,
};
