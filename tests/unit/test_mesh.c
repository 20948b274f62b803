// SPDX-License-Identifier: MIT
// Files of meshes: STL of text and binary and OBJ give the same mesh, wrong ones are refused with
// their place, and no mutation is read past its end.
#include "base/math_trig.h"
#include "covey/mesh.h"
#include "support/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINTS = 4, TRIANGLES = 4, ROOM = 4096 };

static const double points[POINTS][3] = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0.5, 0.5, 1.5}};
static const uint32_t corner[TRIANGLES][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

static size_t write_text(char *text)
{
    size_t size = (size_t)sprintf(text, "solid a pyramid\n");
    for (int t = 0; t < TRIANGLES; t++) {
        size += (size_t)sprintf(text + size, " facet normal nan 0 1\r\n  outer loop\n");
        for (int k = 0; k < 3; k++) {
            const double *p = points[corner[t][k]];
            size += (size_t)sprintf(text + size, "   VERTEX %g %g %g\n", p[0], p[1], p[2]);
        }
        size += (size_t)sprintf(text + size, "  endloop endfacet\n");
    }
    return size + (size_t)sprintf(text + size, "endsolid a pyramid\n");
}

static size_t write_binary(char *bytes)
{
    memset(bytes, 0, ROOM);
    memcpy(bytes, "solid, but binary", 17);
    bytes[80] = TRIANGLES;
    for (int t = 0; t < TRIANGLES; t++)
        for (int k = 0; k < 3; k++)
            for (int axis = 0; axis < 3; axis++) {
                float value = (float)points[corner[t][k]][axis];
                uint32_t word;
                memcpy(&word, &value, sizeof word);
                for (int byte = 0; byte < 4; byte++)
                    bytes[84 + 50 * t + 12 + 12 * k + 4 * axis + byte] =
                        (char)(unsigned char)(word >> (8 * byte));
            }
    return 84 + 50 * TRIANGLES;
}

static size_t write_object(char *text)
{
    size_t size = (size_t)sprintf(text, "# a pyramid\nmtllib none.mtl\no pyramid\n");
    for (int k = 0; k < POINTS; k++)
        size += (size_t)sprintf(text + size, "v %g %g %g 1.0\n", points[k][0], points[k][1],
                                points[k][2]);
    size += (size_t)sprintf(text + size, "vn 0 0 1\nf 1/2/1 3//1 2\nf -4 -3 -1 # back\n");
    return size + (size_t)sprintf(text + size, "f 2 3 4\nf 3 1 4");
}

/// The coordinates of all corners, which do not depend on the numbers of points.
static void assert_pyramid(const covey_mesh *mesh)
{
    assert_int_equal(mesh->points_count, POINTS);
    assert_int_equal(mesh->triangles_count, TRIANGLES);
    for (int t = 0; t < TRIANGLES; t++)
        for (int k = 0; k < 3; k++)
            for (int axis = 0; axis < 3; axis++)
                assert_true(mesh->points[axis][mesh->triangles[3 * t + k]] ==
                            points[corner[t][k]][axis]);
}

static void test_formats_give_the_same_mesh(void **unused)
{
    (void)unused;
    static size_t (*const write[])(char *) = {write_text, write_binary, write_object};
    for (int k = 0; k < 3; k++) {
        char bytes[ROOM];
        size_t size = write[k](bytes);
        covey_mesh *mesh;
        covey_error error = {0};
        covey_mesh_format format = k == 2 ? COVEY_MESH_OBJ : COVEY_MESH_STL;
        if (covey_mesh_parse(bytes, size, format, (covey_allocator){0}, &mesh, &error) != COVEY_OK)
            fail_msg("%s", error.message);
        assert_pyramid(mesh);
        covey_mesh_destroy(mesh);
    }
}

static void test_a_mesh_is_turned_then_scaled_then_moved(void **unused)
{
    (void)unused;
    char text[ROOM];
    covey_mesh *mesh;
    size_t size = write_text(text);
    assert_int_equal(
        covey_mesh_parse(text, size, COVEY_MESH_STL, (covey_allocator){0}, &mesh, NULL), COVEY_OK);
    uint32_t tip = mesh->triangles[5];
    covey_mesh_transform(
        mesh,
        &(covey_mesh_move){.scale = 2, .turn = {0, 0, 0.25 * COVEY_TURN}, .at = {10, 20, 30}});
    assert_true(fabs(mesh->points[0][tip] - 9) < 1e-12 && fabs(mesh->points[1][tip] - 21) < 1e-12 &&
                fabs(mesh->points[2][tip] - 33) < 1e-12);
    covey_mesh_destroy(mesh);
}

static void refuse(const char *text, covey_mesh_format format, uint64_t line, const char *message)
{
    covey_mesh *mesh;
    covey_error error = {0};
    assert_int_equal(
        covey_mesh_parse(text, strlen(text), format, (covey_allocator){0}, &mesh, &error),
        COVEY_INPUT);
    assert_null(mesh);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
}

static void test_wrong_files_are_refused_with_their_place(void **unused)
{
    (void)unused;
    refuse("v 0 0 0\nv 1 0 x\n", COVEY_MESH_OBJ, 2, "expected a number");
    refuse("v 0 0 1e16\n", COVEY_MESH_OBJ, 1, "a coordinate is beyond 1e15");
    refuse("v 0 0 0\nf 1 1\n", COVEY_MESH_OBJ, 2, "a face has three points or more");
    refuse("v 0 0 0\nf 1 2 3\n", COVEY_MESH_OBJ, 2,
           "there is no point with this number before here");
    refuse("v 0 0 0\nf 1 1.5 1\n", COVEY_MESH_OBJ, 2, "expected the number of a point");
    refuse("v 0 0 0\nv 0 0 0\nf 1 2 1\n", COVEY_MESH_OBJ, 4, "there are no triangles");
    refuse("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", COVEY_MESH_STL, 4,
           "expected a number");
    refuse("solid\nfacet\nouter loop\nvertex 0 0 0\nendloop\n", COVEY_MESH_STL, 5,
           "expected vertex and three numbers");
    refuse("solid\n", COVEY_MESH_STL, 2, "the file ends before endsolid");
    refuse(
        "v 0 0 0\n", COVEY_MESH_STL, 0,
        "it is no STL: one of text begins with solid, and a binary one has at least 84 bytes and "
        "not 8");
    char long_text[101];
    memset(long_text, ' ', 100); // "    " is the number 0x20202020
    long_text[100] = '\0';
    refuse(
        long_text, COVEY_MESH_STL, 0,
        "it is no STL: one of text begins with solid, and a binary one of 538976288 triangles, as "
        "its bytes 81 to 84 tell, has 26948814484 bytes and not 100");
    char bytes[ROOM];
    covey_mesh *mesh;
    covey_error error = {0};
    size_t size = write_binary(bytes);
    memset(bytes + 84 + 50 + 24, 0xff, 4); // not a number
    assert_int_equal(
        covey_mesh_parse(bytes, size, COVEY_MESH_STL, (covey_allocator){0}, &mesh, &error),
        COVEY_INPUT);
    assert_string_equal(
        error.message,
        "triangle 1, in front of byte 170: a coordinate is beyond 1e15 or no number");
}

/// Bytes are in memory of their own size, so that sanitizers see reads past the end.
static void test_mutations_are_read_or_refused(void **unused)
{
    (void)unused;
    static size_t (*const write[])(char *) = {write_text, write_binary, write_object};
    uint64_t random = 9;
    size_t read = 0, refused = 0;
    for (int tries = 0; tries < 6000; tries++) {
        char bytes[ROOM];
        size_t size = write[tries % 3](bytes);
        for (size_t k = test_below(&random, 4); k > 0; k--)
            bytes[test_below(&random, size)] = (char)test_below(&random, 256);
        size = test_below(&random, 4) == 0 ? test_below(&random, size + 1) : size;
        char *own = malloc(size + 1);
        assert_non_null(own);
        char *tight = own + 1; // size 0 has a place, too
        memcpy(tight, bytes, size);
        covey_mesh *mesh;
        covey_mesh_format format = tries % 3 == 2 ? COVEY_MESH_OBJ : COVEY_MESH_STL;
        covey_error error = {0};
        covey_status status =
            covey_mesh_parse(tight, size, format, (covey_allocator){0}, &mesh, &error);
        for (size_t k = 0; status == COVEY_OK && k < 3 * mesh->triangles_count; k++)
            assert_true(mesh->triangles[k] < mesh->points_count);
        assert_true(status == COVEY_OK || (status == COVEY_INPUT && error.message[0] != '\0'));
        read += status == COVEY_OK;
        refused += status == COVEY_INPUT;
        covey_mesh_destroy(mesh);
        free(own);
    }
    assert_true(read > 500 && refused > 500);
}

static void test_missing_pointers_are_refused(void **state)
{
    (void)state;
    const covey_allocator plain = {0};
    const covey_mesh_move move = {.scale = 1};
    covey_mesh *mesh;
    assert_int_equal(covey_mesh_parse(NULL, 9, COVEY_MESH_OBJ, plain, &mesh, NULL), COVEY_ARG);
    assert_int_equal(covey_mesh_parse("", 0, COVEY_MESH_OBJ, plain, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_mesh_read(NULL, plain, &mesh, NULL), COVEY_ARG);
    assert_int_equal(covey_mesh_read("a.obj", plain, NULL, NULL), COVEY_ARG);
    assert_int_equal(covey_mesh_format_of(NULL), COVEY_MESH_STL);
    covey_mesh_transform(NULL, &move);
    assert_int_equal(covey_mesh_influence(NULL).points_count, 0);
    covey_mesh_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats_give_the_same_mesh),
        cmocka_unit_test(test_a_mesh_is_turned_then_scaled_then_moved),
        cmocka_unit_test(test_wrong_files_are_refused_with_their_place),
        cmocka_unit_test(test_mutations_are_read_or_refused),
        cmocka_unit_test(test_missing_pointers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
