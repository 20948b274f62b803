// SPDX-License-Identifier: MIT
// Time, and how the picture looks.
#include "panel_controls.h"

#include <cmath>

// ---- Time ----

/// The steps that can be gone to, and the other futures.
static void show_line(viewer *view)
{
    const frame *now = view->now;
    double step = (double)now->step;
    const char *format = now->recorded ? "frame %.0f" : "step %.0f";
    if (panel_slide("time", &step, {(double)now->begin, (double)now->end, format, 0}))
        viewer_go(view, std::floor(step + 0.5));
    panel_hint(
        "Drag: any step of the past, with the same bits. A change there begins another future.");
    panel_name("time", "The steps that were taken");
    panel_row(view, BUTTONS_PAST);
    std::string texts[COVEY_HISTORY_BRANCHES];
    const char *list[COVEY_HISTORY_BRANCHES + 2] = {"this one"};
    for (int k = 0; k < now->branches_count; k++) {
        texts[k] = std::to_string(k + 1) + ": to step " + std::to_string(now->branches[k]);
        list[k + 1] = texts[k].c_str();
    }
    int taken;
    if (now->branches_count > 0 && panel_choose("future", list, 0, &taken))
        viewer_command(view, "take %d", taken - 1);
}

void panel_show_time(viewer *view)
{
    panel_row(view, BUTTONS_TIME);
    show_line(view);
    const char *format = view->now->recorded ? "%.3g frames/s" : "%.3g steps/s";
    panel_slide_setting("speed", &view->set.speed,
                        {0.1, 1000.0, format, ImGuiSliderFlags_Logarithmic}, 10000.0);
    panel_toggle("as fast as it can", "fast", &view->set.fast);
    panel_show_agents(view);
}

// ---- How it looks ----

void panel_show_looks(viewer *view)
{
    if (frame_is_deep(view->now)) {
        panel_row(view, BUTTONS_CAMERA);
        panel_toggle("perspective", "perspective", &view->set.perspective);
    }
    panel_choose_setting("camera", "camera", settings_cameras(), &view->set.camera);
    panel_choose_setting("color", "coloring", covey_coloring_names(), &view->set.coloring);
    panel_choose_setting("theme", "theme", covey_theme_names(), &view->set.theme);
    panel_slide_setting("trails", &view->set.trails, {0.0, 200.0, "%.0f steps", 0}, 200.0);
    view->set.trails = std::floor(view->set.trails);
    float half = 0.5F * ImGui::GetContentRegionAvail().x;
    for (int k = 0; settings_overlays[k].name != nullptr; k++) {
        const settings_overlay *one = &settings_overlays[k];
        const covey_param *row = covey_param_find(settings_table, one->name);
        double value = covey_param_value(row, &view->set);
        if (k % 2 == 1)
            ImGui::SameLine(half);
        panel_toggle(one->shown, one->name, &value);
        const covey_setting set = {one->name, value};
        (void)covey_param_set(settings_table, &view->set, &set, nullptr);
    }
    panel_toggle("plots", "plots", &view->set.plots);
}
