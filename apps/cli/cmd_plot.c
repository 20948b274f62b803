// SPDX-License-Identifier: MIT
// covey plot: plots measures over time, with a panel for each.
#include "command.h"
#include "commands.h"
#include "convert.h"
#include "image_output.h"
#include "plot_sweep.h"
#include "streams.h"
#include "table.h"

#include <covey/measure.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTPUT,
    COLUMNS,
    X,
    Y,
    BY,
    STATISTIC,
    MAP,
    LOG,
    FLOCK,
    SIZE,
    THEME,
    TITLE,
    X_TITLE,
    Y_TITLE,
    LEAST
};

const option plot_options[] = {
    [OUTPUT] = {"output", "FILE", NULL, "picture: .png, .svg or .pdf", 'o', false},
    [COLUMNS] = {"columns", "LIST", NULL, "measures to draw, with commas between, or all", 0,
                 false},
    [X] = {"x", "KEY", NULL, "the horizontal axis: a key of a sweep, a column of a table", 0,
           false},
    [Y] = {"y", "MEASURE", NULL, "over --x: measure or column (default: polarization)", 0, false},
    [BY] = {"by", "KEY", NULL, "over --x: a curve for each value of this key or column", 0, false},
    [STATISTIC] = {"statistic", "WHAT", "mean|binder|chi|sd|tau",
                   "of a sweep: of the measure (default: mean)", 0, false},
    [MAP] = {"map", NULL, NULL, "of a sweep: x and by are axes, colors the measure", 0, false},
    [LOG] = {"log", "AXES", "x|y|xy", "over --x: logarithmic axes", 0, false},
    [FLOCK] = {"flock", "NAME", NULL, "of a sweep or forces: this flock (default: the first)", 0,
               false},
    [SIZE] = {"size", "WxH", NULL, "pixels (default 800 wide, as high as needed)", 0, false},
    [THEME] = {"theme", "THEME", "light|dark", "colors of the page (default light)", 0, false},
    [TITLE] = {"title", "TEXT", NULL, "above the panels (default: the name of the file)", 0, false},
    [X_TITLE] = {"x-title", "TEXT", NULL, "of the horizontal axis (default: its key)", 0, false},
    [Y_TITLE] = {"y-title", "TEXT", NULL, "of the vertical axis (default: its measure)", 0, false},
    [LEAST] = {"least", "N", NULL, "of forces: leave bins of fewer pairs blank (default 10)", 0,
               false},
    {0},
};

const char plot_details[] =
    "MEASURES is what covey run --measure and covey measure write; - is standard input. By "
    "default\n"
    "six of them are drawn: polarization, milling, the distance to the nearest neighbor, "
    "clusters,\n"
    "their polarization and the speed. Each flock has a color. FILE may be -, for PNG on "
    "standard\n"
    "output.\n"
    "Tables of covey measure --forces and --map are drawn as discs around an agent.\n"
    "Over --x, curves are drawn with bands of one standard error, several sweeps in one plot.\n"
    "\n"
    "examples:\n"
    "  covey run torus-2 --measure order.csv\n"
    "  covey plot order.csv -o order.png\n"
    "  covey plot order.csv -o order.svg --columns polarization,nearest_mean\n"
    "  covey plot order.csv -o phase.svg --x polarization --y milling\n"
    "  covey plot sweep.db --x noise --y polarization --by count -o transition.png\n"
    "  covey plot sweep.db --map --x noise --by count --statistic chi -o phases.png\n"
    "  covey plot forces.csv -o forces.png --least 100\n";

#define USUAL "polarization,milling,nearest_mean,clusters,cluster_polarization,speed_mean"

typedef struct plotting {
    const command *self;
    const options *given;
    table table;
    image_output pages;
    covey_plot plot;
    covey_plot_panel *panels; ///< as many as the table has columns
    covey_plot_line (*lines)[TABLE_SETS];
    const char *names[TABLE_SETS];
    double *columns; ///< of values and times, set after set
} plotting;

// ---- Options ----

static bool take_output(plotting *job)
{
    const char *path = job->given->value[OUTPUT];
    job->pages.path = path;
    if (path == NULL) {
        (void)fprintf(stderr, "covey plot: where to? -o FILE is missing\n");
        return false;
    }
    job->pages.kind = image_output_kind(path);
    if (job->pages.kind != PAGE_NONE && job->pages.kind != PAGE_FILM)
        return true;
    (void)fprintf(stderr, "covey plot: %s has no suffix of a picture (.png, .svg, .pdf)\n", path);
    return false;
}

// ---- Panels ----

/// Copies a column of the rows of one set.
static size_t gather(const table *from, size_t column, size_t set, double *to)
{
    size_t count = 0;
    for (size_t row = 0; row < from->rows; row++)
        if (from->set[row] == set)
            to[count++] = from->values[row * from->columns + column];
    return count;
}

static bool is_share(const char *name)
{
    return strcmp(name, "polarization") == 0 || strcmp(name, "milling") == 0 ||
           strcmp(name, "cluster_polarization") == 0 || strcmp(name, "cluster_largest") == 0;
}

static bool has_numbers(const table *from, size_t column)
{
    for (size_t row = 0; row < from->rows; row++)
        if (isfinite(from->values[row * from->columns + column]))
            return true;
    return false;
}

/// Adds the panel of a column; there is room for as many as the table has columns.
static void add_panel(plotting *job, size_t column)
{
    const table *from = &job->table;
    size_t number = job->plot.panels_count++;
    covey_plot_panel *panel = &job->panels[number];
    int index = covey_measure_find(from->names[column]);
    panel->title = from->names[column];
    panel->unit = index >= 0 ? covey_measure_at(index)->unit : "";
    panel->is_share = is_share(panel->title);
    panel->lines = job->lines[number];
    panel->lines_count = from->sets;
    double *to = job->columns + (number + 1) * from->rows;
    const double *times = job->columns;
    for (size_t set = 0; set < from->sets; set++) {
        size_t count = gather(from, column, set, to);
        job->lines[number][set] = (covey_plot_line){times, to, count, set};
        to += count;
        times += count;
    }
}

/// True for columns that hold no measure.
static bool is_key(const char *name)
{
    return strcmp(name, "step") == 0 || strcmp(name, "t") == 0 || strcmp(name, "set") == 0;
}

static bool no_column(const plotting *job, const char *list, size_t size)
{
    char name[64], text[SUGGESTION_SIZE];
    (void)snprintf(name, sizeof name, "%.*s", (int)size, list);
    suggestion nearest = {.wrong = name};
    for (size_t k = 0; k < job->table.columns; k++)
        if (!is_key(job->table.names[k]))
            suggestion_offer(&nearest, job->table.names[k]);
    (void)fprintf(stderr, "covey plot: there is no measure \"%s\"%s in %s\n", name,
                  suggestion_text(&nearest, text), job->given->operands[0]);
    return false;
}

/// Finds the columns of a list; of the default ones, the columns that exist and have numbers.
static bool add_listed(plotting *job, const char *list, bool usual)
{
    while (*list != '\0') {
        size_t size = strcspn(list, ",");
        int column = table_column_of(&job->table, list, size);
        if (!usual && (column < 0 || is_key(job->table.names[column])))
            return no_column(job, list, size);
        list += size + (list[size] == ',');
        if (job->plot.panels_count == job->table.columns)
            return true;
        if (column >= 0 && (!usual || has_numbers(&job->table, (size_t)column)))
            add_panel(job, (size_t)column);
    }
    return true;
}

static bool add_panels(plotting *job)
{
    const char *wanted = job->given->value[COLUMNS];
    const table *from = &job->table;
    for (size_t k = 0; k < from->columns && wanted != NULL && strcmp(wanted, "all") == 0; k++)
        if (!is_key(from->names[k]) && has_numbers(from, k))
            add_panel(job, k);
    if (wanted != NULL && strcmp(wanted, "all") == 0)
        return true;
    return add_listed(job, wanted != NULL ? wanted : USUAL, wanted == NULL);
}

// ---- The plot ----

static covey_status fill(plotting *job)
{
    table *from = &job->table;
    int times = table_column(from, "t");
    if (times < 0 || from->rows == 0) {
        (void)fprintf(stderr, "covey plot: %s: %s\n", job->given->operands[0],
                      times < 0 ? "there is no column t: this is no table of measures"
                                : "the table has no rows");
        return COVEY_INPUT;
    }
    job->columns = calloc((from->columns + 1) * from->rows, sizeof *job->columns);
    job->panels = calloc(from->columns, sizeof *job->panels);
    job->lines = calloc(from->columns, sizeof *job->lines);
    if (job->columns == NULL || job->panels == NULL || job->lines == NULL)
        return command_no_memory(job->self, "the panels");
    size_t done = 0;
    for (size_t set = 0; set < from->sets; set++)
        done += gather(from, (size_t)times, set, job->columns + done);
    if (!add_panels(job))
        return COVEY_ARG;
    if (job->plot.panels_count > 0)
        return COVEY_OK;
    (void)fprintf(stderr, "covey plot: %s: there is no measure to draw\n", job->given->operands[0]);
    return COVEY_INPUT;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool lay_out(plotting *job)
{
    covey_plot *plot = &job->plot;
    const options *given = job->given;
    size_t rows = (plot->panels_count + 1) / 2;
    if (rows > 50 && given->value[SIZE] == NULL) {
        (void)fprintf(stderr,
                      "covey plot: %zu panels do not fit a page: choose some with --columns, or "
                      "set --size\n",
                      plot->panels_count);
        return false;
    }
    job->pages.width = 800;
    job->pages.height = (int)(80 + 160 * rows);
    if (!image_output_size(job->self, given->value[SIZE], &job->pages))
        return false;
    plot->width = job->pages.width;
    plot->height = job->pages.height;
    plot->unit = fmax(plot->width / 800.0, 0.75);
    plot->title = given->value[TITLE] != NULL ? given->value[TITLE] : base_name(given->operands[0]);
    if (given->value[THEME] != NULL && strcmp(given->value[THEME], "dark") == 0)
        plot->theme = COVEY_THEME_DARK;
    for (size_t k = 0; k < job->table.sets; k++)
        job->names[k] = job->table.set_names[k];
    plot->panels = job->panels;
    plot->names = job->names;
    plot->names_count = job->table.sets;
    return true;
}

static covey_status draw(plotting *job)
{
    covey_status status;
    const covey_canvas *canvas = image_output_begin(&job->pages, &status);
    if (canvas == NULL)
        return status;
    covey_plot_draw(&job->plot, canvas);
    return image_output_close(&job->pages, image_output_end(&job->pages));
}

// ---- Sweeps ----

static covey_status check_sweeps(const plotting *job)
{
    const options *given = job->given;
    const char *wrong =
        given->value[X] == NULL         ? "a plot of a sweep needs --x KEY"
        : given->value[COLUMNS] != NULL ? "--columns is for tables; a sweep has --y MEASURE"
        : given->value[MAP] != NULL && given->value[BY] == NULL
            ? "--map needs a second axis, --by KEY"
        : given->value[MAP] != NULL && given->operand_count > 1 ? "--map draws one sweep"
        : given->operand_count > PLOT_SWEEPS                    ? "at most 8 sweeps in a plot"
                                                                : NULL;
    if (wrong != NULL) {
        (void)fprintf(stderr, "covey plot: %s\n", wrong);
        return COVEY_ARG;
    }
    for (int k = 0; k < given->operand_count; k++)
        if (!sweep_show_is(given->operands[k])) {
            (void)fprintf(stderr, "covey plot: %s is no file of a sweep\n", given->operands[k]);
            return COVEY_INPUT;
        }
    return COVEY_OK;
}

/// Sets the size of a graph's page.
static bool take_size(plotting *job)
{
    job->pages.width = 800;
    job->pages.height = 560;
    return image_output_size(job->self, job->given->value[SIZE], &job->pages);
}

static plot_sweep_def graph_of(plotting *job)
{
    const options *given = job->given;
    const char *theme = given->value[THEME], *log = given->value[LOG];
    return (plot_sweep_def){
        .self = job->self,
        .files = given->operands,
        .files_count = given->operand_count,
        .x = given->value[X],
        .y = given->value[Y] != NULL ? given->value[Y] : "polarization",
        .by = given->value[BY],
        .flock = given->value[FLOCK],
        .statistic = given->value[STATISTIC] != NULL ? given->value[STATISTIC] : "mean",
        .is_map = given->value[MAP] != NULL,
        .log_x = log != NULL && strchr(log, 'x') != NULL,
        .log_y = log != NULL && strchr(log, 'y') != NULL,
        .theme = theme != NULL && strcmp(theme, "dark") == 0 ? COVEY_THEME_DARK : COVEY_THEME_LIGHT,
        .title = given->value[TITLE],
        .x_title = given->value[X_TITLE],
        .y_title = given->value[Y_TITLE],
        .pages = &job->pages};
}

static covey_status plot_sweeps(plotting *job)
{
    covey_status status = check_sweeps(job);
    if (status == COVEY_OK && !take_size(job))
        status = COVEY_ARG;
    if (status != COVEY_OK)
        return status;
    const plot_sweep_def def = graph_of(job);
    return plot_sweep(&def);
}

// ---- Tables ----

/// Fails for options that discs do not have.
static covey_status check_around(const plotting *job)
{
    static const int others[] = {COLUMNS, X, Y, BY, STATISTIC, MAP, LOG, X_TITLE, Y_TITLE};
    const options *given = job->given;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (given->value[others[k]] != NULL) {
            (void)fprintf(stderr, "covey plot: %s is of bins around an agent: there is no --%s\n",
                          given->operands[0], plot_options[others[k]].name);
            return COVEY_ARG;
        }
    if (given->operand_count > 1)
        (void)fprintf(stderr, "covey plot: one table at a time\n");
    return given->operand_count > 1 ? COVEY_ARG : COVEY_OK;
}

static covey_status draw_around(plotting *job)
{
    whole least = {1, 1000000000, 10};
    plot_sweep_def def = graph_of(job);
    covey_status status = check_around(job);
    job->pages.width = 960;
    job->pages.height = 420;
    if (status != COVEY_OK ||
        !options_whole(job->self, "least", job->given->value[LEAST], &least) ||
        !image_output_size(job->self, job->given->value[SIZE], &job->pages))
        return COVEY_ARG;
    def.title = def.title != NULL ? def.title : base_name(job->given->operands[0]);
    return plot_around(&def, &job->table, least.value);
}

/// Fails for options that a table or panels do not have, and for several files.
static covey_status check_table(const plotting *job)
{
    static const int sweeps[] = {STATISTIC, MAP, FLOCK, LEAST},
                     graphs[] = {Y, BY, LOG, X_TITLE, Y_TITLE};
    const options *given = job->given;
    for (size_t k = 0; k < sizeof sweeps / sizeof *sweeps; k++)
        if (given->value[sweeps[k]] != NULL) {
            (void)fprintf(stderr, "covey plot: --%s is for %s, and %s is none\n",
                          plot_options[sweeps[k]].name,
                          sweeps[k] == LEAST ? "forces and maps" : "sweeps", given->operands[0]);
            return COVEY_ARG;
        }
    for (size_t k = 0; k < sizeof graphs / sizeof *graphs && given->value[X] == NULL; k++)
        if (given->value[graphs[k]] != NULL) {
            (void)fprintf(stderr, "covey plot: --%s needs --x COLUMN\n",
                          plot_options[graphs[k]].name);
            return COVEY_ARG;
        }
    const char *wrong = given->value[X] != NULL && given->value[COLUMNS] != NULL
                            ? "--columns is for panels over time; over --x there is --y COLUMN"
                        : given->operand_count > 1 ? "one table at a time"
                                                   : NULL;
    if (wrong != NULL)
        (void)fprintf(stderr, "covey plot: %s\n", wrong);
    return wrong != NULL ? COVEY_ARG : COVEY_OK;
}

static covey_status draw_table(plotting *job)
{
    if (job->given->value[X] != NULL) {
        const plot_sweep_def def = graph_of(job);
        return take_size(job) ? plot_table(&def, &job->table) : COVEY_ARG;
    }
    covey_status status = fill(job);
    if (status == COVEY_OK && !lay_out(job))
        status = COVEY_ARG;
    return status == COVEY_OK ? draw(job) : status;
}

static covey_status plot(plotting *job)
{
    const char *path = job->given->operands[0];
    if (!take_output(job))
        return COVEY_ARG;
    for (int k = 0; k < job->given->operand_count; k++)
        if (convert_are_one(job->given->operands[k], job->pages.path))
            path = job->given->operands[k];
    if (convert_are_one(path, job->pages.path)) {
        (void)fprintf(stderr, "covey plot: %s cannot be both read and written\n", path);
        return COVEY_ARG;
    }
    if (sweep_show_is(path))
        return plot_sweeps(job);
    covey_status status = table_read(job->self, path, &job->table);
    if (status == COVEY_OK && plot_around_is(&job->table))
        return draw_around(job);
    if (status == COVEY_OK)
        status = check_table(job);
    return status == COVEY_OK ? draw_table(job) : status;
}

int plot_run(const command *self, const options *given)
{
    plotting *job = calloc(1, sizeof *job);
    if (job == NULL)
        return covey_status_exit(command_no_memory(self, "the plot"));
    job->self = self;
    job->given = given;
    job->pages.self = self;
    job->plot = covey_plot_default();
    streams_catch_interrupts();
    covey_status status = plot(job);
    table_free(&job->table);
    free(job->columns);
    free(job->panels);
    free(job->lines);
    free(job);
    return covey_status_exit(status);
}
