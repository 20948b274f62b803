// SPDX-License-Identifier: MIT
// Plots in the panel, each under a list of all that it can show, and enlarged over the page.
#include "panel_controls.h"

#include <string.h>

extern "C" {
#include "view/plots.h"
}

// ---- A plot ----

/// Draws plot `k` at the cursor; its place is an item of the window.
static void draw(const viewer *view, int k, ImVec2 size, float unit)
{
    ImVec2 low = ImGui::GetCursorScreenPos();
    panel_corner from = {low.x, low.y, false};
    const covey_canvas canvas = panel_canvas(&from);
    view_draw_page page = {size.x, size.y, unit, false};
    ImGui::Dummy(size);
    plots_draw(view, k, &page, &canvas);
    canvas.clip(canvas.context, nullptr);
}

// ---- The room ----

/// Takes the unit behind a name and a value away.
static void drop_unit(char text[PLOTS_LABEL])
{
    char *value = strchr(text, ' '), *unit = value != nullptr ? strchr(value + 1, ' ') : nullptr;
    if (unit != nullptr)
        *unit = '\0';
}

static void show_plot(viewer *view, int k, ImVec2 size)
{
    plots_list list;
    char text[PLOTS_LABEL];
    int count = plots_list_of(view->now, &list), kind = plots_kind(view, k);
    std::string name = "plot " + std::to_string(k + 1);
    plots_label(view, k, text);
    if (ImGui::CalcTextSize(text).x > size.x - ImGui::GetFrameHeight() - 8.0F * panel_self()->unit)
        drop_unit(text);
    ImGui::BeginGroup();
    ImGui::SetNextItemWidth(size.x);
    bool open = ImGui::BeginCombo(("##" + name).c_str(), text, ImGuiComboFlags_HeightLarge);
    panel_note(name);
    if (!open)
        panel_hint(plots_text(kind));
    for (int i = 0; open && i < count; i++) {
        if (ImGui::Selectable(list.names[i], list.kinds[i] == kind))
            plots_choose(view, k, list.kinds[i]);
        panel_note(name + "/" + list.names[i]);
        panel_hint(plots_text(list.kinds[i]));
    }
    if (open)
        ImGui::EndCombo();
    draw(view, k, size, panel_self()->unit);
    ImGui::EndGroup();
}

static void choose_flock(viewer *view)
{
    std::string names[COVEY_MAX_FLOCKS];
    const char *list[COVEY_MAX_FLOCKS + 1];
    int count = view->now->flocks_count, taken;
    for (int k = 0; k < count; k++) {
        names[k] = view->now->flocks[k].name;
        list[k] = names[k].c_str();
    }
    list[count] = nullptr;
    if (count > 1 && panel_choose("measured", list, view->plotted, &taken))
        plots_choose_flock(view, taken);
}

void panel_show_plots(viewer *view)
{
    float gap = 4.0F * panel_self()->unit;
    float width = 0.5F * (ImGui::GetContentRegionAvail().x - gap);
    float height = ImGui::GetIO().DisplaySize.y < 700.0F * panel_self()->unit ? 40.0F : 60.0F;
    choose_flock(view);
    for (int k = 0; k < PLOTS; k++) {
        show_plot(view, k, ImVec2(width, height * panel_self()->unit));
        if (k % 2 == 0)
            ImGui::SameLine(0, gap);
    }
    panel_row(view, BUTTONS_PLOTS);
}

void panel_show_large(viewer *view, ImVec2 size)
{
    bool open = true;
    const float left = view->page.is_narrow ? 0.0F : panel_self()->width;
    ImGui::SetNextWindowPos(ImVec2(left, 0)); // all of the page: nothing of it looks out below
    ImGui::SetNextWindowSize(ImVec2(size.x - left, size.y));
    ImGui::Begin("Plots", &open,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    draw(view, -1, ImGui::GetContentRegionAvail(), panel_self()->unit);
    panel_note("Plots");
    ImGui::End();
    view->sheets.plots = view->sheets.plots && open;
}
