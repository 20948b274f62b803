// SPDX-License-Identifier: MIT
// A section an influence: its switch, its parameters, and how it goes. New ones come from a list.
#include "panel_controls.h"

static void show_rows(viewer *view, int k, scenery_item *tracks)
{
    const frame_influence *item = &view->now->influences[k];
    std::string owner = "influences." + std::to_string(k);
    const covey_param *row = item->kind->params;
    for (int p = 0; p < FRAME_PARAMS && row[p].name != nullptr; p++)
        if (scenery_is_meant(view->now, &row[p]))
            panel_param(view,
                        {owner + "." + row[p].name, &row[p], &tracks->of[p], row[p].name,
                         owner + "." + row[p].name, false},
                        item->params[p]);
}

/// On, off, and away.
static void show_head(viewer *view, int k, const scenery_item *tracks)
{
    const frame_influence *item = &view->now->influences[k];
    std::string owner = "influences." + std::to_string(k);
    if (scenery_has_switch(item->kind)) {
        bool on = scenery_is_on(item);
        if (ImGui::Checkbox(("on##" + owner).c_str(), &on))
            scenery_switch(view, k, tracks);
        panel_note(owner + ".on");
        panel_hint("Off: all of its strengths are 0. On: as they were.");
        ImGui::SameLine();
    }
    if (ImGui::Button(("remove##" + owner).c_str()))
        scenery_remove(view, k);
    panel_note(owner + ".remove");
    panel_hint("Takes this influence away; undo brings it back.");
}

static void show_influence(viewer *view, int k, scenery_item *tracks)
{
    const frame_influence *item = &view->now->influences[k];
    std::string title = std::to_string(k) + ": " + item->kind->name;
    if (item->flock >= 0 && item->flock < view->now->flocks_count)
        title += std::string(" on ") + view->now->flocks[item->flock].name;
    bool open = ImGui::TreeNodeEx((title + "###influence" + std::to_string(item->handle)).c_str(),
                                  ImGuiTreeNodeFlags_DefaultOpen);
    panel_note("section influences." + std::to_string(k));
    panel_hint(item->kind->title);
    if (!open)
        return;
    ImGui::Unindent(ImGui::GetTreeNodeToLabelSpacing());
    show_head(view, k, tracks);
    show_rows(view, k, tracks);
    ImGui::Indent(ImGui::GetTreeNodeToLabelSpacing());
    ImGui::TreePop();
}

void panel_show_influences(viewer *view)
{
    const frame *now = view->now;
    bool open = ImGui::CollapsingHeader("influences", ImGuiTreeNodeFlags_DefaultOpen);
    panel_note("section influences");
    panel_hint("What acts on agents from outside their flocks");
    if (!open)
        return;
    ImGui::BeginDisabled(now->recorded);
    bool bounded = scenery_is_bounded(now);
    if (ImGui::Checkbox("bounded area", &bounded))
        scenery_bound(view, bounded);
    panel_note("bounded area");
    panel_hint("Walls around the world that push agents back");
    const char *list[SLIDER_LIST];
    int taken;
    scenery_kinds(now, list);
    if (panel_choose("add", list, -1, &taken))
        scenery_add(view, list[taken]);
    panel_hint("One more, in the middle of the view; undo takes it back.");
    panel_row(view, BUTTONS_CLEAR);
    for (size_t k = 0; k < now->influences_count && k < SCENERY; k++)
        show_influence(view, static_cast<int>(k), &panel_self()->scene.items[k]);
    if (now->influences_count > SCENERY)
        ImGui::Text("and %zu more", now->influences_count - SCENERY);
    ImGui::EndDisabled();
}
