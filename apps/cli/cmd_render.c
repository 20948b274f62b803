// SPDX-License-Identifier: MIT
// covey render: draws pictures and films of trajectories and scenarios. All frames are read twice:
// first for common bounds (the window on the space, the end of the scales), then to be drawn.
#include "commands.h"
#include "frame_bounds.h"
#include "image_output.h"
#include "progress.h"
#include "sight.h"
#include "streams.h"
#include "track_options.h"
#include "trajectory.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTPUT,
    FROM,
    SET,
    FRAME,
    FRAMES,
    SIZE,
    FPS,
    COLOR,
    LINK,
    TRAILS,
    SHOW,
    AGENT,
    CAMERA,
    AZIMUTH,
    ELEVATION,
    ZOOM,
    TURN,
    THEME,
    BARE,
    ALLOW_PATHS,
    QUIET,
    UNITS,
    TRACK = UNITS + TRACK_UNIT_COUNT,
    END = TRACK + TRACK_COUNT
};

const option render_options[] = {
    [OUTPUT] = {"output", "FILE", NULL, "picture or film: .png .svg .pdf, .mp4 .webm .gif", 'o',
                false},
    [FROM] = {"from", "FORMAT", NULL, "format of a trajectory (default: by its suffix)", 0, false},
    [SET] = {"set", "KEY=VALUE", NULL, "change a value of the scenario; may be repeated", 0, true},
    [FRAME] = {"frame", "K", NULL, "the frame to draw, from 0 (default: the last)", 0, false},
    [FRAMES] = {"frames", "A:B", NULL, "frames A to B (default for films: all)", 0, false},
    [SIZE] = {"size", "WxH", NULL, "pixels (default 1280x720)", 0, false},
    [FPS] = {"fps", "F", NULL, "frames a second of a film (default 25)", 0, false},
    [COLOR] = {"color", "WHAT", "heading|speed|cluster|kind|id|doing",
               "what the color of an agent shows (default heading)", 0, false},
    [LINK] = {"link", "D", NULL, "agents this near are of one cluster", 0, false},
    [TRAILS] = {"trails", "N", NULL, "draw where agents were in the N frames before", 0, false},
    [SHOW] = {"show", "LIST", NULL, "of zones,forces,neighbors,grid, with commas between", 0,
              false},
    [AGENT] = {"agent", "ID", NULL, "whose zones and neighbors to show (default: 0)", 0, false},
    [CAMERA] = {"camera", "WHAT", "orthographic|perspective",
                "how three dimensions are seen (default perspective)", 0, false},
    [AZIMUTH] = {"azimuth", "DEG", NULL, "three dimensions: seen from around (default 30)", 0,
                 false},
    [ELEVATION] = {"elevation", "DEG", NULL, "three dimensions: seen from above (default 22)", 0,
                   false},
    [ZOOM] = {"zoom", "F", NULL, "three dimensions: seen from nearer (default 1: all)", 0, false},
    [TURN] = {"turn", "DEG", NULL, "three dimensions: how far a film goes round", 0, false},
    [THEME] = {"theme", "THEME", "light|dark", "colors of the page (default light)", 0, false},
    [BARE] = {"bare", NULL, NULL, "the world alone: no title, legend and scale", 0, false},
    [ALLOW_PATHS] = {"allow-paths", NULL, NULL,
                     "let the scenario name files of agents outside its folder", 0, false},
    [QUIET] = {"quiet", NULL, NULL, "say nothing unless something is wrong", 0, false},
    TRACK_FPS_ROW(UNITS, "track-fps"),
    TRACK_SPACE_ROWS(UNITS),
    TRACK_FILE_ROWS(TRACK),
    {0},
};

const char render_details[] =
    "SOURCE is a trajectory (covey list formats), a preset or a scenario in YAML. Scenarios are\n"
    "run; their frames are those that covey run writes. A picture with --frames becomes a file "
    "for\n"
    "each frame. Films need ffmpeg; without it their frames are written as images. FILE may be -,\n"
    "for PNG on standard output. Interrupted (Ctrl-C), a film ends with the frame that it has.\n"
    "\n"
    "examples:\n"
    "  covey render torus-2 -o flock.png\n"
    "  covey render torus-predators -o hunt.mp4 --trails 20 --theme dark\n"
    "  covey render run.h5md -o frame.svg --frame 40 --color speed --show forces\n"
    "  covey render school.xyz -o school.mp4 --elevation 35 --turn 360\n"
    "  covey render mice.csv -o mice.mp4 --track-fps 30 --axis tail:nose --trails 30\n";

enum { SHOWS_ZONES = 1, SHOWS_FORCES = 2, SHOWS_NEIGHBORS = 4, SHOWS_GRID = 8 };

/// The state of the command: the options and the values found so far.
typedef struct rendering {
    const command *self;
    const options *given;
    trajectory_def source;
    options mine; ///< the options, with operands that may change
    covey_input_def tracks;
    covey_space space; ///< of --torus
    trajectory *frames;
    frame_bounds frame_bounds;
    sight sight;
    image_output pages;
    covey_picture picture;
    unsigned shown;
    covey_id agent;
    double link;
    covey_zone zones[COVEY_MAX_ZONES];
    covey_picture_mark *marks;
    uint32_t *clusters[COVEY_MAX_FLOCKS];
    uint64_t done[COVEY_MAX_FLOCKS]; ///< what agents of the frames before have done
    covey_picture_flock flocks[COVEY_MAX_FLOCKS];
    progress line;
} rendering;

// ---- Options ----

static bool complain(int row, const char *text, const char *wanted)
{
    (void)fprintf(stderr, "covey render: --%s %s is no %s\n", render_options[row].name, text,
                  wanted);
    return false;
}

/// Reads a number of a range, or nothing before its end.
static bool take_end(const char **at, uint64_t *number)
{
    char *end;
    if (**at < '0' || **at > '9')
        return true;
    *number = strtoull(*at, &end, 10);
    *at = end;
    return *number <= 1000000000;
}

/// Reads "A:B", in which each may be missing.
static bool take_frames(rendering *job)
{
    const char *text = job->given->value[FRAMES], *at = text;
    frame_bounds *range = &job->frame_bounds;
    whole frame = {0, 1000000000, 0};
    if (!options_whole(job->self, "frame", job->given->value[FRAME], &frame))
        return false;
    if (job->given->value[FRAME] != NULL && text != NULL) {
        (void)fprintf(stderr, "covey render: --frame and --frames do not go together\n");
        return false;
    }
    range->last = UINT64_MAX;
    range->only_last = text == NULL && job->pages.kind != PAGE_FILM;
    if (job->given->value[FRAME] != NULL) {
        range->first = range->last = (uint64_t)frame.value;
        range->only_last = false;
    }
    if (text == NULL)
        return true;
    bool good = take_end(&at, &range->first) && *at++ == ':' && take_end(&at, &range->last);
    return (good && *at == '\0' && range->first <= range->last) ||
           complain(FRAMES, text, "range A:B of frames");
}

static bool take_shown(rendering *job)
{
    static const char *const names[] = {"zones", "forces", "neighbors", "grid"};
    const char *text = job->given->value[SHOW], *at = text;
    while (text != NULL && *at != '\0') {
        size_t size = strcspn(at, ",");
        int k = 0;
        while (k < 4 && !spells(at, size, names[k]))
            k++;
        if (k == 4)
            return complain(SHOW, text, "list of zones, forces, neighbors, grid");
        job->shown |= 1U << k;
        at += size + (at[size] == ',');
    }
    return true;
}

/// Returns the index of a word in a list that ends with NULL; 0 if there is no word.
static int index_of(const char *word, const char *const *list)
{
    for (int k = 0; word != NULL && list[k] != NULL; k++)
        if (strcmp(word, list[k]) == 0)
            return k;
    return 0;
}

static bool take_output(rendering *job)
{
    const char *path = job->given->value[OUTPUT];
    job->pages.path = path;
    if (path != NULL)
        job->pages.kind = image_output_kind(path);
    if (path == NULL)
        (void)fprintf(stderr, "covey render: where to? -o FILE is missing\n");
    else if (job->pages.kind == PAGE_NONE)
        (void)fprintf(stderr,
                      "covey render: %s has no suffix of a picture (.png, .svg, .pdf) "
                      "and none of a film (.mp4, .webm, .gif)\n",
                      path);
    return path != NULL && job->pages.kind != PAGE_NONE;
}

/// Reads the options about tracks.
static bool take_tracks(rendering *job)
{
    job->mine = *job->given;
    job->tracks = covey_input_def_default();
    return track_options_take_units(job->self, job->given, UNITS, &job->tracks, &job->space) &&
           track_options_take_file(job->self, job->given, TRACK, &job->tracks) &&
           track_options_take_paths(job->self, &job->mine, 0, &job->tracks);
}

/// Refuses options about tracks for a scenario.
static bool suit_source(const rendering *job)
{
    for (int k = UNITS; k < END && !trajectory_is_file(job->frames); k++)
        if (job->given->value[k] != NULL) {
            (void)fprintf(stderr, "covey render: --%s is of tracks, and %s is a scenario\n",
                          render_options[k].name, job->source.name);
            return false;
        }
    return true;
}

static bool take_options(rendering *job, const char **assign)
{
    const options *given = job->given;
    const char *const *value = given->value;
    real fps = {DBL_TRUE_MIN, 1000.0, 25.0, "no number above 0, up to 1000"};
    real link = {DBL_TRUE_MIN, 1e200, 0.0, "no positive number"};
    whole trails = {0, 100000, 0}, agent = {0, (long)COVEY_MAX_ID, 0};
    int count = 0;
    if (!take_output(job) || !image_output_size(job->self, given->value[SIZE], &job->pages) ||
        !take_frames(job) || !take_shown(job) || !take_tracks(job) ||
        !options_real(job->self, "fps", value[FPS], &fps) ||
        !options_real(job->self, "link", value[LINK], &link) ||
        !options_whole(job->self, "trails", value[TRAILS], &trails) ||
        !options_whole(job->self, "agent", value[AGENT], &agent) ||
        !sight_take(job->self,
                    &(sight_texts){value[CAMERA], value[AZIMUTH], value[ELEVATION], value[ZOOM],
                                   value[TURN]},
                    &job->sight))
        return false;
    for (int k = 0; k < given->repeat_count; k++)
        assign[count++] = given->repeat[k].value;
    assign[count] = NULL;
    job->agent = (covey_id)agent.value;
    job->link = link.value;
    job->pages.fps = fps.value;
    job->pages.many = given->value[FRAMES] != NULL && job->pages.kind != PAGE_FILM;
    if (job->pages.many && strcmp(job->pages.path, "-") == 0) {
        (void)fprintf(stderr, "covey render: standard output is for one picture: use --frame\n");
        return false;
    }
    job->source = (trajectory_def){
        .self = job->self,
        .name = given->operands[0],
        .format = given->value[FROM],
        .assign = assign,
        .anywhere = value[ALLOW_PATHS] != NULL,
        .tracks = &job->tracks,
        .trail = (size_t)trails.value,
        .forces = (job->shown & SHOWS_FORCES) != 0,
        .doing = index_of(value[COLOR], covey_coloring_names()) == COVEY_COLORING_DOING,
    };
    return true;
}

// ---- The picture ----

static covey_status find_marks(rendering *job)
{
    const covey_world *world = trajectory_world(job->frames);
    int count = world != NULL ? covey_world_influences(world) : 0;
    job->picture.marks_count = 0;
    if (job->marks == NULL && count > 0)
        job->marks = calloc((size_t)count, sizeof *job->marks);
    if (job->marks == NULL && count > 0)
        return command_no_memory(job->self, "the obstacles");
    for (int k = 0; k < count; k++)
        if (covey_picture_mark_of(world, covey_world_influence_at(world, k),
                                  &job->marks[job->picture.marks_count]))
            job->picture.marks_count++;
    job->picture.marks = job->marks;
    return COVEY_OK;
}

/// Returns the agent to follow: that of the wanted id in the first flock that has it.
static void find_focus(rendering *job, const trajectory_frame *now)
{
    covey_picture_focus *focus = &job->picture.focus;
    const covey_world *world = trajectory_world(job->frames);
    *focus = (covey_picture_focus){.flock = -1, .id = job->agent, .zones = job->zones};
    focus->shows_zones = (job->shown & SHOWS_ZONES) != 0;
    focus->shows_neighbors = (job->shown & SHOWS_NEIGHBORS) != 0;
    if (world == NULL || !(focus->shows_zones || focus->shows_neighbors))
        return;
    for (int k = 0; k < now->count && focus->flock < 0; k++)
        for (size_t i = 0; i < now->flocks[k].view.count; i++)
            if (now->flocks[k].view.id[i] == job->agent)
                focus->flock = k;
    if (focus->flock >= 0)
        focus->zones_count = covey_world_zones(
            world, covey_world_find(world, now->flocks[focus->flock].name), job->zones);
}

/// Returns the longest radius at which agents sense; 0 if there is none or the file does not say.
static double longest_radius(const covey_world *world)
{
    covey_zone zones[COVEY_MAX_ZONES];
    double longest = 0.0;
    for (int k = 0; world != NULL && k < covey_world_flocks(world); k++)
        for (int z = covey_world_zones(world, k, zones) - 1; z >= 0; z--)
            longest = zones[z].nearest == 0 ? fmax(longest, zones[z].radius) : longest;
    return longest;
}

static covey_status find_clusters(rendering *job, const trajectory_frame *now)
{
    covey_error error;
    for (int k = 0; k < now->count && job->picture.coloring == COVEY_COLORING_CLUSTER; k++) {
        covey_picture_flock *flock = &job->flocks[k];
        free(job->clusters[k]);
        job->clusters[k] = calloc(flock->view.count + 1, sizeof *job->clusters[k]);
        if (job->clusters[k] == NULL)
            return command_no_memory(job->self, "the clusters");
        covey_status status = covey_picture_clusters(
            &flock->view, job->picture.link, (covey_allocator){0}, job->clusters[k], &error);
        if (status != COVEY_OK) {
            (void)fprintf(stderr, "covey render: %s\n", error.message);
            return status;
        }
        flock->clusters = job->clusters[k];
    }
    return COVEY_OK;
}

/// Sets the parts of the picture that are the same for all frames, once the bounds are known and
/// the first frame is read.
static void compose(rendering *job)
{
    const options *given = job->given;
    covey_picture *picture = &job->picture;
    *picture = covey_picture_default();
    picture->width = job->pages.width;
    picture->height = job->pages.height;
    double unit = fmin(job->pages.width / 1280.0, job->pages.height / 720.0);
    picture->unit = fmax(unit, 0.75);
    picture->theme = (covey_theme)index_of(given->value[THEME], covey_theme_names());
    picture->coloring = (covey_coloring)index_of(given->value[COLOR], covey_coloring_names());
    picture->furnished = given->value[BARE] == NULL;
    picture->title = trajectory_title(job->frames);
    picture->space = job->frame_bounds.space;
    picture->top_speed = frame_bounds_top_speed(&job->frame_bounds);
    picture->force =
        (job->shown & SHOWS_FORCES) != 0 ? frame_bounds_force(&job->frame_bounds) : 0.0;
    picture->link = job->link > 0.0 ? job->link : trajectory_link(job->frames);
    picture->link = picture->link > 0.0 ? picture->link : 1.0;
}

/// Sets the parts of the picture that change with the frame.
static covey_status fill(rendering *job, const trajectory_frame *now)
{
    covey_picture *picture = &job->picture;
    memcpy(job->flocks, now->flocks, sizeof job->flocks);
    picture->flocks = job->flocks;
    picture->flocks_count = now->count;
    for (int k = 0; k < now->count; k++) {
        covey_picture_flock *flock = &job->flocks[k];
        job->done[k] |= covey_picture_done(flock->doing, flock->view.count);
        flock->done = job->done[k];
    }
    if ((job->shown & SHOWS_GRID) != 0)
        picture->grid = longest_radius(trajectory_world(job->frames));
    find_focus(job, now);
    covey_status status = find_marks(job);
    return status == COVEY_OK ? find_clusters(job, now) : status;
}

static covey_status draw(rendering *job, const trajectory_frame *now, uint64_t drawn)
{
    char caption[128];
    covey_picture *picture = &job->picture;
    (void)snprintf(caption, sizeof caption, "t = %.*f T   step %llu   frame %llu",
                   frame_bounds_digits(&job->frame_bounds), now->time,
                   (unsigned long long)now->step, (unsigned long long)now->number);
    picture->caption = caption;
    covey_status status = fill(job, now);
    const covey_canvas *canvas =
        status == COVEY_OK ? image_output_begin(&job->pages, &status) : NULL;
    if (canvas == NULL)
        return status;
    covey_vec corners[2];
    frame_bounds_window(&job->frame_bounds, now, corners);
    picture->camera =
        sight_camera(&job->sight, &picture->space, covey_picture_area(picture, canvas), corners,
                     (const uint64_t[]){drawn, job->frame_bounds.count});
    covey_picture_draw(picture, canvas);
    return image_output_end(&job->pages);
}

// ---- The two passes ----

/// Reads all frames up to the last one that is wanted. An error that ends them too early is
/// reported at the end: the frames before it are good.
static covey_status look(rendering *job)
{
    const trajectory_frame *now;
    covey_status status = COVEY_OK;
    while (status == COVEY_OK && !streams_interrupted(NULL)) {
        status = trajectory_next(job->frames, &now);
        if (now == NULL)
            break;
        frame_bounds_walls(&job->frame_bounds, trajectory_world(job->frames));
        frame_bounds_add(&job->frame_bounds, now);
        if (!job->frame_bounds.only_last && now->number >= job->frame_bounds.last)
            break;
    }
    return streams_interrupted(NULL) ? COVEY_INTERRUPTED : status;
}

/// Reports the error that ended the frames.
static void say_why(const rendering *job, covey_status status)
{
    const char *message = trajectory_error(job->frames);
    bool names_file = status == COVEY_INPUT;
    if (message[0] != '\0')
        (void)fprintf(stderr, "covey render: %s%s%s\n", names_file ? job->source.name : "",
                      names_file ? ": " : "", message);
}

static covey_status draw_all(rendering *job)
{
    const trajectory_frame *now;
    uint64_t drawn = 0;
    covey_status status = COVEY_OK;
    while (status == COVEY_OK && drawn < job->frame_bounds.count && !streams_interrupted(NULL)) {
        status = trajectory_next(job->frames, &now);
        if (status != COVEY_OK)
            say_why(job, status);
        if (now == NULL)
            break;
        if (!frame_bounds_wants(&job->frame_bounds, now->number))
            continue;
        status = draw(job, now, drawn);
        progress_step(&job->line, ++drawn);
    }
    return status == COVEY_OK && streams_interrupted(NULL) ? COVEY_INTERRUPTED : status;
}

static bool has_frames(const rendering *job)
{
    if (job->frame_bounds.count > 0)
        return true;
    uint64_t seen = job->frame_bounds.seen;
    if (seen == 0)
        (void)fprintf(stderr, "covey render: %s has no frames\n", job->source.name);
    else
        (void)fprintf(stderr, "covey render: there is no frame %llu; the last one is %llu\n",
                      (unsigned long long)job->frame_bounds.first, (unsigned long long)seen - 1);
    return false;
}

static void say_end(const rendering *job)
{
    const image_output *out = &job->pages;
    unsigned long long count = (unsigned long long)out->count;
    if (job->given->value[QUIET] == NULL && (out->many || out->kind == PAGE_FILM))
        (void)fprintf(stderr, "%llu frame%s, %.2f s at %g frames a second\n", count,
                      count == 1 ? "" : "s", (double)out->count / out->fps, out->fps);
}

static covey_status render(rendering *job)
{
    covey_status ended = look(job);
    if (job->given->value[QUIET] == NULL)
        trajectory_say(job->frames);
    if (ended != COVEY_OK && ended != COVEY_INTERRUPTED)
        say_why(job, ended);
    if (ended == COVEY_INTERRUPTED || (ended != COVEY_OK && job->frame_bounds.count == 0))
        return ended;
    if (!has_frames(job) ||
        !sight_fits(job->self, &job->sight, &job->frame_bounds.space, job->frame_bounds.count))
        return COVEY_ARG;
    trajectory_rewind(job->frames);
    compose(job);
    job->line = progress_start(job->given->value[QUIET] == NULL && job->frame_bounds.count > 1, 0,
                               job->frame_bounds.count, 1);
    job->line.noun = "frame";
    covey_status status = draw_all(job);
    progress_end(&job->line);
    status = image_output_close(&job->pages, status);
    if (status == COVEY_OK || status == COVEY_INTERRUPTED || status == COVEY_SYSTEM)
        say_end(job);
    return status == COVEY_OK ? ended : status;
}

static covey_status open_and_render(rendering *job)
{
    covey_status status = trajectory_open(&job->source, &job->frames);
    if (status == COVEY_OK && !suit_source(job))
        status = COVEY_ARG;
    if (status == COVEY_OK && trajectory_reads(job->frames, job->pages.path)) {
        (void)fprintf(stderr, "covey render: %s cannot be both read and written\n",
                      job->pages.path);
        status = COVEY_ARG;
    }
    if (status == COVEY_OK)
        status = render(job);
    if (status == COVEY_INTERRUPTED)
        (void)fprintf(stderr, "covey render: stopped after %llu frame%s\n",
                      (unsigned long long)job->pages.count, job->pages.count == 1 ? "" : "s");
    trajectory_close(job->frames);
    free(job->marks);
    for (int k = 0; k < COVEY_MAX_FLOCKS; k++)
        free(job->clusters[k]);
    return status;
}

int render_run(const command *self, const options *given)
{
    const char *assign[REPEATS_MAX + 1];
    rendering *job = calloc(1, sizeof *job);
    if (job == NULL)
        return covey_status_exit(command_no_memory(self, "the picture"));
    *job = (rendering){.self = self, .given = given, .pages = {.self = self}};
    job->pages.width = 1280;
    job->pages.height = 720;
    covey_status status = COVEY_ARG;
    if (take_options(job, assign)) {
        streams_catch_interrupts();
        status = open_and_render(job);
    }
    free(job);
    return covey_status_exit(status);
}
