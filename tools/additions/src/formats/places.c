// SPDX-License-Identifier: MIT
// A sample of a format: a line "x y" an agent, and the number of the frame before each.
#include "formats/plugin.h"

enum { FRAMES }; ///< kept from frame to frame

static void put(covey_encoder *encoder, const covey_frame_set *sets, int count)
{
    covey_text_string(encoder->text, "frame ");
    covey_text_integer(encoder->text, encoder->memory[FRAMES]++);
    for (int k = 0; k < count; k++)
        for (size_t i = 0; i < sets[k].count; i++) {
            covey_text_field(encoder->text, "\n", sets[k].pos[0][i]);
            covey_text_field(encoder->text, " ", sets[k].pos[1][i]);
        }
    covey_text_string(encoder->text, "\n");
}

const covey_format_plugin covey_format_places = {
    .about = {.name = "places",
              .title = "places of agents, a line each",
              .suffix = ".places",
              .writes = true,
              .built = true,
              .put = put},
};
