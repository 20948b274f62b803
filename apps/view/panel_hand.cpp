// SPDX-License-Identifier: MIT
// Mouse and keys, given to Dear ImGui.
#include <SDL_scancode.h>
#include <imgui.h>

extern "C" {
#include "panel.h"
}

void panel_map_keys(void)
{
    static const int rows[][2] = {{ImGuiKey_Tab, SDL_SCANCODE_TAB},
                                  {ImGuiKey_LeftArrow, SDL_SCANCODE_LEFT},
                                  {ImGuiKey_RightArrow, SDL_SCANCODE_RIGHT},
                                  {ImGuiKey_Home, SDL_SCANCODE_HOME},
                                  {ImGuiKey_End, SDL_SCANCODE_END},
                                  {ImGuiKey_Delete, SDL_SCANCODE_DELETE},
                                  {ImGuiKey_Backspace, SDL_SCANCODE_BACKSPACE},
                                  {ImGuiKey_Enter, SDL_SCANCODE_RETURN},
                                  {ImGuiKey_Escape, SDL_SCANCODE_ESCAPE},
                                  {ImGuiKey_KeyPadEnter, SDL_SCANCODE_KP_ENTER},
                                  {ImGuiKey_A, SDL_SCANCODE_A}};
    for (const int *row : rows)
        ImGui::GetIO().KeyMap[row[0]] = row[1];
}

void panel_mouse(double x, double y)
{
    ImGui::GetIO().MousePos = ImVec2((float)x, (float)y);
}

void panel_button(int number, bool down)
{
    static const int order[] = {0, 0, 2, 1};
    if (number >= 1 && number <= 3)
        ImGui::GetIO().MouseDown[order[number]] = down;
}

void panel_wheel(double turns)
{
    ImGui::GetIO().MouseWheel += (float)turns;
}

void panel_text(const char *text)
{
    ImGui::GetIO().AddInputCharactersUTF8(text);
}

void panel_key(int key, bool down, bool control)
{
    ImGuiIO &io = ImGui::GetIO();
    if (key >= 0 && key < 512)
        io.KeysDown[key] = down;
    io.KeyCtrl = control;
}

bool panel_wants_keys(void)
{
    return ImGui::GetIO().WantTextInput;
}
