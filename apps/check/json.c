// SPDX-License-Identifier: MIT
// What JSON cannot hold as it is: quotes, controls, bytes that are no text, numbers without end.
#include "check/json.h"

#include "base/letter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void covey_json_name(covey_json *self, const char *key)
{
    covey_text_string(self->text, self->before);
    covey_text_string(self->text, "\"");
    covey_text_string(self->text, key);
    covey_text_string(self->text, "\": ");
    self->before = ", ";
}

void covey_json_string(covey_json *self, const char *key, const char *value)
{
    covey_json_name(self, key);
    covey_text_string(self->text, "\"");
    for (size_t size = strlen(value), letter; size > 0; value += letter, size -= letter) {
        unsigned char c = (unsigned char)*value;
        char escaped[8];
        letter = covey_letter_size(value, size);
        if (letter > 0 && c >= ' ' && c != '"' && c != '\\') {
            covey_text_put(self->text, value, letter);
            continue;
        }
        (void)snprintf(escaped, sizeof escaped, "\\u%04x", c < 0x80 ? c : 0xfffdU);
        covey_text_string(self->text, escaped);
        letter = 1;
    }
    covey_text_string(self->text, "\"");
}

void covey_json_whole(covey_json *self, const char *key, uint64_t value)
{
    covey_json_name(self, key);
    covey_text_integer(self->text, value);
}

void covey_json_bool(covey_json *self, const char *key, bool value)
{
    covey_json_name(self, key);
    covey_text_string(self->text, value ? "true" : "false");
}

void covey_json_number(covey_json *self, const char *key, double value)
{
    covey_json_name(self, key);
    if (isfinite(value))
        covey_text_number(self->text, value + 0.0); // no -0
    else
        covey_text_string(self->text, "null");
}
