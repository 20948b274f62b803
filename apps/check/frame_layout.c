// SPDX-License-Identifier: MIT
// Outputs with a frame, agent or line too many or too few: where each agent's line stands in them.
#include "check/frame_layout.h"

#include "base/writer.h"

check_frame_shape check_frame_layout_of(check_frame_layout layout, const covey_problem *problem)
{
    size_t agents = problem->agents, steps = problem->steps;
    check_frame_shape shape = {.period = agents, .frames = steps, .agents = agents, .all = agents};
    size_t fewer = agents > 0 ? agents - 1 : 0;
    switch (layout) {
    case CHECK_FRAMES_BEFORE:
        shape.begin = agents;
        shape.frames = steps > 0 ? steps - 1 : 0;
        break;
    case CHECK_FRAMES_START:
        shape.begin = agents;
        break;
    case CHECK_FRAMES_NO_FIRST_FRAME:
        shape.first_step = 1;
        shape.frames = steps > 0 ? steps - 1 : 0;
        break;
    case CHECK_FRAMES_NO_FIRST_AGENT:
        shape.first_agent = agents > 0;
        shape.agents = shape.period = fewer;
        break;
    case CHECK_FRAMES_NO_LAST_AGENT:
        shape.agents = shape.period = fewer;
        break;
    case CHECK_FRAMES_TWICE:
        shape.period = 2 * agents;
        break;
    case CHECK_FRAMES_LINE_BEFORE:
        shape.begin = 1;
        shape.period = agents + 1;
        break;
    case CHECK_FRAMES_LINE_BEHIND:
        shape.period = agents + 1;
        break;
    case CHECK_FRAMES_PLAIN:
    case CHECK_FRAME_LAYOUTS:
        break;
    }
    bool inside = layout == CHECK_FRAMES_LINE_BEFORE; // its first line is part of the period
    shape.lines = shape.frames * shape.period + (inside ? 0 : shape.begin);
    return shape;
}

bool check_frame_layout_pick(covey_arena *arena, const check_frame_shape *shape,
                             const check_lines *answer, bool expected, check_lines *picked)
{
    size_t most = shape->frames * shape->agents;
    *picked = (check_lines){.lines = covey_arena_take(arena, most, sizeof *picked->lines)};
    if (picked->lines == NULL)
        return false;
    for (size_t frame = 0; frame < shape->frames; frame++)
        for (size_t i = 0; i < shape->agents; i++) {
            size_t line = expected
                              ? (shape->first_step + frame) * shape->all + shape->first_agent + i
                              : shape->begin + frame * shape->period + i;
            if (line < answer->count)
                picked->lines[picked->count++] = answer->lines[line];
        }
    return true;
}

// ---- Votes ----

/// True if the output begins with the flock as it starts.
static bool begins_with_start(const covey_problem *problem, const check_lines *numbers)
{
    for (size_t i = 0; i < problem->agents; i++) {
        char text[4 * (COVEY_PRINT_SIZE + 1)];
        size_t size = 0;
        for (int k = 0; k < 4; k++) {
            size += covey_print_fixed3(text + size, problem->start[4 * i + (size_t)k]);
            text[size++] = ' ';
        }
        if (i >= numbers->count ||
            !check_token_is_same((check_line){text, size - 1}, numbers->lines[i]))
            return false;
    }
    return true;
}

/// True if every frame is printed twice.
static bool repeats(const covey_problem *problem, const check_lines *numbers)
{
    size_t agents = problem->agents;
    for (size_t line = 0; line + agents < numbers->count; line++)
        if (line / agents % 2 == 0 &&
            !check_token_is_same(numbers->lines[line], numbers->lines[line + agents]))
            return false;
    return true;
}

static size_t count_equal_words(check_line a, check_line b)
{
    size_t count = 0;
    while (a.size > 0 && b.size > 0)
        count += check_token_is_same(check_token_word(&a), check_token_word(&b));
    return count;
}

check_frame_vote check_frame_layout_ask(check_frame_layout layout, const check_case *of,
                                        const check_lines *numbers)
{
    const covey_problem *problem = &of->problem;
    check_frame_shape shape = check_frame_layout_of(layout, problem);
    check_frame_vote vote = {.fits = numbers->count == shape.lines};
    if (layout == CHECK_FRAMES_BEFORE || layout == CHECK_FRAMES_START)
        vote.fits = vote.fits && begins_with_start(problem, numbers);
    if (layout == CHECK_FRAMES_TWICE)
        vote.fits = vote.fits && repeats(problem, numbers);
    for (size_t frame = 0; vote.fits && frame < shape.frames; frame++)
        for (size_t i = 0; i < shape.agents; i++) {
            size_t line = (shape.first_step + frame) * problem->agents + shape.first_agent + i;
            size_t mine = shape.begin + frame * shape.period + i;
            if (line < of->answer.count && mine < numbers->count)
                vote.agrees += count_equal_words(of->answer.lines[line], numbers->lines[mine]);
        }
    return vote;
}

const char *check_frame_layout_words(check_frame_layout layout)
{
    static const char *const words[CHECK_FRAME_LAYOUTS] = {
        [CHECK_FRAMES_BEFORE] =
            "prints each frame before its step: the flock as it starts, and not the "
            "last frame",
        [CHECK_FRAMES_START] = "prints the flock as it starts, and then all frames",
        [CHECK_FRAMES_NO_FIRST_FRAME] = "does not print the first frame",
        [CHECK_FRAMES_NO_FIRST_AGENT] = "does not print the first agent",
        [CHECK_FRAMES_NO_LAST_AGENT] = "does not print the last agent",
        [CHECK_FRAMES_TWICE] = "prints every frame twice",
        [CHECK_FRAMES_LINE_BEHIND] = "prints a line too many behind each frame",
        [CHECK_FRAMES_LINE_BEFORE] = "prints a line too many before each frame",
    };
    return words[layout];
}
