// SPDX-License-Identifier: MIT
// The functions of covey-core.wasm for games, in agents.c.
#ifndef WEB_GAME_H
#define WEB_GAME_H

#include "web.h"

// Of web_agents() and web_user(); of web_ask(). game.ts has the same numbers.
enum { WEB_GET, WEB_PUT, WEB_PUSH, WEB_SPAWN, WEB_REMOVE, WEB_AIM, WEB_TAKE };
enum { WEB_NEAR, WEB_NEAREST, WEB_BOX, WEB_RAY };

int web_agents(web_world *at, int flock, int what, size_t count, covey_id *ids, double *numbers);
int web_user(web_world *at, int flock, int what, size_t count, const covey_id *ids,
             uint64_t *values);
int web_influence_setting(size_t number, const char *name, double value);
int web_influence_add(web_world *at, const char *kind, const char *flock, size_t kept, size_t count,
                      const double *points);
int web_influence_move(web_world *at, int handle, size_t count, const double *points);
int web_influence_set(web_world *at, int handle, const char *name, double value);
int web_influence_remove(web_world *at, int handle);
int web_influence_at(const web_world *at, int index);
int web_prepare(web_world *at);
int web_ask(const web_world *at, int what, int flock, const double *n);
void *web_found(void);
int web_inside(const web_world *at, int flock, const double *n);
const float *web_interpolate(const web_world *at, int flock, int form, size_t stride,
                             const double *n);
int web_events_take(web_world *at, size_t capacity);
const uint32_t *web_events(const web_world *at);
int web_watch(web_world *at, int kind, int flock, int influence, const double *n);
int web_unwatch(web_world *at, int watch);

#endif
