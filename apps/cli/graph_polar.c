// SPDX-License-Identifier: MIT
// Draws discs of bins as in Y. Katz et al., PNAS 108, 18720 (2011), figures 2 and 3, by the calls
// of a canvas.
#include "graph_polar.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// Sizes in units.
static const double MARGIN = 16, FONT = 12, TITLE = 15, SCALE = 12, ABOVE = 42, BELOW = 62;

enum { ARC = 8, SHADES = 64, CIRCLE = 96 };

static const double pi = 3.14159265358979323846;

/// The sheet that is drawn.
typedef struct sheet {
    const graph_polar *of;
    const covey_canvas *canvas;
    double unit;
    double x, y, radius; ///< of the disc at hand, px
} sheet;

/// The ends of a scale of colors, logarithms where it is logarithmic.
typedef struct scale {
    double low, high;
} scale;

static covey_color role(const sheet *self, covey_role which)
{
    return covey_palette_role(self->of->page.theme, which);
}

static covey_label label_of(const sheet *self, double x, double y, covey_anchor anchor,
                            const char *text)
{
    return (covey_label){.x = x,
                         .y = y,
                         .size = FONT * self->unit,
                         .anchor = anchor,
                         .color = role(self, COVEY_ROLE_MUTED),
                         .text = text};
}

static void write(const sheet *self, double x, double y, covey_anchor anchor, const char *text)
{
    const covey_label label = label_of(self, x, y, anchor, text);
    self->canvas->label(self->canvas->context, &label);
}

static covey_point point_of(double x, double y)
{
    return (covey_point){(float)x, (float)y};
}

/// The place at a bearing and a distance, as a share of the reach: ahead is up.
static covey_point place_of(const sheet *self, double bearing, double share)
{
    return point_of(self->x - self->radius * share * sin(bearing),
                    self->y - self->radius * share * cos(bearing));
}

// ---- Colors ----

static uint8_t between(int a, int b, double share)
{
    return (uint8_t)(a + share * (b - a) + 0.5);
}

/// From blue over the color of nothing to red; both ends are as light.
static covey_color diverging(covey_theme theme, double share)
{
    static const int light[3][3] = {{33, 102, 172}, {250, 248, 240}, {178, 24, 43}};
    static const int dark[3][3] = {{110, 180, 250}, {28, 28, 34}, {255, 120, 100}};
    const int(*stops)[3] = theme == COVEY_THEME_DARK ? dark : light;
    const int *from = stops[share < 0.5 ? 0 : 1], *to = stops[share < 0.5 ? 1 : 2];
    const double part = share < 0.5 ? 2.0 * share : 2.0 * share - 1.0;
    return (covey_color){between(from[0], to[0], part), between(from[1], to[1], part),
                         between(from[2], to[2], part), 255};
}

static covey_color color_of(const sheet *self, const graph_polar_panel *panel, double share)
{
    const covey_theme theme = self->of->page.theme;
    return panel->diverges ? diverging(theme, share) : covey_palette_ramp(theme, share);
}

static double scaled(const graph_polar_panel *panel, double value)
{
    return panel->is_log ? (value > 0.0 ? log10(value) : (double)NAN) : value;
}

static scale fit(const sheet *self, const graph_polar_panel *panel)
{
    scale ends = {DBL_MAX, -DBL_MAX};
    for (size_t k = 0; k < self->of->sectors * self->of->rings; k++) {
        const double value = scaled(panel, panel->values[k]);
        if (!isfinite(value))
            continue;
        ends.low = fmin(ends.low, value);
        ends.high = fmax(ends.high, value);
    }
    if (!(ends.low <= ends.high))
        ends = (scale){0.0, 1.0};
    if (panel->diverges)
        ends.high = fmax(fabs(ends.low), fabs(ends.high));
    else if (!panel->is_log)
        ends.low = 0.0;
    if (!(ends.high > (panel->is_log ? ends.low : 0.0)))
        ends.high = panel->is_log ? ends.low + 1.0 : 1.0;
    if (panel->diverges)
        ends.low = -ends.high;
    return ends;
}

// ---- Discs ----

static void draw_bin(const sheet *self, size_t sector, size_t ring, covey_color color)
{
    const graph_polar *of = self->of;
    covey_point corners[2 * (ARC + 1)];
    const double width = (of->high - of->low) / (double)of->sectors;
    const double overlap = 1.2 / self->radius; // neighbors leave no line between them
    const double inner = (double)ring / (double)of->rings;
    const double outer = (double)(ring + 1) / (double)of->rings + overlap;
    for (int k = 0; k <= ARC; k++) {
        const double turn = of->low + width * ((double)sector + (double)k / ARC) +
                            (k == ARC ? overlap / outer : 0.0);
        corners[k] = place_of(self, turn, outer);
        corners[2 * ARC + 1 - k] = place_of(self, turn, inner);
    }
    self->canvas->polygon(self->canvas->context, corners, 2 * (ARC + 1), color);
}

static void draw_circle(const sheet *self, double share)
{
    covey_segment lines[CIRCLE];
    covey_color color = role(self, COVEY_ROLE_MUTED);
    color.a = 110;
    for (int k = 0; k < CIRCLE; k++)
        lines[k] = (covey_segment){place_of(self, 2.0 * pi * k / CIRCLE, share),
                                   place_of(self, 2.0 * pi * (k + 1) / CIRCLE, share), color};
    self->canvas->segments(self->canvas->context, lines, CIRCLE, 0.7 * self->unit);
}

/// Circles at round distances, with their numbers behind to the right, and the four sides.
static void draw_frame(const sheet *self)
{
    static const char *const sides[] = {"ahead", "left", "behind", "right"};
    const double step = covey_round_number(0.5 * self->of->reach);
    const double gap = 5 * self->unit, font = FONT * self->unit;
    char text[40];
    for (int k = 1; k * step <= self->of->reach * (1.0 + 1e-9); k++) {
        const covey_point at = place_of(self, -0.75 * pi, k * step / self->of->reach);
        (void)snprintf(text, sizeof text, "%g", k * step);
        draw_circle(self, k * step / self->of->reach);
        covey_label label = label_of(self, (double)at.x + 2 * self->unit, (double)at.y + font,
                                     COVEY_ANCHOR_START, text);
        label.color = role(self, COVEY_ROLE_INK);
        self->canvas->label(self->canvas->context, &label);
    }
    draw_circle(self, 1.0);
    write(self, self->x, self->y - self->radius - gap, COVEY_ANCHOR_MIDDLE, sides[0]);
    write(self, self->x - self->radius - gap, self->y + 0.3 * font, COVEY_ANCHOR_END, sides[1]);
    write(self, self->x, self->y + self->radius + gap + 0.7 * font, COVEY_ANCHOR_MIDDLE, sides[2]);
    write(self, self->x + self->radius + gap, self->y + 0.3 * font, COVEY_ANCHOR_START, sides[3]);
    const covey_dart agent = {(float)self->x, (float)self->y, 0.0F, -1.0F,
                              role(self, COVEY_ROLE_INK)};
    self->canvas->darts(self->canvas->context, &agent, 1, 14 * self->unit);
}

/// The colors and the values at their ends and in the middle, below a disc.
static void draw_scale(const sheet *self, const graph_polar_panel *panel, const scale *ends)
{
    const double width = 1.6 * self->radius / SHADES, left = self->x - 0.8 * self->radius;
    const double top = self->y + self->radius + 26 * self->unit, high = SCALE * self->unit;
    char text[40];
    for (int k = 0; k < SHADES; k++) {
        const double x = left + width * k;
        const covey_point corners[] = {point_of(x, top), point_of(x + width + 0.5, top),
                                       point_of(x + width + 0.5, top + high),
                                       point_of(x, top + high)};
        self->canvas->polygon(self->canvas->context, corners, 4,
                              color_of(self, panel, (k + 0.5) / SHADES));
    }
    for (int k = 0; k <= 2; k++) {
        double value = ends->low + 0.5 * k * (ends->high - ends->low);
        value = panel->is_log ? pow(10.0, value) : value;
        if (panel->is_log)
            (void)snprintf(text, sizeof text, "%.0f", value);
        else
            (void)snprintf(text, sizeof text, "%.3g", value);
        write(self, left + 0.5 * k * SHADES * width, top + high + 15 * self->unit,
              COVEY_ANCHOR_MIDDLE, text);
    }
}

static void draw_panel(const sheet *self, const graph_polar_panel *panel)
{
    const scale ends = fit(self, panel);
    const graph_polar *of = self->of;
    const covey_color blank = role(self, COVEY_ROLE_FAINT);
    for (size_t k = 0; k < of->sectors * of->rings; k++) {
        const double value = scaled(panel, panel->values[k]);
        const double share = (value - ends.low) / (ends.high - ends.low);
        draw_bin(self, k / of->rings, k % of->rings,
                 isfinite(value) ? color_of(self, panel, share) : blank);
    }
    draw_frame(self);
    draw_scale(self, panel, &ends);
    covey_label title = label_of(self, self->x, self->y - self->radius - 24 * self->unit,
                                 COVEY_ANCHOR_MIDDLE, panel->title);
    title.strong = true;
    title.color = role(self, COVEY_ROLE_INK);
    self->canvas->label(self->canvas->context, &title);
}

void graph_polar_draw(const graph_polar *of, const covey_canvas *canvas)
{
    sheet self = {.of = of, .canvas = canvas, .unit = of->page.unit};
    const double unit = self.unit, each = of->page.width / (double)of->panels_count;
    canvas->clear(canvas->context, role(&self, COVEY_ROLE_PAPER));
    covey_label title =
        label_of(&self, MARGIN * unit, (MARGIN + 10) * unit, COVEY_ANCHOR_START, of->page.title);
    title.size = TITLE * unit;
    title.strong = true;
    title.color = role(&self, COVEY_ROLE_INK);
    canvas->label(canvas->context, &title);
    const double top = (MARGIN + 22 + ABOVE) * unit;
    const double bottom = of->page.height - (MARGIN + BELOW + 22) * unit;
    const double sides = 44 * unit; // for the words beside a disc
    self.radius = fmax(fmin(0.5 * each - sides, 0.5 * (bottom - top)), 10.0);
    self.y = top + fmax(0.5 * (bottom - top), self.radius);
    for (size_t k = 0; k < of->panels_count; k++) {
        self.x = ((double)k + 0.5) * each;
        draw_panel(&self, &of->panels[k]);
    }
    write(&self, MARGIN * unit, of->page.height - 12 * unit, COVEY_ANCHOR_START, of->note);
}
