// SPDX-License-Identifier: MIT
// Flocks among each other: of one or two, for each flock a table with a row for each rule and a
// column for each flock, whose cells are switches with weights. Of more flocks, two lists choose
// one and the other, and below their switches stands what all flocks respond to.
#include "panel_controls.h"

#include <cmath>
#include <stdio.h>

extern "C" {
#include "view/matrix.h"
}

constexpr float NAMES = 76.0F; ///< units of the names of rules
constexpr int TABLES = 2;      ///< flocks whose tables are as wide as the panel

/// The weight of a cell that is on; dragged, or typed after Ctrl+click.
static void show_weight(viewer *view, matrix_cell cell, const frame_response *one,
                        const std::string &key)
{
    double weight = one->def.weight;
    const double size = std::fmax(std::fabs(weight), 0.1 * std::fmax(view->now->push, 1e-3));
    ImGui::SameLine(0, 4.0F * panel_self()->unit);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    bool changed =
        ImGui::DragScalar(("##" + key + ".weight").c_str(), ImGuiDataType_Double, &weight,
                          static_cast<float>(0.01 * size), nullptr, nullptr, "%.4g");
    if (ImGui::IsItemActivated())
        panel_self()->has_moved = false;
    if (changed) {
        matrix_weight(view, cell, weight, !panel_self()->has_moved);
        panel_self()->has_moved = true;
    }
    panel_note(key + ".weight");
    panel_hint("Its weight: drag, or Ctrl+click to type");
}

static void show_cell(viewer *view, matrix_cell cell)
{
    const frame *now = view->now;
    const std::string rule = covey_response_rules()[cell.rule], name = now->flocks[cell.flock].name;
    const std::string key = name + "." + rule + "." + now->flocks[cell.other].name;
    const frame_response *one = matrix_find(now, cell);
    bool is_on = one != nullptr;
    if (ImGui::Checkbox(("##" + key).c_str(), &is_on))
        matrix_switch(view, cell, is_on);
    panel_note(key);
    panel_hint((name + ": " + rule + " " + now->flocks[cell.other].name +
                "\nBesides what the model does; off: not at all")
                   .c_str());
    if (one != nullptr)
        show_weight(view, cell, one, key);
}

/// Which flocks the model senses by itself.
static void show_model(const viewer *view, int flock)
{
    const frame *now = view->now;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("model");
    for (int other = 0; other < now->flocks_count; other++) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", matrix_model_senses(now, flock, other) ? "senses" : "-");
        panel_hint("Whether the model itself senses agents of that flock");
    }
}

static void show_flock(viewer *view, int flock)
{
    const frame *now = view->now;
    const float unit = panel_self()->unit;
    const std::string name = now->flocks[flock].name;
    const int columns = now->flocks_count + 1;
    const float room = ImGui::GetContentRegionAvail().x - NAMES * unit;
    const float width = room / static_cast<float>(columns - 1) - 2 * unit;
    if (!ImGui::BeginTable(("matrix " + name).c_str(), columns,
                           ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_NoSavedSettings))
        return;
    ImGui::TableSetupColumn((name + ":").c_str(), ImGuiTableColumnFlags_WidthFixed, NAMES * unit);
    for (int other = 0; other < now->flocks_count; other++)
        ImGui::TableSetupColumn(now->flocks[other].name, ImGuiTableColumnFlags_WidthFixed, width);
    ImGui::TableHeadersRow();
    show_model(view, flock);
    for (int rule = 0; rule < MATRIX_RULES; rule++) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(covey_response_rules()[rule]);
        for (int other = 0; other < now->flocks_count; other++) {
            ImGui::TableNextColumn();
            show_cell(view, {flock, other, rule});
        }
    }
    ImGui::EndTable();
}

// ---- Many flocks ----

static void choose_flock(const frame *now, const char *name, const char *text, int *flock)
{
    const char *list[COVEY_MAX_FLOCKS + 1];
    for (int k = 0; k < now->flocks_count; k++)
        list[k] = now->flocks[k].name;
    list[now->flocks_count] = nullptr;
    *flock = *flock < now->flocks_count ? *flock : 0; // it may be of a world before
    (void)panel_choose(name, list, *flock, flock);
    panel_hint(text);
}

/// The switches of one flock about another one, a line each.
static void show_pair(viewer *view, int flock, int other)
{
    const bool senses = matrix_model_senses(view->now, flock, other);
    ImGui::TextDisabled("its model %s the other", senses ? "senses" : "does not sense");
    for (int rule = 0; rule < MATRIX_RULES; rule++) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(covey_response_rules()[rule]);
        ImGui::SameLine(NAMES * panel_self()->unit);
        show_cell(view, {flock, other, rule});
    }
}

/// All responses of all flocks; a click chooses the flocks of one.
static void list_responses(const viewer *view, int *flock, int *other)
{
    const frame *now = view->now;
    for (int k = 0; k < now->flocks_count; k++)
        for (int r = 0; r < now->flocks[k].responses_count; r++) {
            const frame_response *one = &now->flocks[k].responses[r];
            char weight[32];
            (void)snprintf(weight, sizeof weight, ", %.4g", one->def.weight);
            const std::string text = std::string(now->flocks[k].name) + ": " +
                                     covey_response_rules()[one->def.rule] + " " +
                                     now->flocks[one->other].name + weight;
            ImGui::PushID(k * COVEY_MAX_ZONES + r);
            if (ImGui::Selectable(text.c_str(), k == *flock && one->other == *other)) {
                *flock = k;
                *other = one->other;
            }
            ImGui::PopID();
            panel_note("response " + std::to_string(k) + "." + std::to_string(r));
            panel_hint("Shows the switches of these two above");
        }
}

static void show_many(viewer *view)
{
    int *flock = &panel_self()->matrix_flock, *other = &panel_self()->matrix_other;
    choose_flock(view->now, "flock", "The flock that responds", flock);
    choose_flock(view->now, "the other", "The flock that it responds to, or itself", other);
    show_pair(view, *flock, *other);
    list_responses(view, flock, other);
}

void panel_show_matrix(viewer *view)
{
    const frame *now = view->now;
    if (now->recorded || now->flocks_count < 1)
        return;
    const bool several = now->flocks_count > 1; // a header of its own, which begins open
    const bool open =
        ImGui::CollapsingHeader(several ? "flocks among each other###matrix of several"
                                        : "flocks among each other###matrix",
                                several ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    panel_note("section matrix");
    panel_hint("What each flock does about each, itself included, besides what its model does");
    if (open && now->flocks_count > TABLES)
        show_many(view);
    for (int k = 0; open && k < now->flocks_count && now->flocks_count <= TABLES; k++)
        show_flock(view, k);
}
