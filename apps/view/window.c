// SPDX-License-Identifier: MIT
#include "window.h"

#include "file.h"
#include "film.h"
#include "gl.h"
#include "panel.h"
#include "view/input.h"

#include <SDL.h>

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Longer than a tip takes to come, s: then the window waits for input.
#define STILL 0.7

/// The time of a frame without a clock, s.
#define TICK (1.0 / 60.0)

typedef struct window {
    const window_def *def;
    viewer *of;
    SDL_Window *window;
    SDL_GLContext context;
    gl_canvas *canvas;
    view_draw *view_draw;
    film film;
    bool has_panel;
    bool is_timed;     ///< frames last TICK, independent of the clock
    double ratio;      ///< px a unit of SDL's coordinates
    int width, height; ///< px
    Uint64 clock;
    double rate;  ///< of the screen, frames a second
    double still; ///< s that no picture has been another than the one before
} window;

static covey_status no_window(covey_error *error, const char *what)
{
    return covey_fail(error, COVEY_SYSTEM, "%s: %.160s", what, SDL_GetError());
}

// ---- Events ----

/// The viewer's code of a key of SDL, whose codes of characters are ASCII; 0: it has none.
static int code_of(const SDL_KeyboardEvent *event)
{
    const SDL_Keycode key = event->keysym.sym;
    static const struct {
        SDL_Keycode key;
        int code;
    } rows[] = {{SDLK_UP, INPUT_UP},
                {SDLK_DOWN, INPUT_DOWN},
                {SDLK_LEFT, INPUT_LEFT},
                {SDLK_RIGHT, INPUT_RIGHT},
                {SDLK_F1, INPUT_F1},
                {SDLK_F11, INPUT_F11},
                {SDLK_KP_PLUS, INPUT_PAD_PLUS},
                {SDLK_KP_MINUS, INPUT_PAD_MINUS}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].key == key)
            return rows[k].code;
    bool is_large = key >= 'a' && key <= 'z' && (event->keysym.mod & KMOD_SHIFT) != 0;
    return key > 0 && key < 128 ? (int)key - (is_large ? 'a' - 'A' : 0) : 0;
}

static void take_key(window *self, const SDL_KeyboardEvent *event)
{
    bool down = event->type == SDL_KEYDOWN, control = (event->keysym.mod & KMOD_CTRL) != 0;
    bool typing = panel_wants_keys();
    panel_key((int)event->keysym.scancode, down, control);
    if (down && !typing && event->repeat == 0)
        (void)input_press(self->of, code_of(event), control);
    if (!down)
        (void)input_release(self->of, code_of(event));
}

/// SDL numbers buttons as we do: left, middle, right.
static void take_button(window *self, const SDL_MouseButtonEvent *event)
{
    bool down = event->type == SDL_MOUSEBUTTONDOWN;
    panel_button(event->button, down);
    if (event->button > 3 || (down && panel_wants_mouse()))
        return;
    if (down || self->of->hand.drag != DRAG_NOTHING || (event->button == 3 && !panel_wants_mouse()))
        input_button(self->of, event->button, down);
}

static void take_motion(window *self, const SDL_MouseMotionEvent *event)
{
    double x = self->ratio * event->x, y = self->ratio * event->y;
    panel_mouse(x, y);
    input_motion(self->of, x, y);
}

static void take_event(window *self, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        self->of->requests.ends = true;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        take_key(self, &event->key);
        break;
    case SDL_TEXTINPUT:
        panel_text(event->text.text);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        take_button(self, &event->button);
        break;
    case SDL_MOUSEMOTION:
        take_motion(self, &event->motion);
        break;
    case SDL_MOUSEWHEEL:
        panel_wheel(event->wheel.y);
        if (!panel_wants_mouse())
            input_wheel(self->of, event->wheel.y);
        break;
    case SDL_DROPFILE:
        viewer_open(self->of, event->drop.file);
        SDL_free(event->drop.file);
        break;
    default:
        break;
    }
}

// ---- Size ----

static SDL_Window *make_window(const settings *set)
{
    return SDL_CreateWindow("covey", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                            (int)set->width, (int)set->height,
                            SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
}

/// Without a screen there are no more px than a window began with: another one takes its place.
static covey_status resize(window *self, covey_error *error)
{
    const settings *set = &self->of->set;
    const char *driver = SDL_GetCurrentVideoDriver();
    self->of->requests.is_resized = false;
    if (driver == NULL || strcmp(driver, "offscreen") != 0) {
        SDL_SetWindowSize(self->window, (int)set->width, (int)set->height);
        return COVEY_OK;
    }
    SDL_Window *other = make_window(set);
    if (other == NULL || SDL_GL_MakeCurrent(other, self->context) != 0) {
        if (other != NULL)
            SDL_DestroyWindow(other);
        return no_window(error, "there is no window of that size");
    }
    SDL_DestroyWindow(self->window);
    self->window = other;
    return COVEY_OK;
}

/// A window without a screen has none to fill.
static void follow_full(window *self)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    bool is_full = (SDL_GetWindowFlags(self->window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    if (is_full != self->of->requests.is_full && driver != NULL && strcmp(driver, "offscreen") != 0)
        (void)SDL_SetWindowFullscreen(
            self->window, self->of->requests.is_full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

static void measure_window(window *self)
{
    int points, high;
    SDL_GetWindowSize(self->window, &points, &high);
    SDL_GL_GetDrawableSize(self->window, &self->width, &self->height);
    self->ratio = points > 0 ? (double)self->width / points : 1.0;
    if ((SDL_GetWindowFlags(self->window) & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN)) == 0) {
        self->of->set.width = points;
        self->of->set.height = high;
    }
}

static void draw(window *self, double seconds)
{
    viewer *of = self->of;
    panel_begin(self->width, self->height, seconds);
    panel_show(of);
    glViewport(0, 0, self->width, self->height);
    gl_begin(self->canvas, &of->page.box, self->height);
    view_draw_page page = {of->page.box.width, of->page.box.height, of->page.unit, true};
    view_draw_draw(self->view_draw, of, &page, gl_canvas_of(self->canvas));
    against_draw(self->def->against, of, gl_canvas_of(self->canvas));
    covey_box side = {0, 0, of->page.box.x, self->height};
    gl_fill(&side, self->height, panel_paper());
    glViewport(0, 0, self->width, self->height);
    panel_end();
}

static covey_status shoot(window *self, covey_error *error)
{
    viewer *of = self->of;
    const char *wanted = self->def->script != NULL ? script_shot(self->def->script) : NULL;
    if (wanted != NULL) {
        covey_status status = film_shot(self->width, self->height, wanted, error);
        if (status != COVEY_OK)
            return status;
    }
    if (of->requests.plots)
        film_plots(of);
    of->requests.plots = false;
    if (of->requests.shot) {
        char path[VIEW_PATH];
        covey_error failed = {0};
        file_unused("flock", ".png", path, sizeof path);
        of->requests.shot = false;
        if (film_shot(self->width, self->height, path, &failed) == COVEY_OK)
            viewer_say(of, "saved %s", path);
        else
            viewer_say(of, "%s", failed.message);
    }
    return COVEY_OK;
}

/// Takes events up to a button: the panel looks at buttons once a frame, and a tap on a
/// touch pad comes and goes within one. SDL_PollEvent() would lag behind the rest.
static void take_events(window *self)
{
    SDL_Event event;
    bool has_button = false;
    SDL_PumpEvents();
    while (!has_button &&
           SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0) {
        take_event(self, &event);
        has_button = event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP;
    }
}

static double tick(window *self)
{
    Uint64 now = SDL_GetPerformanceCounter();
    double seconds = (double)(now - self->clock) / (double)SDL_GetPerformanceFrequency();
    self->clock = now;
    return self->is_timed ? TICK : fmin(seconds, 0.25);
}

// ---- Rest ----

/// Draws nothing while nothing changes, until there is input; a field that is typed into has a
/// cursor that blinks.
static void wait_for_input(window *self, double seconds)
{
    bool is_still = !self->is_timed && viewer_is_still(self->of) && !panel_wants_keys() &&
                    !SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    self->still = is_still ? self->still + seconds : 0.0;
    if (self->still < STILL)
        return;
    while (!SDL_WaitEventTimeout(NULL, 1000))
        continue;
    self->still = 0.0;
}

/// No more frames than the screen shows, also where it does not make a program wait.
static void keep_rate(const window *self)
{
    double share = (double)(SDL_GetPerformanceCounter() - self->clock) /
                   (double)SDL_GetPerformanceFrequency() * self->rate;
    if (!self->is_timed && share < 0.9)
        SDL_Delay((Uint32)(1000.0 * (1.0 - share) / self->rate));
}

static double rate_of_screen(SDL_Window *screen)
{
    SDL_DisplayMode mode;
    int number = SDL_GetWindowDisplayIndex(screen);
    bool is_known = number >= 0 && SDL_GetCurrentDisplayMode(number, &mode) == 0;
    return is_known && mode.refresh_rate >= 20 ? mode.refresh_rate : 60.0;
}

static covey_status show_frame(window *self, covey_error *error)
{
    viewer *of = self->of;
    double seconds = tick(self);
    bool ended = false;
    covey_status status = COVEY_OK;
    if (self->def->script != NULL)
        status = script_go(self->def->script, of, &ended, error);
    if (ended && self->def->frames == 0)
        of->requests.ends = true;
    if (of->requests.is_resized && status == COVEY_OK)
        status = resize(self, error);
    take_events(self);
    follow_full(self);
    measure_window(self);
    viewer_advance(of, seconds, self->is_timed);
    draw(self, seconds);
    film_go(&self->film, of, self->view_draw);
    if (status == COVEY_OK)
        status = shoot(self, error);
    of->requests.ends = of->requests.ends || of->clock.frames == self->def->frames;
    if (of->requests.ends && status == COVEY_OK && self->def->screenshot != NULL)
        status = film_shot(self->width, self->height, self->def->screenshot, error);
    SDL_GL_SwapWindow(self->window);
    gl_end(self->canvas);
    keep_rate(self);
    wait_for_input(self, seconds);
    return status;
}

// ---- Beginning and end ----

static double scale_of_screen(SDL_Window *screen)
{
    float dpi = 96.0F;
    int number = SDL_GetWindowDisplayIndex(screen);
    if (number < 0 || SDL_GetDisplayDPI(number, NULL, &dpi, NULL) != 0)
        return 1.0;
    return fmin(fmax(floor((double)dpi / 96.0 * 4.0 + 0.25) / 4.0, 1.0), 4.0);
}

/// True if SDL draws without a screen, though no variable asks for that.
static bool is_unseen(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return SDL_getenv("SDL_VIDEODRIVER") == NULL && driver != NULL &&
           (strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0);
}

static covey_status open_window(window *self, covey_error *error)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return no_window(error, "there is no screen");
    if (!self->is_timed && is_unseen())
        return covey_fail(error, COVEY_SYSTEM,
                          "there is no screen; --frames and --screenshot need none");
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    self->window = make_window(&self->of->set);
    if (self->window == NULL)
        return no_window(error, "there is no window");
    self->context = SDL_GL_CreateContext(self->window);
    if (self->context == NULL)
        return no_window(error, "there is no OpenGL 3.3");
    self->rate = rate_of_screen(self->window);
    (void)SDL_GL_SetSwapInterval(self->is_timed ? 0 : 1);
    SDL_StartTextInput();
    return COVEY_OK;
}

static covey_status open_parts(window *self, covey_error *error)
{
    const gl_labels labels = {panel_label, panel_label_width, NULL};
    double scale = self->def->scale > 0.0 ? self->def->scale : scale_of_screen(self->window);
    char *font = font_find(false), *strong = font_find(true);
    panel_def texts = {font, strong, scale};
    self->of->page.unit = scale;
    self->has_panel = true;
    bool good = panel_create(&texts);
    free(font);
    free(strong);
    self->view_draw = view_draw_create();
    if (!good || self->view_draw == NULL)
        return covey_fail(error, COVEY_SYSTEM, "this OpenGL does not take the panel");
    return gl_create(&labels, &self->canvas, error);
}

static void close_window(window *self)
{
    film_end(&self->film, self->of);
    gl_destroy(self->canvas);
    view_draw_destroy(self->view_draw);
    if (self->has_panel)
        panel_destroy();
    if (self->context != NULL)
        SDL_GL_DeleteContext(self->context);
    if (self->window != NULL)
        SDL_DestroyWindow(self->window);
    SDL_Quit();
}

covey_status window_run(const window_def *def, covey_error *error)
{
    window self = {.def = def, .of = def->of};
    self.is_timed = def->frames > 0 || def->script != NULL;
    covey_status status = open_window(&self, error);
    if (status == COVEY_OK)
        status = open_parts(&self, error);
    self.clock = SDL_GetPerformanceCounter();
    while (status == COVEY_OK && !def->of->requests.ends)
        status = show_frame(&self, error);
    close_window(&self);
    return status;
}
