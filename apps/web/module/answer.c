// SPDX-License-Identifier: MIT
#include "web.h"

#include <stdlib.h>

static covey_error failure;
static char report[WEB_REPORT];
static covey_memory answer_memory;
static covey_text answer;

covey_error *web_failed(void)
{
    failure = (covey_error){0};
    report[0] = '\0';
    return &failure;
}

char *web_report(void)
{
    return report;
}

covey_text *web_answer_begin(void)
{
    if (answer.memory == NULL)
        answer_memory = covey_memory_init((covey_allocator){0});
    answer.memory = &answer_memory;
    covey_text_clear(&answer);
    return &answer;
}

covey_status web_answer_end(covey_status status)
{
    if (status == COVEY_OK && covey_text_end(&answer) == NULL)
        return covey_fail(&failure, COVEY_MEMORY, "no memory for the answer");
    return status;
}

// ---- Answers in JSON ----

static char json_buffer[COVEY_WRITER_LEAST];
static covey_writer json_writer;
static covey_json json;

covey_json *web_json_begin(void)
{
    json_writer = (covey_writer){.sink = covey_text_sink(web_answer_begin()),
                                 .buffer = json_buffer,
                                 .size = sizeof json_buffer};
    json = (covey_json){.out = &json_writer};
    return &json;
}

covey_status web_json_end(covey_status status)
{
    covey_status written = covey_writer_flush(&json_writer);
    return web_answer_end(status != COVEY_OK ? status : written);
}

// ---- For JavaScript ----

void *WEB_EXPORT(web_take)(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void WEB_EXPORT(web_give)(void *bytes)
{
    free(bytes);
}

const char *WEB_EXPORT(web_error_status)(void)
{
    return covey_status_name(failure.status);
}

const char *WEB_EXPORT(web_error_message)(void)
{
    return failure.message;
}

const char *WEB_EXPORT(web_error_report)(void)
{
    return report;
}

double WEB_EXPORT(web_error_line)(void)
{
    return (double)failure.line;
}

double WEB_EXPORT(web_error_column)(void)
{
    return (double)failure.column;
}

const char *WEB_EXPORT(web_answer)(void)
{
    return answer.bytes;
}

size_t WEB_EXPORT(web_answer_size)(void)
{
    return answer.size;
}
