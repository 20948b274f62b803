// SPDX-License-Identifier: MIT
// The formal protocol: an input as text in, all frames as text out.
#include "web.h"

#include <math.h>

/// `format` is of covey_formal_format. The frames before a failure stay in the answer.
int WEB_EXPORT(web_formal)(const char *input, size_t size, const char *dialect, int format)
{
    covey_formal_def def = covey_formal_def_default();
    covey_text_view rest = {input, size};
    covey_error *error = web_failed();
    def.dialect = dialect;
    def.format = (covey_formal_format)format;
    def.in = covey_text_source(&rest);
    def.out = covey_text_sink(web_answer_begin());
    return (int)web_answer_end(covey_formal_run(&def, NULL, error));
}

static covey_status drop(void *context, const void *bytes, size_t size)
{
    (void)context;
    (void)bytes;
    (void)size;
    return COVEY_OK;
}

/// The answer is a table of all that moves one agent in one step, both from 1: neighbors,
/// distances, forces, the state before and after.
int WEB_EXPORT(web_trace)(const char *input, size_t size, const char *dialect, double agent,
                          double step)
{
    covey_formal_def def = covey_formal_def_default();
    covey_text_view rest = {input, size};
    covey_error *error = web_failed();
    def.dialect = dialect;
    def.in = covey_text_source(&rest);
    def.out.write = drop;
    def.trace = covey_text_sink(web_answer_begin());
    def.trace_format = COVEY_FORMAL_TABLE;
    def.trace_agent = (uint64_t)fmax(agent, 1.0);
    def.trace_step = (uint64_t)fmax(step, 1.0);
    return (int)web_answer_end(covey_formal_run(&def, NULL, error));
}
