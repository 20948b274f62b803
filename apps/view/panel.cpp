// SPDX-License-Identifier: MIT
// The panel, by Dear ImGui. It reads the frame and gives orders like any key; it has no state that
// matters but which widgets are open.
#include <SDL_scancode.h>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <imgui.h>
#include <map>
#include <string>

extern "C" {
#include "panel.h"

#include "acts.h"
#include "film.h"
}

namespace {

struct item {
    covey_box box;
    bool is_seen;
};

/// What a slider goes from and to, and back to.
struct track {
    double base, most;
};

struct state {
    ImFont *font, *strong;
    float unit;
    std::map<std::string, item> items;
    std::string wanted; ///< control that is to be scrolled to
    std::map<std::string, track> tracks;
    std::map<std::string, double> off; ///< what rules were before they were switched off
    uint64_t opened;
    float width; ///< of the panel, px
    bool has_moved; ///< the slider in the hand has changed something
    std::string clicked; ///< slider that changed something last
    double theme;
};

state *self;

// ---- Controls by name, for those who steer without eyes ----

/// To be called behind each control. What is behind ## is not shown, but is the name.
void note(const std::string &label)
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

bool button(const char *name, float width)
{
    bool pressed = ImGui::Button(name, ImVec2(width, 0));
    note(name);
    return pressed;
}

void hint(const char *text)
{
    if (text[0] != '\0' && ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", text);
}

bool is_doubled()
{
    return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0);
}

/// A switch for a setting that is 0 or 1.
void toggle(const char *name, double *value, const char *text)
{
    bool on = *value != 0.0;
    if (ImGui::Checkbox(name, &on))
        *value = on ? 1.0 : 0.0;
    note(name);
    hint(text);
}

/// A choice of a list; true with its number if another one is taken.
bool choose(const char *name, const char *const *list, int now, int *taken)
{
    bool changed = false;
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

const char *setting_text(const char *name)
{
    return covey_param_find(settings_table, name)->text;
}

// ---- Parameters ----

/// The track of a parameter: from 0, or as far below, to four times what it began with.
track &track_of(const std::string &key, const covey_param *row, double value)
{
    auto found = self->tracks.find(key);
    if (found != self->tracks.end())
        return found->second;
    double size = std::fmax(std::fabs(value), std::fabs(row->initial));
    if (!(size > 0.0 && size < 1e6))
        size = std::fabs(value) > 0.0 && std::fabs(value) < 1e6 ? std::fabs(value) : 1.0;
    return self->tracks[key] = {value, 4.0 * size};
}

std::string explain(const covey_param *row, const track &from)
{
    char text[512];
    char low[32] = "any", high[32] = "any";
    if (row->low > -1e8)
        std::snprintf(low, sizeof low, "%.6g", row->low);
    if (row->high < 1e8)
        std::snprintf(high, sizeof high, "%.6g", row->high);
    std::snprintf(text, sizeof text,
                  "%s\n%s to %s%s%s, initially %.6g.\nDouble click: back to %.6g. Ctrl+click: type.",
                  row->text, low, high, row->unit[0] != '\0' ? " " : "", row->unit, row->initial,
                  from.base);
    return text;
}

/// One change, or with `first` false a part of the one before.
void send(viewer *view, int flock, const covey_param *row, double value, bool first)
{
    const char *verb = first ? "set" : "move";
    if (row->choices != nullptr)
        viewer_order(view, "%s flocks.%d.%s %s", verb, flock, row->name, row->choices[(int)value]);
    else
        viewer_order(view, "%s flocks.%d.%s %.9g", verb, flock, row->name, value);
}

void slide(viewer *view, int flock, const covey_param *row, double value)
{
    std::string key = std::string(view->now->flocks[flock].name) + "." + row->name;
    const track &from = track_of(key, row, value);
    double size = std::fabs(value) < 1e9 ? std::fabs(value) : 0.0; // "any" is far off the track
    double most = std::fmin(std::fmax(from.most, size), row->high);
    double least = row->low >= 0.0 ? row->low : value < 0.0 ? -2.0 * size : 0.0;
    char format[64];
    std::snprintf(format, sizeof format, "%s%s%s",
                  std::fabs(value) >= 1e9 ? "no limit"
                  : row->whole            ? "%.0f"
                                          : "%.4g",
                  row->unit[0] != '\0' && std::fabs(value) < 1e9 ? " " : "",
                  std::fabs(value) < 1e9 ? row->unit : "");
    double edited = value;
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    bool changed = ImGui::SliderScalar(("##" + key).c_str(), ImGuiDataType_Double, &edited, &least,
                                       &most, format);
    note(key);
    if (ImGui::IsItemActivated())
        self->has_moved = false;
    if (is_doubled()) { // its first click is taken back with it
        send(view, flock, row, from.base, self->clicked != key);
    } else if (changed && !ImGui::IsMouseDoubleClicked(0)) {
        edited = row->whole ? std::floor(edited + 0.5) : edited;
        edited = std::fmin(std::fmax(edited, row->low), row->high);
        send(view, flock, row, edited, !self->has_moved);
        self->clicked = key;
        self->has_moved = true;
    }
    hint(explain(row, from).c_str());
}

/// Rules have a switch before their name.
void name_of(viewer *view, int flock, const covey_param *row, double value)
{
    std::string key = std::string(view->now->flocks[flock].name) + "." + row->name;
    ImGui::SameLine();
    if (!row->rule) {
        ImGui::TextUnformatted(row->name);
        hint(row->text);
        return;
    }
    bool on = value != 0.0;
    if (ImGui::Checkbox((std::string(row->name) + "##" + key).c_str(), &on)) {
        double base = self->tracks[key].base;
        double before = self->off.count(key) != 0 ? self->off[key] : base != 0.0 ? base : row->initial;
        if (!on)
            self->off[key] = value;
        send(view, flock, row, on ? before : 0.0, true);
    }
    note(key + ".on");
    hint("Switches this rule off and on.");
}

void show_param(viewer *view, int flock, const covey_param *row, double value)
{
    std::string key = std::string(view->now->flocks[flock].name) + "." + row->name;
    int taken = 0;
    if (row->choices == nullptr) {
        slide(view, flock, row, value);
        name_of(view, flock, row, value);
        return;
    }
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    if (choose(("##" + key).c_str(), row->choices, (int)value, &taken))
        send(view, flock, row, taken, true);
    hint(row->text);
    ImGui::SameLine();
    ImGui::TextUnformatted(row->name);
}

void show_flocks(viewer *view)
{
    for (int k = 0; k < view->now->flocks_count; k++) {
        const frame_flock *flock = &view->now->flocks[k];
        const covey_param *row;
        std::string title = std::string(flock->name) + ": " + flock->model->name;
        if (!ImGui::CollapsingHeader(title.c_str(), ImGuiTreeNodeFlags_DefaultOpen))
            continue;
        hint(flock->model->title);
        for (int p = 0; p < FRAME_PARAMS && (row = frame_param(flock, p)) != nullptr; p++)
            show_param(view, k, row, flock->params[p]);
    }
}

// ---- What is run ----

void show_pickers(viewer *view)
{
    const char *presets[128] = {nullptr}, *models[64] = {nullptr};
    const covey_preset *preset;
    const covey_model *model;
    int now = -1, taken = 0, models_count = 0, at = -1;
    for (int k = 0; k < 127 && (preset = covey_preset_at(k)) != nullptr; k++) {
        presets[k] = preset->name;
        if (std::strcmp(preset->name, view->now->name) == 0)
            now = k;
    }
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    if (choose("preset", presets, now, &taken))
        viewer_order(view, "open %s", presets[taken]);
    for (int k = 0; (model = covey_model_at(k)) != nullptr; k++)
        if (std::strcmp(model->name, "predator") != 0) {
            if (model == view->now->flocks[0].model)
                at = models_count;
            models[models_count++] = model->name;
        }
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    if (choose("model", models, at, &taken))
        viewer_order(view, "model %s", models[taken]);
    hint("Another model for the first flock, at the same lengths and speeds.");
}

void show_agents(viewer *view)
{
    double count = (double)view->now->flocks[0].count, least = 0.0;
    double most = std::fmax(1000.0, 2.0 * count), edited = count;
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    bool changed = ImGui::SliderScalar("##agents", ImGuiDataType_Double, &edited, &least, &most,
                                       "%.0f", ImGuiSliderFlags_Logarithmic);
    note("agents");
    hint("Agents of the first flock. Ctrl+click: type.");
    edited = std::floor(edited + 0.5);
    if (changed && edited != count && edited >= 0.0 && edited <= 1e6)
        viewer_order(view, "agents %+.0f", edited - count);
    ImGui::SameLine();
    if (button("-", 22.0F * self->unit))
        viewer_order(view, "agents -10");
    ImGui::SameLine(0, 4.0F * self->unit);
    if (button("+", 22.0F * self->unit))
        viewer_order(view, "agents 10");
    ImGui::SameLine(0, 4.0F * self->unit);
    ImGui::TextUnformatted("agents");
}

void show_run(viewer *view)
{
    float gap = 4.0F * self->unit, width = (ImGui::GetContentRegionAvail().x - 4 * gap) / 5;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
    if (button(view->runs ? "pause" : "run", width))
        acts_pause(view);
    self->items["pause"] = self->items["run"] = self->items[view->runs ? "pause" : "run"];
    ImGui::SameLine();
    if (button("step", width))
        acts_step(view);
    ImGui::SameLine();
    if (button("restart", width))
        viewer_order(view, "restart");
    ImGui::SameLine();
    if (button("new", width))
        acts_new_seed(view);
    hint("From the first step with another seed.");
    ImGui::SameLine();
    ImGui::BeginDisabled(view->now->undoable == 0);
    if (button("undo", width))
        viewer_order(view, "undo");
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    double least = 0.1, most = 1000.0;
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    ImGui::SliderScalar("##speed", ImGuiDataType_Double, &view->set.speed, &least, &most,
                        "%.3g steps/s", ImGuiSliderFlags_Logarithmic);
    note("speed");
    hint(setting_text("speed"));
    if (is_doubled())
        view->set.speed = covey_param_find(settings_table, "speed")->initial;
    view->set.speed = std::fmin(std::fmax(view->set.speed, 0.1), 10000.0);
    ImGui::SameLine();
    ImGui::TextUnformatted("speed");
    show_agents(view);
}

// ---- How it looks ----

void show_looks(viewer *view)
{
    int taken = 0;
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    if (choose("colour", covey_coloring_names(), (int)view->set.coloring, &taken))
        view->set.coloring = taken;
    hint(setting_text("coloring"));
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    if (choose("theme", covey_theme_names(), (int)view->set.theme, &taken))
        view->set.theme = taken;
    double least = 0.0, most = 200.0;
    ImGui::SetNextItemWidth(-110.0F * self->unit);
    ImGui::SliderScalar("##trails", ImGuiDataType_Double, &view->set.trails, &least, &most,
                        "%.0f steps");
    view->set.trails = std::floor(std::fmin(std::fmax(view->set.trails, 0.0), 200.0));
    note("trails");
    hint(setting_text("trails"));
    ImGui::SameLine();
    ImGui::TextUnformatted("trails");
    float half = 0.5F * ImGui::GetContentRegionAvail().x;
    toggle("zones", &view->set.zones, setting_text("zones"));
    ImGui::SameLine(half);
    toggle("neighbours", &view->set.neighbors, setting_text("neighbors"));
    toggle("rules", &view->set.rules, setting_text("rules"));
    ImGui::SameLine(half);
    toggle("forces of all", &view->set.forces, setting_text("forces"));
    toggle("grid", &view->set.grid, setting_text("grid"));
    ImGui::SameLine(half);
    toggle("plots", &view->set.plots, setting_text("plots"));
}

void show_plots(const viewer *view)
{
    static const struct {
        const char *name, *format;
        float most;
    } plots[PLOTS] = {{"polarization", "polarization %.2f", 1.0F},
                      {"milling", "milling %.2f", 1.0F},
                      {"spacing", "spacing %.3g L", FLT_MAX},
                      {"clusters", "clusters %.0f", FLT_MAX}};
    const frame_series *series = &view->now->series;
    float width = 0.5F * (ImGui::GetContentRegionAvail().x - 4.0F * self->unit);
    for (int k = 0; k < PLOTS; k++) {
        char label[64] = "";
        if (series->count > 0)
            std::snprintf(label, sizeof label, plots[k].format,
                          (double)series->values[k][series->count - 1]);
        ImGui::PlotLines((std::string("##") + plots[k].name).c_str(), series->values[k],
                         series->count, 0, label, 0.0F, plots[k].most,
                         ImVec2(width, 44.0F * self->unit));
        note(std::string("plot ") + plots[k].name);
        if (k % 2 == 0)
            ImGui::SameLine(0, 4.0F * self->unit);
    }
}

// ---- What is kept ----

void show_files(viewer *view)
{
    float gap = 4.0F * self->unit, width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
    if (button("screenshot", width))
        view->wants_shot = true;
    ImGui::SameLine();
    if (button(view->film != nullptr ? "end film" : "film", width))
        film_switch(view);
    self->items["film"] = self->items[view->film != nullptr ? "end film" : "film"];
    ImGui::SameLine();
    if (button("keys (F1)", width))
        view->shows_keys = !view->shows_keys;
    if (button("scenario", width))
        acts_save_scenario(view);
    hint("Saves the state as it is now as a scenario, to begin there another time.");
    ImGui::SameLine();
    if (button("session", width))
        acts_save_session(view);
    hint("Saves all that was done since the first step: covey run --replay gives the same bits.");
    ImGui::SameLine();
    if (button("clear", width))
        viewer_order(view, "clear");
    hint("No obstacles and predators any more.");
    ImGui::PopStyleVar();
}

void show_state(const viewer *view)
{
    size_t agents = 0;
    for (int k = 0; k < view->now->flocks_count; k++)
        agents += view->now->flocks[k].count;
    ImGui::Text("hash %016llx", (unsigned long long)view->now->hash);
    ImGui::Text("seed %llu, %zu agents", (unsigned long long)view->now->seed, agents);
    ImGui::Text("%.0f steps/s, %.0f frames/s", view->rate, view->frame_rate);
}

void show_panel(viewer *view, ImVec2 size)
{
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(self->width, size.y));
    ImGui::Begin("covey", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    show_pickers(view);
    ImGui::Separator();
    show_run(view);
    ImGui::Separator();
    if (view->set.plots != 0.0)
        show_plots(view);
    float below = 2.0F * ImGui::GetFrameHeightWithSpacing() +
                  3.0F * ImGui::GetTextLineHeightWithSpacing() +
                  ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild("values", ImVec2(0, -below));
    show_flocks(view);
    if (ImGui::CollapsingHeader("picture", ImGuiTreeNodeFlags_DefaultOpen))
        show_looks(view);
    ImGui::EndChild();
    show_files(view);
    show_state(view);
    ImGui::End();
}

// ---- Over the page ----

void show_rows(const acts_key *rows)
{
    for (const acts_key *row = rows; row->name != nullptr; row++) {
        if (row->name[0] == '\0')
            continue;
        ImGui::TextUnformatted(row->name);
        ImGui::SameLine(110.0F * self->unit);
        ImGui::TextUnformatted(row->text);
    }
}

void show_sheet(viewer *view, ImVec2 size)
{
    bool open = true;
    ImGui::SetNextWindowPos(ImVec2(self->width + 0.5F * (size.x - self->width), 0.5F * size.y),
                            ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(size.x, size.y));
    ImGui::Begin("Keys and mouse", &open,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        ImVec2(8.0F * self->unit, 1.0F * self->unit));
    show_rows(acts_mouse);
    ImGui::Separator();
    show_rows(acts_keys);
    ImGui::PopStyleVar();
    ImGui::End();
    view->shows_keys = view->shows_keys && open;
}

void show_message(const viewer *view, ImVec2 size)
{
    ImGui::SetNextWindowPos(ImVec2(self->width + 0.5F * (size.x - self->width), 44.0F * self->unit),
                            ImGuiCond_Always, ImVec2(0.5F, 0.0F));
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

ImU32 ink(covey_color color)
{
    return IM_COL32(color.r, color.g, color.b, color.a);
}

ImFont *font_of(const covey_label *label)
{
    return label->strong ? self->strong : self->font;
}

void set_theme(double theme)
{
    self->theme = theme;
    if (theme == COVEY_THEME_DARK)
        ImGui::StyleColorsDark();
    else
        ImGui::StyleColorsLight();
}

void add_font(ImFont **font, const char *path, float size)
{
    static const ImWchar ranges[] = {0x20, 0x17f, 0x370, 0x3ff, 0x2010, 0x2027, 0x2190, 0x2193,
                                     0x2212, 0x2212, 0};
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    std::FILE *there = path != nullptr ? std::fopen(path, "rb") : nullptr;
    *font = nullptr;
    if (there != nullptr) {
        (void)std::fclose(there);
        *font = atlas->AddFontFromFileTTF(path, size, nullptr, ranges);
    }
    if (*font == nullptr) {
        ImFontConfig plain;
        plain.SizePixels = size;
        *font = atlas->AddFontDefault(&plain);
    }
}

void map_keys(ImGuiIO &io)
{
    io.KeyMap[ImGuiKey_Tab] = SDL_SCANCODE_TAB;
    io.KeyMap[ImGuiKey_LeftArrow] = SDL_SCANCODE_LEFT;
    io.KeyMap[ImGuiKey_RightArrow] = SDL_SCANCODE_RIGHT;
    io.KeyMap[ImGuiKey_Home] = SDL_SCANCODE_HOME;
    io.KeyMap[ImGuiKey_End] = SDL_SCANCODE_END;
    io.KeyMap[ImGuiKey_Delete] = SDL_SCANCODE_DELETE;
    io.KeyMap[ImGuiKey_Backspace] = SDL_SCANCODE_BACKSPACE;
    io.KeyMap[ImGuiKey_Enter] = SDL_SCANCODE_RETURN;
    io.KeyMap[ImGuiKey_Escape] = SDL_SCANCODE_ESCAPE;
    io.KeyMap[ImGuiKey_KeyPadEnter] = SDL_SCANCODE_KP_ENTER;
    io.KeyMap[ImGuiKey_A] = SDL_SCANCODE_A;
}

} // namespace

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
    map_keys(io);
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

bool panel_wants_mouse(void)
{
    return ImGui::GetIO().WantCaptureMouse;
}

bool panel_wants_keys(void)
{
    return ImGui::GetIO().WantTextInput;
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
}

void panel_show(viewer *view)
{
    ImVec2 size = ImGui::GetIO().DisplaySize;
    if (view->now->opened != self->opened) {
        self->tracks.clear();
        self->off.clear();
        self->opened = view->now->opened;
    }
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

// ---- Labels ----

void panel_label(void *, const covey_label *label)
{
    ImFont *font = font_of(label);
    double width = panel_label_width(nullptr, label), share = label->size / font->FontSize;
    double left = label->anchor == COVEY_ANCHOR_START    ? 0.0
                  : label->anchor == COVEY_ANCHOR_MIDDLE ? 0.5 * width
                                                         : width;
    ImVec2 at((float)(label->x - left), (float)(label->y - share * font->Ascent));
    ImGui::GetBackgroundDrawList()->AddText(font, (float)label->size, at, ink(label->color),
                                            label->text);
}

double panel_label_width(void *, const covey_label *label)
{
    return font_of(label)->CalcTextSizeA((float)label->size, FLT_MAX, 0.0F, label->text).x;
}
