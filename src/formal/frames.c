// SPDX-License-Identifier: MIT
// Frames of the formal protocol. Pages of some agents each are written side by side and put out in
// order. A page has room for usual numbers; agents beyond that room are written one by one.
#include "formal/frames.h"

enum {
    VALUES = 2 * COVEY_PLANE,
    LINES = 256,
    MOST_PAGES = 64,
    LINE_ROOM = VALUES * (COVEY_PRINT_SIZE + 1), // of the longest numbers
    PAGE_SIZE = 48 * LINES + LINE_ROOM,
};

struct covey_frames_page {
    double values[LINES][VALUES];
    size_t lines, used;
    char text[PAGE_SIZE];
};

/// Pages from one agent on.
typedef struct job {
    covey_frames *frames;
    covey_view view;
    size_t first;
} job;

covey_status covey_frames_create(covey_memory *memory, size_t count, covey_frames *frames)
{
    size_t pages = (count + LINES - 1) / LINES;
    frames->count = count;
    frames->pages = pages < MOST_PAGES ? pages : MOST_PAGES;
    frames->where = covey_memory_take(memory, count, sizeof *frames->where);
    frames->page = covey_memory_take(memory, frames->pages, sizeof *frames->page);
    return frames->where != NULL && frames->page != NULL ? COVEY_OK : COVEY_MEMORY;
}

void covey_frames_destroy(covey_memory *memory, covey_frames *frames)
{
    covey_memory_give(memory, frames->where, frames->count, sizeof *frames->where);
    covey_memory_give(memory, frames->page, frames->pages, sizeof *frames->page);
    *frames = (covey_frames){0};
}

static void find_some(void *context, covey_share agents)
{
    const job *work = context;
    for (size_t i = agents.begin; i < agents.end; i++)
        work->frames->where[work->view.id[i]] = (uint32_t)i;
}

void covey_frames_find(covey_frames *frames, covey_world *world)
{
    job work = {.frames = frames, .view = covey_world_view(world, 0)};
    covey_parallel(&world->workers, work.view.count, frames->pages, find_some, &work);
}

static size_t print_line(const covey_frames *frames, const double values[VALUES], char *text)
{
    char *end = text;
    for (int k = 0; k < VALUES; k++) {
        end += frames->print(end, values[k]);
        *end++ = k < VALUES - 1 ? ' ' : '\n';
    }
    return (size_t)(end - text);
}

static size_t lines_of(const job *work, size_t page)
{
    size_t left = work->view.count - work->first - page * LINES;
    return left < LINES ? left : LINES;
}

/// Fetches the values of all lines before any is printed: they lie all over the memory, and so the
/// processor waits for many of them at a time.
static void fetch(const job *work, size_t first, size_t lines, struct covey_frames_page *page)
{
    const covey_view *view = &work->view;
    for (size_t k = 0; k < lines; k++) {
        size_t i = work->frames->where[first + k];
        for (int axis = 0; axis < COVEY_PLANE; axis++) {
            page->values[k][axis] = view->pos[axis][i];
            page->values[k][COVEY_PLANE + axis] = view->vel[axis][i];
        }
    }
}

static void print_page(void *context, covey_share share)
{
    const job *work = context;
    struct covey_frames_page *page = &work->frames->page[share.index];
    size_t lines = lines_of(work, share.index);
    fetch(work, work->first + share.index * LINES, lines, page);
    page->lines = page->used = 0;
    for (; page->lines < lines && PAGE_SIZE - page->used >= LINE_ROOM; page->lines++)
        page->used += print_line(work->frames, page->values[page->lines], page->text + page->used);
}

static void put_page(const job *work, size_t index, covey_writer *out)
{
    const struct covey_frames_page *page = &work->frames->page[index];
    covey_writer_bytes(out, page->text, page->used);
    for (size_t k = page->lines; k < lines_of(work, index); k++) {
        char *line = covey_writer_room(out, LINE_ROOM);
        covey_writer_advance(out, print_line(work->frames, page->values[k], line));
    }
}

void covey_frames_put(covey_frames *frames, covey_world *world, covey_writer *out)
{
    job work = {.frames = frames, .view = covey_world_view(world, 0)};
    covey_frames_find(frames, world);
    for (; work.first < work.view.count; work.first += frames->pages * LINES) {
        size_t pages = (work.view.count - work.first + LINES - 1) / LINES;
        pages = pages < frames->pages ? pages : frames->pages;
        covey_parallel(&world->workers, pages, pages, print_page, &work);
        for (size_t k = 0; k < pages; k++)
            put_page(&work, k, out);
    }
}
