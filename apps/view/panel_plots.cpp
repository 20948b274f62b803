// SPDX-License-Identifier: MIT
// Measures over time.
#include "panel_controls.h"

void panel_show_plots(viewer *view)
{
    float width = 0.5F * (ImGui::GetContentRegionAvail().x - 4.0F * panel_self()->unit);
    for (int k = 0; k < PLOTS; k++) {
        button_plot plot = buttons_plot(&view->now->series, (frame_plot)k);
        ImGui::PlotLines((std::string("##") + plot.name).c_str(), plot.values, plot.count, 0,
                         plot.label, 0.0F, plot.top, ImVec2(width, 44.0F * panel_self()->unit));
        panel_note(std::string("plot ") + plot.name);
        if (k % 2 == 0)
            ImGui::SameLine(0, 4.0F * panel_self()->unit);
    }
}
