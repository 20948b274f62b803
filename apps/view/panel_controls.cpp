// SPDX-License-Identifier: MIT
// Controls of the panel by name, so that scripts and screen readers find them.
#include "panel_controls.h"

#include <cmath>

constexpr float TIP = 0.4F;      ///< s that the pointer rests before a tip is shown
constexpr float NAMES = -130.0F; ///< units that controls leave for their names

void panel_note(const std::string &label)
{
    std::string name = label.compare(0, 2, "##") == 0 ? label.substr(2) : label;
    ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (panel_self()->wanted == name) {
        ImGui::SetScrollHereY(0.5F);
        panel_self()->wanted.clear();
    }
    ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    bool seen = low.y >= window.y && high.y <= window.y + size.y;
    panel_self()->items[name] = {{low.x, low.y, high.x - low.x, high.y - low.y}, seen};
}

void panel_hint(const char *text)
{
    if (!(panel_self()->rest > TIP && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)))
        return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(0.9F * ImGui::GetIO().DisplaySize.x); // all of it is in the window
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void panel_row(viewer *view, button_row row)
{
    button list[BUTTONS];
    int count = buttons_of(view, row, list);
    float gap = 4.0F * panel_self()->unit;
    float width = (ImGui::GetContentRegionAvail().x - (float)(count - 1) * gap) / (float)count;
    for (int k = 0; k < count; k++) {
        if (k > 0)
            ImGui::SameLine(0, gap);
        ImGui::BeginDisabled(list[k].is_idle);
        if (ImGui::Button(list[k].shown, ImVec2(width, 0)))
            list[k].press(view);
        ImGui::EndDisabled();
        panel_note(list[k].shown);
        panel_note(list[k].name);
        panel_hint(list[k].text);
    }
}

bool panel_is_doubled()
{
    return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0);
}

static const char *setting_text(const char *name)
{
    return covey_param_find(settings_table, name)->text;
}

void panel_name(const char *name, const char *text)
{
    ImGui::SameLine();
    ImGui::TextUnformatted(name);
    panel_hint(text);
}

bool panel_slide(const std::string &key, double *value, const panel_look &as)
{
    double edited = *value;
    ImGui::SetNextItemWidth(NAMES * panel_self()->unit);
    bool moved = ImGui::SliderScalar(("##" + key).c_str(), ImGuiDataType_Double, &edited, &as.least,
                                     &as.most, as.format, as.flags);
    panel_note(key);
    if (ImGui::IsMouseDown(0) && ImGui::GetIO().MouseClickedLastCount[0] == 2)
        return false;
    *value = edited;
    return moved;
}

void panel_slide_setting(const char *name, double *value, const panel_look &as, double most)
{
    (void)panel_slide(name, value, as);
    *value = std::fmin(std::fmax(*value, as.least), most);
    if (panel_is_doubled())
        *value = covey_param_find(settings_table, name)->initial;
    panel_hint(setting_text(name));
    panel_name(name, setting_text(name));
}

void panel_toggle(const char *name, const char *setting, double *value)
{
    bool on = *value != 0.0;
    if (ImGui::Checkbox(name, &on))
        *value = on ? 1.0 : 0.0;
    panel_note(name);
    panel_hint(setting_text(setting));
}

bool panel_choose(const char *name, const char *const *list, int now, int *taken,
                  panel_explain explain, const char *none)
{
    bool changed = false;
    ImGui::SetNextItemWidth(NAMES * panel_self()->unit);
    bool open = ImGui::BeginCombo(name, now >= 0 ? list[now] : none, ImGuiComboFlags_HeightLarge);
    panel_note(name);
    for (int k = 0; open && list[k] != nullptr; k++) {
        if (ImGui::Selectable(list[k], k == now)) {
            *taken = k;
            changed = k != now;
        }
        if (k == now && ImGui::IsWindowAppearing()) // a long list opens where it is
            ImGui::SetScrollHereY(0.5F);
        panel_note(std::string(name) + "/" + list[k]);
        char text[SLIDER_TEXT] = "";
        if (explain != nullptr)
            explain(list[k], text);
        if (text[0] != '\0')
            panel_hint(text);
    }
    if (open)
        ImGui::EndCombo();
    return changed;
}

void panel_choose_setting(const char *name, const char *setting, const char *const *list,
                          double *value)
{
    int taken = (int)*value;
    (void)panel_choose(name, list, taken, &taken);
    *value = taken;
    panel_hint(setting_text(setting));
}
