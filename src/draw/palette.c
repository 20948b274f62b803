// SPDX-License-Identifier: MIT
// Colors. Cycle and ramp are curves in Oklab, where equal ways look about equally far
// (B. Ottosson, "A perceptual color space for image processing", 2020). On the cycle, blue and
// yellow are opposite directions, and so are light and dark: the difference left to eyes that do
// not distinguish red and green.
#include "base/math_trig.h"
#include "covey/draw.h"
#include "covey/model.h"

const char *const *covey_theme_names(void)
{
    static const char *const names[] = {"light", "dark", NULL};
    return names;
}

const char *const *covey_coloring_names(void)
{
    static const char *const names[] = {"heading", "speed", "cluster", "kind", "id", "doing", NULL};
    return names;
}

covey_color covey_palette_role(covey_theme theme, covey_role role)
{
    static const covey_color colors[][2] = {
        [COVEY_ROLE_PAPER] = {{255, 255, 255, 255}, {18, 22, 29, 255}},
        [COVEY_ROLE_INK] = {{28, 32, 38, 255}, {232, 236, 241, 255}},
        [COVEY_ROLE_MUTED] = {{108, 116, 126, 255}, {139, 149, 161, 255}},
        [COVEY_ROLE_FAINT] = {{228, 231, 235, 255}, {40, 47, 57, 255}},
        [COVEY_ROLE_OBSTACLE] = {{176, 182, 190, 255}, {84, 94, 107, 255}},
        [COVEY_ROLE_HUNTER] = {{196, 32, 28, 255}, {255, 92, 70, 255}},
        [COVEY_ROLE_MARK] = {{28, 32, 38, 255}, {255, 255, 255, 255}},
    };
    return colors[role][theme];
}

covey_color covey_palette_kind(covey_theme theme, size_t index)
{
    // Hues of Okabe and Ito, moved apart until also eyes that lack a kind of cone separate them
    // all.
    static const covey_color colors[][2] = {
        {{15, 98, 188, 255}, {96, 170, 250, 255}},   {{228, 140, 0, 255}, {238, 140, 0, 255}},
        {{10, 176, 130, 255}, {21, 185, 132, 255}},  {{199, 118, 185, 255}, {222, 160, 210, 255}},
        {{104, 165, 250, 255}, {30, 100, 235, 255}}, {{80, 118, 40, 255}, {245, 238, 60, 255}},
        {{28, 22, 80, 255}, {250, 252, 255, 255}},
    };
    return colors[index % (sizeof colors / sizeof *colors)][theme];
}

covey_color covey_palette_doing(covey_theme theme, int doing)
{
    // Danger is red, as predators are; the colors of the first rules are not used a second time.
    switch (doing) {
    case COVEY_DOING_CHASE:
        return covey_palette_role(theme, COVEY_ROLE_HUNTER);
    case COVEY_DOING_FLEE:
        return covey_palette_kind(theme, 6);
    case COVEY_DOING_AVOID:
        return covey_palette_kind(theme, 5);
    case COVEY_DOING_LED:
    case COVEY_DOING_BORN:
        return covey_palette_kind(theme, 4);
    case COVEY_DOING_RESPOND:
        return covey_palette_kind(theme, 3);
    case COVEY_DOING_RULES:
        return covey_palette_kind(theme, 0);
    default:
        break;
    }
    return doing >= COVEY_DOING_RULE ? covey_palette_kind(theme, (size_t)(doing - COVEY_DOING_RULE))
                                     : covey_palette_role(theme, COVEY_ROLE_MUTED);
}

/// The byte of a linear part of light, as sRGB has it.
static uint8_t encode(double light)
{
    double value =
        light <= 0.0031308 ? 12.92 * light : 1.055 * covey_exp(covey_log(light) / 2.4) - 0.055;
    value = value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value;
    return (uint8_t)floor(255.0 * value + 0.5);
}

/// Lightness, green to red, blue to yellow.
typedef struct oklab {
    double l, a, b;
} oklab;

static covey_color color_of(oklab c)
{
    double l = c.l + 0.3963377774 * c.a + 0.2158037573 * c.b;
    double m = c.l - 0.1055613458 * c.a - 0.0638541728 * c.b;
    double s = c.l - 0.0894841775 * c.a - 1.2914855480 * c.b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (covey_color){encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                         encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                         encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), 255};
}

covey_color covey_palette_cycle(covey_theme theme, double angle)
{
    double x = covey_cos(angle), y = covey_sin(angle);
    double middle = theme == COVEY_THEME_LIGHT ? 0.56 : 0.70;
    double swing = theme == COVEY_THEME_LIGHT ? 0.15 : 0.17;
    // Right: yellow; up: light and green; left: blue; down: dark and purple.
    return color_of((oklab){middle + swing * y, 0.035 - 0.125 * y, -0.01 + 0.125 * x});
}

covey_color covey_palette_ramp(covey_theme theme, double share)
{
    share = share >= 0.0 ? share > 1.0 ? 1.0 : share : 0.0;
    double hue = COVEY_PI * (1.58 - 1.02 * share); // from blue through green to yellow
    double chroma = 0.11 + 0.03 * share;
    double low = theme == COVEY_THEME_LIGHT ? 0.34 : 0.48;
    double high = theme == COVEY_THEME_LIGHT ? 0.78 : 0.92;
    return color_of(
        (oklab){low + (high - low) * share, chroma * covey_cos(hue), chroma * covey_sin(hue)});
}
