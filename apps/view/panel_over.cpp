// SPDX-License-Identifier: MIT
// What stands over the page: keys and mouse, files to open, and messages.
#include "panel_controls.h"

#include <cmath>

extern "C" {
#include "view/input.h"
}

/// A window as wide as its texts wraps those that are wider than the window of the program, here
/// where there is also room for a bar to scroll.
static float wrap_of(ImVec2 size, float most)
{
    const ImGuiStyle &style = ImGui::GetStyle();
    return std::fmin(most * panel_self()->unit,
                     size.x - 2.0F * style.WindowPadding.x - style.ScrollbarSize);
}

static void show_rows(const input_key *rows, float wrap)
{
    for (const input_key *row = rows; row->name != nullptr; row++) {
        if (row->name[0] == '\0')
            continue;
        ImGui::TextUnformatted(row->name);
        ImGui::SameLine(110.0F * panel_self()->unit);
        ImGui::PushTextWrapPos(wrap);
        ImGui::TextUnformatted(row->text);
        ImGui::PopTextWrapPos();
    }
}

/// The next window stands in the middle of the page, `share` of it above `y`, or further left
/// where `width` asks for it.
static void put_over(ImVec2 size, float y, float share, float width)
{
    float x = panel_self()->width + 0.5F * (size.x - panel_self()->width);
    x = std::fmin(x, size.x - 0.5F * width);
    ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always, ImVec2(0.5F, share));
}

void panel_show_sheet(viewer *view, ImVec2 size)
{
    bool open = true;
    put_over(size, 0.5F * size.y, 0.5F, panel_self()->sheet);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(size.x, size.y));
    ImGui::Begin("Keys and mouse", &open,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    panel_note("Keys and mouse"); // its bar
    panel_self()->sheet = ImGui::GetWindowWidth();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        ImVec2(8.0F * panel_self()->unit, 1.0F * panel_self()->unit));
    show_rows(input_mouse, wrap_of(size, 560.0F));
    ImGui::Separator();
    show_rows(input_keys, wrap_of(size, 560.0F));
    ImGui::PopStyleVar();
    ImGui::End();
    view->shows_keys = view->shows_keys && open;
}

void panel_show_open(viewer *view, ImVec2 size)
{
    static char path[RECENT_NAME];
    bool open = true;
    put_over(size, 0.3F * size.y, 0.5F, panel_self()->list);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(size.x, size.y));
    ImGui::Begin("Open", &open,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    panel_self()->list = ImGui::GetWindowWidth();
    ImGui::PushTextWrapPos(wrap_of(size, 480.0F));
    ImGui::TextUnformatted("A scenario, session, checkpoint, trajectory, table of tracks, or a "
                           "case (.in).\nFiles can also be dropped on the window.");
    ImGui::PopTextWrapPos();
    if (ImGui::IsWindowAppearing()) {
        path[0] = '\0';
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(std::fmin(420.0F * panel_self()->unit, 0.8F * size.x));
    bool entered = ImGui::InputTextWithHint("##path", "path of a file, or name of a preset", path,
                                            sizeof path, ImGuiInputTextFlags_EnterReturnsTrue);
    panel_note("path");
    ImGui::SameLine();
    entered = ImGui::Button("open") || entered;
    panel_note("open file");
    if (entered && path[0] != '\0')
        viewer_open(view, path);
    for (int k = 0; k < view->files.count; k++) {
        std::string name = view->files.name[k] + std::string("##") + std::to_string(k);
        if (ImGui::Selectable(name.c_str()))
            viewer_open(view, view->files.name[k]);
        panel_note("recent " + std::to_string(k));
    }
    ImGui::End();
    view->shows_open = view->shows_open && open;
}

void panel_show_message(const viewer *view, ImVec2 size)
{
    put_over(size, 44.0F * panel_self()->unit, 0.0F, 0.0F);
    ImGui::SetNextWindowBgAlpha(0.9F);
    ImGui::Begin("message", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(0.8F * (size.x - panel_self()->width));
    ImGui::TextUnformatted(view->message);
    ImGui::PopTextWrapPos();
    ImGui::End();
}
