// SPDX-License-Identifier: MIT
// All presets over the page, in groups, with titles and pictures.
#include "panel_controls.h"

#include <cmath>

static float units(double value)
{
    return static_cast<float>(value) * panel_self()->unit;
}

/// The picture of a card in a frame, which is bright under the pointer.
static void draw_card(const gallery_card *card, ImVec2 low, ImVec2 size, bool is_now)
{
    ImDrawList *to = ImGui::GetWindowDrawList();
    const double scale = static_cast<double>(size.x) / GALLERY_WIDTH;
    const ImVec2 high(low.x + size.x, low.y + size.y);
    const covey_color paper = covey_palette_role(panel_self()->cards.theme, COVEY_ROLE_PAPER);
    to->AddRectFilled(low, high, IM_COL32(paper.r, paper.g, paper.b, 255));
    panel_corner from = {0, 0, false};
    const covey_canvas canvas = panel_canvas(&from);
    ImGui::PushClipRect(low, high, true);
    if (card->is_drawn)
        (void)sketch_draw(&card->picture, static_cast<double>(low.x), static_cast<double>(low.y),
                          scale, &canvas);
    canvas.clip(canvas.context, nullptr);
    ImGui::PopClipRect();
    const bool is_bright = is_now || ImGui::IsItemHovered();
    to->AddRect(low, high,
                ImGui::GetColorU32(is_bright ? ImGuiCol_SliderGrabActive : ImGuiCol_Border), 0.0F,
                0, is_bright ? units(2.0) : units(1.0));
}

/// A card: its picture, its title in two lines, its name. Only cards in sight are drawn.
static void show_card(viewer *view, int k, float width, float height)
{
    gallery_card *card = &panel_self()->cards.cards[k];
    const char *name = card->preset->name, *title = card->preset->title;
    const auto ratio = static_cast<float>(GALLERY_HEIGHT / GALLERY_WIDTH);
    const ImVec2 low = ImGui::GetCursorScreenPos(), size(width, ratio * width);
    if (ImGui::InvisibleButton(name, ImVec2(width, height)))
        viewer_open(view, name);
    panel_note(std::string("gallery/") + name);
    panel_hint(title);
    if (!ImGui::IsItemVisible())
        return;
    draw_card(card, low, size, std::string(view->now->name) == name);
    ImDrawList *to = ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    ImVec2 at(low.x, low.y + size.y + units(3.0));
    const ImVec4 room(low.x, at.y, low.x + width, at.y + 2.0F * line);
    to->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, ImGui::GetColorU32(ImGuiCol_Text),
                title, nullptr, width, &room);
    at.y += std::fmin(2.0F * line, ImGui::CalcTextSize(title, nullptr, false, width).y);
    to->AddText(at, ImGui::GetColorU32(ImGuiCol_TextDisabled), name);
}

static void show_group(viewer *view, int first, int end, float width, int columns)
{
    const gallery_card *cards = panel_self()->cards.cards;
    const auto ratio = static_cast<float>(GALLERY_HEIGHT / GALLERY_WIDTH);
    const float height = ratio * width + 3.0F * ImGui::GetTextLineHeight() + units(9.0);
    ImGui::TextUnformatted(covey_preset_group(cards[first].preset->group));
    ImGui::Separator();
    for (int k = first; k < end; k++) {
        if ((k - first) % columns != 0)
            ImGui::SameLine(0, units(10.0));
        show_card(view, k, width, height);
    }
    ImGui::Dummy(ImVec2(0, units(4.0)));
}

static void show_cards(viewer *view)
{
    gallery *all = &panel_self()->cards;
    const float gap = units(10.0), room = ImGui::GetContentRegionAvail().x;
    const int fit = static_cast<int>((room + gap) / (units(GALLERY_WIDTH) + gap));
    const int columns = fit > 1 ? fit : 1;
    const float width =
        std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
    for (int k = 0, end; k < all->count; k = end) {
        const int group = all->cards[k].preset->group;
        for (end = k; end < all->count && all->cards[end].preset->group == group;)
            end++;
        show_group(view, k, end, width, columns);
    }
}

void panel_show_gallery(viewer *view, ImVec2 size)
{
    bool open = true;
    gallery *all = &panel_self()->cards;
    gallery_begin(all, static_cast<covey_theme>(view->set.theme));
    view->requests.is_busy = gallery_work(all, 0, all->count);
    const float left = size.x < units(700.0) ? 0.0F : panel_self()->width;
    ImGui::SetNextWindowPos(ImVec2(left, 0)); // all of the page: nothing of it looks out below
    ImGui::SetNextWindowSize(ImVec2(size.x - left, size.y));
    ImGui::Begin("Presets", &open,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    show_cards(view);
    panel_note("Presets");
    ImGui::End();
    view->sheets.gallery = view->sheets.gallery && open;
}
