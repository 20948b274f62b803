// SPDX-License-Identifier: MIT
// Annotations around a picture: title and caption above it; scale bar and legend below, in as many
// rows as they need.
#include "draw/context.h"
#include "draw/legend.h"

#include <stdio.h>

// Sizes in units.
static const double MARGIN = 16, FONT = 13, TITLE = 15, ROW = 24, BAR = 150, BAR_TEXT = 58;
static const double GAP = 7, BETWEEN = 22;

/// Where the entries go: `x` is where the next one begins, `right` where a row ends.
typedef struct flow {
    const covey_picture *picture;
    const covey_canvas *canvas;
    double left, right, x;
    int row;
} flow;

static covey_label label_of(const covey_picture *picture, const char *text, double size)
{
    return (covey_label){.size = size * picture->unit,
                         .color = covey_palette_role(picture->theme, COVEY_ROLE_INK),
                         .text = text};
}

static double width_of(const covey_canvas *canvas, const covey_label *label)
{
    return label->text[0] != '\0' ? canvas->label_width(canvas->context, label) : 0.0;
}

/// The scale bar is first.
static flow flow_of(const covey_picture *picture, const covey_canvas *canvas)
{
    double unit = picture->unit;
    flow self = {.picture = picture, .canvas = canvas};
    self.left = MARGIN * unit;
    self.right = picture->width - MARGIN * unit;
    self.x = self.left + (BAR + BAR_TEXT) * unit;
    return self;
}

/// Takes room for an entry and returns where it begins; in a new row if this one is full.
static double place(flow *self, const covey_legend_entry *entry)
{
    double unit = self->picture->unit;
    covey_label label = label_of(self->picture, entry->text, FONT);
    double width = (entry->sample + GAP) * unit + width_of(self->canvas, &label);
    if (self->x + width > self->right && self->x > self->left) {
        self->row++;
        self->x = self->left;
    }
    double at = self->x;
    self->x += width + BETWEEN * unit;
    return at;
}

static int rows_of(const covey_draw_context *context)
{
    covey_legend legend = covey_legend_of(context);
    flow self = flow_of(context->picture, context->canvas);
    for (int k = 0; k < legend.count; k++)
        (void)place(&self, &legend.entries[k]);
    return self.row + 1;
}

/// Rows that title and caption need: one, two where they do not fit side by side, or none.
static int rows_above(const covey_picture *picture, const covey_canvas *canvas)
{
    covey_label title = label_of(picture, picture->title, TITLE);
    covey_label caption = label_of(picture, picture->caption, FONT);
    title.strong = true;
    double first = width_of(canvas, &title), second = width_of(canvas, &caption);
    double room = picture->width - (2 * MARGIN + BETWEEN) * picture->unit;
    return first > 0.0 && second > 0.0 && first + second > room ? 2 : first + second > 0.0 ? 1 : 0;
}

covey_box covey_annotations_area(const covey_picture *picture, const covey_canvas *canvas)
{
    covey_draw_context context = {.picture = picture, .canvas = canvas};
    context.is_deep = covey_space_dim(&picture->space) == 3;
    double unit = picture->unit, margin = MARGIN * unit;
    double top = ROW * unit * rows_above(picture, canvas) + margin;
    double bottom = picture->height - ROW * unit * rows_of(&context) - margin;
    return (covey_box){margin, top, fmax(picture->width - 2 * margin, 1.0),
                       fmax(bottom - top, 1.0)};
}

// ---- Drawing ----

static void draw_texts(const covey_picture *picture, const covey_canvas *canvas)
{
    double unit = picture->unit, base = (MARGIN + 9) * unit;
    double room = picture->width - 2 * MARGIN * unit;
    covey_label title = label_of(picture, picture->title, TITLE);
    covey_label caption = label_of(picture, picture->caption, FONT);
    bool two_rows = rows_above(picture, canvas) == 2;
    title.strong = true;
    title.x = MARGIN * unit;
    title.y = base;
    title.size *= fmin(1.0, room / fmax(width_of(canvas, &title), 1.0));
    caption.x = two_rows ? MARGIN * unit : picture->width - MARGIN * unit;
    caption.y = two_rows ? base + 0.8 * ROW * unit : base;
    caption.anchor = two_rows ? COVEY_ANCHOR_START : COVEY_ANCHOR_END;
    caption.color = covey_palette_role(picture->theme, COVEY_ROLE_MUTED);
    caption.size *= fmin(1.0, room / fmax(width_of(canvas, &caption), 1.0));
    if (title.text[0] != '\0')
        canvas->label(canvas->context, &title);
    if (caption.text[0] != '\0')
        canvas->label(canvas->context, &caption);
}

/// The base line of a row below the picture.
static double base_of(const covey_picture *picture, int row, int rows)
{
    return picture->height - (MARGIN - 4 + ROW * (rows - 1 - row)) * picture->unit;
}

/// A bar with upright ends, as long as a round number.
static void draw_scale(covey_draw_context *context, int rows)
{
    const covey_picture *picture = context->picture;
    double unit = picture->unit, scale = picture->camera.scale;
    double length = covey_round_number(BAR * unit / scale), px = length * scale;
    float left = (float)(MARGIN * unit), right = (float)(MARGIN * unit + px);
    float y = (float)(base_of(picture, 0, rows) - 4 * unit), arm = (float)(4 * unit);
    covey_color ink = covey_context_role(context, COVEY_ROLE_INK);
    context->painter.width = 1.5 * unit;
    covey_painter_segment(&context->painter, &(covey_segment){{left, y}, {right, y}, ink});
    covey_painter_segment(&context->painter,
                          &(covey_segment){{left, y - arm}, {left, y + arm}, ink});
    covey_painter_segment(&context->painter,
                          &(covey_segment){{right, y - arm}, {right, y + arm}, ink});
    covey_painter_flush(&context->painter);
    char text[40];
    (void)snprintf(text, sizeof text, "%g L", length);
    covey_label label = label_of(picture, text, FONT);
    label.x = (double)right + GAP * unit;
    label.y = base_of(picture, 0, rows);
    context->canvas->label(context->canvas->context, &label);
}

/// In perspective no length is the same everywhere: a square of the ground stands for the bar.
static void draw_square(covey_draw_context *context, int rows)
{
    char text[COVEY_TRIPOD_TEXT];
    const covey_picture *picture = context->picture;
    double unit = picture->unit, base = base_of(picture, 0, rows);
    covey_tripod_square(context, (covey_point){(float)(MARGIN * unit), (float)base}, text);
    covey_label label = label_of(picture, text, FONT);
    label.x = (MARGIN + (double)COVEY_TRIPOD_SQUARE + GAP) * unit;
    label.y = base;
    context->canvas->label(context->canvas->context, &label);
}

void covey_annotations_draw(covey_draw_context *context)
{
    const covey_picture *picture = context->picture;
    double unit = picture->unit;
    covey_legend legend = covey_legend_of(context);
    int rows = rows_of(context);
    draw_texts(picture, context->canvas);
    if (context->is_deep)
        covey_tripod_draw(context);
    if (context->is_deep && picture->camera.eye > 0.0)
        draw_square(context, rows);
    else
        draw_scale(context, rows);
    flow self = flow_of(picture, context->canvas);
    for (int k = 0; k < legend.count; k++) {
        const covey_legend_entry *entry = &legend.entries[k];
        double x = place(&self, entry), base = base_of(picture, self.row, rows);
        // As high as wide, but an entry wider than a row is as high as a letter.
        double width = entry->sample * unit, height = width <= ROW * unit ? width : 9 * unit;
        entry->draw(context, entry,
                    (covey_box){x, base - 4.5 * unit - 0.5 * height, width, height});
        covey_painter_flush(&context->painter);
        covey_label label = label_of(picture, entry->text, FONT);
        label.x = x + width + GAP * unit;
        label.y = base;
        context->canvas->label(context->canvas->context, &label);
    }
}
