// SPDX-License-Identifier: MIT
#include "gl.h"

#include "triangulate.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The longest wait for a frame, ns: a driver that hangs is not to hang the window.
#define PATIENCE ((GLuint64)1000000000)

typedef enum gl_shape { DARTS, DISCS, SEGMENTS, POLYGON, TRIANGLES, SHAPES } gl_shape;

struct gl_canvas {
    covey_canvas canvas;
    gl_labels labels;
    GLuint program[SHAPES];
    GLint page[SHAPES], size[SHAPES], ink[SHAPES];
    GLuint vertices, buffer, texture;
    GLsync before; ///< behind the last frame; NULL: there was none
    covey_box box;
    double window;
};

// ---- Programs ----

/// Shader text shared by all: words of an array, px of the page to the window, colors of a word.
#define COMMON                                                                                     \
    "#version 330 core\n"                                                                          \
    "uniform usamplerBuffer words;\n"                                                              \
    "uniform vec2 page;\n"                                                                         \
    "uniform float size;\n"                                                                        \
    "const vec2 corners[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1),\n"                     \
    "                                vec2(-1, -1), vec2(1, 1), vec2(-1, 1));\n"                    \
    "float number(int k) { return uintBitsToFloat(texelFetch(words, k).r); }\n"                    \
    "vec4 color_of(uint c) {\n"                                                                    \
    "    return vec4(c & 255u, c >> 8 & 255u, c >> 16 & 255u, c >> 24) / 255.0;\n"                 \
    "}\n"                                                                                          \
    "vec4 place(vec2 p) { return vec4(2 * p.x / page.x - 1, 1 - 2 * p.y / page.y, 0, 1); }\n"      \
    "flat out vec4 ink;\n"

#define FRAGMENT                                                                                   \
    "#version 330 core\n"                                                                          \
    "uniform float size;\n"                                                                        \
    "flat in vec4 ink;\n"                                                                          \
    "out vec4 result;\n"                                                                           \
    "void paint(float outside) {\n" /* distance to the edge, px, below 0 inside */                 \
    "    result = vec4(ink.rgb, ink.a * clamp(0.5 - outside, 0.0, 1.0));\n"                        \
    "}\n"

typedef struct source {
    const char *vertex, *fragment;
} source;

static const source sources[SHAPES] = {
    // One triangle around the corners of a dart, 0.75 px further out on each side.
    [DARTS] = {COMMON "out vec2 at;\n"
                      "void main() {\n"
                      "    int k = gl_VertexID / 3 * 5, c = gl_VertexID % 3;\n"
                      "    vec2 p = vec2(number(k), number(k + 1));\n"
                      "    vec2 d = vec2(number(k + 2), number(k + 3));\n"
                      "    float side = 0.32 * size + 1.03;\n"
                      "    at = c == 0 ? vec2(0.6 * size + 2.46, 0)\n"
                      "                : vec2(-0.4 * size - 0.75, c == 1 ? side : -side);\n"
                      "    gl_Position = place(p + at.x * d + at.y * vec2(-d.y, d.x));\n"
                      "    ink = color_of(texelFetch(words, k + 4).r);\n"
                      "}\n",
               // The half above the axis lies below the edge from the tip to the wing and in front
               // of the edge from the wing to the notch.
               FRAGMENT "in vec2 at;\n"
                        "void main() {\n"
                        "    vec2 p = vec2(at.x, abs(at.y));\n"
                        "    vec2 front = vec2(0.32, 1.0) / 1.04995;\n"
                        "    vec2 back = vec2(-0.32, -0.2) / 0.37736;\n"
                        "    float a = dot(p - size * vec2(0.6, 0.0), front);\n"
                        "    float b = dot(p - size * vec2(-0.2, 0.0), back);\n"
                        "    paint(max(a, b));\n"
                        "}\n"},
    [DISCS] = {COMMON "out vec2 at;\n"
                      "flat out float radius;\n"
                      "void main() {\n"
                      "    int k = gl_VertexID / 6 * 4;\n"
                      "    radius = number(k + 2);\n"
                      "    at = corners[gl_VertexID % 6] * (radius + 0.5 * size + 1);\n"
                      "    gl_Position = place(vec2(number(k), number(k + 1)) + at);\n"
                      "    ink = color_of(texelFetch(words, k + 3).r);\n"
                      "}\n",
               FRAGMENT "in vec2 at;\n"
                        "flat in float radius;\n"
                        "void main() {\n"
                        "    float d = length(at) - radius;\n"
                        "    paint(size > 0.0 ? abs(d) - 0.5 * size : d);\n"
                        "}\n"},
    [SEGMENTS] = {COMMON
                  "out vec2 at;\n"
                  "flat out float half_way;\n"
                  "void main() {\n"
                  "    int k = gl_VertexID / 6 * 5;\n"
                  "    vec2 a = vec2(number(k), number(k + 1));\n"
                  "    vec2 b = vec2(number(k + 2), number(k + 3));\n"
                  "    vec2 way = b - a;\n"
                  "    half_way = 0.5 * length(way);\n"
                  "    vec2 d = half_way > 0.0 ? way / (2 * half_way) : vec2(1, 0);\n"
                  "    vec2 c = corners[gl_VertexID % 6];\n"
                  "    float more = 0.5 * size + 1;\n"
                  "    at = vec2(c.x * (half_way + more), c.y * more);\n"
                  "    gl_Position = place(0.5 * (a + b) + at.x * d + at.y * vec2(-d.y, d.x));\n"
                  "    ink = color_of(texelFetch(words, k + 4).r);\n"
                  "}\n",
                  FRAGMENT "in vec2 at;\n"
                           "flat in float half_way;\n"
                           "void main() {\n"
                           "    float along = max(abs(at.x) - half_way, 0.0);\n"
                           "    paint(length(vec2(along, at.y)) - 0.5 * size);\n"
                           "}\n"},
    [POLYGON] = {COMMON "uniform vec4 paper;\n"
                        "void main() {\n"
                        "    int k = gl_VertexID * 2;\n"
                        "    gl_Position = place(vec2(number(k), number(k + 1)));\n"
                        "    ink = paper;\n"
                        "}\n",
                 FRAGMENT "void main() { paint(-1.0); }\n"},
    // Each corner goes out by 0.75 px from both of its edges, but not far from a sharp tip; the
    // distances to the edges are linear.
    [TRIANGLES] = {COMMON "out vec3 outside;\n"
                          "vec2 corner(int k) { return vec2(number(k), number(k + 1)); }\n"
                          "vec2 normal(vec2 way) {\n"
                          "    float l = length(way);\n"
                          "    return l > 1e-6 ? vec2(way.y, -way.x) / l : vec2(0);\n"
                          "}\n"
                          "void main() {\n"
                          "    int k = gl_VertexID / 3 * 7, c = gl_VertexID % 3;\n"
                          "    vec2 p[3] = vec2[3](corner(k), corner(k + 2), corner(k + 4));\n"
                          "    vec2 u = p[1] - p[0], v = p[2] - p[0];\n"
                          "    float side = u.x * v.y - u.y * v.x < 0.0 ? -1.0 : 1.0;\n"
                          "    vec2 n[3] = vec2[3](side * normal(p[1] - p[0]),\n"
                          "                        side * normal(p[2] - p[1]),\n"
                          "                        side * normal(p[0] - p[2]));\n"
                          "    vec2 a = n[c], b = n[(c + 2) % 3];\n"
                          "    vec2 at = p[c] + 0.75 * (a + b) / max(1.0 + dot(a, b), 0.06);\n"
                          "    for (int e = 0; e < 3; e++)\n"
                          "        outside[e] = dot(at - p[e], n[e]);\n"
                          "    gl_Position = place(at);\n"
                          "    ink = color_of(texelFetch(words, k + 6).r);\n"
                          "}\n",
                   FRAGMENT "in vec3 outside;\n"
                            "void main() {\n"
                            "    paint(max(outside.x, max(outside.y, outside.z)));\n"
                            "}\n"},
};

static GLuint compile(GLenum kind, const char *text)
{
    GLint good = 0;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good)
        return shader;
    glDeleteShader(shader);
    return 0;
}

static bool link_program(gl_canvas *self, gl_shape shape)
{
    GLint good = 0;
    GLuint program = glCreateProgram();
    GLuint vertex = compile(GL_VERTEX_SHADER, sources[shape].vertex);
    GLuint fragment = compile(GL_FRAGMENT_SHADER, sources[shape].fragment);
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
static void draw(gl_canvas *self, gl_shape shape, const void *bytes, size_t size, size_t vertices)
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

static void set_size(gl_canvas *self, gl_shape shape, double size)
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
    set_size(context, DARTS, length);
    draw(context, DARTS, list, count * sizeof *list, 3 * count);
}

static void discs(void *context, const covey_disc *list, size_t count, double width)
{
    set_size(context, DISCS, width);
    draw(context, DISCS, list, count * sizeof *list, 6 * count);
}

static void segments(void *context, const covey_segment *list, size_t count, double width)
{
    set_size(context, SEGMENTS, width);
    draw(context, SEGMENTS, list, count * sizeof *list, 6 * count);
}

static void polygon(void *context, const covey_point *points, size_t count, covey_color color)
{
    gl_canvas *self = context;
    size_t corners;
    covey_point *triangles = triangulate(points, count, &corners);
    if (triangles == NULL)
        return;
    glUseProgram(self->program[POLYGON]);
    glUniform4f(self->ink[POLYGON], (GLfloat)color.r / 255.0F, (GLfloat)color.g / 255.0F,
                (GLfloat)color.b / 255.0F, (GLfloat)color.a / 255.0F);
    draw(self, POLYGON, triangles, corners * sizeof *triangles, corners);
    free(triangles);
}

static void triangles(void *context, const covey_triangle *list, size_t count)
{
    draw(context, TRIANGLES, list, count * sizeof *list, 3 * count);
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
    for (int k = 0; k < SHAPES && good; k++)
        good = link_program(self, (gl_shape)k);
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
    for (int k = 0; k < SHAPES; k++)
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
