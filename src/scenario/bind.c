// SPDX-License-Identifier: MIT
// Makes a scenario of the tree of a text: the run, its space and its files. Flocks, influences and
// placements have separate files; all values go through the parameter tables.
#include "scenario/bind.h"

#include "base/parse.h"
#include "geometry/single.h"
#include "kernels/zone.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *kind_of(const covey_node *node)
{
    if (node->kind == COVEY_NODE_LIST)
        return "a list";
    if (node->kind == COVEY_NODE_MAP)
        return "a mapping";
    return node->size == 0 ? "nothing" : "a word";
}

// ---- Keys ----

covey_status covey_bind_keys(covey_bind *self, const covey_node *node, const char *noun,
                             const covey_report_words *words)
{
    if (node->kind != COVEY_NODE_MAP)
        return covey_report_fail(self->report, node->at, "%s is a mapping of keys, not %s", noun,
                                 kind_of(node));
    char where[120];
    (void)snprintf(where, sizeof where, "in %s", noun);
    covey_report_words known = *words;
    known.where = where;
    for (const covey_node *child = node->first; child != NULL; child = child->next) {
        if (!covey_report_knows(words, child->key))
            return covey_report_unknown(self->report, child->key_at, "key", child->key, &known);
        const covey_node *first = covey_node_find(node, child->key);
        if (first != child)
            return covey_report_fail(self->report, child->key_at,
                                     "%s is here twice, first in line %u", child->key,
                                     (unsigned)first->key_at.line);
    }
    return COVEY_OK;
}

const covey_node *covey_bind_short(covey_bind *self, const covey_node *node, const char *key)
{
    if (node->kind != COVEY_NODE_SCALAR || node->size == 0)
        return node;
    covey_node *map = covey_arena_take(self->arena, 1, sizeof *map);
    covey_node *child = covey_arena_take(self->arena, 1, sizeof *child);
    if (map == NULL || child == NULL)
        return NULL;
    *child = *node;
    child->key = key;
    child->key_at = node->at;
    child->next = NULL;
    *map = (covey_node){.kind = COVEY_NODE_MAP, .at = node->at, .key = node->key, .first = child};
    return map;
}

// ---- Values ----

covey_status covey_bind_word(covey_bind *self, const covey_node *node, const char *noun,
                             const covey_report_words *words)
{
    if (node->kind != COVEY_NODE_SCALAR || node->size == 0)
        return covey_report_fail(self->report, node->at, "a %s is a word, not %s", noun,
                                 kind_of(node));
    if (covey_report_knows(words, node->text) && strlen(node->text) == node->size)
        return COVEY_OK;
    return covey_report_unknown(self->report, node->at, noun, node->text, words);
}

/// True for the spellings of infinity and NaN in YAML.
static bool is_not_finite(const char *text)
{
    static const char *const names[] = {"inf", "infinity", "nan"};
    text += *text == '+' || *text == '-';
    text += *text == '.';
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t at = 0;
        while (names[k][at] != '\0' && (text[at] | 0x20) == names[k][at])
            at++;
        if (names[k][at] == '\0' && text[at] == '\0')
            return true;
    }
    return false;
}

covey_status covey_bind_number(covey_bind *self, const covey_node *node, const char *name,
                               double *value)
{
    char quoted[COVEY_REPORT_QUOTED];
    if (node->kind != COVEY_NODE_SCALAR || node->size == 0)
        return covey_report_fail(self->report, node->at, "%s is a number, not %s", name,
                                 kind_of(node));
    covey_report_quote(quoted, node->text, node->size);
    covey_parse_result result = covey_parse_double(node->text, node->size, value);
    if (!node->plain)
        return covey_report_fail(self->report, node->at, "%s is a number, not the text %s", name,
                                 quoted);
    if (result == COVEY_PARSE_TOO_LARGE || is_not_finite(node->text))
        return covey_report_fail(self->report, node->at, "%s is a finite number, not %s", name,
                                 quoted);
    if (result != COVEY_PARSE_OK)
        return covey_report_fail(self->report, node->at, "%s is a number, not %s", name, quoted);
    return COVEY_OK;
}

static void note_row(covey_bind *self, const covey_param *row)
{
    char range[100];
    covey_report_note(self->report, "%s: %s It is %s.", row->name, row->text,
                      covey_report_range(row, range));
}

static covey_status bind_choice(covey_bind *self, const covey_node *node, const covey_param *row,
                                double *value)
{
    covey_report_words words = {.count = 0};
    covey_report_add_all(&words, row->choices);
    covey_status status = covey_bind_word(self, node, row->name, &words);
    if (status == COVEY_OK)
        *value = covey_param_choice(row, node->text);
    return status;
}

static const double degree = 0.017453292519943295; ///< rad

/// Refuses a number with a unit behind it, as 90deg; COVEY_OK for all else.
static covey_status refuse_unit(covey_bind *self, const covey_node *node, const covey_param *row)
{
    size_t size = node->kind == COVEY_NODE_SCALAR && node->plain ? node->size : 0, end = size;
    while (end > 0 && !(node->text[end - 1] >= '0' && node->text[end - 1] <= '9'))
        end--;
    double number;
    const char *wanted = row->unit != NULL ? row->unit : "";
    bool has_unit = strpbrk(wanted, "LT") != NULL || strcmp(wanted, "rad") == 0;
    if (end == size || !has_unit ||
        covey_parse_double(node->text, node->text[end] == '.' ? end + 1 : end, &number) !=
            COVEY_PARSE_OK)
        return COVEY_OK;
    const char *unit = node->text + end + strspn(node->text + end, ". ");
    if (strncmp(unit, "deg", 3) == 0 && strcmp(wanted, "rad") == 0)
        number *= degree;
    char quoted[COVEY_REPORT_QUOTED];
    return unit == node->text + size
               ? COVEY_OK
               : covey_report_fail(self->report, node->at,
                                   "%s is a number in %s, without its unit: %.16g, not %s",
                                   row->name, wanted, number,
                                   covey_report_quote(quoted, node->text, size));
}

covey_status covey_bind_row(covey_bind *self, const covey_node *node, const covey_param *row,
                            double *value)
{
    if (row->choices != NULL)
        return bind_choice(self, node, row, value);
    covey_status status = refuse_unit(self, node, row);
    if (status == COVEY_OK)
        status = covey_bind_number(self, node, row->name, value);
    char quoted[COVEY_REPORT_QUOTED], range[100];
    if (status == COVEY_OK && !(*value >= row->low && *value <= row->high))
        status = covey_report_fail(self->report, node->at, "%s is %s, not %s", row->name,
                                   covey_report_range(row, range),
                                   covey_report_quote(quoted, node->text, node->size));
    if (status == COVEY_OK && row->whole && *value != floor(*value))
        status = covey_report_fail(self->report, node->at, "%s is a whole number, not %s",
                                   row->name, covey_report_quote(quoted, node->text, node->size));
    if (status != COVEY_OK)
        note_row(self, row);
    return status;
}

covey_status covey_bind_table(covey_bind *self, const covey_node *map, const covey_param *table,
                              void *values)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        const covey_node *child = covey_node_find(map, row->name);
        double value;
        if (child == NULL)
            continue;
        covey_status status = covey_bind_row(self, child, row, &value);
        if (status != COVEY_OK)
            return status;
        covey_setting setting = {row->name, value};
        covey_error error;
        if (covey_param_set(table, values, &setting, &error) != COVEY_OK)
            return covey_report_fail(self->report, child->at, "%s", error.message);
    }
    return COVEY_OK;
}

/// True for a control character of one byte, and for the letters U+2028, U+2029, U+FEFF, which end
/// lines or are invisible.
static bool has_controls(const char *text, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if ((unsigned char)text[k] < 0x20 || text[k] == 0x7f)
            return true;
    return strstr(text, "\xe2\x80\xa8") != NULL || strstr(text, "\xe2\x80\xa9") != NULL ||
           strstr(text, "\xef\xbb\xbf") != NULL;
}

/// True for U+0080 … U+009F, the control characters of two bytes.
static bool has_c1(const char *text, size_t size)
{
    for (size_t k = 0; k + 1 < size; k++)
        if ((unsigned char)text[k] == 0xc2 && (unsigned char)text[k + 1] < 0xa0)
            return true;
    return false;
}

covey_status covey_bind_text(covey_bind *self, const covey_node *node, const char *name,
                             covey_bind_limits limits, const char **text)
{
    if (node->kind != COVEY_NODE_SCALAR || (node->size == 0 && !limits.empty))
        return covey_report_fail(self->report, node->at, "%s is a text, not %s", name,
                                 kind_of(node));
    if (node->size > limits.most)
        return covey_report_fail(self->report, node->at, "%s has at most %zu bytes, not %u", name,
                                 limits.most, (unsigned)node->size);
    if (has_controls(node->text, node->size) || has_c1(node->text, node->size))
        return covey_report_fail(self->report, node->at,
                                 "%s is one line of text without control characters", name);
    *text = covey_arena_bytes(self->arena, node->text, node->size);
    return *text != NULL ? COVEY_OK : covey_report_memory(self->report);
}

covey_status covey_bind_members(covey_bind *self, const covey_node *map, const covey_member *table,
                                const char *group, void *base)
{
    covey_status status = COVEY_OK;
    for (const covey_member *row = table; row->name != NULL && status == COVEY_OK; row++) {
        const covey_node *child =
            covey_keys_is_in(row, group) ? covey_node_find(map, row->key) : NULL;
        if (child != NULL && covey_keys_is_number(row)) {
            covey_param param = covey_keys_param(row);
            double value;
            status = covey_bind_row(self, child, &param, &value);
            if (status == COVEY_OK)
                covey_keys_store(row, base, value);
        } else if (child != NULL && row->kind == COVEY_MEMBER_TEXT && row->high > 0.0) {
            covey_bind_limits limits = {(size_t)row->high, row->low == 0.0};
            const char *text;
            status = covey_bind_text(self, child, row->key, limits, &text);
            if (status == COVEY_OK)
                memcpy((unsigned char *)base + row->offset, &text, sizeof text);
        }
    }
    return status;
}

covey_status covey_bind_group(covey_bind *self, const covey_node *node, const covey_member *table,
                              const char *group, void *base)
{
    const covey_node *map = covey_bind_short(self, node, covey_keys_short(group));
    if (map == NULL)
        return covey_report_memory(self->report);
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, table, group);
    covey_keys_init(table, group, base);
    covey_status status = covey_bind_keys(self, map, group, &words);
    return status == COVEY_OK ? covey_bind_members(self, map, table, group, base) : status;
}

void *covey_bind_params(covey_bind *self, const covey_param *table, size_t size)
{
    void *values = covey_arena_take(self->arena, 1, size);
    if (values != NULL && table != NULL)
        covey_param_init(table, values);
    return values;
}

size_t covey_bind_rows(const covey_param *table)
{
    size_t count = 0;
    while (table != NULL && table[count].name != NULL)
        count++;
    return count;
}

covey_setting *covey_bind_settings(const covey_param *table, const void *values,
                                   covey_setting *settings)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++)
        *settings++ = (covey_setting){row->name, covey_param_value(row, values)};
    return settings;
}

int covey_bind_dim(const covey_bind *self)
{
    return covey_space_dim(&self->plan->plan.space);
}

covey_status covey_bind_flat(covey_bind *self, const covey_node *map, const covey_param *table)
{
    for (const covey_param *row = table; row != NULL && row->name != NULL; row++) {
        const covey_node *child = covey_node_find(map, row->name);
        if (child != NULL && covey_keys_is_deep(row) && covey_bind_dim(self) == COVEY_PLANE)
            return covey_report_fail(self->report, child->key_at,
                                     "%s needs three dimensions, and the space is a plane",
                                     row->name);
    }
    return COVEY_OK;
}

static covey_status bind_point(covey_bind *self, const covey_node *point, int dim,
                               double *points[COVEY_AXES], size_t k)
{
    static const char *const names[COVEY_AXES] = {"x", "y", "z"};
    if (point->kind != COVEY_NODE_LIST || covey_node_count(point) != (size_t)dim)
        return covey_report_fail(self->report, point->at,
                                 dim == COVEY_AXES ? "in three dimensions a point is [x, y, z]"
                                                   : "a point is a pair [x, y]");
    const covey_node *value = point->first;
    covey_status status = COVEY_OK;
    for (int axis = 0; axis < dim && status == COVEY_OK; axis++, value = value->next)
        status = covey_bind_number(self, value, names[axis], &points[axis][k]);
    return status;
}

covey_status covey_bind_points(covey_bind *self, const covey_node *list, covey_influence_def *def)
{
    double *points[COVEY_AXES];
    const int dim = covey_bind_dim(self);
    if (list->kind != COVEY_NODE_LIST)
        return covey_report_fail(self->report, list->at, "points are a list like %s, not %s",
                                 dim == COVEY_AXES ? "[[10, 20, 5], [30, 40, 5]]"
                                                   : "[[10, 20], [30, 40]]",
                                 kind_of(list));
    def->points_count = covey_node_count(list);
    for (int axis = 0; axis < dim; axis++) {
        points[axis] = covey_arena_take(self->arena, def->points_count, sizeof(double));
        if (points[axis] == NULL)
            return covey_report_memory(self->report);
        def->points[axis] = points[axis];
    }
    covey_status status = COVEY_OK;
    size_t k = 0;
    for (const covey_node *point = list->first; point != NULL && status == COVEY_OK;
         point = point->next)
        status = bind_point(self, point, dim, points, k++);
    return status;
}

// ---- The run ----

static covey_status bind_seed(covey_bind *self, const covey_node *node, covey_bind_plan *plan)
{
    bool good = node->kind == COVEY_NODE_SCALAR && node->plain && node->size > 0;
    uint64_t value = 0;
    for (size_t k = 0; good && k < node->size; k++) {
        unsigned digit = (unsigned)(unsigned char)node->text[k] - '0';
        good = digit <= 9 && value <= (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    plan->plan.seed = value;
    if (good)
        return COVEY_OK;
    return covey_report_fail(self->report, node->at,
                             "seed is a whole number from 0 to 18446744073709551615");
}

static const char *const side_names[COVEY_AXES] = {"width", "height", "depth"};

/// Fails in single precision if the sizes of the space are too small or large for floats.
static covey_status check_sizes(covey_bind *self, const covey_node *node, const covey_space *space)
{
    bool single = self->plan->plan.precision == COVEY_PRECISION_SINGLE;
    const int dim = covey_space_dim(space);
    for (int axis = 0; axis < dim && single && space->kind != COVEY_SPACE_OPEN; axis++)
        if (!(space->size[axis] >= COVEY_SINGLE_LOW && space->size[axis] <= COVEY_SINGLE_HIGH)) {
            const char *name = side_names[axis];
            return covey_report_fail(self->report, covey_node_find(node, name)->at,
                                     "in single precision, %s is from %g to %g L", name,
                                     COVEY_SINGLE_LOW, COVEY_SINGLE_HIGH);
        }
    return COVEY_OK;
}

/// Finds the kind of a space; `dim` alone makes an open one.
static covey_status bind_space_kind(covey_bind *self, const covey_node *node, covey_space *space)
{
    const covey_node *kind = covey_node_find(node, "kind");
    covey_report_words kinds = {.count = 0};
    covey_report_add_all(&kinds, covey_space_names());
    bool sided = false;
    for (int axis = 0; axis < COVEY_AXES; axis++)
        sided = sided || covey_node_find(node, side_names[axis]) != NULL;
    if (kind == NULL && !sided && covey_node_find(node, "dim") != NULL)
        return COVEY_OK;
    if (kind == NULL)
        return covey_report_fail(self->report, node->at, "space needs a kind");
    covey_status status = covey_bind_word(self, kind, "space", &kinds);
    while (status == COVEY_OK && strcmp(covey_space_names()[space->kind], kind->text) != 0)
        space->kind++;
    return status;
}

/// Fails unless the space has the sides that its kind and its dimension need, and no other.
static covey_status check_sides(covey_bind *self, const covey_node *node, const covey_space *space)
{
    const char *kind = covey_space_names()[space->kind];
    bool open = space->kind == COVEY_SPACE_OPEN;
    const int dim = covey_space_dim(space);
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        const covey_node *side = covey_node_find(node, side_names[axis]);
        if (open && side != NULL && axis == 2)
            return covey_report_fail(
                self->report, side->key_at,
                "an open space has no depth; dim: 3 gives it three dimensions");
        if (open && side != NULL)
            return covey_report_fail(self->report, side->key_at, "the open %s has no %s",
                                     dim == COVEY_AXES ? "space" : "plane", side_names[axis]);
        if (side != NULL && axis >= dim)
            return covey_report_fail(self->report, side->key_at, "a space of dim 2 has no depth");
        if (!open && side == NULL && axis < dim)
            return covey_report_fail(self->report, node->at, "a space of kind %s needs a %s%s",
                                     kind, side_names[axis],
                                     axis == 2 ? " in three dimensions" : "");
    }
    return COVEY_OK;
}

static covey_status bind_space(covey_bind *self, const covey_node *given, covey_bind_plan *plan)
{
    covey_space *space = &plan->plan.space;
    const covey_node *node = covey_bind_short(self, given, "kind");
    if (node == NULL)
        return covey_report_memory(self->report);
    covey_report_words words = {.count = 0};
    covey_report_add(&words, "kind");
    covey_keys_add(&words, covey_keys_space(), NULL);
    covey_status status = covey_bind_keys(self, node, "space", &words);
    if (status == COVEY_OK)
        status = bind_space_kind(self, node, space);
    *space = (covey_space){.kind = space->kind, .dim = COVEY_PLANE}; // an open space has no sizes
    if (status == COVEY_OK && covey_node_find(node, "depth") != NULL)
        space->dim = COVEY_AXES;
    if (status == COVEY_OK)
        status = covey_bind_members(self, node, covey_keys_space(), NULL, space);
    if (status == COVEY_OK)
        status = check_sides(self, node, space);
    return status == COVEY_OK ? check_sizes(self, node, space) : status;
}

static covey_status bind_output(covey_bind *self, const covey_node *node, void *file)
{
    covey_bind_limits limits = {COVEY_BIND_FILE_SIZE, false};
    return covey_bind_text(self, node, "an output", limits, file);
}

static covey_status bind_measures(covey_bind *self, const covey_node *node, covey_bind_plan *plan)
{
    return covey_bind_group(self, node, covey_keys_plan(), "measures", plan);
}

static bool only_sums(const covey_bind_flock *flock)
{
    covey_zone zones[COVEY_MAX_ZONES] = {0};
    int count = flock->model->zones(flock->params, zones);
    for (int z = 0; z < count; z++)
        if (covey_zone_only_sums(&zones[z]))
            return true;
    return false;
}

/// Fails if dense: aggregate is given and no flock can use it.
static covey_status check_dense(covey_bind *self, const covey_node *dense, covey_bind_plan *plan)
{
    if (plan->plan.dense != COVEY_DENSE_AGGREGATE)
        return COVEY_OK;
    for (size_t k = 0; k < plan->flocks_count; k++)
        if (only_sums(&plan->flocks[k]))
            return COVEY_OK;
    return covey_report_fail(
        self->report, dense->at,
        "dense: aggregate is for zones that only sum, and no flock has one: "
        "theirs weigh by distance, look for the nearest or have a blind angle");
}

/// Fails if agents are to move one after another and to be summed all at once.
static covey_status check_order(covey_bind *self, const covey_node *order, covey_bind_plan *plan)
{
    const covey_plan *of = &plan->plan;
    if (of->order == COVEY_ORDER_TOGETHER || of->dense == COVEY_DENSE_PAIRS)
        return COVEY_OK;
    return covey_report_fail(self->report, order->at,
                             "order: %s does not go together with dense: %s, which sums before any "
                             "agent moves",
                             covey_order_names()[of->order], covey_dense_names()[of->dense]);
}

/// The lists of a scenario: what a list is, for a value that is none, and how its items are bound.
static const struct {
    const char *key, *form;
    covey_status (*bind)(covey_bind *self, const covey_node *node, void *item);
} lists[] = {
    {"flocks", "flocks are a list of mappings, or one mapping", covey_bind_flock_item},
    {"influences", "influences are a list of mappings, or one mapping", covey_bind_influence_item},
    {"schedule",
     "schedule is a list of mappings, or one mapping like {set: boids.noise, steps: [0, 1000], "
     "values: [0, 5]}",
     covey_bind_schedule_item},
    {"panel",
     "panel is a list of mappings like {slider: boids.noise, name: wind gusts} or {text: Try 0}",
     covey_bind_panel_item},
    {"outputs", "outputs are a list of files like [run.csv], not ", bind_output},
};

/// Binds a list of the plan by its row.
static covey_status bind_list(covey_bind *self, const covey_node *list, covey_bind_plan *plan)
{
    const covey_member *row = covey_keys_plan();
    size_t which = 0, count = covey_node_count(list), bound = 0;
    while (row->key == NULL || strcmp(row->key, list->key) != 0)
        row++;
    while (strcmp(lists[which].key, list->key) != 0)
        which++;
    bool files = lists[which].bind == bind_output;
    if (list->kind != COVEY_NODE_LIST || count < (size_t)row->low)
        return covey_report_fail(self->report, list->at, "%s%s", lists[which].form,
                                 files ? kind_of(list) : "");
    if (count > (size_t)row->high)
        return covey_report_fail(self->report, list->at, "there are more than %.0f %s", row->high,
                                 row->unit);
    unsigned char *items = covey_arena_take(self->arena, count, row->each);
    if (items == NULL)
        return covey_report_memory(self->report);
    memcpy((unsigned char *)plan + row->offset, &items, sizeof items);
    for (const covey_node *node = list->first; node != NULL; node = node->next) {
        covey_status status = lists[which].bind(self, node, items + bound * row->each);
        if (status != COVEY_OK)
            return status;
        bound++;
        memcpy((unsigned char *)plan + row->counted, &bound, sizeof bound);
    }
    return COVEY_OK;
}

/// The keys that a row of a table does not say enough of, in the order in which they are bound.
static const struct {
    const char *key;
    covey_status (*bind)(covey_bind *self, const covey_node *node, covey_bind_plan *plan);
} parts[] = {{"space", bind_space},      {"seed", bind_seed},
             {"flocks", bind_list},      {"flocks", covey_bind_sees},
             {"dense", check_dense},     {"order", check_order},
             {"influences", bind_list},  {"influences", covey_bind_influence_order},
             {"schedule", bind_list},    {"panel", bind_list},
             {"outputs", bind_list},     {"measures", bind_measures},
             {"sweep", covey_bind_sweep}};

covey_status covey_bind_scenario(covey_bind *self, const covey_node *root, covey_bind_plan *plan)
{
    const covey_member *table = covey_keys_plan();
    *plan = (covey_bind_plan){.plan = {.title = "", .space = covey_space_open(), .seed = 1}};
    covey_keys_init(table, NULL, plan);
    covey_keys_init(table, "measures", plan);
    self->plan = plan;
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, table, NULL);
    covey_status status = covey_bind_keys(self, root, "a scenario", &words);
    if (status == COVEY_OK && covey_node_find(root, "flocks") == NULL)
        return covey_report_fail(self->report, root->at, "a scenario needs flocks");
    if (status == COVEY_OK)
        status = covey_bind_members(self, root, table, NULL, plan);
    for (size_t k = 0; k < sizeof parts / sizeof *parts && status == COVEY_OK; k++) {
        const covey_node *node = covey_node_find(root, parts[k].key);
        if (node != NULL)
            status = parts[k].bind(self, node, plan);
    }
    return status;
}
