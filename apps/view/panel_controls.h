// SPDX-License-Identifier: MIT
// What the parts of the panel share: its state, and controls that scripts and screen readers find
// by name. C++, for the files of the panel alone.
#ifndef COVEY_VIEW_PANEL_CONTROLS_H
#define COVEY_VIEW_PANEL_CONTROLS_H

#include <imgui.h>
#include <map>
#include <string>

extern "C" {
#include "view/buttons.h"
#include "view/gallery.h"
#include "view/scenery.h"
#include "view/slider.h"
}

/// Where a control was in the last frame.
struct panel_item {
    covey_box box;
    bool is_seen;
};

/// No state that matters but which widgets are open: the panel reads the frame, and gives orders
/// like any key.
struct panel_state {
    ImFont *font, *strong;
    float unit;
    std::map<std::string, panel_item> items;
    std::string wanted; ///< control that is to be scrolled to
    sliders values;
    gallery cards;
    scenery scene;
    float width;         ///< of the panel, px
    float rest;          ///< s that the pointer has not been moved or pressed
    bool has_moved;      ///< the slider in the hand has changed something
    std::string clicked; ///< slider that changed something last
    double theme;
    bool is_told;                   ///< how a panel that begins hidden is shown
    int matrix_flock, matrix_other; ///< of the switches that are shown for many flocks
    float sheet, list; ///< how wide key sheet and list of files were in the last frame, px
};

/// The state of the panel, which its context of Dear ImGui keeps.
inline panel_state *panel_self()
{
    return static_cast<panel_state *>(ImGui::GetIO().UserData);
}

/// How a number is shown on its slider, and its range.
struct panel_look {
    double least, most;
    const char *format;
    ImGuiSliderFlags flags;
};

/// To be called behind each control. Text behind ## is not shown, but is the name.
void panel_note(const std::string &label);

/// A tip, once the pointer rests on the control.
void panel_hint(const char *text);

/// The name behind a control.
void panel_name(const char *name, const char *text);

/// A text of a picture, px of the window.
void panel_write(ImDrawList *to, const covey_label *label);

/// A canvas whose page begins at a place of the window that is being made, px.
struct panel_corner {
    float x, y;
    bool is_clipped;
};
covey_canvas panel_canvas(panel_corner *from);

/// A row of buttons of one width.
void panel_row(viewer *view, button_row row);

/// True where the last control is clicked for the second time.
bool panel_is_doubled();

/// A slider with the name in `key`; true if it has moved. The second press of a double click does
/// not move it, however long it is held.
bool panel_slide(const std::string &key, double *value, const panel_look &as);

/// The same for a setting of the viewer, from `least` to any number typed up to `most`.
void panel_slide_setting(const char *name, double *value, const panel_look &as, double most);

/// A switch for a setting that is 0 or 1.
void panel_toggle(const char *name, const char *setting, double *value);

/// A choice of a list; true with its number if another one is taken. `explain` writes a tip for an
/// entry; where `now` is -1, `none` is shown in place of one.
using panel_explain = void (*)(const char *entry, char text[SLIDER_TEXT]);
bool panel_choose(const char *name, const char *const *list, int now, int *taken,
                  panel_explain explain = nullptr, const char *none = "");
void panel_choose_setting(const char *name, const char *setting, const char *const *list,
                          double *value);

/// A parameter: the key of the scenario that sets it, its name on the panel, and that of its
/// controls.
struct panel_place {
    std::string set;
    const covey_param *row;
    slider *track;
    std::string name;
    std::string key;
    bool has_switch; ///< a switch before the name
};

/// The slider or list of a parameter.
void panel_param(viewer *view, const panel_place &at, double value);

// ---- Rooms, each in a separate file ----

void panel_show_pickers(viewer *view);              ///< preset and model
void panel_show_agents(viewer *view);               ///< how many there are
void panel_show_agent(viewer *view);                ///< the selected one, in numbers
bool panel_show_own(viewer *view);                  ///< the scenario's; true: all others, too
void panel_show_flocks(viewer *view);               ///< a section a flock
void panel_show_matrix(viewer *view);               ///< flocks among each other
void panel_show_influences(viewer *view);           ///< and an influence
void panel_show_time(viewer *view);                 ///< run, time line, speed
void panel_show_looks(viewer *view);                ///< how the picture looks
void panel_show_plots(viewer *view);                ///< measures over time, and histograms
void panel_show_large(viewer *view, ImVec2 size);   ///< the same, over the page
void panel_show_sheet(viewer *view, ImVec2 size);   ///< keys and mouse, over the page
void panel_show_open(viewer *view, ImVec2 size);    ///< the files to open, over the page
void panel_show_gallery(viewer *view, ImVec2 size); ///< the presets, over the page
void panel_show_message(const viewer *view, ImVec2 size);

#endif
