// SPDX-License-Identifier: MIT
// A canvas that gives the calls of pictures to Dear ImGui, in the window that is being made.
#include "panel_controls.h"

#include <stdlib.h>

extern "C" {
#include "panel.h"
#include "view/shaders.h"
}

static ImVec2 at(const void *context, float x, float y)
{
    const auto *from = static_cast<const panel_corner *>(context);
    return ImVec2(from->x + x, from->y + y);
}

static ImU32 ink_of(covey_color color)
{
    return IM_COL32(color.r, color.g, color.b, color.a);
}

static void clear(void *, covey_color) {}

/// One clip at a time, inside that of the window; a little wider, as rims are on its edge and
/// Dear ImGui takes whole px, and moves lines by half of one.
static void clip(void *context, const covey_box *box)
{
    auto *self = static_cast<panel_corner *>(context);
    if (self->is_clipped)
        ImGui::PopClipRect();
    self->is_clipped = box != nullptr;
    if (box == nullptr)
        return;
    ImVec2 low = at(context, static_cast<float>(box->x), static_cast<float>(box->y));
    ImVec2 high(low.x + static_cast<float>(box->width), low.y + static_cast<float>(box->height));
    ImGui::PushClipRect(ImVec2(low.x - 1.0F, low.y - 1.0F), ImVec2(high.x + 2.0F, high.y + 2.0F),
                        true);
}

static void darts(void *context, const covey_dart *list, size_t count, double length)
{
    ImDrawList *to = ImGui::GetWindowDrawList();
    const auto size = static_cast<float>(length);
    for (size_t k = 0; k < count; k++) {
        const covey_dart *one = &list[k];
        auto corner = [&](float along, float across) {
            return at(context, one->x + size * (along * one->dx - across * one->dy),
                      one->y + size * (along * one->dy + across * one->dx));
        };
        ImU32 ink = ink_of(one->color);
        ImVec2 tip = corner(0.6F, 0.0F), notch = corner(-0.2F, 0.0F);
        to->AddTriangleFilled(tip, corner(-0.4F, 0.32F), notch, ink);
        to->AddTriangleFilled(tip, notch, corner(-0.4F, -0.32F), ink);
    }
}

static void discs(void *context, const covey_disc *list, size_t count, double width)
{
    ImDrawList *to = ImGui::GetWindowDrawList();
    for (size_t k = 0; k < count; k++) {
        ImVec2 center = at(context, list[k].x, list[k].y);
        if (width > 0.0)
            to->AddCircle(center, list[k].radius, ink_of(list[k].color), 0,
                          static_cast<float>(width));
        else
            to->AddCircleFilled(center, list[k].radius, ink_of(list[k].color));
    }
}

static void segments(void *context, const covey_segment *list, size_t count, double width)
{
    ImDrawList *to = ImGui::GetWindowDrawList();
    for (size_t k = 0; k < count; k++)
        to->AddLine(at(context, list[k].a.x, list[k].a.y), at(context, list[k].b.x, list[k].b.y),
                    ink_of(list[k].color), static_cast<float>(width));
}

static bool is_box(const covey_point *p, size_t count)
{
    return count == 4 && p[0].x == p[1].x && p[2].x == p[3].x && p[0].y == p[3].y &&
           p[1].y == p[2].y;
}

static void polygon(void *context, const covey_point *points, size_t count, covey_color color)
{
    ImDrawList *to = ImGui::GetWindowDrawList();
    if (is_box(points, count)) { // as the bars of plots
        to->AddRectFilled(at(context, points[1].x, points[1].y),
                          at(context, points[3].x, points[3].y), ink_of(color));
        return;
    }
    size_t corners = 0;
    covey_point *list = triangulate(points, count, &corners);
    for (size_t k = 0; list != nullptr && k + 2 < corners; k += 3)
        to->AddTriangleFilled(at(context, list[k].x, list[k].y),
                              at(context, list[k + 1].x, list[k + 1].y),
                              at(context, list[k + 2].x, list[k + 2].y), ink_of(color));
    free(list);
}

static void triangles(void *context, const covey_triangle *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        ImGui::GetWindowDrawList()->AddTriangleFilled(
            at(context, list[k].a.x, list[k].a.y), at(context, list[k].b.x, list[k].b.y),
            at(context, list[k].c.x, list[k].c.y), ink_of(list[k].color));
}

static void label(void *context, const covey_label *text)
{
    const auto *from = static_cast<const panel_corner *>(context);
    covey_label there = *text;
    there.x += static_cast<double>(from->x);
    there.y += static_cast<double>(from->y);
    panel_write(ImGui::GetWindowDrawList(), &there);
}

covey_canvas panel_canvas(panel_corner *from)
{
    return {from,     clear, clip, darts, discs, segments, polygon, label, panel_label_width,
            triangles};
}
