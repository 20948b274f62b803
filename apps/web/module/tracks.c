// SPDX-License-Identifier: MIT
// Recorded tracks for a page: all frames of a file in memory, drawn and measured.
#include "canvas.h"
#include "view/recording.h"
#include "web.h"

#include <covey/format.h>
#include <covey/measure.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The most numbers that frames may have in all: 320 MB.
enum { MOST_NUMBERS = 40000000 };

typedef struct tracks {
    recording *file;
    canvas list;
    covey_theme theme;
    covey_coloring coloring;
    double azimuth; ///< rad, added to that of the first look
} tracks;

static const char *const measured[] = {"polarization", "milling", "nearest_mean", "clusters",
                                       "speed_mean"};
enum { MEASURED = sizeof measured / sizeof *measured };

void WEB_EXPORT(web_tracks_close)(tracks *self)
{
    if (self == NULL)
        return;
    recording_close(self->file);
    canvas_free(&self->list);
    free(self);
}

// ---- Measures ----

static void put_measures(covey_json *json, const recording *self)
{
    double values[COVEY_MAX_MEASURES];
    covey_measure_def def = covey_measure_def_default();
    int column[MEASURED];
    def.link = self->link;
    def.wanted = 0;
    for (int m = 0; m < MEASURED; m++) {
        column[m] = covey_measure_find(measured[m]);
        def.wanted |= UINT64_C(1) << column[m];
    }
    covey_json_list(json, "measures");
    for (size_t k = 0; k < self->count; k++) {
        bool good =
            covey_measure_all(&self->frames[k].sets[0].view, &def, values, NULL) == COVEY_OK;
        for (int m = 0; m < MEASURED; m++)
            covey_json_number(json, NULL, good ? values[column[m]] : (double)NAN);
    }
    covey_json_close(json);
}

static void tell(const recording *self)
{
    covey_json *json = web_json_begin();
    covey_json_object(json, NULL);
    covey_json_whole(json, "frames", self->count);
    covey_json_whole(json, "dim", (uint64_t)self->dim);
    covey_json_number(json, "link", self->link);
    covey_json_list(json, "sets");
    for (int s = 0; s < self->frames[0].count; s++)
        covey_json_string(json, NULL, self->frames[0].sets[s].name);
    covey_json_close(json);
    covey_json_list(json, "colorings");
    for (int k = 0; k < COVEY_COLORING_DOING; k++) // a file does not say what agents do
        covey_json_string(json, NULL, covey_coloring_names()[k]);
    covey_json_close(json);
    covey_json_list(json, "times");
    for (size_t k = 0; k < self->count; k++)
        covey_json_number(json, NULL, self->frames[k].time);
    covey_json_close(json);
    covey_json_list(json, "agents");
    for (size_t k = 0; k < self->count; k++)
        covey_json_whole(json, NULL, self->frames[k].sets[0].view.count);
    covey_json_close(json);
    covey_json_list(json, "columns");
    for (int m = 0; m < MEASURED; m++)
        covey_json_string(json, NULL, measured[m]);
    covey_json_close(json);
    put_measures(json, self);
    covey_json_close(json);
}

/// Reads a file that JavaScript has put among the module's files; `fps` and `scale` as in
/// covey_input_def, 0: as the file says. The answer has frames and measures. NULL if it fails.
tracks *WEB_EXPORT(web_tracks_open)(const char *path, double fps, double scale)
{
    covey_error *error = web_failed();
    covey_input_def def = covey_input_def_default();
    tracks *self = calloc(1, sizeof *self);
    def.path = path;
    def.fps = fps;
    def.scale = scale > 0.0 ? scale : 1.0;
    covey_status status = self != NULL ? recording_open(&def, MOST_NUMBERS, &self->file, error)
                                       : covey_fail(error, COVEY_MEMORY, "no memory for tracks");
    if (status == COVEY_OK) {
        tell(self->file);
        status = (covey_status)web_json_end(COVEY_OK);
    }
    if (status == COVEY_OK)
        return self;
    web_tracks_close(self);
    return NULL;
}

// ---- Drawing ----

/// How pictures look; `azimuth` turns pictures in three dimensions.
void WEB_EXPORT(web_tracks_look)(tracks *self, int theme, int coloring, double azimuth)
{
    self->theme = (covey_theme)theme;
    self->coloring = (covey_coloring)coloring;
    self->azimuth = azimuth;
}

/// Makes the list of a frame's picture. COVEY_MEMORY.
int WEB_EXPORT(web_tracks_draw)(tracks *self, double number, double width, double height,
                                double unit)
{
    covey_error *error = web_failed();
    covey_picture picture = covey_picture_default();
    covey_picture_flock flocks[COVEY_MAX_SETS];
    const recording *file = self->file;
    size_t shown = (size_t)fmin(fmax(number, 0.0), (double)file->count - 1.0);
    const recording_frame *frame = &file->frames[shown];
    covey_space space = frame->sets[0].view.space;
    covey_vec low, high;
    canvas_clear(&self->list);
    covey_canvas to = canvas_of(&self->list);
    picture.width = width;
    picture.height = height;
    picture.unit = unit;
    picture.theme = self->theme;
    picture.coloring = self->coloring;
    picture.space = space;
    picture.link = file->link;
    picture.top_speed = recording_top_speed(file, shown);
    for (int s = 0; s < frame->count; s++)
        flocks[s] = (covey_picture_flock){
            .view = frame->sets[s].view, .name = frame->sets[s].name, .prey = -1};
    picture.flocks = flocks;
    picture.flocks_count = frame->count;
    recording_box(file, &low, &high);
    covey_box area = covey_picture_area(&picture, &to);
    covey_orbit orbit = covey_orbit_default();
    orbit.azimuth += self->azimuth;
    picture.camera = file->dim == 3 ? covey_camera_orbit(area, low, high, &orbit)
                                    : covey_camera_fit(area, low, high);
    covey_picture_draw(&picture, &to);
    return (int)(self->list.failed ? covey_fail(error, COVEY_MEMORY, "no memory for a picture")
                                   : COVEY_OK);
}

const uint32_t *WEB_EXPORT(web_tracks_list)(const tracks *self)
{
    return self->list.words;
}

size_t WEB_EXPORT(web_tracks_list_size)(const tracks *self)
{
    return self->list.count;
}
