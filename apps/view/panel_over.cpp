// SPDX-License-Identifier: MIT
// What stands over the page: keys and mouse, files to open, and messages.
#include "panel_controls.h"

#include <cmath>

extern "C" {
#include "view/input.h"
}

/// A window as wide as its texts wraps texts that are wider than the window of the program, here
/// where there is also room for a bar to scroll.
static float wrap_of(ImVec2 size, float most)
{
    const ImGuiStyle &style = ImGui::GetStyle();
    return std::fmin(most * panel_self()->unit,
                     size.x - 2.0F * style.WindowPadding.x - style.ScrollbarSize);
}

constexpr float KEYS = 110.0F;   ///< units of the names of keys
constexpr float COLUMN = 600.0F; ///< units of a column of keys

/// Rows of the key sheet; NULL: a line between.
struct key_rows {
    const input_key *row[160];
    size_t count;
};

static void add_keys(key_rows *to, const input_key *from)
{
    for (; from->name != nullptr && to->count < sizeof to->row / sizeof *to->row; from++)
        if (from->name[0] != '\0')
            to->row[to->count++] = from;
}

static key_rows all_keys()
{
    key_rows all = {};
    add_keys(&all, input_mouse);
    all.row[all.count++] = nullptr;
    add_keys(&all, input_keys);
    return all;
}

/// A column of keys; texts break where `wrap` is, px of the window.
static void show_keys(const key_rows &all, size_t first, size_t end, float wrap)
{
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(wrap);
    for (size_t k = first; k < end && k < all.count; k++) {
        if (all.row[k] == nullptr) {
            ImGui::TextUnformatted("");
            continue;
        }
        ImGui::TextUnformatted(all.row[k]->name);
        ImGui::SameLine(KEYS * panel_self()->unit);
        ImGui::TextUnformatted(all.row[k]->text);
    }
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
}

/// In two columns where one would be too high and there is room for two.
static void show_sheet(ImVec2 size)
{
    const key_rows all = all_keys();
    const float unit = panel_self()->unit, line = ImGui::GetTextLineHeightWithSpacing();
    const float least = 820.0F * unit;
    const bool has_two = line * static_cast<float>(all.count + 3) > size.y && size.x >= least;
    const float room = wrap_of(size, 2.0F * COLUMN), left = ImGui::GetCursorPosX();
    if (!has_two) {
        show_keys(all, 0, all.count, std::fmin(room, COLUMN * unit));
        return;
    }
    const size_t half = (all.count + 1) / 2;
    const float column = 0.5F * (room - left);
    show_keys(all, 0, half, column);
    ImGui::SameLine(left + column + 8.0F * unit);
    show_keys(all, half, all.count, room);
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
    show_sheet(size);
    ImGui::PopStyleVar();
    ImGui::End();
    view->sheets.keys = view->sheets.keys && open;
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
    view->sheets.files = view->sheets.files && open;
}

/// Over the page, or over the window where the panel leaves too little of the page.
void panel_show_message(const viewer *view, ImVec2 size)
{
    const float page = size.x - panel_self()->width, unit = panel_self()->unit;
    const float room = page < 200.0F * unit ? size.x : page;
    ImGui::SetNextWindowPos(ImVec2(size.x - 0.5F * room, 44.0F * unit), ImGuiCond_Always,
                            ImVec2(0.5F, 0.0F));
    ImGui::SetNextWindowBgAlpha(0.9F);
    ImGui::Begin("message", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(0.8F * room);
    ImGui::TextUnformatted(view->message);
    ImGui::PopTextWrapPos();
    ImGui::End();
}
