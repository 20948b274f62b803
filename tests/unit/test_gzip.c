// SPDX-License-Identifier: MIT
// Text packed by gzip: members made here by RFC 1952 with blocks that are stored, and by zlib, in
// any pieces; damage; and files that covey packs, read by the program gzip.
#include "formats/gzip.h"
#include "support/files.h"
#include "support/heap.h"
#include "support/process.h"
#include "support/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 4096, MEGABYTE = 1 << 20 };

// ---- Members ----

/// CRC-32 bit by bit, as its definition says.
static uint32_t crc_of(const char *text, size_t size)
{
    uint32_t crc = ~UINT32_C(0);
    for (size_t k = 0; k < size; k++) {
        crc ^= (unsigned char)text[k];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static size_t put_number(char *to, uint32_t number, int bytes)
{
    for (int k = 0; k < bytes; k++)
        to[k] = (char)(number >> (8 * k) & 0xff);
    return (size_t)bytes;
}

/// Writes a text as a member with one stored block; with all optional fields of its head, or none.
static size_t store(char *to, const char *text, size_t size, bool full)
{
    static const char plain[] = "\x1f\x8b\x08\0\0\0\0\0\0\xff",
                      named[] = "\x1f\x8b\x08\x1c\x01\x02\x03\x04\0\x03" // extra, name, comment
                                "\x03\0abcname.csv\0comment";
    size_t used = full ? sizeof named : sizeof plain - 1;
    memcpy(to, full ? named : plain, used);
    to[used++] = 1; // the last block, stored
    used += put_number(to + used, (uint32_t)size, 2);
    used += put_number(to + used, ~(uint32_t)size, 2);
    memcpy(to + used, text, size);
    used += size;
    used += put_number(to + used, crc_of(text, size), 4);
    return used + put_number(to + used, (uint32_t)size, 4);
}

/// Unpacks an input that comes in pieces; the number of bytes it gave is *size.
static covey_status unpack(const char *bytes, size_t count, size_t piece, char *to, size_t *size,
                           char reason[100])
{
    test_heap heap = {0};
    covey_memory memory = covey_memory_init(test_heap_allocator(&heap));
    tape in = {.bytes = bytes, .size = count, .piece = piece};
    covey_gunzip gunzip;
    covey_gunzip_init(&gunzip, &memory, tape_source(&in));
    covey_source source = covey_gunzip_source(&gunzip);
    covey_status status = COVEY_OK;
    size_t got = 1;
    for (*size = 0; status == COVEY_OK && got > 0; *size += got)
        status = source.read(source.context, to + *size, ROOM - *size, &got);
    (void)snprintf(reason, 100, "%s", gunzip.reason != NULL ? gunzip.reason : "");
    if (status != COVEY_OK)
        assert_int_equal(source.read(source.context, to, 1, &got), status); // for ever
    covey_gunzip_destroy(&gunzip);
    test_heap_check_empty(&heap);
    return status;
}

static void check_text(const char *bytes, size_t count, const char *text)
{
    char to[ROOM], reason[100];
    size_t size;
    for (size_t piece = 1; piece <= count + 1; piece++) {
        assert_int_equal(unpack(bytes, count, piece, to, &size, reason), COVEY_OK);
        assert_int_equal(size, strlen(text));
        assert_memory_equal(to, text, size);
    }
}

static void check_refused(const char *bytes, size_t count, const char *why)
{
    char to[ROOM], reason[100];
    size_t size;
    for (size_t piece = 1; piece <= count + 1; piece++) {
        assert_int_equal(unpack(bytes, count, piece, to, &size, reason), COVEY_INPUT);
        assert_string_equal(reason, why);
    }
}

static const char table[] = "id,t,x,y\n1,0,2.5,3.5\n1,1,2.75,3.5\n1,2,3,3.5\n";

// ---- Reading ----

static void test_members_are_one_text_wherever_it_was_parted(void **state)
{
    (void)state;
    char bytes[ROOM];
    for (size_t parted = 0; parted <= sizeof table - 1; parted++) {
        size_t size = store(bytes, table, parted, parted % 2 == 0);
        size += store(bytes + size, table + parted, sizeof table - 1 - parted, parted % 3 == 0);
        check_text(bytes, size, table);
    }
}

static void test_other_bytes_are_handed_on_as_they_are(void **state)
{
    (void)state;
    check_text(table, sizeof table - 1, table);
    check_text("", 0, "");
    check_text("\x1f", 1, "\x1f");
    check_text("\x1f\x1f\x8b", 3, "\x1f\x1f\x8b");
    check_text("x\x1f\x8b\x08", 4, "x\x1f\x8b\x08");
}

static void test_zeros_may_follow_the_last_member_and_nothing_else(void **state)
{
    (void)state;
    static const char why[] = "the bytes behind its end are no gzip",
                      head[] = "it is damaged: a head of gzip is wrong";
    char bytes[ROOM] = {0};
    size_t size = store(bytes, table, sizeof table - 1, false);
    check_text(bytes, size + 1, table);
    check_text(bytes, size + 40, table);
    size_t more = store(bytes + size + 1, table, 3, false);
    check_refused(bytes, size + 1 + more, why);
    bytes[size] = '\n';
    check_refused(bytes, size + 1, why);
    bytes[size] = '\x1f';
    check_refused(bytes, size + 1, "it is cut: its end is missing");
    check_refused(bytes, size + 2, head);
}

static void test_a_cut_at_any_byte_is_noticed(void **state)
{
    (void)state;
    char bytes[ROOM], to[ROOM], reason[100];
    size_t size = store(bytes, table, 20, true), given;
    size_t end = size + store(bytes + size, table + 20, 10, false);
    for (size_t kept = 2; kept < end; kept++) {
        if (kept == size)
            continue; // the first member is whole
        assert_int_equal(unpack(bytes, kept, 7, to, &given, reason), COVEY_INPUT);
        assert_string_equal(reason, "it is cut: its end is missing");
        assert_memory_equal(to, table, given);
    }
}

static void test_no_changed_bit_gives_another_text(void **state)
{
    (void)state;
    test_heap heap = {0};
    covey_memory memory = covey_memory_init(test_heap_allocator(&heap));
    covey_text text = {.memory = &memory}, packed = {.memory = &memory};
    char to[ROOM], reason[100];
    size_t size, refused = 0;
    covey_text_string(&text, table);
    assert_int_equal(covey_gzip_pack(&text, &packed, NULL), COVEY_OK);
    for (size_t bit = 16; bit < 8 * packed.size; bit++) {
        packed.bytes[bit / 8] = (char)(packed.bytes[bit / 8] ^ (1 << bit % 8));
        covey_status status = unpack(packed.bytes, packed.size, 0, to, &size, reason);
        assert_true(status == COVEY_OK || (status == COVEY_INPUT && reason[0] != '\0'));
        refused += status != COVEY_OK;
        if (status == COVEY_OK) { // the head tells a time; bits behind the last block are free
            assert_int_equal(size, sizeof table - 1);
            assert_memory_equal(to, table, size);
        }
        packed.bytes[bit / 8] = (char)(packed.bytes[bit / 8] ^ (1 << bit % 8));
    }
    assert_true(refused >= 8 * (packed.size - 11));
    covey_text_destroy(&text);
    covey_text_destroy(&packed);
    test_heap_check_empty(&heap);
}

/// A source that gives a text over and over.
typedef struct endless {
    const covey_text *text;
    uint64_t given;
} endless;

static covey_status give_again(void *context, void *bytes, size_t size, size_t *count)
{
    endless *self = context;
    size_t at = (size_t)(self->given % self->text->size), left = self->text->size - at;
    *count = left < size ? left : size;
    memcpy(bytes, self->text->bytes + at, *count);
    self->given += *count;
    return COVEY_OK;
}

static void test_a_text_without_end_is_refused_in_little_memory(void **state)
{
    (void)state;
    static char piece[MEGABYTE];
    test_heap heap = {0};
    covey_memory memory = covey_memory_init(test_heap_allocator(&heap));
    covey_text text = {.memory = &memory}, packed = {.memory = &memory};
    for (int k = 0; k < MEGABYTE; k++)
        covey_text_put(&text, "\n", 1);
    assert_int_equal(covey_gzip_pack(&text, &packed, NULL), COVEY_OK);
    covey_text_destroy(&text);
    assert_in_range(MEGABYTE / packed.size, 500, 1100);
    endless in = {.text = &packed};
    covey_gunzip gunzip;
    covey_gunzip_init(&gunzip, &memory, (covey_source){give_again, &in});
    covey_source source = covey_gunzip_source(&gunzip);
    uint64_t made = 0;
    covey_status status = COVEY_OK;
    for (size_t got = 1; status == COVEY_OK && got > 0; made += got) {
        status = source.read(source.context, piece, sizeof piece, &got);
        assert_true(heap.bytes < packed.room + 200000);
    }
    assert_int_equal(status, COVEY_INPUT);
    assert_string_equal(gunzip.reason,
                        "its text is more than 100 times as long as its packed bytes");
    // 64 MB and 100 times what was packed, and at most a piece more.
    uint64_t most = (UINT64_C(64) << 20) + 100 * in.given;
    assert_true(made > most - MEGABYTE && made <= most + MEGABYTE);
    covey_gunzip_destroy(&gunzip);
    covey_text_destroy(&packed);
    test_heap_check_empty(&heap);
}

static const char *whole;

static covey_status read_whole(test_heap *heap)
{
    covey_input_def def = covey_input_def_default();
    const covey_frame_set *sets;
    covey_input *input;
    covey_error error = {0};
    int count = 1, frames = -1;
    def.path = whole;
    def.allocator = test_heap_allocator(heap);
    covey_status status = covey_input_open(&def, &input, &error);
    for (; status == COVEY_OK && count > 0; frames++)
        status = covey_input_next(input, &sets, &count, &error);
    covey_input_close(input);
    assert_int_equal(error.status, status);
    assert_true(status != COVEY_OK || frames == 4);
    return status;
}

static covey_status write_whole(test_heap *heap)
{
    covey_output_def def = files_def(files_path("memory.csv.gz"));
    covey_frame_set sets[MADE_SETS];
    covey_output *output;
    def.allocator = test_heap_allocator(heap);
    covey_status status = covey_output_open(&def, &output, NULL);
    for (uint64_t step = 0; status == COVEY_OK && step < 3; step++) {
        files_frame(step, sets);
        status = covey_output_put(output, sets, MADE_SETS, NULL);
    }
    (void)covey_output_close(output, NULL);
    return status;
}

static void test_too_little_memory_is_told(void **state)
{
    (void)state;
    whole = files_make("whole", covey_format_find("csv"), 3, NULL);
    size_t plain = test_heap_fail_everywhere(read_whole);
    covey_output_def def = files_def(files_path("whole.csv.gz"));
    covey_output *output = files_open(&def);
    files_put(output, 0, 3);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    whole = files_path("whole.csv.gz");
    assert_true(test_heap_fail_everywhere(read_whole) >= plain + 2); // the state of zlib
    assert_true(test_heap_fail_everywhere(write_whole) >= 10);
}

// ---- Files that covey packs ----

/// The text that the program gzip makes of a file.
static char *gunzip_by_program(const char *path, size_t *size)
{
    const char *const words[] = {"gzip", "-d", "-c", path, NULL};
    process gzip = process_run(&(process_def){.arguments = words, .native = true});
    assert_int_equal(gzip.code, 0);
    assert_int_equal(gzip.errors.size, 0);
    char *text = gzip.output.bytes;
    *size = gzip.output.size;
    gzip.output.bytes = NULL;
    process_free(&gzip);
    return text;
}

static void test_packed_files_of_all_formats_hold_the_text_of_plain_ones(void **state)
{
    (void)state;
    const covey_format *format;
    covey_bookmark marks[10];
    int tried = 0;
    for (int k = 0; (format = covey_format_at(k)) != NULL; k++) {
        if (format->put == NULL || !format->writes)
            continue;
        char name[64];
        size_t plain_size, size, parts_size;
        char *plain = files_read(files_make("plain", format, 9, NULL), &plain_size);
        (void)snprintf(name, sizeof name, "packed.%s.GZ", format->name);
        covey_output_def def = files_def(files_path(name));
        covey_output *output = files_open(&def);
        for (uint64_t step = 0; step < 10; step++) {
            files_put(output, step, step);
            assert_int_equal(covey_output_bookmark(output, &marks[step]), COVEY_OK);
        }
        assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
        char *text = gunzip_by_program(def.path, &size);
        assert_int_equal(size, plain_size);
        assert_memory_equal(text, plain, size);
        free(text);
        free(plain);
        char *packed = files_read(def.path, &size);
        for (int step = 0; step < 9; step += 4) { // resumed, they are the same bytes
            def.resume = &marks[step];
            output = files_open(&def);
            files_put(output, (uint64_t)step + 1, 9);
            assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
            char *parts = files_read(def.path, &parts_size);
            assert_int_equal(parts_size, size);
            assert_memory_equal(parts, packed, size);
            free(parts);
        }
        free(packed);
        tried++;
    }
    assert_true(tried >= 6);
}

static void test_a_packed_file_is_told_by_its_bytes_not_its_name(void **state)
{
    (void)state;
    covey_status status;
    covey_error error = {0};
    size_t size;
    covey_output_def def = files_def(files_path("named.csv.gz"));
    covey_output *output = files_open(&def);
    files_put(output, 0, 5);
    assert_int_equal(covey_output_close(output, NULL), COVEY_OK);
    assert_int_equal(files_count_frames(def.path, &status, &error), 6);
    assert_int_equal(status, COVEY_OK);
    char *packed = files_read(def.path, &size);
    files_write(files_path("plain.csv"), packed, size);
    assert_int_equal(files_count_frames(files_path("plain.csv"), &status, &error), 6);
    assert_int_equal(status, COVEY_OK);
    files_write(def.path, packed, size - 3);
    assert_int_equal(files_count_frames(def.path, &status, &error), 6);
    assert_int_equal(status, COVEY_INPUT);
    assert_non_null(strstr(error.message, ": it is cut: its end is missing; good up to time "));
    free(packed);
    assert_ptr_equal(covey_format_of("a.xyz.gz"), covey_format_find("extxyz"));
    assert_ptr_equal(covey_format_of("a.csv.Gz"), covey_format_find("csv"));
    assert_null(covey_format_of("a.h5md.gz")); // HDF5 packs by itself
    assert_null(covey_format_of(".csv.gz"));
    assert_null(covey_format_of("csv.gz"));
    assert_null(covey_format_of("a.gz"));
}

int main(void)
{
    if (!covey_gzip_is_built())
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members_are_one_text_wherever_it_was_parted),
        cmocka_unit_test(test_other_bytes_are_handed_on_as_they_are),
        cmocka_unit_test(test_zeros_may_follow_the_last_member_and_nothing_else),
        cmocka_unit_test(test_a_cut_at_any_byte_is_noticed),
        cmocka_unit_test(test_no_changed_bit_gives_another_text),
        cmocka_unit_test(test_a_text_without_end_is_refused_in_little_memory),
        cmocka_unit_test(test_too_little_memory_is_told),
        cmocka_unit_test(test_packed_files_of_all_formats_hold_the_text_of_plain_ones),
        cmocka_unit_test(test_a_packed_file_is_told_by_its_bytes_not_its_name),
    };
    return cmocka_run_group_tests(tests, files_setup, files_teardown);
}
