// SPDX-License-Identifier: MIT
// A viewer for JavaScript: what covey-view is in its window, in a page.
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include "canvas.h"
#include "view/buttons.h"
#include "view/scenery.h"
#include "view/slider.h"
#include "view/view_draw.h"
#include "web.h"

/// An influence that the panel has a section of.
typedef struct web_known {
    const covey_influence *kind;
    int handle, flock;
} web_known;

typedef struct web_page {
    sim *world;
    viewer view;
    view_draw *pictures;
    sliders tracks;
    scenery scene;
    size_t known_count;
    web_known known[SCENERY];
    canvas list;
    uint32_t shape; ///< how many times the panel had to be made anew
    uint64_t loaded;
    const covey_model *models[COVEY_MAX_FLOCKS];
    const covey_motion *motions[COVEY_MAX_FLOCKS];
    int about[COVEY_MAX_FLOCKS]; ///< of many flocks: which one each is asked about
} web_page;

web_page *web_page_open(const char *name);
void web_page_close(web_page *self);

// ---- Time and picture ----
void web_page_frame(web_page *self, double seconds, double budget);
void web_page_settle(web_page *self, double seconds);
int web_page_draw(web_page *self, double width, double height, double unit);
const uint32_t *web_page_list(const web_page *self);
size_t web_page_list_size(const web_page *self);

// ---- Hand ----
void web_page_order(web_page *self, const char *order);
void web_page_press(web_page *self, const char *button);
void web_page_rest(web_page *self);
void web_page_go(web_page *self, double step);
void web_page_param(web_page *self, int flock, int row, double value, int is_first);
void web_page_item(web_page *self, int k, double value, int is_first);
void web_page_setting(web_page *self, const char *name, double value);
int web_page_key(web_page *self, int code, int control, int down);
void web_page_button(web_page *self, int button, int down);
void web_page_motion(web_page *self, double x, double y);
void web_page_wheel(web_page *self, double turns);
void web_page_pull(web_page *self, int way);
int web_page_select(web_page *self, double rank);
void web_page_restore(web_page *self);

// ---- state.c: as JSON ----
int web_page_shape(const web_page *self);
int web_page_state(web_page *self);

/// Parameters, and the sliders that belong to them.
void web_put_values(covey_json *json, const double *values, const slider *tracks, int count);

// ---- scene.c: influences ----
void web_put_scene_shape(covey_json *json, const web_page *self);
void web_put_scene(covey_json *json, const web_page *self);
bool web_scene_follow(web_page *self);
void web_scene_param(web_page *self, int k, int row, double value, int is_first);
void web_scene_switch(web_page *self, int k);
void web_scene_remove(web_page *self, int k);
void web_scene_add(web_page *self, const char *kind);
void web_scene_bound(web_page *self, int on);

// ---- senses.c: what flocks do about each other ----
void web_put_senses_shape(covey_json *json, const web_page *self, int flock);
void web_put_senses(covey_json *json, const web_page *self, int flock);
void web_page_about(web_page *self, int flock, int other);
void web_page_control(web_page *self, int flock, int number, int on, double value);

// ---- watch.c: plots, and the selected agent ----
void web_put_plot_kinds(covey_json *json, const web_page *self);
void web_put_plots(covey_json *json, const viewer *of);
void web_put_agent(covey_json *json, const viewer *of);
void web_page_plot(web_page *self, int k, int kind);
void web_page_plotted(web_page *self, int flock);
int web_page_draw_plot(web_page *self, int k, double width, double height, double unit);

#endif
