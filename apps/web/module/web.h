// SPDX-License-Identifier: MIT
// The functions of covey.wasm that JavaScript calls. A module is one thread with one caller, so
// that the last failure and the last answer have one place each. Texts end with a zero; memory that
// the caller passes in comes from web_take(). Functions that can fail return a covey_status.
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include "covey/world.h"
#include "formats/json.h"
#include "formats/text.h"

#define WEB_EXPORT(name) __attribute__((export_name(#name), visibility("default"))) name
#define WEB_IMPORT(name) __attribute__((import_module("covey"), import_name(#name)))

// ---- answer.c: memory, failures, answers ----

/// The error that the next call fills, emptied.
covey_error *web_failed(void);

/// Where the next call puts the full report of an error in a text; WEB_REPORT bytes.
enum { WEB_REPORT = 4096 };
char *web_report(void);

/// The answer of the next call, emptied; and its end: COVEY_MEMORY if it could not grow.
covey_text *web_answer_begin(void);
covey_status web_answer_end(covey_status status);

/// The same as JSON.
covey_json *web_json_begin(void);
covey_status web_json_end(covey_status status);

void *web_take(size_t size);
void web_give(void *bytes);
const char *web_error_status(void);
const char *web_error_message(void);
const char *web_error_report(void);
double web_error_line(void);
double web_error_column(void);
const char *web_answer(void);
size_t web_answer_size(void);

// ---- look.c: looking at worlds and changing them ----

/// A separate world, or that of a session.
typedef struct web_world {
    struct covey_scenario *scenario; ///< NULL: the session has it
    covey_world *own;                ///< NULL: it is the session's
    struct covey_session *session;
    double dt;
} web_world;

/// The world to look at, and the distance at which its agents are of one cluster, 0: none is known.
const covey_world *web_world_of(const web_world *at);
double web_link_of(const web_world *at);

uint64_t web_hash(const web_world *at);
double web_steps(const web_world *at);
double web_dt(const web_world *at);
int web_flocks(const web_world *at);
const char *web_flock_name(const web_world *at, int flock);
const uint32_t *web_view(const web_world *at, int flock);
const double *web_measure(const web_world *at, int flock, double link);
double web_param(const web_world *at, int flock, const char *name);
int web_set(web_world *at, int flock, const char *name, double value);
int web_save(const web_world *at);
int web_restore(web_world *at, const void *bytes, size_t size);
void web_world_destroy(web_world *at);
int web_step(web_world *at, int steps);

// ---- formal.c and tables.c ----

/// Puts names that end with NULL as a list; and a parameter's row, with the name of its unit, its
/// range and meaning.
void web_put_names(covey_json *json, const char *key, const char *const *names);
void web_put_param(covey_json *json, const covey_param *row);

int web_formal(const char *input, size_t size, const char *dialect, int format);
int web_tables(void);

/// The presets of the module, as a list, and what viewers say of a parameter. In names.c, as what
/// follows; covey-core.wasm has none.
void web_put_presets(covey_json *json);
void web_put_meaning(covey_json *json, const covey_param *row);
const char *web_preset(const char *name);

// ---- shader.c ----
const char *web_shader(int shape, int stage);

// ---- tracks.c: recorded tracks ----
struct tracks;
struct tracks *web_tracks_open(const char *path, double fps, double scale);
void web_tracks_close(struct tracks *self);
void web_tracks_look(struct tracks *self, int theme, int coloring, double azimuth);
int web_tracks_draw(struct tracks *self, double number, double width, double height, double unit);
const uint32_t *web_tracks_list(const struct tracks *self);
size_t web_tracks_list_size(const struct tracks *self);

// ---- check.c: judging outputs as covey check does ----
int web_check(const char *input, const char *output, const char *dialect, double tolerance,
              int flags);
int web_cases(const char *dialect);
int web_check_cases(const char *outputs, const char *dialect, double tolerance, int flags);

#endif
