// SPDX-License-Identifier: MIT
// What pages of HTML share: their look, and texts of strangers in them.
#include "check/page.h"

#include "check/report.h"

#include <string.h>

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; style-src 'unsafe-inline'";

static const char page_style[] =
    "\">\n<title>covey check</title>\n<style>\n"
    ":root { color-scheme: light dark; --ink: #1c2430; --dim: #5b6675; --paper: #fff; "
    "--box: #f3f5f8; --line: #d5dae1; --right: #0a6b3d; --wrong: #b3261e; --mark: #fbe9e7; }\n"
    "@media screen and (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --dim: #a3adba; "
    "--paper: #14181e; --box: #1f252d; --line: #39424e; --right: #5fd39a; --wrong: #ff8a80; "
    "--mark: #3a2422; } }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1em; max-width: 48em; "
    "color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }\n"
    "h1 { font-size: 1.4em; margin: 0; } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; }\n"
    "p { margin: .3em 0; } .sum { font-size: 1.15em; font-weight: 600; margin: .2em 0 0; }\n"
    ".right { color: var(--right); } .wrong { color: var(--wrong); } .dim { color: var(--dim); }\n"
    ".in1 { margin-left: 1.2em; } .in2 { margin-left: 2.4em; }\n"
    "pre { background: var(--box); padding: .7em; border-radius: 6px; font-size: 13px; "
    "white-space: pre-wrap; }\n"
    "table { border-collapse: collapse; width: 100%; } th, td { text-align: left; "
    "vertical-align: top; padding: .25em .6em .25em 0; border-bottom: 1px solid var(--line); }\n"
    "td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; "
    "overflow-wrap: normal; }\n"
    "tr.mark td { background: var(--mark); } figure { margin: .8em 0; }\n"
    "figcaption { font-size: .9em; color: var(--dim); }\n"
    "svg { display: block; width: 100%; max-width: 34em; height: auto; }\n"
    "@media print { body { font-size: 11pt; max-width: none; padding: 0; } "
    "figure, tr, pre { break-inside: avoid; } h2 { break-after: avoid; } }\n"
    "</style>\n</head>\n<body>\n";

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

void check_page_begin(covey_text *text, const char *script)
{
    put(text, page_head);
    if (script != NULL) {
        put(text, "; script-src '");
        put(text, script);
        put(text, "'");
    }
    put(text, page_style);
}

void check_page_end(covey_text *text)
{
    put(text, "<footer class=\"dim\">covey ");
    put(text, covey_version_text());
    put(text, "</footer>\n</body>\n</html>\n");
}

void check_page_safe(covey_text *text, covey_text *lines)
{
    covey_text clean = {.memory = text->memory};
    check_escape_lines(&clean, lines->bytes, lines->size); // no letters that turn a line around
    const char *end = covey_text_end(&clean);
    check_escape_xml(text, end != NULL ? end : "");
    text->failed = text->failed || lines->failed || end == NULL;
    covey_text_destroy(&clean);
    covey_text_clear(lines);
}

void check_page_name(covey_text *text, const char *name)
{
    covey_text line = {.memory = text->memory};
    check_escape_line(&line, name, strlen(name));
    check_page_safe(text, &line);
    covey_text_destroy(&line);
}

void check_page_paragraphs(covey_text *text, const covey_text *lines)
{
    enum { FAR = 8, DEEP = 4 };
    covey_text one = {.memory = text->memory};
    bool open = false;
    for (size_t at = 0, next; at < lines->size; at = next) {
        const char *begin = lines->bytes + at, *end = memchr(begin, '\n', lines->size - at);
        size_t size = end != NULL ? (size_t)(end - begin) : lines->size - at, blanks = 0;
        next = at + size + 1;
        while (blanks < size && begin[blanks] == ' ')
            blanks++;
        if (blanks == size)
            continue;
        if (open && blanks < FAR)
            put(text, "</p>\n");
        if (!open || blanks < FAR)
            put(text, blanks >= DEEP ? "<p class=\"in2\">"
                      : blanks > 0   ? "<p class=\"in1\">"
                                     : "<p>");
        else
            put(text, " ");
        open = true;
        covey_text_put(&one, begin + blanks, size - blanks);
        check_page_safe(text, &one);
    }
    put(text, open ? "</p>\n" : "");
    covey_text_destroy(&one);
}
