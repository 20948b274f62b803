// SPDX-License-Identifier: MIT
// The panel, by Dear ImGui. It reads the frame and gives orders like any key; it has no state that
// matters but which widgets are open.
#include <backends/imgui_impl_opengl3.h>
#include <cmath>
#include <imgui.h>
#include <map>
#include <string>

extern "C" {
#include "panel.h"

#include "view/buttons.h"
#include "view/input.h"
#include "view/slider.h"
}

constexpr float TIP = 0.4F;      ///< s that the pointer rests before a tip is shown
constexpr float NAMES = -130.0F; ///< units that controls leave for their names

struct item {
    covey_box box;
    bool is_seen;
};

struct state {
    ImFont *font, *strong;
    float unit;
    std::map<std::string, item> items;
    std::string wanted; ///< control that is to be scrolled to
    sliders values;
    float width;         ///< of the panel, px
    float rest;          ///< s that the pointer has not been moved or pressed
    bool has_moved;      ///< the slider in the hand has changed something
    std::string clicked; ///< slider that changed something last
    double theme;
    float sheet; ///< how wide the key sheet was in the last frame, px
};

static state *self;

// ---- Controls by name, for scripts and screen readers ----

/// To be called behind each control. Text behind ## is not shown, but is the name.
static void note(const std::string &label)
{
    std::string name = label.compare(0, 2, "##") == 0 ? label.substr(2) : label;
    ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (self->wanted == name) {
        ImGui::SetScrollHereY(0.5F);
        self->wanted.clear();
    }
    ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    bool seen = low.y >= window.y && high.y <= window.y + size.y;
    self->items[name] = {{low.x, low.y, high.x - low.x, high.y - low.y}, seen};
}

/// A tip, once the pointer rests on the control.
static void hint(const char *text)
{
    if (self->rest > TIP && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", text);
}

/// A row of buttons of one width.
static void show_row(viewer *view, button_row row)
{
    button list[BUTTONS];
    int count = buttons_of(view, row, list);
    float gap = 4.0F * self->unit;
    float width = (ImGui::GetContentRegionAvail().x - (float)(count - 1) * gap) / (float)count;
    for (int k = 0; k < count; k++) {
        if (k > 0)
            ImGui::SameLine(0, gap);
        ImGui::BeginDisabled(list[k].is_idle);
        if (ImGui::Button(list[k].shown, ImVec2(width, 0)))
            list[k].press(view);
        ImGui::EndDisabled();
        note(list[k].shown);
        note(list[k].name);
        hint(list[k].text);
    }
}

static bool is_doubled()
{
    return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0);
}

static const char *setting_text(const char *name)
{
    return covey_param_find(settings_table, name)->text;
}

/// The name behind a control.
static void name_behind(const char *name, const char *text)
{
    ImGui::SameLine();
    ImGui::TextUnformatted(name);
    hint(text);
}

/// How a number is shown on its slider, and its range.
struct look {
    double least, most;
    const char *format;
    ImGuiSliderFlags flags;
};

/// A slider with the name in `key`, for scripts and screen readers; true if it has moved.
/// The second press of a double click does not move it, however long it is held.
static bool slide(const std::string &key, double *value, const look &as)
{
    double edited = *value;
    ImGui::SetNextItemWidth(NAMES * self->unit);
    bool moved = ImGui::SliderScalar(("##" + key).c_str(), ImGuiDataType_Double, &edited, &as.least,
                                     &as.most, as.format, as.flags);
    note(key);
    if (ImGui::IsMouseDown(0) && ImGui::GetIO().MouseClickedLastCount[0] == 2)
        return false;
    *value = edited;
    return moved;
}

/// The same for a setting of the viewer, from `least` to any number typed.
static void slide_setting(const char *name, double *value, const look &as, double most)
{
    (void)slide(name, value, as);
    *value = std::fmin(std::fmax(*value, as.least), most);
    if (is_doubled())
        *value = covey_param_find(settings_table, name)->initial;
    hint(setting_text(name));
    name_behind(name, setting_text(name));
}

/// A switch for a setting that is 0 or 1.
static void toggle(const char *name, const char *setting, double *value)
{
    bool on = *value != 0.0;
    if (ImGui::Checkbox(name, &on))
        *value = on ? 1.0 : 0.0;
    note(name);
    hint(setting_text(setting));
}

/// A choice of a list; true with its number if another one is taken.
static bool choose(const char *name, const char *const *list, int now, int *taken)
{
    bool changed = false;
    ImGui::SetNextItemWidth(NAMES * self->unit);
    bool open = ImGui::BeginCombo(name, now >= 0 ? list[now] : "", ImGuiComboFlags_HeightLarge);
    note(name);
    for (int k = 0; open && list[k] != nullptr; k++) {
        if (ImGui::Selectable(list[k], k == now)) {
            *taken = k;
            changed = k != now;
        }
        note(std::string(name) + "/" + list[k]);
    }
    if (open)
        ImGui::EndCombo();
    return changed;
}

static void choose_setting(const char *name, const char *setting, const char *const *list,
                           double *value)
{
    int taken = (int)*value;
    (void)choose(name, list, taken, &taken);
    *value = taken;
    hint(setting_text(setting));
}

// ---- Parameters ----

/// One change, or with `first` false a part of the one before.
static void send(viewer *view, int flock, const covey_param *row, double value, bool first)
{
    const char *verb = first ? "set" : "move";
    if (row->choices != nullptr)
        viewer_command(view, "%s flocks.%d.%s %s", verb, flock, row->name,
                       row->choices[(int)value]);
    else
        viewer_command(view, "%s flocks.%d.%s %.9g", verb, flock, row->name, value);
}

/// A parameter of a flock: its place, and the names of its controls.
struct place {
    int flock;
    const covey_param *row;
    slider *track;
    std::string key;
};

static void slide_param(viewer *view, const place &at, double value)
{
    char format[SLIDER_FORMAT], text[SLIDER_TEXT];
    double edited = value;
    slider_format(at.row, value, format);
    bool changed = slide(at.key, &edited, {at.track->least, at.track->most, format, 0});
    if (ImGui::IsItemActivated())
        self->has_moved = false;
    if (is_doubled()) { // its first click is taken back with it
        send(view, at.flock, at.row, at.track->base, self->clicked != at.key);
    } else if (changed) {
        send(view, at.flock, at.row, slider_value(at.row, edited), !self->has_moved);
        self->clicked = at.key;
        self->has_moved = true;
    }
    slider_explain(at.track, at.row, text);
    hint(text);
}

/// A switch before the name of a rule.
static void switch_rule(viewer *view, const place &at, double value)
{
    bool on = value != 0.0;
    ImGui::SameLine();
    if (ImGui::Checkbox((std::string(at.row->name) + "##" + at.key).c_str(), &on))
        send(view, at.flock, at.row, on ? at.track->on : 0.0, true);
    note(at.key + ".on");
    hint("Switches this rule off and on.");
}

static void show_param(viewer *view, const place &at, double value)
{
    int taken = 0;
    if (at.row->choices == nullptr) {
        slide_param(view, at, value);
    } else {
        if (choose(("##" + at.key).c_str(), at.row->choices, (int)value, &taken))
            send(view, at.flock, at.row, taken, true);
        hint(at.row->text);
    }
    if (at.row->rule)
        switch_rule(view, at, value);
    else
        name_behind(at.row->name, at.row->text);
}

static void show_flocks(viewer *view)
{
    for (int k = 0; k < view->now->flocks_count; k++) {
        const frame_flock *flock = &view->now->flocks[k];
        const covey_param *row;
        std::string title = std::string(flock->name) + ": " + flock->model->name;
        bool open = ImGui::CollapsingHeader(title.c_str(), ImGuiTreeNodeFlags_DefaultOpen);
        note(std::string("section ") + flock->name);
        hint(flock->model->title);
        for (int p = 0; open && p < FRAME_PARAMS && (row = frame_param(flock, p)) != nullptr; p++)
            show_param(
                view,
                {k, row, &self->values.flocks[k].of[p], std::string(flock->name) + "." + row->name},
                flock->params[p]);
    }
}

// ---- Preset and model ----

static void show_pickers(viewer *view)
{
    const char *list[SLIDER_LIST];
    int taken = 0, now = slider_presets(view->now->name, list);
    if (choose("preset", list, now, &taken))
        viewer_command(view, "open %s", list[taken]);
    now = slider_models(view->now->flocks[0].model, list);
    if (choose("model", list, now, &taken))
        viewer_command(view, "model %s", list[taken]);
    hint("Another model for the first flock, at the same lengths and speeds.");
}

static void show_agents(viewer *view)
{
    double count = (double)view->now->flocks[0].count, edited = count;
    double most = std::fmax(1000.0, 2.0 * count);
    bool changed = slide("agents", &edited, {0.0, most, "%.0f", ImGuiSliderFlags_Logarithmic});
    hint("Agents of the first flock. Ctrl+click: type.");
    edited = std::floor(edited + 0.5);
    if (changed && edited != count && edited >= 0.0 && edited <= 1e6)
        viewer_command(view, "agents %+.0f", edited - count);
    for (const char *sign : {"-", "+"}) {
        ImGui::SameLine(0, (sign[0] == '-' ? 8.0F : 4.0F) * self->unit);
        if (ImGui::Button(sign, ImVec2(22.0F * self->unit, 0)))
            viewer_command(view, "agents %s10", sign);
        note(sign);
        hint("Ten agents more, or fewer: + and -");
    }
    ImGui::SameLine(0, 4.0F * self->unit);
    ImGui::TextUnformatted("agents");
}

/// The steps that can be gone to, and the other futures.
static void show_time(viewer *view)
{
    const frame *now = view->now;
    double step = (double)now->step;
    if (slide("time", &step, {(double)now->begin, (double)now->end, "step %.0f", 0}))
        viewer_go(view, std::floor(step + 0.5));
    hint("Drag: any step of the past, with the same bits. A change there begins another future.");
    name_behind("time", "The steps that were taken");
    show_row(view, BUTTONS_PAST);
    std::string texts[COVEY_HISTORY_BRANCHES];
    const char *list[COVEY_HISTORY_BRANCHES + 2] = {"this one"};
    for (int k = 0; k < now->branches_count; k++) {
        texts[k] = std::to_string(k + 1) + ": to step " + std::to_string(now->branches[k]);
        list[k + 1] = texts[k].c_str();
    }
    int taken;
    if (now->branches_count > 0 && choose("future", list, 0, &taken))
        viewer_command(view, "take %d", taken - 1);
}

static void show_run(viewer *view)
{
    show_row(view, BUTTONS_TIME);
    show_time(view);
    slide_setting("speed", &view->set.speed,
                  {0.1, 1000.0, "%.3g steps/s", ImGuiSliderFlags_Logarithmic}, 10000.0);
    toggle("as fast as it can", "fast", &view->set.fast);
    show_agents(view);
}

// ---- How it looks ----

static void show_looks(viewer *view)
{
    if (frame_is_deep(view->now)) {
        show_row(view, BUTTONS_CAMERA);
        toggle("perspective", "perspective", &view->set.perspective);
    }
    choose_setting("color", "coloring", covey_coloring_names(), &view->set.coloring);
    choose_setting("theme", "theme", covey_theme_names(), &view->set.theme);
    slide_setting("trails", &view->set.trails, {0.0, 200.0, "%.0f steps", 0}, 200.0);
    view->set.trails = std::floor(view->set.trails);
    float half = 0.5F * ImGui::GetContentRegionAvail().x;
    toggle("zones", "zones", &view->set.zones);
    ImGui::SameLine(half);
    toggle("neighbors", "neighbors", &view->set.neighbors);
    toggle("rules", "rules", &view->set.rules);
    ImGui::SameLine(half);
    toggle("forces of all", "forces", &view->set.forces);
    toggle("grid", "grid", &view->set.grid);
    ImGui::SameLine(half);
    toggle("plots", "plots", &view->set.plots);
}

static void show_plots(const viewer *view)
{
    float width = 0.5F * (ImGui::GetContentRegionAvail().x - 4.0F * self->unit);
    for (int k = 0; k < PLOTS; k++) {
        button_plot plot = buttons_plot(&view->now->series, (frame_plot)k);
        ImGui::PlotLines((std::string("##") + plot.name).c_str(), plot.values, plot.count, 0,
                         plot.label, 0.0F, plot.top, ImVec2(width, 44.0F * self->unit));
        note(std::string("plot ") + plot.name);
        if (k % 2 == 0)
            ImGui::SameLine(0, 4.0F * self->unit);
    }
}

static void show_panel(viewer *view, ImVec2 size)
{
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(self->width, size.y));
    ImGui::Begin("covey", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoBackground);
    show_pickers(view);
    ImGui::Separator();
    show_run(view);
    ImGui::Separator();
    if (view->set.plots != 0.0)
        show_plots(view);
    float below = 2.0F * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y +
                  3.0F * ImGui::GetTextLineHeightWithSpacing();
    float height = std::fmax(ImGui::GetContentRegionAvail().y - below, 90.0F * self->unit);
    ImGui::BeginChild("values", ImVec2(0, height)); // the whole panel scrolls in a low window
    show_flocks(view);
    bool open = ImGui::CollapsingHeader("picture", ImGuiTreeNodeFlags_DefaultOpen);
    note("section picture");
    if (open)
        show_looks(view);
    ImGui::EndChild();
    show_row(view, BUTTONS_PICTURE);
    show_row(view, BUTTONS_KEEP);
    char state[BUTTONS_STATE];
    buttons_state(view, state);
    ImGui::TextUnformatted(state);
    ImGui::End();
}

// ---- Over the page ----

static void show_rows(const input_key *rows)
{
    for (const input_key *row = rows; row->name != nullptr; row++) {
        if (row->name[0] == '\0')
            continue;
        ImGui::TextUnformatted(row->name);
        ImGui::SameLine(110.0F * self->unit);
        ImGui::TextUnformatted(row->text);
    }
}

/// The next window stands in the middle of the page, `share` of it above `y`, or further left
/// where `width` asks for it.
static void put_over(ImVec2 size, float y, float share, float width)
{
    float x = self->width + 0.5F * (size.x - self->width);
    x = std::fmin(x, size.x - 0.5F * width);
    ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always, ImVec2(0.5F, share));
}

static void show_sheet(viewer *view, ImVec2 size)
{
    bool open = true;
    put_over(size, 0.5F * size.y, 0.5F, self->sheet);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(size.x, size.y));
    ImGui::Begin("Keys and mouse", &open,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    note("Keys and mouse"); // its bar
    self->sheet = ImGui::GetWindowWidth();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8.0F * self->unit, 1.0F * self->unit));
    show_rows(input_mouse);
    ImGui::Separator();
    show_rows(input_keys);
    ImGui::PopStyleVar();
    ImGui::End();
    view->shows_keys = view->shows_keys && open;
}

static void show_message(const viewer *view, ImVec2 size)
{
    put_over(size, 44.0F * self->unit, 0.0F, 0.0F);
    ImGui::SetNextWindowBgAlpha(0.9F);
    ImGui::Begin("message", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(0.8F * (size.x - self->width));
    ImGui::TextUnformatted(view->message);
    ImGui::PopTextWrapPos();
    ImGui::End();
}

static ImFont *font_of(const covey_label *label)
{
    return label->strong ? self->strong : self->font;
}

static void set_theme(double theme)
{
    self->theme = theme;
    if (theme == COVEY_THEME_DARK)
        ImGui::StyleColorsDark();
    else
        ImGui::StyleColorsLight();
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
    self = new state();
    self->unit = (float)def->unit;
    self->theme = -1.0;
    ImGuiIO &io = ImGui::GetIO();
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
    if (self == nullptr)
        return;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
    delete self;
    self = nullptr;
}

// ---- The hand ----

bool panel_wants_mouse(void)
{
    return ImGui::GetIO().WantCaptureMouse || ImGui::GetIO().MousePos.x < self->width;
}

bool panel_find(const char *name, covey_box *box)
{
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
    ImVec2 size = ImGui::GetIO().DisplaySize;
    sliders_follow(&self->values, view->now);
    if (self->theme != view->set.theme)
        set_theme(view->set.theme);
    self->width = view->set.panel != 0.0 ? std::fmin(330.0F * self->unit, 0.6F * size.x) : 0.0F;
    self->width = std::floor(self->width);
    view->page = {self->width, 0, size.x - self->width, size.y};
    view->window_height = size.y;
    self->items.clear();
    if (self->width > 0.0F)
        show_panel(view, size);
    if (view->shows_keys)
        show_sheet(view, size);
    if (view->message_left > 0.0)
        show_message(view, size);
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

void panel_label(void *, const covey_label *label)
{
    ImFont *font = font_of(label);
    double width = panel_label_width(nullptr, label), share = label->size / font->FontSize;
    double left = label->anchor == COVEY_ANCHOR_START    ? 0.0
                  : label->anchor == COVEY_ANCHOR_MIDDLE ? 0.5 * width
                                                         : width;
    ImVec2 at((float)(label->x - left), (float)(label->y - share * font->Ascent));
    covey_color ink = label->color;
    ImGui::GetBackgroundDrawList()->AddText(font, (float)label->size, at,
                                            IM_COL32(ink.r, ink.g, ink.b, ink.a), label->text);
}

double panel_label_width(void *, const covey_label *label)
{
    return font_of(label)->CalcTextSizeA((float)label->size, FLT_MAX, 0.0F, label->text).x;
}
