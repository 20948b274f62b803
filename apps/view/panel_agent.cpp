// SPDX-License-Identifier: MIT
// The selected agent in numbers.
#include "panel_controls.h"

extern "C" {
#include "view/inspect.h"
}

static ImU32 color_of(const viewer *view, const inspect_line *line)
{
    if (line->rule < 0)
        return ImGui::GetColorU32(ImGuiCol_Text);
    covey_color ink =
        covey_palette_kind((covey_theme)view->set.theme, static_cast<size_t>(line->rule));
    return IM_COL32(ink.r, ink.g, ink.b, 255);
}

void panel_show_agent(viewer *view)
{
    inspect_line lines[INSPECT_LINES];
    int count = inspect_lines(view, lines);
    if (count == 0)
        return;
    bool open = ImGui::CollapsingHeader("agent", ImGuiTreeNodeFlags_DefaultOpen);
    panel_note("section agent");
    panel_hint("The selected agent, at the step that is shown: go back, and it shows that step");
    for (int k = 0; open && k < count; k++) {
        ImGui::PushStyleColor(ImGuiCol_Text, color_of(view, &lines[k]));
        ImGui::TextUnformatted(lines[k].name);
        ImGui::SameLine(100.0F * panel_self()->unit);
        ImGui::TextUnformatted(lines[k].value);
        ImGui::PopStyleColor();
        panel_hint(lines[k].text);
    }
}
