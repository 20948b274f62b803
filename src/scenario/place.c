// SPDX-License-Identifier: MIT
// Binds the places of agents: placement parameters, a list of agents, or a table in a file, read as
// tables of tracks are.
#include "formats/file.h"
#include "scenario/bind.h"

#include "base/bits.h"
#include "covey/format.h"
#include "formats/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define CSV_MAX ((size_t)1 << 28)

enum { HASH_DIGITS = 16, PATH_SIZE = 4096 };

static const char digits[] = "0123456789abcdef";

// ---- Files ----

static uint64_t hash_of(const covey_loaded *file)
{
    uint64_t hash = covey_hash_word(0, file->size);
    for (size_t at = 0; at < file->size; at += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && at + k < file->size; k++)
            word |= (uint64_t)(unsigned char)file->bytes[at + k] << (8 * k);
        hash = covey_hash_word(hash, word);
    }
    return hash;
}

// ---- Agents ----

/// A file of agents that is being read.
typedef struct table {
    covey_bind *bind;
    const covey_node *node; ///< the node that names the file
    const covey_loaded *file;
    const char *name;
} table;

static covey_status take_agents(covey_bind *self, covey_bind_agents *agents, size_t count,
                                bool moving)
{
    agents->count = count;
    for (int axis = 0; axis < covey_bind_dim(self); axis++) {
        agents->pos[axis] = covey_arena_take(self->arena, count, sizeof(double));
        agents->vel[axis] = moving ? covey_arena_take(self->arena, count, sizeof(double)) : NULL;
        if (agents->pos[axis] == NULL || (moving && agents->vel[axis] == NULL))
            return covey_report_memory(self->report);
    }
    return COVEY_OK;
}

/// Fails with a message of the reader of tables without bytes of the file: a scenario may name a
/// file that readers of the message must not see.
static const char *plain(const char *message)
{
    static const char expected[] = ", expected ";
    const char *last = NULL;
    for (const char *at = message; (at = strstr(at, expected)) != NULL; at++)
        last = at + 2;
    if (last != NULL)
        return last;
    if (strstr(message, "is there twice") != NULL)
        return "an agent is there twice";
    return strstr(message, "found ") == NULL ? message : "it is no table of agents";
}

/// Fails with a message of the reader of tables, with its place as file:line:column.
static covey_status complain(const table *self, const covey_error *error)
{
    covey_report *report = self->bind->report;
    if (error->status == COVEY_MEMORY)
        return covey_report_memory(report);
    const char *message = plain(error->message);
    if (error->line == 0)
        return covey_report_fail(report, self->node->at, "%.80s: %s", self->name, message);
    return covey_report_fail(report, self->node->at, "%.80s:%lu:%lu: %s", self->name,
                             (unsigned long)error->line, (unsigned long)error->column, message);
}

static covey_status take_set(const table *self, const covey_frame_set *set,
                             covey_bind_agents *agents)
{
    covey_status status = take_agents(self->bind, agents, set->count, set->vel[0] != NULL);
    for (size_t i = 0; i < set->count && status == COVEY_OK; i++) {
        if (set->id[i] != i)
            return covey_report_fail(self->bind->report, self->node->at,
                                     "%.80s: ids are 0, 1, 2, ... each once", self->name);
        for (int axis = 0; axis < covey_bind_dim(self->bind); axis++) {
            agents->pos[axis][i] = set->pos[axis][i];
            if (agents->vel[axis] != NULL)
                agents->vel[axis][i] = set->vel[axis][i];
        }
    }
    return status;
}

/// Reads the only set of the only frame of the table.
static covey_status read_frame(const table *self, covey_input *input, covey_bind_agents *agents)
{
    const covey_frame_set *sets;
    int count = 0;
    covey_error error = {0};
    if (covey_input_next(input, &sets, &count, &error) != COVEY_OK)
        return complain(self, &error);
    if (count > 1)
        return covey_report_fail(self->bind->report, self->node->at,
                                 "%.80s: there are agents of several sets: a file has those of one "
                                 "flock",
                                 self->name);
    covey_status status =
        count > 0 ? take_set(self, sets, agents) : take_agents(self->bind, agents, 0, false);
    if (status != COVEY_OK)
        return status;
    if (covey_input_next(input, &sets, &count, &error) != COVEY_OK)
        return complain(self, &error);
    return count == 0
               ? COVEY_OK
               : covey_report_fail(self->bind->report, self->node->at,
                                   "%.80s: there are agents at more than one time", self->name);
}

static covey_status read_table(const table *self, covey_bind_agents *agents)
{
    covey_text_view bytes = {self->file->bytes, self->file->size};
    covey_input_def def = covey_input_def_default();
    def.format = "csv";
    def.still = true;
    def.dim = covey_bind_dim(self->bind);
    def.source = covey_text_source(&bytes);
    def.allocator = self->bind->memory->allocator;
    covey_input *input;
    covey_error error = {0};
    def.y = COVEY_INPUT_Y_UP; // agents begin where the table says
    if (covey_input_open(&def, &input, &error) != COVEY_OK)
        return complain(self, &error);
    covey_status status = read_frame(self, input, agents);
    covey_input_close(input);
    return status;
}

static covey_status check_hash(covey_bind *self, const covey_node *node,
                               const covey_bind_agents *agents)
{
    char hash[20];
    (void)snprintf(hash, sizeof hash, "%016" PRIx64, agents->hash);
    if (node == NULL || (node->kind == COVEY_NODE_SCALAR && strcmp(node->text, hash) == 0))
        return COVEY_OK;
    return covey_report_fail(self->report, node->at,
                             "%.80s is not the file that this was written for: its hash is %s",
                             agents->file, hash);
}

/// Restores a file that is not read: its hash stays the same, its agents are all at 0.
static covey_status pass_over(covey_bind *self, const covey_node *hash, covey_bind_agents *agents)
{
    for (size_t k = 0; k < hash->size; k++) {
        const char *found = strchr(digits, hash->text[k]);
        if (found == NULL || k == HASH_DIGITS)
            return covey_report_fail(self->report, hash->at, "a hash is 16 digits from 0 to f");
        agents->hash = agents->hash << 4 | (uint64_t)(found - digits);
    }
    return take_agents(self, agents, agents->count, false);
}

covey_status covey_bind_load(covey_bind *self, const covey_node *node, const char *name,
                             size_t most, const char **place, covey_loaded *file)
{
    if (self->folder == NULL)
        return covey_report_fail(self->report, node->at,
                                 "files cannot be used here: this scenario is not a file itself");
    char path[PATH_SIZE];
    const char *folder = name[0] == '/' ? "" : self->folder;
    size_t length = strlen(folder);
    bool ended = length == 0 || folder[length - 1] == '/';
    int size = snprintf(path, sizeof path, "%s%s%s", folder, ended ? "" : "/", name);
    if (size < 0 || (size_t)size >= sizeof path)
        return covey_report_fail(self->report, node->at, "the path of the file is too long");
    bool inside = true;
    covey_error error;
    covey_status status = COVEY_OK;
    if (!self->anywhere)
        status = covey_inside(self->memory, self->folder, path, &inside, &error);
    if (status == COVEY_MEMORY)
        return covey_report_memory(self->report);
    if (!inside && status == COVEY_OK)
        return covey_report_fail(self->report, node->at,
                                 "%.80s is outside the folder of the scenario, where files are not "
                                 "read unless --allow-paths is given",
                                 name);
    if (status == COVEY_OK)
        status = covey_load_file(self->memory, path, most, file, &error);
    if (status != COVEY_OK) {
        covey_report_fail(self->report, node->at, "%s", error.message);
        self->report->error.status = status;
        return status;
    }
    *place = covey_arena_bytes(self->arena, path, strlen(path));
    if (*place != NULL)
        return COVEY_OK;
    covey_load_free(self->memory, file);
    return covey_report_memory(self->report);
}

covey_status covey_bind_file(covey_bind *self, const covey_node *node, const covey_node *hash,
                             covey_bind_agents *agents)
{
    covey_bind_limits limits = {COVEY_BIND_FILE_SIZE, false};
    covey_status status = covey_bind_text(self, node, "file", limits, &agents->file);
    if (status != COVEY_OK)
        return status;
    if (self->restores && hash != NULL)
        return pass_over(self, hash, agents);
    covey_loaded file;
    status = covey_bind_load(self, node, agents->file, CSV_MAX, &agents->path, &file);
    if (status != COVEY_OK)
        return status;
    agents->hash = hash_of(&file);
    const table csv = {.bind = self, .node = node, .file = &file, .name = agents->file};
    status = check_hash(self, hash, agents);
    if (status == COVEY_OK)
        status = read_table(&csv, agents);
    covey_load_free(self->memory, &file);
    return status;
}

/// The forms of an agent, by the axes of the space and by whether it moves.
static const char *form_of(int dim, bool moving)
{
    if (dim == COVEY_AXES)
        return moving ? "[x, y, z, vx, vy, vz]" : "[x, y, z]";
    return moving ? "[x, y, vx, vy]" : "[x, y]";
}

static covey_status bind_agent(covey_bind *self, const covey_node *node, covey_bind_agents *agents,
                               size_t id)
{
    static const char *const names[2][COVEY_AXES] = {{"x", "y", "z"}, {"vx", "vy", "vz"}};
    const int dim = covey_bind_dim(self);
    const int columns = agents->vel[0] != NULL ? 2 * dim : dim;
    if (node->kind != COVEY_NODE_LIST || covey_node_count(node) != (size_t)columns)
        return covey_report_fail(self->report, node->at, "an agent is %s, like the first one",
                                 form_of(dim, columns > dim));
    const covey_node *value = node->first;
    covey_status status = COVEY_OK;
    for (int k = 0; k < columns && status == COVEY_OK; k++, value = value->next) {
        double *const *to = k < dim ? agents->pos : agents->vel;
        status = covey_bind_number(self, value, names[k / dim][k % dim], &to[k % dim][id]);
    }
    return status;
}

covey_status covey_bind_agents_of(covey_bind *self, const covey_node *list,
                                  covey_bind_agents *agents)
{
    const size_t dim = (size_t)covey_bind_dim(self);
    size_t columns = list->first != NULL ? covey_node_count(list->first) : 2 * dim;
    if (list->kind != COVEY_NODE_LIST || (columns != dim && columns != 2 * dim))
        return covey_report_fail(self->report, list->at, "agents are a list of %s or of %s",
                                 form_of((int)dim, false), form_of((int)dim, true));
    covey_status status = take_agents(self, agents, covey_node_count(list), columns == 2 * dim);
    size_t id = 0;
    for (const covey_node *node = list->first; node != NULL && status == COVEY_OK;
         node = node->next)
        status = bind_agent(self, node, agents, id++);
    return status;
}

/// Fails unless the number of given agents equals the count, if there is one.
static covey_status check_count(covey_bind *self, covey_bind_flock *flock)
{
    const covey_node *count = covey_node_find(flock->node, "count");
    size_t agents = flock->agents.count;
    if (count != NULL && flock->def.count != agents)
        return covey_report_fail(self->report, count->at,
                                 "count is %zu, but the agents that are given number %zu",
                                 flock->def.count, agents);
    flock->def.count = agents;
    return COVEY_OK;
}

covey_status covey_bind_place(covey_bind *self, const covey_node *given, covey_bind_flock *flock)
{
    const covey_node *node = covey_bind_short(self, given, "kind");
    if (node == NULL)
        return covey_report_memory(self->report);
    covey_report_words words = {.count = 0};
    covey_keys_add(&words, covey_keys_agents(), NULL);
    covey_report_add_table(&words, covey_placement_params());
    covey_status status = covey_bind_keys(self, node, "place", &words);
    if (status == COVEY_OK)
        status = covey_bind_flat(self, node, covey_placement_params());
    if (status == COVEY_OK)
        status = covey_bind_table(self, node, covey_placement_params(), &flock->def.place);
    if (status != COVEY_OK)
        return status;
    const covey_node *file = covey_node_find(node, "file");
    const covey_node *agents = covey_node_find(node, "agents");
    const covey_node *hash = covey_node_find(node, "hash");
    if (agents != NULL && file != NULL)
        return covey_report_fail(self->report, agents->key_at,
                                 "place has a file or agents, not both");
    if (hash != NULL && file == NULL)
        return covey_report_fail(self->report, hash->key_at, "hash goes with a file");
    flock->agents.count = flock->def.count;
    if (file != NULL)
        status = covey_bind_file(self, file, hash, &flock->agents);
    if (agents != NULL)
        status = covey_bind_agents_of(self, agents, &flock->agents);
    if (status == COVEY_OK && (file != NULL || agents != NULL))
        status = check_count(self, flock);
    return status;
}
