// SPDX-License-Identifier: MIT
// The table of a class as a page of HTML, with totals before it. Its script sorts and filters the
// table; all else works without it.
#include "check/explain.h"
#include "check/page.h"
#include "check/report.h"
#include "check/rubric.h"

#include "formal/mistakes.h"

#include <stdio.h>

enum { STATES = CHECK_BATCH_NO_FILE + 1, MISTAKES_SHOWN = 10 };

static const char style[] =
    "<style>\n"
    "body { max-width: 70em; } .tiles { display: flex; flex-wrap: wrap; gap: .5em; padding: 0; "
    "list-style: none; }\n"
    ".tiles li { background: var(--box); border-radius: 6px; padding: .3em .8em; }\n"
    ".tiles b { font-size: 1.3em; font-variant-numeric: tabular-nums; }\n"
    "meter { width: 8em; } ::-webkit-meter-optimum-value { background: var(--dim); } "
    "::-moz-meter-bar { background: var(--dim); }\n"
    "input, select { font: inherit; max-width: 100%; } #filter label { margin-right: 1em; }\n"
    "th { white-space: nowrap; } th button { font: inherit; font-weight: bold; color: inherit; "
    "background: none; border: 0; padding: .2em 0; cursor: pointer; }\n"
    "th[aria-sort=ascending] button::after { content: \" \\2191\"; } "
    "th[aria-sort=descending] button::after { content: \" \\2193\"; }\n"
    ".totals td:first-child, td:nth-child(4) { white-space: nowrap; }\n"
    "tr.right, tr.wrong { color: inherit; } tr.right td:nth-child(2) { color: var(--right); } "
    "tr.wrong td:nth-child(2) { color: var(--wrong); } a { color: inherit; }\n"
    "@media (max-width: 40em) { td, th { border: 0; } .totals td:last-child, "
    ".totals th:last-child, .totals th:nth-child(2) { display: none; }\n"
    ".totals tr { display: grid; grid-template-columns: 1fr auto; padding: .2em 0; "
    "border-bottom: 1px solid var(--line); } .totals td { padding: 0; }\n"
    ".totals td:nth-child(2) { grid-row: 2; grid-column: 1 / -1; color: var(--dim); }\n"
    "#class thead tr { display: flex; flex-wrap: wrap; gap: 0 1em; }\n"
    "#class tbody tr { display: grid; grid-template-columns: 1fr auto auto auto; "
    "border-bottom: 1px solid var(--line); } #class tbody tr[hidden] { display: none; }\n"
    "#class td:nth-child(5) { grid-column: 1 / -1; color: var(--dim); padding-top: 0; } }\n"
    "@media print { #filter { display: none; } a { text-decoration: none; } }\n"
    "</style>\n";

/// Page and script hold together by this mark, which browsers compute of the script.
#define SCRIPT_MARK "sha256-wGUHeHBgUqmFI5c8BnFUV9cLgNI+pEGbEmNLWcGGMHs="

static const char script[] =
    "\n(() => {\n"
    "const table = document.getElementById('class'), body = table.tBodies[0];\n"
    "const rows = [...body.rows], heads = [...table.tHead.rows[0].cells];\n"
    "const words = document.getElementById('words'), state = document.getElementById('state');\n"
    "const text = cell => (cell.querySelector('summary') || cell).textContent;\n"
    "const order = new Intl.Collator(undefined, {numeric: true});\n"
    "function sort(k) {\n"
    "  const turn = heads[k].ariaSort === 'ascending' ? -1 : 1;\n"
    "  heads.forEach(head => head.removeAttribute('aria-sort'));\n"
    "  heads[k].ariaSort = turn > 0 ? 'ascending' : 'descending';\n"
    "  rows.sort((a, b) => {\n"
    "    const x = text(a.cells[k]), y = text(b.cells[k]);\n"
    "    return x === '' || y === '' ? (x === '') - (y === '') : turn * order.compare(x, y);\n"
    "  });\n"
    "  body.append(...rows);\n"
    "}\n"
    "function filter() {\n"
    "  const wanted = words.value.toLowerCase();\n"
    "  let shown = 0;\n"
    "  rows.forEach(row => {\n"
    "    const all = [...row.cells].map(text).join(' ').toLowerCase();\n"
    "    row.hidden = !all.includes(wanted) || (state.value && text(row.cells[3]) !== "
    "state.value);\n"
    "    shown += !row.hidden;\n"
    "  });\n"
    "  document.getElementById('shown').textContent = `${shown} of ${rows.length}`;\n"
    "}\n"
    "heads.forEach((head, k) => {\n"
    "  const button = document.createElement('button');\n"
    "  button.type = 'button';\n"
    "  button.append(...head.childNodes);\n"
    "  button.addEventListener('click', () => sort(k));\n"
    "  head.append(button);\n"
    "});\n"
    "words.addEventListener('input', filter);\n"
    "state.addEventListener('input', filter);\n"
    "document.getElementById('filter').hidden = false;\n"
    "filter();\n"
    "})();\n";

static void put(covey_text *text, const char *string)
{
    covey_text_string(text, string);
}

static void put_integer(covey_text *text, size_t number)
{
    covey_text_integer(text, number);
}

// ---- Totals ----

static void put_states(covey_text *text, const check_batch *batch)
{
    size_t counts[STATES] = {0};
    for (size_t k = 0; k < batch->count; k++)
        counts[batch->rows[k].state]++;
    put(text, "<ul class=\"tiles\">\n");
    for (int k = 0; k < STATES; k++) {
        put(text, "<li><b>");
        put_integer(text, counts[k]);
        put(text, "</b> ");
        put(text, check_batch_state_name((check_batch_state)k));
        put(text, "</li>\n");
    }
    put(text, "</ul>\n");
}

/// A row of a table of totals: the cells before are put already.
static void put_share(covey_text *text, size_t count, size_t of)
{
    put(text, "</td><td class=\"n\">");
    put_integer(text, count);
    put(text, "</td><td><meter max=\"");
    put_integer(text, of);
    put(text, "\" value=\"");
    put_integer(text, count);
    put(text, "\"></meter></td></tr>\n");
}

/// Returns the place of the largest count, the first of several; `size` where all are zero.
static size_t find_most(size_t *counts, size_t size)
{
    size_t most = size;
    for (size_t k = 0; k < size; k++)
        if (counts[k] > 0 && (most == size || counts[k] > counts[most]))
            most = k;
    return most;
}

/// Counts the submissions that make each mistake, as far as all that fits says so.
static void put_mistakes(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    size_t counts[COVEY_MISTAKES] = {0}, shown = 0;
    for (size_t k = 0; k < batch->count; k++) {
        const check_diagnosis *found = &batch->rows[k].report.diagnosis;
        for (int one = 0; one < COVEY_MISTAKES && batch->rows[k].trouble == NULL; one++)
            counts[one] += found->fit_count > 0 && (found->shared & COVEY_MISTAKE_BIT(one)) != 0;
    }
    for (size_t one; shown < MISTAKES_SHOWN; shown++) {
        one = find_most(counts, COVEY_MISTAKES);
        if (one == COVEY_MISTAKES)
            break;
        if (shown == 0)
            put(text,
                "<h2>Most common mistakes</h2>\n<table class=\"totals\">\n<tr><th>mistake</th>"
                "<th>the program</th><th class=\"n\">submissions</th>"
                "<th></th></tr>\n");
        covey_mistake_info info = covey_mistakes_in(cases->dialect, (int)one);
        put(text, "<tr><td>");
        put(text, info.name);
        put(text, "</td><td>");
        check_escape_xml(text, info.what);
        put_share(text, counts[one], batch->count);
        counts[one] = 0;
    }
    put(text, shown > 0 ? "</table>\n" : "");
}

static void put_failures(covey_text *text, const check_batch *batch, const check_cases *cases,
                         size_t *counts)
{
    size_t ran = 0, shown = 0;
    for (size_t k = 0; k < batch->count; k++) {
        const check_batch_row *row = &batch->rows[k];
        ran += row->trouble == NULL;
        for (size_t one = 0; one < cases->count && row->trouble == NULL; one++)
            counts[one] += !row->report.verdicts[one].passed;
    }
    put(text, "<h2>Cases that fail</h2>\n<p class=\"dim\">of ");
    check_explain_count(text, ran, "submission");
    put(text, " that ran</p>\n");
    for (size_t one; (one = find_most(counts, cases->count)) < cases->count; shown++) {
        if (shown == 0)
            put(text,
                "<table class=\"totals\">\n<tr><th>case</th><th></th><th class=\"n\">fail</th>"
                "<th></th></tr>\n");
        put(text, "<tr><td>");
        check_page_name(text, cases->items[one].name);
        put(text, "</td><td class=\"dim\">");
        check_page_name(text, cases->items[one].about);
        put_share(text, counts[one], ran);
        counts[one] = 0;
    }
    put(text, shown > 0 ? "</table>\n" : "");
    if (ran == 0 || shown == cases->count)
        return;
    put(text, "<p class=\"dim\">");
    check_explain_count(text, cases->count - shown, shown > 0 ? "other case" : "case");
    put(text, cases->count - shown == 1 ? " fails nowhere.</p>\n" : " fail nowhere.</p>\n");
}

// ---- The table ----

static void put_filter(covey_text *text)
{
    put(text, "<p id=\"filter\" hidden><label>Filter <input id=\"words\" type=\"search\"></label> "
              "<label>State <select id=\"state\"><option value=\"\">all</option>");
    for (int k = 0; k < STATES; k++) {
        put(text, "<option>");
        put(text, check_batch_state_name((check_batch_state)k));
        put(text, "</option>");
    }
    put(text, "</select></label> <output id=\"shown\"></output></p>\n");
}

static void put_details(covey_text *text, const check_batch_row *row)
{
    covey_text whole = {.memory = text->memory};
    if (row->trouble != NULL)
        put(&whole, row->details);
    else
        check_report_put(&whole, &row->report);
    put(text, "</summary><pre>");
    check_page_safe(text, &whole);
    put(text, "</pre></details>");
    covey_text_destroy(&whole);
}

/// The result is the head of the report, which opens, unless a page of its own has that.
static void put_row(covey_text *text, const check_batch_row *row, const check_cases *cases,
                    const char *file)
{
    char numbers[80], group[CHECK_BATCH_GROUP];
    covey_text sentence = {.memory = text->memory};
    size_t count = check_batch_right(row);
    bool right = row->trouble == NULL && check_is_right(&row->report);
    check_batch_group_name(row->group, group);
    put(text, right ? "<tr class=\"right\"><td>" : "<tr class=\"wrong\"><td>");
    if (file != NULL) {
        put(text, "<a href=\"");
        put(text, file);
        put(text, "\">");
    }
    check_page_name(text, row->name);
    (void)snprintf(numbers, sizeof numbers, "%s</td><td>%zu/%zu</td><td>%s</td><td>%s</td><td>",
                   file != NULL ? "</a>" : "", count, cases->count, group,
                   check_batch_state_name(row->state));
    put(text, numbers);
    put(text, file == NULL ? "<details><summary>" : "");
    check_batch_put_result(&sentence, row);
    check_page_safe(text, &sentence);
    if (file == NULL)
        put_details(text, row);
    if (cases->rubric != NULL) {
        put(text, "</td><td class=\"n\">");
        check_points_number(text, check_batch_points(row));
    }
    put(text, "</td></tr>\n");
    covey_text_destroy(&sentence);
}

static void put_fence(covey_text *text, const check_batch *batch)
{
    const check_report *unfenced = check_batch_unfenced(batch);
    if (unfenced == NULL)
        return;
    put(text, "<p><strong>");
    check_explain_fence(text, unfenced);
    put(text, "</strong></p>\n");
}

void check_batch_index(covey_text *text, const check_batch *batch, const check_cases *cases,
                       const char *const *files)
{
    covey_arena arena = {0};
    size_t *failures = covey_arena_take(&arena, cases->count + 1, sizeof *failures);
    text->failed = text->failed || failures == NULL;
    check_page_begin(text, SCRIPT_MARK);
    put(text, style);
    put(text, "<h1>covey check</h1>\n");
    put_fence(text, batch);
    put(text, "<p>");
    check_explain_count(text, batch->count, "submission");
    put(text, ", ");
    check_explain_count(text, cases->count, "case");
    put(text, ", dialect ");
    put(text, check_cases_dialect(cases));
    put(text, "</p>\n");
    put_states(text, batch);
    put_mistakes(text, batch, cases);
    if (failures != NULL)
        put_failures(text, batch, cases, failures);
    put(text, "<h2>Submissions</h2>\n<p class=\"dim\">The same letter: they print the same wrong "
              "numbers, which no known mistake explains.</p>\n");
    put_filter(text);
    put(text, "<table id=\"class\">\n<thead><tr><th>submission</th><th>right</th><th>alike</th>"
              "<th>state</th><th>result</th>");
    put(text, cases->rubric != NULL ? "<th>points</th>" : "");
    put(text, "</tr></thead>\n<tbody>\n");
    for (size_t k = 0; k < batch->count; k++)
        put_row(text, &batch->rows[k], cases, files != NULL ? files[k] : NULL);
    put(text, "</tbody>\n</table>\n<script>");
    put(text, script);
    put(text, "</script>\n");
    check_page_end(text);
    covey_arena_destroy(&arena);
}

void check_batch_html(covey_text *text, const check_batch *batch, const check_cases *cases)
{
    check_batch_index(text, batch, cases, NULL);
}
