// SPDX-License-Identifier: MIT
#include "gl.h"

#include "view/shaders.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The longest wait for a frame, ns: a driver that hangs is not to hang the window.
#define PATIENCE ((GLuint64)1000000000)

struct gl_canvas {
    covey_canvas canvas;
    gl_labels labels;
    GLuint program[SHADERS];
    GLint page[SHADERS], size[SHADERS], ink[SHADERS];
    GLuint vertices, buffer, texture;
    GLsync before; ///< behind the last frame; NULL: there was none
    covey_box box;
    double window;
};

// ---- Programs ----

/// A buffer texture; the body of a call begins at its first word.
#define PRELUDE                                                                                    \
    "#version 330 core\n"                                                                          \
    "uniform usamplerBuffer words;\n"                                                              \
    "uint word(int k) { return texelFetch(words, k).r; }\n"

static GLuint compile(GLenum kind, const char *prelude, const char *text)
{
    GLint good = 0;
    const char *parts[] = {prelude, text};
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good)
        return shader;
    glDeleteShader(shader);
    return 0;
}

static bool link_program(gl_canvas *self, shaders_shape shape)
{
    GLint good = 0;
    GLuint program = glCreateProgram();
    GLuint vertex = compile(GL_VERTEX_SHADER, PRELUDE, shaders_vertex(shape));
    GLuint fragment = compile(GL_FRAGMENT_SHADER, "#version 330 core\n", shaders_fragment(shape));
    self->program[shape] = program;
    if (vertex != 0 && fragment != 0) {
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &good);
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    self->page[shape] = glGetUniformLocation(program, "page");
    self->size[shape] = glGetUniformLocation(program, "size");
    self->ink[shape] = glGetUniformLocation(program, "paper");
    return good != 0;
}

// ---- Drawing ----

/// Draws `vertices` that pull from `bytes`.
static void draw(gl_canvas *self, shaders_shape shape, const void *bytes, size_t size,
                 size_t vertices)
{
    glUseProgram(self->program[shape]);
    glUniform2f(self->page[shape], (GLfloat)self->box.width, (GLfloat)self->box.height);
    glBindVertexArray(self->vertices);
    glBindBuffer(GL_TEXTURE_BUFFER, self->buffer);
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)size, bytes, GL_STREAM_DRAW);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, self->texture);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)vertices);
}

static void set_size(gl_canvas *self, shaders_shape shape, double size)
{
    glUseProgram(self->program[shape]);
    glUniform1f(self->size[shape], (GLfloat)size);
}

static void clear(void *context, covey_color color)
{
    (void)context;
    glClearColor((GLfloat)color.r / 255.0F, (GLfloat)color.g / 255.0F, (GLfloat)color.b / 255.0F,
                 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
}

static void clip(void *context, const covey_box *box)
{
    gl_canvas *self = context;
    const covey_box whole = {0, 0, self->box.width, self->box.height};
    const covey_box *at = box != NULL ? box : &whole;
    double left = floor(self->box.x + at->x), right = ceil(self->box.x + at->x + at->width);
    double top = floor(self->box.y + at->y), bottom = ceil(self->box.y + at->y + at->height);
    glScissor((GLint)left, (GLint)(self->window - bottom), (GLsizei)fmax(right - left, 0.0),
              (GLsizei)fmax(bottom - top, 0.0));
}

static void darts(void *context, const covey_dart *list, size_t count, double length)
{
    set_size(context, SHADERS_DARTS, length);
    draw(context, SHADERS_DARTS, list, count * sizeof *list, 3 * count);
}

static void discs(void *context, const covey_disc *list, size_t count, double width)
{
    set_size(context, SHADERS_DISCS, width);
    draw(context, SHADERS_DISCS, list, count * sizeof *list, 6 * count);
}

static void segments(void *context, const covey_segment *list, size_t count, double width)
{
    set_size(context, SHADERS_SEGMENTS, width);
    draw(context, SHADERS_SEGMENTS, list, count * sizeof *list, 6 * count);
}

static void polygon(void *context, const covey_point *points, size_t count, covey_color color)
{
    gl_canvas *self = context;
    size_t corners;
    covey_point *triangles = triangulate(points, count, &corners);
    if (triangles == NULL)
        return;
    glUseProgram(self->program[SHADERS_POLYGON]);
    glUniform4f(self->ink[SHADERS_POLYGON], (GLfloat)color.r / 255.0F, (GLfloat)color.g / 255.0F,
                (GLfloat)color.b / 255.0F, (GLfloat)color.a / 255.0F);
    draw(self, SHADERS_POLYGON, triangles, corners * sizeof *triangles, corners);
    free(triangles);
}

static void triangles(void *context, const covey_triangle *list, size_t count)
{
    draw(context, SHADERS_TRIANGLES, list, count * sizeof *list, 3 * count);
}

static void label(void *context, const covey_label *text)
{
    gl_canvas *self = context;
    covey_label there = *text;
    there.x += self->box.x;
    there.y += self->box.y;
    self->labels.draw(self->labels.context, &there);
}

static double label_width(void *context, const covey_label *text)
{
    gl_canvas *self = context;
    return self->labels.width(self->labels.context, text);
}

// ---- Beginning and end ----

_Static_assert(sizeof(covey_dart) == 20 && sizeof(covey_disc) == 16 &&
                   sizeof(covey_segment) == 20 && sizeof(covey_point) == 8 &&
                   sizeof(covey_triangle) == 28,
               "shaders pull words of these sizes");

covey_status gl_create(const gl_labels *labels, gl_canvas **made, covey_error *error)
{
    gl_canvas *self = calloc(1, sizeof *self);
    *made = NULL;
    if (self == NULL)
        return covey_fail(error, COVEY_MEMORY, "no memory for a canvas");
    self->labels = *labels;
    self->canvas = (covey_canvas){self,     clear,   clip,  darts,       discs,
                                  segments, polygon, label, label_width, triangles};
    glGenVertexArrays(1, &self->vertices);
    glGenBuffers(1, &self->buffer);
    glGenTextures(1, &self->texture);
    glBindBuffer(GL_TEXTURE_BUFFER, self->buffer);
    glBufferData(GL_TEXTURE_BUFFER, 4, NULL, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, self->texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, self->buffer);
    bool good = true;
    for (int k = 0; k < SHADERS && good; k++)
        good = link_program(self, (shaders_shape)k);
    if (!good) {
        gl_destroy(self);
        return covey_fail(error, COVEY_SYSTEM, "this OpenGL does not take the shaders");
    }
    *made = self;
    return COVEY_OK;
}

void gl_destroy(gl_canvas *self)
{
    if (self == NULL)
        return;
    for (int k = 0; k < SHADERS; k++)
        glDeleteProgram(self->program[k]);
    glDeleteTextures(1, &self->texture);
    glDeleteBuffers(1, &self->buffer);
    glDeleteVertexArrays(1, &self->vertices);
    glDeleteSync(self->before);
    free(self);
}

void gl_begin(gl_canvas *self, const covey_box *page, double window)
{
    self->box = *page;
    self->window = window;
    glViewport((GLint)page->x, (GLint)(window - page->y - page->height), (GLsizei)page->width,
               (GLsizei)page->height);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_SCISSOR_TEST);
    clip(self, NULL);
}

void gl_end(gl_canvas *self)
{
    GLsync now = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush(); // a swap without a screen does not do it
    if (self->before != NULL)
        (void)glClientWaitSync(self->before, 0, PATIENCE);
    glDeleteSync(self->before);
    self->before = now;
}

void gl_fill(const covey_box *box, double window, covey_color color)
{
    glEnable(GL_SCISSOR_TEST);
    glScissor((GLint)box->x, (GLint)(window - box->y - box->height), (GLsizei)box->width,
              (GLsizei)box->height);
    clear(NULL, color);
    glDisable(GL_SCISSOR_TEST);
}

const covey_canvas *gl_canvas_of(gl_canvas *self)
{
    return &self->canvas;
}

unsigned char *gl_read(int width, int height)
{
    size_t row = 3 * (size_t)width, size = row * (size_t)height;
    unsigned char *pixels = malloc(size), *turned = malloc(size);
    if (pixels != NULL && turned != NULL) {
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
        for (size_t y = 0; y < (size_t)height; y++)
            memcpy(turned + y * row, pixels + ((size_t)height - 1 - y) * row, row);
    }
    free(pixels);
    return turned;
}
