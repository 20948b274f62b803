// SPDX-License-Identifier: MIT
// Writes frames of which the agents come some at a time: text is written whenever there is much of
// it, other formats take the agents as they come.
#include "formats/output_some.h"

#include "base/misuse.h"
#include "formats/output.h"

#include <string.h>

enum { MUCH = 1 << 20 }; ///< bytes of text

bool covey_output_takes_some(const covey_output *output)
{
    const covey_format_plugin *plugin = &output->plugin;
    bool is_null = plugin->about.put == NULL && plugin->store == NULL;
    return is_null || plugin->put_some != NULL || plugin->store_some != NULL;
}

void covey_output_take_back(covey_output *output)
{
    covey_coming *coming = &output->coming;
    covey_packer_destroy(coming->packer);
    coming->packer = NULL;
    if (!coming->open)
        return;
    coming->open = false;
    output->here = coming->here;
    memcpy(output->encoder.memory, coming->memory, sizeof coming->memory);
    if (output->plugin.put_some != NULL && covey_output_cuts(output))
        (void)covey_file_cut(&output->file, output->here.bytes, NULL);
}

/// Writes the text that has come together, packed if the file is.
static covey_status write_text(covey_output *output, bool last, covey_error *error)
{
    covey_text *text = &output->text;
    covey_status status = COVEY_OK;
    if (text->failed)
        return covey_fail(error, COVEY_MEMORY, "out of memory");
    if (output->packs) {
        covey_text_clear(&output->packed);
        if (!covey_packer_put(output->coming.packer, text, last, &output->packed))
            status = covey_fail(error, COVEY_MEMORY, "out of memory");
        text = &output->packed;
    }
    if (status == COVEY_OK)
        status = covey_output_write(output, text, error);
    covey_text_clear(&output->text);
    return status;
}

/// Keeps a failure: a frame that has begun cannot be put again.
static covey_status failed(covey_output *output, const covey_error *found, covey_error *error)
{
    output->error = *found;
    covey_output_take_back(output);
    if (error != NULL)
        *error = *found;
    return found->status;
}

static covey_status repeat(const covey_output *output, covey_error *error)
{
    if (output->error.status != COVEY_OK && error != NULL)
        *error = output->error;
    return output->error.status;
}

covey_status covey_output_begin(covey_output *output, const covey_frame_set *sets, int count,
                                covey_error *error)
{
    covey_coming *coming = &output->coming;
    covey_status status = repeat(output, error);
    if (status == COVEY_OK)
        status = covey_output_check_sets(output, sets, count, false, error);
    if (status != COVEY_OK)
        return status;
    *coming = (covey_coming){.count = count, .here = output->here};
    memcpy(coming->memory, output->encoder.memory, sizeof coming->memory);
    for (int k = 0; k < count; k++) {
        coming->sets[k] = sets[k];
        coming->sets[k].time += 0.0; // as whole frames have it
    }
    if (output->packs && output->plugin.put_some != NULL) {
        coming->packer = covey_packer_create(&output->memory);
        if (coming->packer == NULL)
            return covey_fail(error, COVEY_MEMORY, "out of memory");
    }
    covey_error found = {0};
    if (output->plugin.store_begin != NULL)
        status = output->plugin.store_begin(output->own, coming->sets, count, &found);
    covey_text_clear(&output->text);
    if (output->plugin.put_begin != NULL)
        output->plugin.put_begin(&output->encoder, coming->sets, count);
    coming->open = status == COVEY_OK;
    if (status == COVEY_OK)
        return COVEY_OK;
    if (error != NULL)
        *error = found;
    if (status != COVEY_ARG && status != COVEY_MEMORY)
        output->error = found;
    return status;
}

/// Fails unless these agents are the next ones of the frame.
static covey_status check_some(const covey_coming *coming, int number, const covey_frame_set *some,
                               covey_error *error)
{
    bool in_order, next = coming->open && number >= coming->set && number < coming->count;
    for (int k = coming->set; k < number && next; k++)
        next = coming->sets[k].count == (k == coming->set ? coming->row : 0);
    size_t row = next && number == coming->set ? coming->row : 0;
    if (!next || some->count > coming->sets[number].count - row || some->vel[0] == NULL)
        return covey_fail(error, COVEY_ARG, "these are not the next agents of the frame");
    covey_status status = covey_output_check_set(some, &in_order, error);
    if (status == COVEY_OK &&
        (!in_order || (row > 0 && some->count > 0 && some->id[0] <= coming->last)))
        status = covey_fail(error, COVEY_ARG, "the ids of set %s do not ascend",
                            coming->sets[number].set);
    return status;
}

covey_status covey_output_some(covey_output *output, int number, const covey_frame_set *some,
                               covey_error *error)
{
    covey_coming *coming = &output->coming;
    covey_error found = {0};
    if (repeat(output, error) != COVEY_OK)
        return output->error.status;
    covey_status status = check_some(coming, number, some, &found);
    if (status == COVEY_OK && output->plugin.store_some != NULL)
        status = output->plugin.store_some(output->own, some, &found);
    if (status == COVEY_OK && output->plugin.put_some != NULL) {
        output->plugin.put_some(&output->encoder, some, number);
        if (output->text.failed || output->text.size >= MUCH)
            status = write_text(output, false, &found);
    }
    if (status != COVEY_OK)
        return failed(output, &found, error);
    coming->row = number == coming->set ? coming->row + some->count : some->count;
    coming->set = number;
    if (some->count > 0)
        coming->last = some->id[some->count - 1];
    return COVEY_OK;
}

covey_status covey_output_end(covey_output *output, covey_error *error)
{
    covey_coming *coming = &output->coming;
    covey_error found = {0};
    if (repeat(output, error) != COVEY_OK)
        return output->error.status;
    bool whole = coming->open;
    for (int k = coming->set; k < coming->count && whole; k++)
        whole = coming->sets[k].count == (k == coming->set ? coming->row : 0);
    covey_status status = COVEY_OK;
    if (!whole)
        status = covey_fail(&found, COVEY_ARG, "the frame lacks agents");
    if (status == COVEY_OK && output->plugin.put_end != NULL)
        output->plugin.put_end(&output->encoder, coming->sets);
    if (status == COVEY_OK && output->plugin.put_some != NULL)
        status = write_text(output, true, &found);
    if (status != COVEY_OK)
        return failed(output, &found, error);
    covey_packer_destroy(coming->packer);
    coming->packer = NULL;
    coming->open = false;
    output->has_frame = true;
    output->here.step = coming->sets[0].step;
    memcpy(output->here.memory, output->encoder.memory, sizeof output->here.memory);
    return COVEY_OK;
}
