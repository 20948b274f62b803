// SPDX-License-Identifier: MIT
// A canvas of cairo: PNG in memory, SVG and PDF written as they are drawn.
#include "covey/image.h"
#include "base/math_trig.h"
#include "base/misuse.h"
#include "draw/image_table.h"

#include <stdlib.h>

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>

struct covey_image {
    covey_image_def def;
    covey_canvas canvas;
    cairo_surface_t *surface;
    cairo_t *cairo;
    covey_status written; ///< the first failure of the sink
};

static void use(cairo_t *cairo, covey_color c)
{
    cairo_set_source_rgba(cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

static bool is_same(covey_color a, covey_color b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

// ---- The canvas ----

static void clear(void *context, covey_color color)
{
    covey_image *self = context;
    use(self->cairo, color);
    cairo_paint(self->cairo);
}

static void clip(void *context, const covey_box *box)
{
    covey_image *self = context;
    cairo_reset_clip(self->cairo);
    if (box == NULL)
        return;
    cairo_rectangle(self->cairo, box->x, box->y, box->width, box->height);
    cairo_clip(self->cairo);
}

static void add_dart(cairo_t *cairo, const covey_dart *dart, double length)
{
    static const double corners[][2] = {{0.6, 0}, {-0.4, 0.32}, {-0.2, 0}, {-0.4, -0.32}};
    double x = (double)dart->x, y = (double)dart->y;
    double dx = (double)dart->dx * length, dy = (double)dart->dy * length;
    for (int k = 0; k < 4; k++)
        cairo_line_to(cairo, x + corners[k][0] * dx - corners[k][1] * dy,
                      y + corners[k][0] * dy + corners[k][1] * dx);
    cairo_close_path(cairo);
}

// One after the other, not as one path: overlapping parts must not cancel.
static void darts(void *context, const covey_dart *list, size_t count, double length)
{
    covey_image *self = context;
    for (size_t k = 0; k < count; k++) {
        use(self->cairo, list[k].color);
        add_dart(self->cairo, &list[k], length);
        cairo_fill(self->cairo);
    }
}

static void discs(void *context, const covey_disc *list, size_t count, double width)
{
    covey_image *self = context;
    cairo_set_line_width(self->cairo, width);
    for (size_t k = 0; k < count; k++) {
        use(self->cairo, list[k].color);
        cairo_new_sub_path(self->cairo);
        cairo_arc(self->cairo, (double)list[k].x, (double)list[k].y, (double)list[k].radius, 0,
                  COVEY_TURN);
        if (width > 0.0)
            cairo_stroke(self->cairo);
        else
            cairo_fill(self->cairo);
    }
}

/// Lines of one color that follow each other are one stroke, where nothing shines through.
static void segments(void *context, const covey_segment *list, size_t count, double width)
{
    covey_image *self = context;
    cairo_set_line_width(self->cairo, width);
    for (size_t k = 0; k < count; k++) {
        cairo_move_to(self->cairo, (double)list[k].a.x, (double)list[k].a.y);
        cairo_line_to(self->cairo, (double)list[k].b.x, (double)list[k].b.y);
        if (k + 1 < count && k % 64 != 63 && list[k].color.a == 255 &&
            is_same(list[k].color, list[k + 1].color))
            continue;
        use(self->cairo, list[k].color);
        cairo_stroke(self->cairo);
    }
}

static void polygon(void *context, const covey_point *points, size_t count, covey_color color)
{
    covey_image *self = context;
    use(self->cairo, color);
    for (size_t k = 0; k < count; k++)
        cairo_line_to(self->cairo, (double)points[k].x, (double)points[k].y);
    cairo_close_path(self->cairo);
    cairo_fill(self->cairo);
}

static void triangles(void *context, const covey_triangle *list, size_t count)
{
    covey_image *self = context;
    for (size_t k = 0; k < count; k++) {
        use(self->cairo, list[k].color);
        cairo_move_to(self->cairo, (double)list[k].a.x, (double)list[k].a.y);
        cairo_line_to(self->cairo, (double)list[k].b.x, (double)list[k].b.y);
        cairo_line_to(self->cairo, (double)list[k].c.x, (double)list[k].c.y);
        cairo_close_path(self->cairo);
        cairo_fill(self->cairo);
    }
}

static void choose_font(cairo_t *cairo, const covey_label *label)
{
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           label->strong ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, label->size);
}

static double label_width(void *context, const covey_label *label)
{
    covey_image *self = context;
    cairo_text_extents_t extents;
    choose_font(self->cairo, label);
    cairo_text_extents(self->cairo, label->text, &extents);
    return extents.x_advance;
}

static void draw_label(void *context, const covey_label *label)
{
    covey_image *self = context;
    double width = label->anchor == COVEY_ANCHOR_START ? 0.0 : label_width(context, label);
    double shift = label->anchor == COVEY_ANCHOR_END ? width : 0.5 * width;
    choose_font(self->cairo, label);
    use(self->cairo, label->color);
    cairo_move_to(self->cairo, label->x - shift, label->y);
    cairo_show_text(self->cairo, label->text);
    cairo_new_path(self->cairo);
}

// ---- The image ----

static cairo_status_t write_some(void *context, const unsigned char *bytes, unsigned size)
{
    covey_image *self = context;
    if (self->written == COVEY_OK)
        self->written = self->def.sink.write(self->def.sink.context, bytes, size);
    return self->written == COVEY_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *make_surface(covey_image *self)
{
    const covey_image_def *def = &self->def;
    cairo_surface_t *surface;
    switch (def->kind) {
    case COVEY_IMAGE_SVG:
        surface = cairo_svg_surface_create_for_stream(write_some, self, def->width, def->height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
        return surface;
    case COVEY_IMAGE_PDF:
        surface = cairo_pdf_surface_create_for_stream(write_some, self, 0.75 * def->width,
                                                      0.75 * def->height);
        // Else the bytes would depend on the time of day.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "1970-01-01T00:00:00Z");
        return surface;
    default:
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, def->width, def->height);
    }
}

static void set_up(covey_image *self)
{
    if (self->def.kind == COVEY_IMAGE_PDF)
        cairo_scale(self->cairo, 0.75, 0.75);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(self->cairo, options);
    cairo_font_options_destroy(options);
    cairo_set_line_cap(self->cairo, CAIRO_LINE_CAP_ROUND);
    self->canvas = (covey_canvas){
        .context = self,
        .clear = clear,
        .clip = clip,
        .darts = darts,
        .discs = discs,
        .segments = segments,
        .polygon = polygon,
        .label = draw_label,
        .label_width = label_width,
        .triangles = triangles,
    };
}

covey_status covey_image_create(const covey_image_def *def, covey_image **image, covey_error *error)
{
    if (def == NULL || image == NULL)
        return covey_missing(error, __func__);
    *image = NULL;
    if (!(def->width >= 1 && def->width <= COVEY_IMAGE_MOST && def->height >= 1 &&
          def->height <= COVEY_IMAGE_MOST))
        return covey_fail(error, COVEY_ARG, "%d x %d is no size of an image: 1 to %d are possible",
                          def->width, def->height, COVEY_IMAGE_MOST);
    covey_image *made = calloc(1, sizeof *made);
    if (made == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for an image");
    made->def = *def;
    made->surface = make_surface(made);
    made->cairo = cairo_create(made->surface);
    if (cairo_status(made->cairo) != CAIRO_STATUS_SUCCESS) {
        covey_image_destroy(made);
        return covey_fail(error, COVEY_MEMORY, "no memory for an image of %d x %d px", def->width,
                          def->height);
    }
    set_up(made);
    *image = made;
    return COVEY_OK;
}

void covey_image_destroy(covey_image *image)
{
    if (image == NULL)
        return;
    image->written = COVEY_CLOSED; // an unfinished image is not written
    cairo_destroy(image->cairo);
    cairo_surface_destroy(image->surface);
    free(image);
}

const covey_canvas *covey_image_canvas(covey_image *image)
{
    if (image == NULL)
        return NULL;
    return &image->canvas;
}

covey_status covey_image_finish(covey_image *image, covey_error *error)
{
    if (image == NULL)
        return covey_missing(error, __func__);
    cairo_status_t drawn = cairo_status(image->cairo);
    if (drawn == CAIRO_STATUS_SUCCESS && image->def.kind == COVEY_IMAGE_PNG)
        drawn = cairo_surface_write_to_png_stream(image->surface, write_some, image);
    cairo_surface_finish(image->surface);
    if (drawn == CAIRO_STATUS_SUCCESS)
        drawn = cairo_surface_status(image->surface);
    if (image->written != COVEY_OK)
        return covey_fail(error, image->written, "writing the image failed");
    if (drawn != CAIRO_STATUS_SUCCESS)
        return covey_fail(error, COVEY_MEMORY, "drawing failed: %s", cairo_status_to_string(drawn));
    return COVEY_OK;
}

covey_pixels covey_pixels_of(covey_image *image)
{
    cairo_surface_flush(image->surface);
    return (covey_pixels){
        .bytes = cairo_image_surface_get_data(image->surface),
        .stride = (size_t)cairo_image_surface_get_stride(image->surface),
        .width = image->def.width,
        .height = image->def.height,
    };
}
