// SPDX-License-Identifier: MIT
// The formal protocol: an input as text in, all frames as text out.
#include "web.h"

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
