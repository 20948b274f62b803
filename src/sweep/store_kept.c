// SPDX-License-Identifier: MIT
// The tables that a sweep has on request: profiles, agents, trajectory.
#include "covey/measure.h"
#include "sweep/store_parts.h"

#include <math.h>
#include <stdlib.h>

#define AGENTS                                                                                     \
    "nearest REAL,bearing REAL,local_order REAL,neighbors INTEGER,cluster INTEGER,cluster_size "   \
    "INTEGER"

static void put_axes(covey_words *sql, int dim)
{
    covey_words_put(sql, dim == 3 ? ",x REAL,y REAL,z REAL,vx REAL,vy REAL,vz REAL"
                                  : ",x REAL,y REAL,vx REAL,vy REAL");
}

void covey_sweep_kept_tables(const covey_sweep_plan *plan, covey_words *sql)
{
    if (plan->keeps & COVEY_SWEEP_KEEP_PROFILES)
        covey_words_put(sql, "CREATE TABLE profiles(run INTEGER,flock TEXT,profile TEXT,x REAL,"
                             "value REAL,samples INTEGER,count INTEGER,PRIMARY KEY(run,flock,"
                             "profile,x)) WITHOUT ROWID;");
    if (plan->keeps & COVEY_SWEEP_KEEP_AGENTS) {
        covey_words_put(sql, "CREATE TABLE agents(run INTEGER,flock TEXT,step INTEGER,id INTEGER");
        put_axes(sql, plan->dim);
        covey_words_put(sql, "," AGENTS ",PRIMARY KEY(run,flock,id)) WITHOUT ROWID;");
    }
    if (plan->keeps & COVEY_SWEEP_KEEP_TRAJECTORY) {
        covey_words_put(sql,
                        "CREATE TABLE trajectory(run INTEGER,flock TEXT,step INTEGER,id INTEGER");
        put_axes(sql, plan->dim);
        covey_words_put(sql, ",PRIMARY KEY(run,step,flock,id)) WITHOUT ROWID;");
    }
}

// ---- Rows ----

/// An INSERT that is carried out many times.
typedef struct insert {
    covey_sweep_store *store;
    sqlite3_stmt *to;
    int at; ///< the next mark
} insert;

static covey_status prepare(insert *self, const char *table, int columns, covey_error *error)
{
    covey_words sql = {0};
    covey_words_put(&sql, "INSERT INTO %s VALUES(?", table);
    for (int k = 1; k < columns; k++)
        covey_words_put(&sql, ",?");
    covey_words_put(&sql, ")");
    char *text = covey_words_end(&sql);
    if (text == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for the rows");
    covey_status status = covey_sweep_file_prepare(&self->store->file, text, &self->to, error);
    free(text);
    return status;
}

static void put_whole(insert *self, uint64_t number)
{
    (void)sqlite3_bind_int64(self->to, self->at++, (int64_t)number);
}

static void put_number(insert *self, double number)
{
    (void)sqlite3_bind_double(self->to, self->at++, number); // NaN is NULL
}

static void put_text(insert *self, const char *text)
{
    (void)sqlite3_bind_text(self->to, self->at++, text, -1, SQLITE_STATIC);
}

static covey_status put(insert *self, covey_error *error)
{
    return covey_sweep_file_do(&self->store->file, self->to, error);
}

static covey_status put_profiles(insert *self, const covey_sweep_row *row, covey_error *error)
{
    covey_status status = prepare(self, "profiles", 7, error);
    for (size_t k = 0; k < row->kept.profiles_count && status == COVEY_OK; k++) {
        const covey_sweep_profile *is = &row->kept.profiles[k];
        self->at = 1;
        put_whole(self, row->number);
        put_text(self, self->store->plan->flocks[is->flock]);
        put_text(self, covey_profile_of(NULL, is->profile)->columns->name);
        put_number(self, is->x);
        put_number(self, is->samples > 0 ? is->sum / (double)is->samples : (double)NAN);
        put_whole(self, is->samples);
        put_whole(self, is->count);
        status = put(self, error);
    }
    return status;
}

static void put_agent(insert *self, const covey_sweep_row *row, const covey_sweep_kept_agent *is)
{
    self->at = 1;
    put_whole(self, row->number);
    put_text(self, self->store->plan->flocks[is->flock]);
    put_whole(self, is->step);
    put_whole(self, is->id);
    for (int axis = 0; axis < self->store->plan->dim; axis++)
        put_number(self, is->pos[axis]);
    for (int axis = 0; axis < self->store->plan->dim; axis++)
        put_number(self, is->vel[axis]);
}

static covey_status put_agents(insert *self, const covey_sweep_row *row, covey_error *error)
{
    covey_status status = prepare(self, "agents", 10 + 2 * self->store->plan->dim, error);
    for (size_t k = 0; k < row->kept.agents_count && status == COVEY_OK; k++) {
        const covey_agent_values *is = &row->kept.values[k];
        put_agent(self, row, &row->kept.agents[k]);
        put_number(self, is->nearest);
        put_number(self, is->bearing);
        put_number(self, is->local_order);
        put_whole(self, is->neighbors);
        put_whole(self, is->cluster);
        put_whole(self, is->cluster_size);
        status = put(self, error);
    }
    return status;
}

static covey_status put_trajectory(insert *self, const covey_sweep_row *row, covey_error *error)
{
    covey_status status = prepare(self, "trajectory", 4 + 2 * self->store->plan->dim, error);
    for (size_t k = 0; k < row->kept.trajectory_count && status == COVEY_OK; k++) {
        put_agent(self, row, &row->kept.trajectory[k]);
        status = put(self, error);
    }
    return status;
}

covey_status covey_sweep_kept_put(covey_sweep_store *store, const covey_sweep_row *row,
                                  covey_error *error)
{
    static const struct {
        covey_sweep_keep keep;
        covey_status (*put)(insert *self, const covey_sweep_row *row, covey_error *error);
    } tables[] = {{COVEY_SWEEP_KEEP_PROFILES, put_profiles},
                  {COVEY_SWEEP_KEEP_AGENTS, put_agents},
                  {COVEY_SWEEP_KEEP_TRAJECTORY, put_trajectory}};
    covey_status status = COVEY_OK;
    for (size_t k = 0; k < sizeof tables / sizeof *tables && status == COVEY_OK; k++) {
        insert self = {.store = store};
        if (store->plan->keeps & tables[k].keep)
            status = tables[k].put(&self, row, error);
        (void)sqlite3_finalize(self.to);
    }
    return status;
}
