// SPDX-License-Identifier: MIT
// The index of agents by id against a plain list, and the order of ids against a sort.
#include "base/heap_sort.h"
#include "geometry/index.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 200 };

typedef struct herd {
    covey_memory memory;
    covey_index index;
    covey_id id[MOST + 1];
    size_t count, room;
} herd;

static void herd_init(herd *self, size_t room)
{
    *self = (herd){.memory = covey_memory_init((covey_allocator){0}), .room = room};
    assert_int_equal(covey_index_create(&self->memory, room, &self->index), COVEY_OK);
}

static void herd_destroy(herd *self)
{
    covey_index_destroy(&self->memory, &self->index);
    assert_int_equal(self->memory.bytes, 0);
}

static void expect_all(const herd *self)
{
    for (size_t i = 0; i < self->count; i++)
        assert_int_equal(covey_index_find(&self->index, self->id[i]), i);
}

static void add(herd *self, covey_id id)
{
    self->id[self->count] = id;
    covey_index_add(&self->index, self->id, self->count++);
}

static void take_out(herd *self, size_t i)
{
    covey_id gone = self->id[i];
    covey_index_remove(&self->index, gone);
    self->id[i] = self->id[--self->count];
    if (i < self->count)
        covey_index_note(&self->index, self->id, i, i + 1);
    assert_int_equal(covey_index_find(&self->index, gone), COVEY_INDEX_NONE);
}

/// As a sort does: every agent elsewhere.
static void shuffle(herd *self, uint64_t *random)
{
    for (size_t i = self->count; i > 1; i--) {
        size_t k = test_below(random, i);
        covey_id id = self->id[k];
        self->id[k] = self->id[i - 1];
        self->id[i - 1] = id;
    }
    covey_index_note(&self->index, self->id, 0, self->count / 2);
    covey_index_note(&self->index, self->id, self->count / 2, self->count);
}

static void test_every_id_is_found_where_its_agent_stands(void **unused)
{
    (void)unused;
    static const size_t rooms[] = {0, 1, 2, 3, 7, 64, MOST};
    static const uint32_t strides[] = {1, 2, 97, 1 << 12, 987, 1 << 20};
    uint64_t random = 4;
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++)
        for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
            herd self;
            herd_init(&self, rooms[r]);
            assert_int_equal(covey_index_find(&self.index, 0), COVEY_INDEX_NONE);
            for (uint32_t n = 0; n < 1000; n++) { // of some strides, ids reach 2^30
                bool adds = self.count < self.room && test_below(&random, 3) > 0;
                if (adds)
                    add(&self, n * strides[s]);
                else if (self.count > 0)
                    take_out(&self, test_below(&random, self.count));
                if (n % 7 == 0)
                    shuffle(&self, &random);
                expect_all(&self);
                assert_int_equal(covey_index_find(&self.index, n * strides[s] + 1),
                                 COVEY_INDEX_NONE);
            }
            assert_true(self.index.hashed || rooms[r] == 0);
            herd_destroy(&self);
        }
}

/// Agents that stay among many that come and go: the memory does not grow.
static void test_memory_does_not_grow_with_ids(void **unused)
{
    (void)unused;
    herd self;
    herd_init(&self, MOST);
    size_t bytes = self.memory.bytes;
    for (uint32_t id = 0; id < MOST - 1; id++)
        add(&self, id);
    for (uint32_t id = MOST; id < 200000; id++) {
        add(&self, id);
        take_out(&self, self.count - 1);
    }
    expect_all(&self);
    assert_int_equal(self.memory.bytes, bytes);
    assert_true(self.index.next == 200000);
    herd_destroy(&self);
}

/// Whatever its key, a seat lies near where the search for it begins: no pattern of ids makes long
/// searches. With two thirds of the seats taken a search of random ids takes two looks on average.
static void test_no_pattern_of_ids_makes_long_searches(void **unused)
{
    (void)unused;
    enum { AGENTS = 100000, LOOKS = 4 };
    static const uint32_t strides[] = {1, 2, 3, 150001, 987, 1597, 4096, 20000};
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_id *id = calloc(AGENTS, sizeof *id);
    assert_non_null(id);
    for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
        covey_index index;
        assert_int_equal(covey_index_create(&memory, AGENTS, &index), COVEY_OK);
        for (uint32_t k = 0; k < AGENTS; k++)
            id[k] = 1000000 + k * strides[s];
        index.next = UINT32_MAX;
        covey_index_fill(&index, id, AGENTS);
        size_t run = 0, runs = 0; // of seats that are taken, one after another
        double squares = 0.0;
        for (size_t seat = 0; seat < index.seats; seat++) {
            run = index.place[seat] != COVEY_INDEX_NONE ? run + 1 : 0;
            squares += (double)run;
            runs += run > 0;
        }
        assert_int_equal(runs, AGENTS);
        assert_true(squares / (double)AGENTS <
                    2 * LOOKS); // agents before it in its run, of 4 expected
        covey_index_destroy(&memory, &index);
    }
    free(id);
}

static int compare(const void *a, const void *b)
{
    covey_id left = *(const covey_id *)a, right = *(const covey_id *)b;
    return (left > right) - (left < right);
}

static void test_the_order_of_ids_is_that_of_a_sort(void **unused)
{
    (void)unused;
    static const uint64_t factors[] = {1, 2, 255, 65537, 16777259, 21474836};
    uint64_t random = 8;
    for (size_t count = 0; count <= MOST; count++)
        for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
            herd self = {.count = 0};
            covey_id sorted[MOST];
            uint32_t order[2 * MOST + 1];
            for (size_t k = 0; k < count; k++) // odd factors permute the numbers below 2^32
                self.id[k] = (uint32_t)(k * factors[f]);
            for (size_t i = count; i > 1; i--) {
                size_t k = test_below(&random, i);
                covey_id id = self.id[k];
                self.id[k] = self.id[i - 1];
                self.id[i - 1] = id;
            }
            memcpy(sorted, self.id, count * sizeof *sorted);
            qsort(sorted, count, sizeof *sorted, compare);
            char *at = (char *)order + f % 4; // aligned or not
            covey_id_order(self.id, count, at, at + count * sizeof *order);
            for (size_t k = 0; k < count; k++)
                assert_int_equal(self.id[covey_id_order_at(at, k)], sorted[k]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_id_is_found_where_its_agent_stands),
        cmocka_unit_test(test_memory_does_not_grow_with_ids),
        cmocka_unit_test(test_no_pattern_of_ids_makes_long_searches),
        cmocka_unit_test(test_the_order_of_ids_is_that_of_a_sort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
