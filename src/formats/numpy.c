// SPDX-License-Identifier: MIT
// The format is numpy's NEP 1 ("A simple file format for NumPy arrays", versions 1 to 3).
#include "formats/numpy.h"

#include "base/bits.h"

#include <stdint.h>
#include <string.h>

static covey_status refuse(const char *why, covey_error *error)
{
    return covey_fail(error, COVEY_INPUT, "%s", why);
}

// ---- Heads of arrays ----

/// The text of a head, which is a dictionary of Python.
typedef struct head {
    const char *text;
    size_t size;
} head;

/// Finds what stands behind 'key': in the head; NULL if it is not there.
static const char *value_of(head of, const char *key)
{
    size_t length = strlen(key);
    for (size_t k = 0; k + length + 3 < of.size; k++)
        if (of.text[k] == '\'' && memcmp(of.text + k + 1, key, length) == 0 &&
            of.text[k + 1 + length] == '\'') {
            size_t at = k + length + 2;
            while (at < of.size && (of.text[at] == ' ' || of.text[at] == ':'))
                at++;
            return at < of.size ? of.text + at : NULL;
        }
    return NULL;
}

/// Reads '<f8' and the like.
static bool read_kind(head of, covey_numpy *array)
{
    const char *at = value_of(of, "descr");
    if (at == NULL || of.text + of.size - at < 5 || at[0] != '\'' || at[4] != '\'')
        return false;
    array->big = at[1] == '>';
    array->kind = at[2];
    array->size = (size_t)(at[3] - '0');
    bool is_real = array->kind == 'f' && (array->size == 4 || array->size == 8);
    bool is_whole = (array->kind == 'i' || array->kind == 'u') &&
                    (array->size == 1 || array->size == 2 || array->size == 4 || array->size == 8);
    bool is_bool = array->kind == 'b' && array->size == 1;
    return memchr("<>|=", at[1], 4) != NULL && (is_real || is_whole || is_bool);
}

static bool read_shape(head of, covey_numpy *array)
{
    const char *at = value_of(of, "shape"), *end = of.text + of.size;
    if (at == NULL || *at++ != '(')
        return false;
    while (at < end && *at != ')') {
        if (*at == ' ' || *at == ',') {
            at++;
            continue;
        }
        size_t number = 0;
        if (*at < '0' || *at > '9' || array->dims == COVEY_NUMPY_DIMS)
            return false;
        for (; at < end && *at >= '0' && *at <= '9'; at++) {
            if (number > SIZE_MAX / 16)
                return false;
            number = 10 * number + (size_t)(*at - '0');
        }
        array->shape[array->dims++] = number;
    }
    return at < end && array->dims > 0;
}

/// True if all numbers are within `room` bytes.
static bool fits(const covey_numpy *array, size_t room)
{
    size_t left = room / array->size;
    for (size_t k = 0; k < COVEY_NUMPY_DIMS; k++) {
        if (array->shape[k] == 0)
            return true;
        left /= array->shape[k];
    }
    return left > 0;
}

covey_status covey_numpy_open(const void *bytes, size_t size, covey_numpy *array,
                              covey_error *error)
{
    const unsigned char *at = bytes;
    *array = (covey_numpy){.shape = {1, 1, 1}};
    if (size < 12 || memcmp(at, "\x93NUMPY", 6) != 0 || at[6] < 1 || at[6] > 3)
        return refuse("it does not begin as an array of numpy", error);
    size_t begin = at[6] == 1 ? 10 : 12, length = (size_t)covey_bytes_little(at + 8, begin - 8);
    if (length > size - begin)
        return refuse("the file is cut in the head of an array", error);
    const head of = {(const char *)at + begin, length};
    const char *kind = value_of(of, "descr");
    if (kind != NULL && length > 3 && memcmp(kind, "'|O", 3) == 0)
        return refuse("it holds objects of Python and no array of numbers, as trajectories.npy of "
                      "idtracker.ai: take its trajectories.h5 or .csv, or save the array "
                      "\"trajectories\" of it alone",
                      error);
    if (!read_kind(of, array))
        return refuse("an array has numbers that are not read: real ones have 4 or 8 bytes, "
                      "whole ones 1, 2, 4 or 8",
                      error);
    if (!read_shape(of, array))
        return refuse("an array has a shape of 1 to 3 numbers", error);
    const char *order = value_of(of, "fortran_order");
    array->columns = order != NULL && *order == 'T';
    array->bytes = at + begin + length;
    return fits(array, size - begin - length) ? COVEY_OK
                                              : refuse("the file is cut in an array", error);
}

static double real_of(uint64_t bits, size_t size)
{
    double value;
    float single;
    uint32_t low = (uint32_t)bits;
    if (size == sizeof value) {
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    memcpy(&single, &low, sizeof single);
    return (double)single;
}

double covey_numpy_at(const covey_numpy *array, size_t i, size_t j, size_t k)
{
    const size_t *shape = array->shape;
    size_t place =
        array->columns ? (k * shape[1] + j) * shape[0] + i : (i * shape[1] + j) * shape[2] + k;
    const unsigned char *at = array->bytes + place * array->size;
    uint64_t bits = 0;
    for (size_t b = 0; b < array->size; b++)
        bits |= (uint64_t)at[array->big ? array->size - 1 - b : b] << 8 * b;
    if (array->kind == 'f')
        return real_of(bits, array->size);
    uint64_t sign = UINT64_C(1) << (8 * array->size - 1);
    if (array->kind == 'i' && (bits & sign) != 0)
        return -(double)((sign << 1) - bits); // of 8 bytes, 0 - bits
    return (double)bits;
}
