// SPDX-License-Identifier: MIT
#include "view/shaders.h"

/// Text of vertex shaders: words of an array, px of the page to the window, colors of a word.
#define COMMON                                                                                     \
    "uniform int first;\n"                                                                         \
    "uniform vec2 page;\n"                                                                         \
    "uniform float size;\n"                                                                        \
    "const vec2 corners[6] = vec2[6](vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0),\n"         \
    "                                vec2(-1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));\n"        \
    "float number(int k) { return uintBitsToFloat(word(k)); }\n"                                   \
    "vec4 color_of(uint c) {\n"                                                                    \
    "    return vec4(c & 255u, c >> 8u & 255u, c >> 16u & 255u, c >> 24u) / 255.0;\n"              \
    "}\n"                                                                                          \
    "vec4 place(vec2 p) { return vec4(2.0 * p.x / page.x - 1.0, 1.0 - 2.0 * p.y / page.y, 0.0, "   \
    "1.0); }\n"                                                                                    \
    "flat out vec4 ink;\n"

#define FRAGMENT                                                                                   \
    "uniform float size;\n"                                                                        \
    "flat in vec4 ink;\n"                                                                          \
    "out vec4 result;\n"                                                                           \
    "void paint(float outside) {\n" /* distance to the edge, px, below 0 inside */                 \
    "    result = vec4(ink.rgb, ink.a * clamp(0.5 - outside, 0.0, 1.0));\n"                        \
    "}\n"

typedef struct source {
    const char *vertex, *fragment;
} source;

static const source sources[SHADERS] = {
    // One triangle around the corners of a dart, 0.75 px further out on each side.
    [SHADERS_DARTS] =
        {COMMON "out vec2 at;\n"
                "void main() {\n"
                "    int k = first + gl_VertexID / 3 * 5, c = gl_VertexID % 3;\n"
                "    vec2 p = vec2(number(k), number(k + 1));\n"
                "    vec2 d = vec2(number(k + 2), number(k + 3));\n"
                "    float side = 0.32 * size + 1.03;\n"
                "    at = c == 0 ? vec2(0.6 * size + 2.46, 0.0)\n"
                "                : vec2(-0.4 * size - 0.75, c == 1 ? side : -side);\n"
                "    gl_Position = place(p + at.x * d + at.y * vec2(-d.y, d.x));\n"
                "    ink = color_of(word(k + 4));\n"
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
    [SHADERS_DISCS] = {COMMON "out vec2 at;\n"
                              "flat out float radius;\n"
                              "void main() {\n"
                              "    int k = first + gl_VertexID / 6 * 4;\n"
                              "    radius = number(k + 2);\n"
                              "    at = corners[gl_VertexID % 6] * (radius + 0.5 * size + 1.0);\n"
                              "    gl_Position = place(vec2(number(k), number(k + 1)) + at);\n"
                              "    ink = color_of(word(k + 3));\n"
                              "}\n",
                       FRAGMENT "in vec2 at;\n"
                                "flat in float radius;\n"
                                "void main() {\n"
                                "    float d = length(at) - radius;\n"
                                "    paint(size > 0.0 ? abs(d) - 0.5 * size : d);\n"
                                "}\n"},
    [SHADERS_SEGMENTS] =
        {COMMON "out vec2 at;\n"
                "flat out float half_way;\n"
                "void main() {\n"
                "    int k = first + gl_VertexID / 6 * 5;\n"
                "    vec2 a = vec2(number(k), number(k + 1));\n"
                "    vec2 b = vec2(number(k + 2), number(k + 3));\n"
                "    vec2 way = b - a;\n"
                "    half_way = 0.5 * length(way);\n"
                "    vec2 d = half_way > 0.0 ? way / (2.0 * half_way) : vec2(1.0, 0.0);\n"
                "    vec2 c = corners[gl_VertexID % 6];\n"
                "    float more = 0.5 * size + 1.0;\n"
                "    at = vec2(c.x * (half_way + more), c.y * more);\n"
                "    gl_Position = place(0.5 * (a + b) + at.x * d + at.y * vec2(-d.y, d.x));\n"
                "    ink = color_of(word(k + 4));\n"
                "}\n",
         FRAGMENT "in vec2 at;\n"
                  "flat in float half_way;\n"
                  "void main() {\n"
                  "    float along = max(abs(at.x) - half_way, 0.0);\n"
                  "    paint(length(vec2(along, at.y)) - 0.5 * size);\n"
                  "}\n"},
    [SHADERS_POLYGON] = {COMMON "uniform vec4 paper;\n"
                                "void main() {\n"
                                "    int k = first + gl_VertexID * 2;\n"
                                "    gl_Position = place(vec2(number(k), number(k + 1)));\n"
                                "    ink = paper;\n"
                                "}\n",
                         FRAGMENT "void main() { paint(-1.0); }\n"},
    // Each corner goes out by 0.75 px from both of its edges, but not far from a sharp tip; the
    // distances to the edges are linear.
    [SHADERS_TRIANGLES] = {COMMON
                           "out vec3 outside;\n"
                           "vec2 corner(int k) { return vec2(number(k), number(k + 1)); }\n"
                           "vec2 normal(vec2 way) {\n"
                           "    float l = length(way);\n"
                           "    return l > 1e-6 ? vec2(way.y, -way.x) / l : vec2(0.0);\n"
                           "}\n"
                           "void main() {\n"
                           "    int k = first + gl_VertexID / 3 * 7, c = gl_VertexID % 3;\n"
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
                           "    ink = color_of(word(k + 6));\n"
                           "}\n",
                           FRAGMENT "in vec3 outside;\n"
                                    "void main() {\n"
                                    "    paint(max(outside.x, max(outside.y, outside.z)));\n"
                                    "}\n"},
};

const char *shaders_vertex(shaders_shape shape)
{
    return sources[shape].vertex;
}

const char *shaders_fragment(shaders_shape shape)
{
    return sources[shape].fragment;
}
