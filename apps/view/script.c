// SPDX-License-Identifier: MIT

#include "script.h"
#include "file.h"
#include "panel.h"

#include <SDL.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, PATIENCE = 20 }; // PATIENCE: frames until a control has to be in sight

/// A command that takes several frames.
typedef struct line {
    char *word[WORDS];
    int count;
    int frame; ///< how many it has had
    int part;  ///< of the command
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

/// Cuts a line into words; a text in quotes is one.
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

static void push_key(SDL_Keycode code, Uint16 held, bool down)
{
    if (code == SDLK_LCTRL) // which clicks notice
        held |= KMOD_LCTRL;
    SDL_Event event = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP,
                               .keysym = {.sym = code,
                                          .scancode = SDL_GetScancodeFromKey(code),
                                          .mod = down ? held : 0}}};
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
    double z = is_world && *end == ',' ? strtod(end + 1, &end) : 0.0;
    if (*end != '\0')
        return false;
    if (is_world) {
        covey_point at = covey_camera_point(&of->camera.lens, (covey_vec){place[0], place[1], z});
        place[0] = (double)at.x + of->page.box.x;
        place[1] = (double)at.y + of->page.box.y;
    }
    return true;
}

static int take_button(const script *self, int at)
{
    const char *word = self->now.count > at ? self->now.word[at] : "left";
    return strcmp(word, "middle") == 0 ? 2 : strcmp(word, "right") == 0 ? 3 : 1;
}

/// Takes a key and what is held with it.
static bool take_key(const script *self, SDL_Keycode *code, Uint16 *held)
{
    const char *name = self->now.count > 1 ? self->now.word[1] : "";
    bool control = strncmp(name, "Ctrl+", 5) == 0, shift = strncmp(name, "Shift+", 6) == 0;
    *held = (Uint16)(control ? KMOD_LCTRL : shift ? KMOD_LSHIFT : KMOD_NONE);
    *code = SDL_GetKeyFromName(name + (control ? 5 : shift ? 6 : 0));
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

/// The number that word `place` is, `initial` without it. Returns false after a complaint.
static bool read_number(work *job, int place, double initial, double *number)
{
    const line *now = &job->self->now;
    char *end = NULL;
    *number = initial;
    if (now->count <= place)
        return true;
    *number = strtod(now->word[place], &end);
    if (end == now->word[place] || *end != '\0' || !(fabs(*number) <= 1e6))
        fail(job, "this takes a number up to a million");
    return job->status == COVEY_OK;
}

static bool do_frames(work *job)
{
    double frames;
    return !read_number(job, 1, 1.0, &frames) || job->self->now.frame >= frames;
}

static bool do_key(work *job)
{
    SDL_Keycode code;
    Uint16 held;
    const char *verb = job->self->now.word[0];
    if (!take_key(job->self, &code, &held))
        return fail(job, "there is no such key");
    bool both = strcmp(verb, "key") == 0;
    bool is_first = job->self->now.frame == 0;
    push_key(code, held, both ? is_first : strcmp(verb, "hold") == 0);
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
    double turns;
    if (!read_number(job, 1, 1.0, &turns))
        return true;
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .y = (int)turns}};
    (void)SDL_PushEvent(&event);
    return true;
}

/// Clicks a control at a share of its width once it is in sight, once as fast as a touch pad taps,
/// or twice, and the second time as long as a hand holds.
static bool click_control(work *job, const char *name, double share, int times)
{
    enum { LINGERS = 4 }; // frames
    line *now = &job->self->now;
    covey_box box;
    if (now->part == 0) {
        if (panel_find(name, &box)) {
            double along = fmin(fmax(share * box.width, 1.0), box.width - 1.0); // its ends, too
            push_motion(box.x + along, box.y + 0.5 * box.height);
            push_button(1, true);
            push_button(1, false);
            if (times > 1)
                push_button(1, true);
            now->part = 1;
        } else if (now->frame > PATIENCE) {
            return fail(job, "there is no such control");
        }
        return false;
    }
    bool done = ++now->part == (times > 1 ? 2 * times + LINGERS : 2);
    if (done && times > 1)
        push_button(1, false);
    return done;
}

static bool do_control(work *job)
{
    const line *now = &job->self->now;
    const char *verb = now->word[0];
    bool slides = strcmp(verb, "slide") == 0;
    if (now->count < (slides ? 3 : 2))
        return fail(job, "which control?");
    double share = 0.5;
    if (slides && !read_number(job, 2, 0.5, &share))
        return true;
    return click_control(job, now->word[1], share, strcmp(verb, "double") == 0 ? 2 : 1);
}

/// Opens, takes once the list has its place and size, and lets a frame go by in which it closes.
static bool do_choose(work *job)
{
    enum { TAKES = 3, CLOSES = 9 }; // parts
    enum { SETTLES = 3 };           // frames
    line *now = &job->self->now;
    char entry[160];
    if (now->count < 3)
        return fail(job, "which entry?");
    if (now->part == CLOSES)
        return true;
    (void)snprintf(entry, sizeof entry, "%s/%s", now->word[1], now->word[2]);
    bool opens = now->part < TAKES;
    if (now->part == TAKES && now->frame < SETTLES)
        return false;
    now->part -= opens ? 0 : TAKES;
    bool done = click_control(job, opens ? now->word[1] : entry, opens ? 0.5 : 0.3, 1);
    now->part += opens ? 0 : TAKES;
    if (done) {
        now->part = opens ? TAKES : CLOSES;
        now->frame = 0;
    }
    return job->status != COVEY_OK;
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

/// A file falls on the window.
static bool do_drop(work *job)
{
    const line *now = &job->self->now;
    SDL_Event event = {.drop = {.type = SDL_DROPFILE}};
    if (now->count < 2)
        return fail(job, "which file?");
    event.drop.file = SDL_strdup(now->word[1]);
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
    double width, height;
    if (job->self->now.count < 3)
        return fail(job, "how wide and how high?");
    if (!read_number(job, 1, 0.0, &width) || !read_number(job, 2, 0.0, &height))
        return true;
    job->of->set.width = floor(width);
    job->of->set.height = floor(height);
    job->of->requests.is_resized = true;
    return true;
}

static bool do_quit(work *job)
{
    (void)job;
    SDL_Event event = {.quit = {.type = SDL_QUIT}};
    (void)SDL_PushEvent(&event);
    return true;
}

typedef struct command {
    const char *word;
    bool (*act)(work *job);
    bool is_instant; ///< once it is done, the next one needs no other frame
} command;

static const command commands[] = {
    {"frames", do_frames, true},   {"key", do_key, false},       {"hold", do_key, false},
    {"release", do_key, false},    {"move", do_mouse, false},    {"click", do_mouse, false},
    {"drag", do_mouse, false},     {"wheel", do_wheel, false},   {"press", do_control, false},
    {"double", do_control, false}, {"slide", do_control, false}, {"choose", do_choose, false},
    {"type", do_type, false},      {"shot", do_shot, false},     {"say", do_say, true},
    {"size", do_size, false},      {"drop", do_drop, false},     {"quit", do_quit, false},
};

static const command *find_command(const char *word)
{
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (strcmp(commands[k].word, word) == 0)
            return &commands[k];
    return NULL;
}

covey_status script_go(script *self, viewer *of, bool *ended, covey_error *error)
{
    work job = {self, of, COVEY_OK};
    bool needs_frame = false;
    self->error = error;
    while (!needs_frame && (self->has_line || (self->has_line = take_line(self)))) {
        const command *now = find_command(self->now.word[0]);
        if (now == NULL)
            return wrong(self, "there is no such command");
        bool done = now->act(&job);
        self->now.frame++;
        self->has_line = !done;
        needs_frame = !done || !now->is_instant || job.status != COVEY_OK;
    }
    *ended = !needs_frame;
    return job.status;
}
