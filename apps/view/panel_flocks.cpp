// SPDX-License-Identifier: MIT
// Preset, model, agents, and a section of parameters a flock.
#include "panel_controls.h"

#include <cmath>
#include <string.h>

extern "C" {
#include "view/input.h"
#include "view/matrix.h"
#include "view/senses.h"
#include "view/slider.h"
}

constexpr double MOST_AGENTS = 1e6; ///< that a slip of the hand on the keyboard may ask for

// ---- Parameters ----

static void slide_param(viewer *view, const panel_place &at, double value)
{
    char format[SLIDER_FORMAT], text[SLIDER_TEXT];
    double edited = value;
    slider_format(at.row, value, format);
    bool changed = panel_slide(at.key, &edited, {at.track->least, at.track->most, format, 0});
    if (ImGui::IsItemActivated())
        panel_self()->has_moved = false;
    if (panel_is_doubled()) { // its first click is taken back with it
        viewer_set_key(view, at.set.c_str(), at.row, at.track->base,
                       panel_self()->clicked != at.key);
    } else if (changed) {
        viewer_set_key(view, at.set.c_str(), at.row, slider_value(at.row, edited),
                       !panel_self()->has_moved);
        panel_self()->clicked = at.key;
        panel_self()->has_moved = true;
    }
    slider_explain(at.track, at.row, text);
    panel_hint(text);
}

/// A switch before the name of a rule.
static void switch_rule(viewer *view, const panel_place &at, double value)
{
    bool on = value != 0.0;
    ImGui::SameLine();
    if (ImGui::Checkbox((at.name + "##" + at.key).c_str(), &on))
        viewer_set_key(view, at.set.c_str(), at.row, on ? at.track->on : 0.0, true);
    panel_note(at.key + ".on");
    panel_hint("Switches this rule off and on.");
}

void panel_param(viewer *view, const panel_place &at, double value)
{
    int taken = 0;
    if (at.row->choices == nullptr) {
        slide_param(view, at, value);
    } else {
        if (panel_choose(("##" + at.key).c_str(), at.row->choices, (int)value, &taken))
            viewer_set_key(view, at.set.c_str(), at.row, taken, true);
        panel_hint(at.row->text);
    }
    if (at.has_switch)
        switch_rule(view, at, value);
    else
        panel_name(at.name.c_str(), at.row->text);
}

// ---- The panel of the scenario ----

static void show_restore(viewer *view)
{
    const sliders *from = &panel_self()->values;
    ImGui::BeginDisabled(!restore_has_work(view, from));
    if (ImGui::Button("restore", ImVec2(ImGui::GetContentRegionAvail().x, 0)))
        restore_all(view, from);
    ImGui::EndDisabled();
    panel_note("restore");
    panel_hint("All parameters of all flocks as they were when this was opened");
}

static void show_item(viewer *view, int k)
{
    const frame_panel *item = &view->now->panel[k];
    if (item->row != nullptr)
        panel_param(view,
                    {item->key, item->row, &panel_self()->values.panel[k], item->name,
                     "panel." + std::to_string(k), item->row->rule},
                    item->value);
    if (item->text[0] == '\0')
        return;
    ImGui::PushTextWrapPos(0.0F);
    if (item->row != nullptr)
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetColorU32(ImGuiCol_TextDisabled));
    ImGui::TextUnformatted(item->text);
    if (item->row != nullptr)
        ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
}

bool panel_show_own(viewer *view)
{
    if (view->now->panel_count == 0)
        return true;
    show_restore(view);
    ImGui::BeginDisabled(view->now->recorded);
    for (int k = 0; k < view->now->panel_count; k++)
        show_item(view, k);
    ImGui::EndDisabled();
    bool open = ImGui::CollapsingHeader("all parameters");
    panel_note("section all");
    panel_hint("What the scenario's own panel leaves out");
    return open;
}

// ---- All parameters ----

/// Bodies of a flock that do not overlap.
static void show_bodies(viewer *view, int k)
{
    const frame_flock *flock = &view->now->flocks[k];
    bool is_hard = flock->def.hard;
    ImGui::BeginDisabled(!(flock->def.body > 0.0));
    if (ImGui::Checkbox((std::string("hard bodies##") + flock->name).c_str(), &is_hard))
        matrix_hard(view, k, is_hard);
    ImGui::EndDisabled();
    panel_note(std::string(flock->name) + ".hard");
    panel_hint("Its agents do not overlap each other, nor those of other hard flocks.\n"
               "Only of a flock whose scenario gives its agents a body.");
}

/// Flocks that hunt catch, or only chase; prey that does not see them can be let flee.
static void show_hunt(viewer *view, int k)
{
    const frame_flock *flock = &view->now->flocks[k];
    int unseen = senses_unseen(view->now, k);
    std::string name = flock->name;
    if (unseen >= 0) {
        ImGui::TextWrapped("%s do not see %s.", flock->name, view->now->flocks[unseen].name);
        if (ImGui::Button(("let them flee##" + name).c_str()))
            senses_set(view, k, unseen, COVEY_RESPONSE_FLEE + 1);
        panel_note("let them flee");
    }
    if (flock->prey < 0)
        return;
    bool catches = flock->def.catches > 0.0, births = flock->def.births;
    if (ImGui::Checkbox(("catch##" + name).c_str(), &catches))
        senses_catch(view, k, catches, births);
    panel_note(name + ".catch");
    panel_hint("Prey that ends a step near one of them is caught");
    ImGui::SameLine();
    ImGui::BeginDisabled(!catches || view->now->space.kind == COVEY_SPACE_OPEN);
    if (ImGui::Checkbox(("birth##" + name).c_str(), &births))
        senses_catch(view, k, catches, births);
    ImGui::EndDisabled();
    panel_note(name + ".birth");
    panel_hint("For each that is caught another one begins elsewhere");
    ImGui::SameLine();
    ImGui::Text("%llu caught", static_cast<unsigned long long>(flock->caught));
}

/// The way that the flock moves: parameters of both motions keep their values.
static void show_motion(viewer *view, int k)
{
    const frame_flock *flock = &view->now->flocks[k];
    const char *list[SLIDER_LIST];
    int taken = 0, now = slider_motions(flock, list);
    std::string name = std::string("##") + flock->name + ".motion";
    if (panel_choose(name.c_str(), list, now, &taken, slider_motion_title))
        viewer_command(view, "set flocks.%d.motion %s", k, list[taken]);
    panel_hint(flock->motion->title);
    panel_name("motion", "How intents move its agents");
}

void panel_show_flocks(viewer *view)
{
    if (view->now->panel_count == 0) // else it is above the scenario's own panel
        show_restore(view);
    for (int k = 0; k < view->now->flocks_count; k++) {
        const frame_flock *flock = &view->now->flocks[k];
        const covey_param *row;
        std::string title = std::string(flock->name) + ": " + flock->model->name;
        bool open = ImGui::CollapsingHeader(title.c_str(), ImGuiTreeNodeFlags_DefaultOpen);
        panel_note(std::string("section ") + flock->name);
        panel_hint(flock->model->title);
        ImGui::BeginDisabled(view->now->recorded);
        for (int p = 0; open && p < FRAME_PARAMS && (row = frame_param(flock, p)) != nullptr; p++)
            panel_param(view,
                        {"flocks." + std::to_string(k) + "." + row->name, row,
                         &panel_self()->values.flocks[k].of[p], row->name,
                         std::string(flock->name) + "." + row->name, row->rule},
                        flock->params[p]);
        if (open && !view->now->recorded) {
            show_motion(view, k);
            show_hunt(view, k);
            show_bodies(view, k);
        }
        ImGui::EndDisabled();
    }
}

// ---- Preset and model ----

/// The name of a file without its folder.
static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != nullptr ? slash + 1 : path;
}

void panel_show_pickers(viewer *view)
{
    const char *list[SLIDER_LIST];
    int taken = -1, now = slider_presets(view->now->name, list);
    const char *name = now >= 0 ? list[now] : "";
    std::string changed = name;
    if (now >= 0 && view->now->undoable > 0)
        list[now] = (changed += " (changed)").c_str();
    (void)panel_choose("preset", list, now, &taken, slider_title, file_name(view->now->name));
    if (taken >= 0) // the same one, too: it is opened anew
        viewer_command(view, "open %s", taken == now ? name : list[taken]);
    ImGui::SameLine();
    if (ImGui::SmallButton("gallery"))
        input_gallery(view);
    panel_note("gallery");
    panel_hint("All presets with titles and pictures: J");
    ImGui::BeginDisabled(view->now->recorded);
    now = slider_models(view->now->flocks[0].model, list);
    if (panel_choose("model", list, now, &taken))
        viewer_command(view, "model %s", list[taken]);
    panel_hint("Another model for the first flock, at the same lengths and speeds.");
    ImGui::EndDisabled();
}

void panel_show_agents(viewer *view)
{
    double count = (double)view->now->flocks[0].count, edited = count;
    double most = std::fmax(1000.0, 2.0 * count);
    ImGui::BeginDisabled(view->now->recorded);
    bool changed =
        panel_slide("agents", &edited, {0.0, most, "%.0f", ImGuiSliderFlags_Logarithmic});
    panel_hint("Agents of the first flock. Ctrl+click: type.");
    edited = std::floor(edited + 0.5);
    if (changed && edited > MOST_AGENTS)
        viewer_say(view, "at most %.0f agents can be typed", MOST_AGENTS);
    else if (changed && edited != count && edited >= 0.0)
        viewer_command(view, "agents %+.0f", edited - count);
    for (const char *sign : {"-", "+"}) {
        ImGui::SameLine(0, (sign[0] == '-' ? 8.0F : 4.0F) * panel_self()->unit);
        if (ImGui::Button(sign, ImVec2(22.0F * panel_self()->unit, 0)))
            viewer_command(view, "agents %s10", sign);
        panel_note(sign);
        panel_hint("Ten agents more, or fewer: + and -");
    }
    ImGui::SameLine(0, 4.0F * panel_self()->unit);
    ImGui::TextUnformatted("agents");
    ImGui::EndDisabled();
}
