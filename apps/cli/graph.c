// SPDX-License-Identifier: MIT
// Draws graphs by the calls of a canvas.
#include "graph.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// Sizes in units.
static const double MARGIN = 16, FONT = 12, TITLE = 15, LEFT = 62, BELOW = 44, RIGHT = 84;

enum { TICKS = 12, KINDS = 7 };

/// An axis: its ends, in powers of ten where it is logarithmic, and its place.
typedef struct axis {
    double low, high, step;
    bool is_log;
    double from, to; ///< px
} axis;

/// The sheet that is drawn.
typedef struct sheet {
    const covey_canvas *canvas;
    double unit;
    covey_theme theme;
    axis x, y;
} sheet;

static covey_color role(const sheet *self, covey_role which)
{
    return covey_palette_role(self->theme, which);
}

static void write(const sheet *self, covey_point at, covey_anchor anchor, covey_role which,
                  const char *text)
{
    self->canvas->label(self->canvas->context, &(covey_label){.x = (double)at.x,
                                                              .y = (double)at.y,
                                                              .size = FONT * self->unit,
                                                              .anchor = anchor,
                                                              .strong = which == COVEY_ROLE_INK,
                                                              .color = role(self, which),
                                                              .text = text});
}

static covey_point point_of(double x, double y)
{
    return (covey_point){(float)x, (float)y};
}

// ---- Axes ----

static double scaled(const axis *self, double value)
{
    return !self->is_log ? value : value > 0.0 ? log10(value) : (double)NAN;
}

static void widen(axis *self, double value)
{
    value = scaled(self, value);
    if (!(fabs(value) <= 1e300))
        return;
    self->low = value < self->low ? value : self->low;
    self->high = value > self->high ? value : self->high;
}

/// Sets steps; rounds the ends out to them if asked.
static void settle(axis *self, bool rounds)
{
    if (!(self->low <= self->high))
        self->low = 0.0, self->high = 1.0;
    if (self->low == self->high) {
        double more = self->low == 0.0 ? 1.0 : 0.1 * fabs(self->low);
        self->low -= more;
        self->high += more;
    }
    self->step = covey_round_number(fmax((self->high - self->low) / 3.0, 1e-290));
    if (!rounds || self->is_log)
        return;
    self->low = floor(self->low / self->step) * self->step;
    self->high = ceil(self->high / self->step) * self->step;
}

static double place_of(const axis *self, double value)
{
    return self->from +
           (scaled(self, value) - self->low) / (self->high - self->low) * (self->to - self->from);
}

/// The powers of ten in the range; where it has few, also 2 and 5 times these.
static int powers_of(const axis *self, double ticks[TICKS])
{
    static const double factors[] = {1.0, 2.0, 5.0};
    int count = 0, each = self->high - self->low < 2.5 ? 3 : 1;
    double stride = ceil((self->high - self->low) / (TICKS - 2));
    for (double power = floor(self->low); power <= self->high; power += stride)
        for (int k = 0; k < each; k++) {
            double value = factors[k] * pow(10.0, power), at = log10(value);
            if (at >= self->low - 1e-9 && at <= self->high + 1e-9 && count < TICKS)
                ticks[count++] = value;
        }
    return count;
}

/// Finds the values at which an axis has lines and numbers; none where doubles are too near.
static int ticks_of(const axis *self, double ticks[TICKS])
{
    if (self->is_log)
        return powers_of(self, ticks);
    double first = ceil(self->low / self->step - 1e-9);
    double last = floor(self->high / self->step + 1e-9);
    int count = last - first < (double)TICKS ? (int)(last - first) + 1 : 0;
    for (int k = 0; k < count; k++)
        ticks[k] = (first + k) * self->step;
    return count;
}

static void draw_line(const sheet *self, covey_point a, covey_point b, covey_role which)
{
    covey_segment line = {a, b, role(self, which)};
    self->canvas->segments(self->canvas->context, &line, 1, self->unit);
}

static void draw_axes(const sheet *self)
{
    const axis *x = &self->x, *y = &self->y;
    char text[40];
    double ticks[TICKS];
    for (int k = 0, count = ticks_of(x, ticks); k < count; k++) {
        double value = ticks[k], at = place_of(x, value);
        draw_line(self, point_of(at, y->from), point_of(at, y->to), COVEY_ROLE_FAINT);
        (void)snprintf(text, sizeof text, "%g", value);
        write(self, point_of(at, y->from + 17 * self->unit), COVEY_ANCHOR_MIDDLE, COVEY_ROLE_MUTED,
              text);
    }
    for (int k = 0, count = ticks_of(y, ticks); k < count; k++) {
        double value = ticks[k], at = place_of(y, value);
        draw_line(self, point_of(x->from, at), point_of(x->to, at), COVEY_ROLE_FAINT);
        (void)snprintf(text, sizeof text, "%g", value);
        write(self, point_of(x->from - 7 * self->unit, at + 4 * self->unit), COVEY_ANCHOR_END,
              COVEY_ROLE_MUTED, text);
    }
    draw_line(self, point_of(x->from, y->from), point_of(x->to, y->from), COVEY_ROLE_MUTED);
    draw_line(self, point_of(x->from, y->from), point_of(x->from, y->to), COVEY_ROLE_MUTED);
}

/// Titles of the sheet and of its axes: that of y stands above it.
static double draw_titles(const sheet *self, const graph_page *page)
{
    double top = MARGIN * self->unit;
    covey_label label = {.x = MARGIN * self->unit,
                         .y = top + 10 * self->unit,
                         .size = TITLE * self->unit,
                         .strong = true,
                         .color = role(self, COVEY_ROLE_INK),
                         .text = page->title};
    if (page->title[0] != '\0') {
        double size = self->canvas->label_width(self->canvas->context, &label);
        label.size *= fmin(1.0, (page->width - 2 * MARGIN * self->unit) / fmax(size, 1.0));
        self->canvas->label(self->canvas->context, &label);
        top += 26 * self->unit;
    }
    write(self, point_of(MARGIN * self->unit, top + 10 * self->unit), COVEY_ANCHOR_START,
          COVEY_ROLE_INK, page->y_title);
    return top + 20 * self->unit;
}

// ---- Curves ----

/// Many curves are distinguished by a ramp.
static covey_color color_of(const graph *of, size_t number)
{
    if (of->curves_count <= KINDS)
        return covey_palette_kind(of->page.theme, number);
    return covey_palette_ramp(of->page.theme, (double)number / (double)(of->curves_count - 1));
}

/// The band between two neighbors of a curve.
static void draw_band(const sheet *self, const graph_curve *curve, size_t k, covey_color color)
{
    covey_point corners[4];
    for (size_t i = 0; i < 4; i++) {
        size_t at = k + (i == 1 || i == 2);
        double y = i < 2 ? curve->low[at] : curve->high[at];
        if (self->y.is_log && !(y > 0.0))
            y = pow(10.0, self->y.low);
        corners[i] = point_of(place_of(&self->x, curve->x[at]), place_of(&self->y, y));
        if (!isfinite(corners[i].x) || !isfinite(corners[i].y))
            return;
    }
    color.a = 50;
    self->canvas->polygon(self->canvas->context, corners, 4, color);
}

static void draw_curve(const sheet *self, const graph_curve *curve, covey_color color)
{
    for (size_t k = 0; k + 1 < curve->count; k++)
        draw_band(self, curve, k, color);
    covey_point before = {0};
    bool has_before = false;
    for (size_t k = 0; k < curve->count; k++) {
        covey_point at = point_of(place_of(&self->x, curve->x[k]), place_of(&self->y, curve->y[k]));
        bool is_there = isfinite(at.x) && isfinite(at.y);
        covey_segment line = {before, at, color};
        covey_disc dot = {at.x, at.y, (float)(2.6 * self->unit), color};
        if (is_there && has_before)
            self->canvas->segments(self->canvas->context, &line, 1, 1.6 * self->unit);
        if (is_there)
            self->canvas->discs(self->canvas->context, &dot, 1, 0.0);
        before = at;
        has_before = is_there;
    }
}

/// Names of the curves in rows; returns where the rows end.
static double draw_names(const sheet *self, const graph *of, double top)
{
    double x = MARGIN * self->unit;
    if (of->curves_count < 2)
        return top;
    for (size_t k = 0; k < of->curves_count; k++) {
        covey_color color = color_of(of, k);
        covey_label name = {.size = FONT * self->unit,
                            .color = role(self, COVEY_ROLE_INK),
                            .text = of->curves[k].name};
        double width = self->canvas->label_width(self->canvas->context, &name) + 44 * self->unit;
        if (x > MARGIN * self->unit && x + width > of->page.width) {
            x = MARGIN * self->unit;
            top += 18 * self->unit;
        }
        double y = top + 6 * self->unit;
        covey_segment line = {point_of(x, y), point_of(x + 18 * self->unit, y), color};
        self->canvas->segments(self->canvas->context, &line, 1, 1.6 * self->unit);
        name.x = x + 24 * self->unit;
        name.y = y + 4 * self->unit;
        self->canvas->label(self->canvas->context, &name);
        x += width;
    }
    return top + 26 * self->unit;
}

static void fit(sheet *self, const graph *of)
{
    self->x = (axis){.low = DBL_MAX, .high = -DBL_MAX, .is_log = of->log_x};
    self->y = (axis){.low = DBL_MAX, .high = -DBL_MAX, .is_log = of->log_y};
    for (size_t c = 0; c < of->curves_count; c++)
        for (size_t k = 0; k < of->curves[c].count; k++) {
            widen(&self->x, of->curves[c].x[k]);
            widen(&self->y, of->curves[c].y[k]);
            if (isfinite(of->curves[c].y[k])) {
                widen(&self->y, of->curves[c].low[k]);
                widen(&self->y, of->curves[c].high[k]);
            }
        }
    settle(&self->x, false);
    settle(&self->y, true);
}

void graph_draw(const graph *of, const covey_canvas *canvas)
{
    sheet self = {.canvas = canvas, .unit = of->page.unit, .theme = of->page.theme};
    canvas->clear(canvas->context, role(&self, COVEY_ROLE_PAPER));
    double top = draw_titles(&self, &of->page);
    top = draw_names(&self, of, top + 4 * self.unit);
    fit(&self, of);
    self.x.from = LEFT * self.unit;
    self.x.to = of->page.width - (MARGIN + 10) * self.unit;
    self.y.from = of->page.height - BELOW * self.unit;
    self.y.to = top + 4 * self.unit;
    draw_axes(&self);
    write(&self, point_of(0.5 * (self.x.from + self.x.to), of->page.height - 10 * self.unit),
          COVEY_ANCHOR_MIDDLE, COVEY_ROLE_INK, of->page.x_title);
    covey_box inside = {self.x.from - 3 * self.unit, self.y.to - 3 * self.unit,
                        self.x.to - self.x.from + 6 * self.unit,
                        self.y.from - self.y.to + 6 * self.unit};
    canvas->clip(canvas->context, &inside);
    for (size_t k = 0; k < of->curves_count; k++)
        draw_curve(&self, &of->curves[k], color_of(of, k));
    canvas->clip(canvas->context, NULL);
}

// ---- Maps ----

static void fill(const sheet *self, const covey_box *box, covey_color color)
{
    const covey_point corners[] = {point_of(box->x, box->y), point_of(box->x + box->width, box->y),
                                   point_of(box->x + box->width, box->y + box->height),
                                   point_of(box->x, box->y + box->height)};
    self->canvas->polygon(self->canvas->context, corners, 4, color);
}

static double share_of(const axis *values, double value)
{
    return fmin(fmax((value - values->low) / (values->high - values->low), 0.0), 1.0);
}

/// Names of columns or rows, of which as many are left out as have no room.
static size_t stride_of(size_t count, double room, double each)
{
    size_t most = room / each >= 1.0 ? (size_t)(room / each) : 1;
    return (count + most - 1) / most;
}

static void draw_cells(const sheet *self, const graph_map *of, const axis *values,
                       const covey_box *box)
{
    double width = box->width / (double)of->x_count, height = box->height / (double)of->y_count;
    for (size_t k = 0; k < of->x_count * of->y_count; k++) {
        size_t column = k % of->x_count, row = k / of->x_count;
        covey_box cell = {box->x + width * (double)column,
                          box->y + box->height - height * (double)(row + 1), width + 0.5,
                          height + 0.5};
        if (isfinite(of->values[k]))
            fill(self, &cell, covey_palette_ramp(self->theme, share_of(values, of->values[k])));
    }
    size_t stride = stride_of(of->x_count, box->width, 44 * self->unit);
    for (size_t k = 0; k < of->x_count; k += stride)
        write(self,
              point_of(box->x + width * ((double)k + 0.5), box->y + box->height + 17 * self->unit),
              COVEY_ANCHOR_MIDDLE, COVEY_ROLE_MUTED, of->x_names[k]);
    stride = stride_of(of->y_count, box->height, 16 * self->unit);
    for (size_t k = 0; k < of->y_count; k += stride)
        write(self,
              point_of(box->x - 7 * self->unit,
                       box->y + box->height - height * ((double)k + 0.5) + 4 * self->unit),
              COVEY_ANCHOR_END, COVEY_ROLE_MUTED, of->y_names[k]);
}

/// The colors and their values, at the right.
static void draw_scale(const sheet *self, const graph_map *of, const axis *values,
                       const covey_box *box)
{
    enum { SHADES = 64 };
    double left = box->x + box->width + 18 * self->unit, height = box->height / (double)SHADES;
    char text[40];
    for (int k = 0; k < SHADES; k++) {
        covey_box shade = {left, box->y + box->height - height * (k + 1), 14 * self->unit,
                           height + 0.5};
        fill(self, &shade, covey_palette_ramp(self->theme, (k + 0.5) / (double)SHADES));
    }
    double ticks[TICKS];
    for (int k = 0, count = ticks_of(values, ticks); k < count; k++) {
        double value = ticks[k];
        double y = box->y + box->height * (1.0 - share_of(values, value));
        (void)snprintf(text, sizeof text, "%g", value);
        write(self, point_of(left + 19 * self->unit, y + 4 * self->unit), COVEY_ANCHOR_START,
              COVEY_ROLE_MUTED, text);
    }
    write(self, point_of(of->page.width - MARGIN * self->unit, box->y - 10 * self->unit),
          COVEY_ANCHOR_END, COVEY_ROLE_INK, of->value_title);
}

void graph_map_draw(const graph_map *of, const covey_canvas *canvas)
{
    sheet self = {.canvas = canvas, .unit = of->page.unit, .theme = of->page.theme};
    canvas->clear(canvas->context, role(&self, COVEY_ROLE_PAPER));
    double top = draw_titles(&self, &of->page);
    covey_box box = {LEFT * self.unit, top + 2 * self.unit,
                     of->page.width - (LEFT + RIGHT) * self.unit,
                     of->page.height - top - (BELOW + 2) * self.unit};
    axis values = {.low = DBL_MAX, .high = -DBL_MAX};
    for (size_t k = 0; k < of->x_count * of->y_count; k++)
        widen(&values, of->values[k]);
    settle(&values, false);
    draw_cells(&self, of, &values, &box);
    draw_scale(&self, of, &values, &box);
    write(&self, point_of(box.x + 0.5 * box.width, of->page.height - 10 * self.unit),
          COVEY_ANCHOR_MIDDLE, COVEY_ROLE_INK, of->page.x_title);
}
