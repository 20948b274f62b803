// SPDX-License-Identifier: MIT
#include "script.h"

#include "file.h"
#include "panel.h"
#include "report.h"

#include <SDL.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, PATIENCE = 20 }; // PATIENCE: frames until a control has to be in sight

/// What a line does frame after frame.
typedef struct line {
    char *word[WORDS];
    int count;
    int frame; ///< how many it has had
    int part;  ///< of what it does
} line;

struct script {
    file_text text;
    char *next;
    uint64_t number; ///< of the line
    line now;
    bool has_line;
    const char *shot;
    covey_error *error;
};

covey_status script_open(const char *path, script **made, covey_error *error)
{
    script *self = calloc(1, sizeof *self);
    *made = self;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a script");
    self->text = file_read(path);
    self->next = self->text.bytes;
    if (self->next != NULL)
        return COVEY_OK;
    script_close(self);
    *made = NULL;
    return covey_fail(error, COVEY_IO, "cannot read %.160s", path);
}

void script_close(script *self)
{
    if (self != NULL)
        free(self->text.bytes);
    free(self);
}

const char *script_shot(script *self)
{
    const char *path = self->shot;
    self->shot = NULL;
    return path;
}

// ---- Lines ----

/// Cuts a line into words; what is in quotes is one.
static void split(line *now, char *at)
{
    *now = (line){.count = 0};
    while (now->count < WORDS) {
        at += strspn(at, " ");
        if (*at == '\0' || *at == '#')
            return;
        bool quoted = *at == '"';
        at += quoted;
        now->word[now->count++] = at;
        at += strcspn(at, quoted ? "\"" : " ");
        if (*at == '\0')
            return;
        *at++ = '\0';
    }
}

static bool take_line(script *self)
{
    while (*self->next != '\0') {
        char *at = self->next;
        self->next += strcspn(at, "\n");
        if (*self->next != '\0')
            *self->next++ = '\0';
        self->number++;
        split(&self->now, at);
        if (self->now.count > 0)
            return true;
    }
    return false;
}

static covey_status wrong(const script *self, const char *what)
{
    covey_status status = covey_fail(self->error, COVEY_INPUT, "%s: %s", self->now.word[0], what);
    self->error->line = self->number;
    return status;
}

// ---- Events ----

static void push_motion(double x, double y)
{
    SDL_Event event = {
        .motion = {.type = SDL_MOUSEMOTION, .x = (int)lround(x), .y = (int)lround(y)}};
    (void)SDL_PushEvent(&event);
}

static void push_button(int button, bool down)
{
    static const Uint8 codes[] = {0, SDL_BUTTON_LEFT, SDL_BUTTON_MIDDLE, SDL_BUTTON_RIGHT};
    SDL_Event event = {.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                  .button = codes[button]}};
    (void)SDL_PushEvent(&event);
}

static void push_key(SDL_Keycode code, bool control, bool down)
{
    SDL_Event event = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP,
                               .keysym = {.sym = code,
                                          .scancode = SDL_GetScancodeFromKey(code),
                                          .mod = control ? KMOD_LCTRL : 0}}};
    (void)SDL_PushEvent(&event);
}

// ---- Words ----

/// Takes two words for a place, px of the window.
static bool take_place(const script *self, const viewer *of, int first, double place[2])
{
    const line *now = &self->now;
    char *end;
    if (now->count < first + 2)
        return false;
    bool is_world = now->word[first][0] == '@';
    place[0] = strtod(now->word[first] + is_world, &end);
    if (*end != '\0')
        return false;
    place[1] = strtod(now->word[first + 1], &end);
    if (*end != '\0')
        return false;
    if (is_world) {
        covey_point at = covey_camera_point(&of->camera, (covey_vec){place[0], place[1]});
        place[0] = (double)at.x + of->page.x;
        place[1] = (double)at.y + of->page.y;
    }
    return true;
}

static int take_button(const script *self, int at)
{
    const char *word = self->now.count > at ? self->now.word[at] : "left";
    return strcmp(word, "middle") == 0 ? 2 : strcmp(word, "right") == 0 ? 3 : 1;
}

static bool take_key(const script *self, SDL_Keycode *code, bool *control)
{
    const char *name = self->now.count > 1 ? self->now.word[1] : "";
    *control = strncmp(name, "Ctrl+", 5) == 0;
    *code = SDL_GetKeyFromName(*control ? name + 5 : name);
    return *code != SDLK_UNKNOWN;
}

// ---- Commands: true where the line has nothing left to do ----

typedef struct work {
    script *self;
    viewer *of;
    covey_status status;
} work;

static bool fail(work *job, const char *what)
{
    job->status = wrong(job->self, what);
    return true;
}

static bool do_frames(work *job)
{
    const line *now = &job->self->now;
    return now->frame >= (now->count > 1 ? atoi(now->word[1]) : 1);
}

static bool do_key(work *job)
{
    SDL_Keycode code;
    bool control;
    const char *verb = job->self->now.word[0];
    if (!take_key(job->self, &code, &control))
        return fail(job, "there is no such key");
    bool both = strcmp(verb, "key") == 0;
    bool is_first = job->self->now.frame == 0;
    push_key(code, control, both ? is_first : strcmp(verb, "hold") == 0);
    return !(both && is_first);
}

/// Moves, presses, moves again, releases: a frame each.
static bool do_mouse(work *job)
{
    const script *self = job->self;
    const char *verb = self->now.word[0];
    bool drags = strcmp(verb, "drag") == 0, clicks = strcmp(verb, "click") == 0;
    double from[2], to[2];
    if (!take_place(self, job->of, 1, from) || (drags && !take_place(self, job->of, 3, to)))
        return fail(job, "that is no place");
    int button = take_button(self, drags ? 5 : 3);
    switch (self->now.frame) {
    case 0:
        push_motion(from[0], from[1]);
        return !drags && !clicks;
    case 1:
        push_button(button, true);
        return false;
    case 2:
        if (drags)
            push_motion(to[0], to[1]);
        return false;
    default:
        push_button(button, false);
        return true;
    }
}

static bool do_wheel(work *job)
{
    const line *now = &job->self->now;
    SDL_Event event = {
        .wheel = {.type = SDL_MOUSEWHEEL, .y = now->count > 1 ? atoi(now->word[1]) : 1}};
    (void)SDL_PushEvent(&event);
    return true;
}

/// Clicks a control at a share of its width once it is in sight, `times` times.
static bool click_control(work *job, const char *name, double share, int times)
{
    line *now = &job->self->now;
    covey_box box;
    if (now->part == 0) {
        if (panel_find(name, &box)) {
            double along = fmin(fmax(share * box.width, 1.0), box.width - 1.0); // its ends, too
            push_motion(box.x + along, box.y + 0.5 * box.height);
            now->part = 1;
        } else if (now->frame > PATIENCE) {
            return fail(job, "there is no such control");
        }
        return false;
    }
    push_button(1, now->part % 2 == 1);
    return now->part++ == 2 * times;
}

static bool do_control(work *job)
{
    const line *now = &job->self->now;
    const char *verb = now->word[0];
    bool slides = strcmp(verb, "slide") == 0;
    if (now->count < (slides ? 3 : 2))
        return fail(job, "which control?");
    return click_control(job, now->word[1], slides ? atof(now->word[2]) : 0.5,
                         strcmp(verb, "double") == 0 ? 2 : 1);
}

static bool do_choose(work *job)
{
    line *now = &job->self->now;
    char entry[160];
    if (now->count < 3)
        return fail(job, "which entry?");
    bool opens = now->part <= 2;
    (void)snprintf(entry, sizeof entry, "%s/%s", now->word[1], now->word[2]);
    if (opens) {
        if (click_control(job, now->word[1], 0.5, 1) && job->status == COVEY_OK) {
            now->part = 3;
            now->frame = 0;
        }
        return job->status != COVEY_OK;
    }
    now->part -= 3;
    bool done = click_control(job, entry, 0.3, 1);
    now->part += 3;
    return done;
}

static bool do_type(work *job)
{
    const line *now = &job->self->now;
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    (void)snprintf(event.text.text, sizeof event.text.text, "%s",
                   now->count > 1 ? now->word[1] : "");
    (void)SDL_PushEvent(&event);
    return true;
}

static bool do_shot(work *job)
{
    job->self->shot = job->self->now.count > 1 ? job->self->now.word[1] : "covey.png";
    return true;
}

static bool do_say(work *job)
{
    report_print(job->of);
    return true;
}

static bool do_size(work *job)
{
    const line *now = &job->self->now;
    if (now->count < 3)
        return fail(job, "how wide and how high?");
    job->of->set.width = atoi(now->word[1]);
    job->of->set.height = atoi(now->word[2]);
    job->of->is_resized = true;
    return true;
}

static bool do_quit(work *job)
{
    (void)job;
    SDL_Event event = {.quit = {.type = SDL_QUIT}};
    (void)SDL_PushEvent(&event);
    return true;
}

static const struct {
    const char *word;
    bool (*act)(work *job);
} commands[] = {
    {"frames", do_frames}, {"key", do_key},        {"hold", do_key},      {"release", do_key},
    {"move", do_mouse},    {"click", do_mouse},    {"drag", do_mouse},    {"wheel", do_wheel},
    {"press", do_control}, {"double", do_control}, {"slide", do_control}, {"choose", do_choose},
    {"type", do_type},     {"shot", do_shot},      {"say", do_say},       {"size", do_size},
    {"quit", do_quit},
};

static covey_status act(script *self, viewer *of, bool *done)
{
    work job = {self, of, COVEY_OK};
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (strcmp(commands[k].word, self->now.word[0]) == 0) {
            *done = commands[k].act(&job);
            return job.status;
        }
    return wrong(self, "there is no such command");
}

covey_status script_go(script *self, viewer *of, bool *ended, covey_error *error)
{
    self->error = error;
    *ended = false;
    if (!self->has_line && !(self->has_line = take_line(self))) {
        *ended = true;
        return COVEY_OK;
    }
    bool done = false;
    covey_status status = act(self, of, &done);
    self->now.frame++;
    self->has_line = !done;
    return status;
}
