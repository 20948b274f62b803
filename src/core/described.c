// SPDX-License-Identifier: MIT
#include "core/described.h"

#include "base/bits.h"
#include "core/field.h"

#include <string.h>

enum { WORD = sizeof(uint64_t), CORNERS = 3 };

static const void *member_of(const covey_member *row, const void *base)
{
    return (const unsigned char *)base + row->offset;
}

static bool is_kept(const covey_member *row)
{
    return (row->use == COVEY_MEMBER_DEFINES || row->use == COVEY_MEMBER_CHANGES) &&
           row->kind != COVEY_MEMBER_CODE;
}

static size_t count_of(const covey_member *row, const void *base)
{
    size_t count = 1;
    if (row->counted != SIZE_MAX)
        memcpy(&count, (const unsigned char *)base + row->counted, sizeof count);
    return count;
}

/// The pointer, or the one of an axis, that is a member.
static const void *pointer_of(const covey_member *row, const void *base, int axis)
{
    const void *const *pointers = member_of(row, base);
    return pointers[axis];
}

/// A whole number, a choice or a switch.
static uint64_t whole_of(const covey_member *row, const void *base)
{
    const void *at = member_of(row, base);
    if (row->size == sizeof(uint64_t)) {
        uint64_t whole;
        memcpy(&whole, at, sizeof whole);
        return whole;
    }
    if (row->size == sizeof(bool)) {
        bool is_on;
        memcpy(&is_on, at, sizeof is_on);
        return is_on;
    }
    int32_t small;
    memcpy(&small, at, sizeof small);
    return (uint64_t)(int64_t)small;
}

/// The number of an axis: of a vector, of sizes, or of counts.
static uint64_t axis_of(const covey_member *row, const void *base, int axis)
{
    const unsigned char *at = member_of(row, base);
    if (row->kind == COVEY_MEMBER_SIZES) {
        size_t count;
        memcpy(&count, at + (size_t)axis * sizeof count, sizeof count);
        return count;
    }
    double value;
    memcpy(&value, at + (size_t)axis * sizeof value, sizeof value);
    return covey_bits_of(value);
}

// ---- Writing ----

/// True if words are only counted, so that nothing has to be read for them.
static bool only_counts(const covey_described *words)
{
    return words->to == NULL && words->like == NULL;
}

void covey_described_word(covey_described *words, uint64_t word)
{
    words->count++;
    if (words->to != NULL)
        words->to = covey_bytes_put(words->to, word);
    if (words->like == NULL)
        return;
    uint64_t other = ~word;
    if (words->like_left > 0) {
        words->like = covey_bytes_take(words->like, &other);
        words->like_left--;
    }
    words->differs = words->differs || other != word;
}

static void put_text(covey_described *words, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;
    covey_described_word(words, text != NULL ? length + 1 : 0);
    for (size_t k = 0; k < length; k += WORD) {
        size_t some = length - k < WORD ? length - k : WORD;
        covey_described_word(words, covey_bytes_little((const unsigned char *)text + k, some));
    }
}

static void put_numbers(covey_described *words, const double *value, size_t count)
{
    if (only_counts(words))
        words->count += count;
    for (size_t k = 0; k < count && !only_counts(words); k++)
        covey_described_word(words, covey_bits_of(value[k]));
}

static void put_list(covey_described *words, const covey_member *row, const void *base)
{
    const unsigned char *item = pointer_of(row, base, 0);
    size_t count = row->kind == COVEY_MEMBER_LIST ? count_of(row, base) : item != NULL;
    covey_described_word(words, count);
    for (size_t k = 0; k < count; k++)
        covey_described_put(words, row->of, item + k * row->each);
}

/// Reads numbers from the words that all others are compared with.
static void read_numbers(covey_described *words, double *value, size_t count)
{
    words->differs = words->differs || words->like_left < count;
    for (size_t k = 0; k < count && !words->differs; k++) {
        uint64_t word;
        words->like = covey_bytes_take(words->like, &word);
        words->like_left--;
        value[k] = covey_bits_double(word);
    }
}

static void put_columns(covey_described *words, const covey_member *row, const void *base)
{
    bool grid = row->kind == COVEY_MEMBER_GRID;
    size_t count = grid ? covey_field_nodes(base, words->dim) : count_of(row, base);
    if (!grid)
        covey_described_word(words, count);
    for (int axis = 0; axis < words->dim && count > 0; axis++)
        if (words->columns != NULL && !grid)
            read_numbers(words, words->columns[axis], count);
        else
            put_numbers(words, pointer_of(row, base, axis), count);
}

/// Lists of numbers of some size.
static void put_row(covey_described *words, const covey_member *row, const void *base)
{
    size_t count = count_of(row, base);
    const uint32_t *corner = pointer_of(row, base, 0);
    const uint64_t *whole = pointer_of(row, base, 0);
    covey_described_word(words, count);
    if (row->kind == COVEY_MEMBER_NUMBERS)
        put_numbers(words, pointer_of(row, base, 0), count);
    for (size_t k = 0; k < CORNERS * count && row->kind == COVEY_MEMBER_CORNERS; k++)
        covey_described_word(words, corner[k]);
    for (size_t k = 0; k < count && row->kind == COVEY_MEMBER_WHOLES; k++)
        covey_described_word(words, whole[k]);
}

static void put_member(covey_described *words, const covey_member *row, const void *base)
{
    switch (row->kind) {
    case COVEY_MEMBER_NUMBER:
        put_numbers(words, member_of(row, base), 1);
        break;
    case COVEY_MEMBER_WHOLE:
    case COVEY_MEMBER_SWITCH:
    case COVEY_MEMBER_CHOICE:
        covey_described_word(words, whole_of(row, base));
        break;
    case COVEY_MEMBER_TEXT:
        put_text(words, pointer_of(row, base, 0));
        break;
    case COVEY_MEMBER_VECTOR:
    case COVEY_MEMBER_AXES:
    case COVEY_MEMBER_SIZES:
        for (int axis = 0; axis < COVEY_AXES; axis++)
            covey_described_word(words, axis < words->dim ? axis_of(row, base, axis) : 0);
        break;
    case COVEY_MEMBER_PART:
        covey_described_put(words, row->of, member_of(row, base));
        break;
    case COVEY_MEMBER_POINTER:
    case COVEY_MEMBER_LIST:
        put_list(words, row, base);
        break;
    case COVEY_MEMBER_COLUMNS:
    case COVEY_MEMBER_GRID:
        put_columns(words, row, base);
        break;
    default:
        put_row(words, row, base);
        break;
    }
}

void covey_described_put(covey_described *words, const covey_member *table, const void *from)
{
    for (const covey_member *row = table; row->name != NULL; row++)
        if (is_kept(row))
            put_member(words, row, from);
}

// ---- Comparing ----

static bool same_lists(const covey_member *row, const void *one, const void *other, int dim)
{
    size_t count = count_of(row, one), size = row->each;
    const unsigned char *a = pointer_of(row, one, 0), *b = pointer_of(row, other, 0);
    bool same = count == count_of(row, other);
    for (size_t k = 0; k < count && same; k++)
        same = covey_described_differ(row->of, a + k * size, b + k * size, dim) == NULL;
    return same;
}

/// True if a member that defines results is the same; of these, none is a list of numbers.
static bool is_same(const covey_member *row, const void *one, const void *other, int dim)
{
    if (row->kind == COVEY_MEMBER_PART)
        return covey_described_differ(row->of, member_of(row, one), member_of(row, other), dim) ==
               NULL;
    if (row->kind == COVEY_MEMBER_LIST)
        return same_lists(row, one, other, dim);
    if (row->kind == COVEY_MEMBER_TEXT) {
        const char *a = pointer_of(row, one, 0), *b = pointer_of(row, other, 0);
        return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
    }
    if (row->kind == COVEY_MEMBER_NUMBER || row->kind == COVEY_MEMBER_AXES) {
        const double *a = member_of(row, one), *b = member_of(row, other);
        bool same = true;
        for (int k = 0; k < (row->kind == COVEY_MEMBER_AXES ? dim : 1); k++)
            same = same && a[k] == b[k];
        return same;
    }
    return whole_of(row, one) == whole_of(row, other);
}

const covey_member *covey_described_differ(const covey_member *table, const void *one,
                                           const void *other, int dim)
{
    for (const covey_member *row = table; row->name != NULL; row++)
        if (row->use == COVEY_MEMBER_DEFINES && row->kind != COVEY_MEMBER_CODE &&
            !is_same(row, one, other, dim))
            return row;
    return NULL;
}

// ---- Reading ----

/// More than lists of the smallest things take, and the 64 flocks of a world.
enum { ROOM_PER_WORD = 4, ROOM = 1 << 17 };

size_t covey_reading_room(size_t words)
{
    return words * WORD * ROOM_PER_WORD + ROOM;
}

uint64_t covey_reading_word(covey_reading *reading)
{
    uint64_t word = 0;
    reading->sound = reading->sound && reading->left > 0;
    if (!reading->sound)
        return 0;
    reading->at = covey_bytes_take(reading->at, &word);
    reading->left--;
    return word;
}

void *covey_reading_list(covey_reading *reading, uint64_t count, size_t size)
{
    reading->sound =
        reading->sound && count <= reading->left && count * size + WORD <= reading->room_left;
    if (!reading->sound)
        return NULL;
    unsigned char *list = reading->room;
    size_t bytes = ((size_t)count * size + WORD) / WORD * WORD; // a byte more at least
    reading->room += bytes;
    reading->room_left -= bytes;
    return list;
}

static void take_whole(covey_reading *reading, const covey_member *row, void *at)
{
    uint64_t word = covey_reading_word(reading);
    int64_t small = (int64_t)word;
    if (row->size == sizeof word)
        memcpy(at, &word, sizeof word);
    else if (row->size == sizeof(bool) && word <= 1)
        memcpy(at, &(bool){word == 1}, sizeof(bool));
    else if (row->size != sizeof(bool) && small >= INT32_MIN && small <= INT32_MAX)
        memcpy(at, &(int32_t){(int32_t)small}, sizeof(int32_t));
    else
        reading->sound = false;
    size_t choices = 0;
    while (row->choices != NULL && row->choices()[choices] != NULL)
        choices++;
    reading->sound = reading->sound && (row->choices == NULL || word < choices);
}

static char *take_text(covey_reading *reading)
{
    uint64_t length = covey_reading_word(reading);
    if (length-- == 0)
        return NULL;
    uint64_t words = length / WORD + (length % WORD != 0);
    char *text = covey_reading_list(reading, words, WORD);
    for (uint64_t k = 0; k < words && text != NULL; k++)
        (void)covey_bytes_put((unsigned char *)text + k * WORD, covey_reading_word(reading));
    reading->sound = reading->sound && text != NULL && strlen(text) == length;
    return reading->sound ? text : NULL;
}

static double *take_numbers(covey_reading *reading, uint64_t count)
{
    double *value = covey_reading_list(reading, count, sizeof *value);
    for (uint64_t k = 0; k < count && value != NULL; k++)
        value[k] = covey_bits_double(covey_reading_word(reading));
    return value;
}

static void *take_wholes(covey_reading *reading, uint64_t count, bool small)
{
    uint64_t *whole = covey_reading_list(reading, count, small ? sizeof(uint32_t) : sizeof *whole);
    uint32_t *half = (uint32_t *)whole;
    for (uint64_t k = 0; k < count && whole != NULL; k++) {
        uint64_t word = covey_reading_word(reading);
        if (small)
            half[k] = (uint32_t)word;
        else
            whole[k] = word;
        reading->sound = reading->sound && (!small || word <= UINT32_MAX);
    }
    return whole;
}

static void *take_list(covey_reading *reading, const covey_member *row, uint64_t count)
{
    unsigned char *item = covey_reading_list(reading, count, row->each);
    for (uint64_t k = 0; k < count && item != NULL; k++)
        covey_reading_describe(reading, row->of, item + k * row->each);
    return count > 0 ? item : NULL;
}

static void take_axes(covey_reading *reading, const covey_member *row, void *at)
{
    for (int axis = 0; axis < COVEY_AXES; axis++) {
        uint64_t word = covey_reading_word(reading);
        double value = covey_bits_double(word);
        size_t count = (size_t)word;
        if (row->kind == COVEY_MEMBER_SIZES)
            memcpy((unsigned char *)at + (size_t)axis * sizeof count, &count, sizeof count);
        else
            memcpy((unsigned char *)at + (size_t)axis * sizeof value, &value, sizeof value);
    }
}

/// Nodes that there can be words for; else none, and the reading is not sound.
static uint64_t nodes_of(covey_reading *reading, const covey_field *field)
{
    uint64_t nodes = 1;
    for (int axis = 0; axis < reading->dim; axis++) {
        reading->sound =
            reading->sound && field->count[axis] > 0 && field->count[axis] <= reading->left / nodes;
        nodes = reading->sound ? nodes * field->count[axis] : 1;
    }
    return reading->sound ? nodes : 0;
}

static void take_pointer(covey_reading *reading, const covey_member *row, void *base)
{
    void **pointer = (void **)(void *)((unsigned char *)base + row->offset);
    bool grid = row->kind == COVEY_MEMBER_GRID;
    uint64_t count = grid ? nodes_of(reading, base) : covey_reading_word(reading);
    size_t counted = (size_t)count;
    if (row->counted != SIZE_MAX)
        memcpy((unsigned char *)base + row->counted, &counted, sizeof counted);
    bool columns = grid || row->kind == COVEY_MEMBER_COLUMNS;
    for (int axis = 0; axis < reading->dim && columns && count > 0; axis++)
        pointer[axis] = take_numbers(reading, count);
    if (row->kind == COVEY_MEMBER_NUMBERS)
        *pointer = take_numbers(reading, count);
    else if (row->kind == COVEY_MEMBER_WHOLES)
        *pointer = take_wholes(reading, count, false);
    else if (row->kind == COVEY_MEMBER_CORNERS && count <= UINT64_MAX / CORNERS)
        *pointer = take_wholes(reading, CORNERS * count, true);
    else if (row->kind == COVEY_MEMBER_LIST || row->kind == COVEY_MEMBER_POINTER)
        *pointer = take_list(reading, row, count);
    reading->sound = reading->sound && (row->kind != COVEY_MEMBER_POINTER || count <= 1);
}

static void take_member(covey_reading *reading, const covey_member *row, void *base)
{
    unsigned char *at = (unsigned char *)base + row->offset;
    double number;
    switch (row->kind) {
    case COVEY_MEMBER_NUMBER:
        number = covey_bits_double(covey_reading_word(reading));
        memcpy(at, &number, sizeof number);
        break;
    case COVEY_MEMBER_WHOLE:
    case COVEY_MEMBER_SWITCH:
    case COVEY_MEMBER_CHOICE:
        take_whole(reading, row, at);
        break;
    case COVEY_MEMBER_TEXT:
        *(char **)(void *)at = take_text(reading);
        break;
    case COVEY_MEMBER_VECTOR:
    case COVEY_MEMBER_AXES:
    case COVEY_MEMBER_SIZES:
        take_axes(reading, row, at);
        break;
    case COVEY_MEMBER_PART:
        covey_reading_describe(reading, row->of, at);
        break;
    default:
        take_pointer(reading, row, base);
        break;
    }
}

void covey_reading_describe(covey_reading *reading, const covey_member *table, void *to)
{
    for (const covey_member *row = table; row->name != NULL && reading->sound; row++)
        if (is_kept(row))
            take_member(reading, row, to);
}
