// SPDX-License-Identifier: MIT
// The panel, by Dear ImGui: its layout, its frames and the labels of the page. Its rooms are in
// files of their own.
#include "panel_controls.h"

#include <backends/imgui_impl_opengl3.h>
#include <cmath>

extern "C" {
#include "panel.h"
}

constexpr float NARROW = 500.0F; ///< units: windows with no panel until it is asked for
constexpr float LOW = 560.0F;    ///< units: windows in which plots scroll with the rest

static void show_panel(viewer *view, ImVec2 size)
{
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(panel_self()->width, size.y));
    ImGui::Begin("covey", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoBackground);
    panel_show_pickers(view);
    ImGui::Separator();
    panel_show_time(view);
    ImGui::Separator();
    const bool is_low = size.y < LOW * panel_self()->unit;
    if (view->set.plots != 0.0 && !is_low)
        panel_show_plots(view);
    float below = 2.0F * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y +
                  3.0F * ImGui::GetTextLineHeightWithSpacing();
    float height = std::fmax(ImGui::GetContentRegionAvail().y - below, 90.0F * panel_self()->unit);
    ImGui::BeginChild("values", ImVec2(0, height)); // the whole panel scrolls in a low window
    if (view->set.plots != 0.0 && is_low)
        panel_show_plots(view);
    panel_show_agent(view);
    if (panel_show_own(view)) {
        panel_show_flocks(view);
        panel_show_matrix(view);
        if (!view->now->recorded || view->now->influences_count > 0)
            panel_show_influences(view);
    }
    bool open = ImGui::CollapsingHeader("picture", ImGuiTreeNodeFlags_DefaultOpen);
    panel_note("section picture");
    if (open)
        panel_show_looks(view);
    ImGui::EndChild();
    panel_row(view, BUTTONS_PICTURE);
    panel_row(view, BUTTONS_KEEP);
    char state[BUTTONS_STATE];
    buttons_state(view, state);
    ImGui::TextUnformatted(state);
    ImGui::End();
}

static ImFont *font_of(const covey_label *label)
{
    return label->strong ? panel_self()->strong : panel_self()->font;
}

static void set_theme(double theme)
{
    panel_self()->theme = theme;
    if (theme == COVEY_THEME_DARK)
        ImGui::StyleColorsDark();
    else
        ImGui::StyleColorsLight();
    ImGui::GetStyle().FrameBorderSize = theme == COVEY_THEME_DARK ? 0.0F : 1.0F; // white on white
    for (ImGuiCol what : {ImGuiCol_WindowBg, ImGuiCol_PopupBg})
        ImGui::GetStyle().Colors[what].w = 1.0F; // text on top is read, not the text below it
}

static void add_font(ImFont **font, const char *path, float size)
{
    static const ImWchar ranges[] = {0x20,   0x17f,  0x370,  0x3ff,  0x2010, 0x2027,
                                     0x2190, 0x2193, 0x2212, 0x2212, 0};
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    *font = path != nullptr ? atlas->AddFontFromFileTTF(path, size, nullptr, ranges) : nullptr;
    if (*font == nullptr) {
        ImFontConfig plain;
        plain.SizePixels = size;
        *font = atlas->AddFontDefault(&plain);
    }
}

// ---- Beginning and end ----

bool panel_create(const panel_def *def)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    auto *self = new panel_state();
    self->unit = (float)def->unit;
    self->theme = -1.0;
    ImGuiIO &io = ImGui::GetIO();
    io.UserData = self;
    io.IniFilename = nullptr;
    panel_map_keys();
    add_font(&self->font, def->font, std::floor(14.0F * self->unit + 0.5F));
    add_font(&self->strong, def->strong_font, std::floor(15.0F * self->unit + 0.5F));
    ImGui::GetStyle().FrameRounding = 3.0F;
    ImGui::GetStyle().FramePadding.y = 2.0F;
    ImGui::GetStyle().ItemSpacing.y = 3.0F;
    ImGui::GetStyle().WindowBorderSize = 0.0F;
    ImGui::GetStyle().ScaleAllSizes(self->unit);
    return ImGui_ImplOpenGL3_Init("#version 330");
}

void panel_destroy(void)
{
    if (ImGui::GetCurrentContext() == nullptr)
        return;
    ImGui_ImplOpenGL3_Shutdown();
    gallery_free(&panel_self()->cards);
    delete panel_self();
    ImGui::DestroyContext();
}

// ---- The hand ----

bool panel_wants_mouse(void)
{
    return ImGui::GetIO().WantCaptureMouse || ImGui::GetIO().MousePos.x < panel_self()->width;
}

bool panel_find(const char *name, covey_box *box)
{
    panel_state *self = panel_self();
    auto found = self->items.find(name);
    if (found == self->items.end())
        return false;
    if (!found->second.is_seen)
        self->wanted = name;
    *box = found->second.box;
    return found->second.is_seen;
}

// ---- Frames ----

void panel_begin(double width, double height, double seconds)
{
    panel_state *self = panel_self();
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2((float)width, (float)height);
    io.DeltaTime = (float)std::fmax(seconds, 1e-4);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    bool still = io.MouseDelta.x == 0.0F && io.MouseDelta.y == 0.0F && !ImGui::IsAnyMouseDown();
    self->rest = still ? self->rest + io.DeltaTime : 0.0F;
}

void panel_show(viewer *view)
{
    panel_state *self = panel_self();
    ImVec2 size = ImGui::GetIO().DisplaySize;
    sliders_follow(&self->values, view->now);
    scenery_follow(&self->scene, view->now);
    if (self->theme != view->set.theme)
        set_theme(view->set.theme);
    view->page.is_narrow = size.x < NARROW * self->unit;
    view->page.panel_is_asked = view->page.panel_is_asked && view->page.is_narrow;
    const bool has_panel =
        view->page.is_narrow ? view->page.panel_is_asked : view->set.panel != 0.0;
    if (!self->is_told && view->set.panel == 0.0 && !(view->message_left > 0.0))
        viewer_say(view, "Tab shows the panel, F1 all keys"); // it was hidden the last time
    self->is_told = true;
    // Where it is asked for in a narrow window, its words are more than the picture.
    const float share = view->page.is_narrow ? 0.9F : 0.6F;
    self->width = std::floor(has_panel ? std::fmin(330.0F * self->unit, share * size.x) : 0.0F);
    view->page.box = {self->width, 0, size.x - self->width, size.y};
    view->page.window_height = size.y;
    self->items.clear();
    if (self->width > 0.0F)
        show_panel(view, size);
    view->requests.is_busy = false;
    if (view->sheets.gallery)
        panel_show_gallery(view, size);
    if (view->sheets.plots)
        panel_show_large(view, size);
    if (view->sheets.keys)
        panel_show_sheet(view, size);
    if (view->sheets.files)
        panel_show_open(view, size);
    if (view->message_left > 0.0)
        panel_show_message(view, size);
}

void panel_end(void)
{
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

covey_color panel_paper(void)
{
    ImVec4 color = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    return {(unsigned char)(255.0F * color.x), (unsigned char)(255.0F * color.y),
            (unsigned char)(255.0F * color.z), 255};
}

// ---- Labels ----

void panel_write(ImDrawList *to, const covey_label *label)
{
    ImFont *font = font_of(label);
    double width = panel_label_width(nullptr, label), share = label->size / font->FontSize;
    double left = label->anchor == COVEY_ANCHOR_START    ? 0.0
                  : label->anchor == COVEY_ANCHOR_MIDDLE ? 0.5 * width
                                                         : width;
    ImVec2 at((float)(label->x - left), (float)(label->y - share * font->Ascent));
    covey_color ink = label->color;
    to->AddText(font, (float)label->size, at, IM_COL32(ink.r, ink.g, ink.b, ink.a), label->text);
}

void panel_label(void *, const covey_label *label)
{
    panel_write(ImGui::GetBackgroundDrawList(), label);
}

double panel_label_width(void *, const covey_label *label)
{
    return font_of(label)->CalcTextSizeA((float)label->size, FLT_MAX, 0.0F, label->text).x;
}
