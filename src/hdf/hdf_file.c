// SPDX-License-Identifier: MIT
// Parts that writing and reading H5MD share: opening files, and small objects in them. A file is
// refused if its objects lead out of it, need code of others, or claim to hold more than its bytes
// can.
#include "hdf/hdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFLATES = 1032,       ///< bytes that deflate makes of one, at most
    CHUNK_SLACK = 1 << 20, ///< bytes that a chunk may have in a file of any size
    MOST_RANK = 4,
    MOST_TEXT = 1 << 28,
    MOST_TEXTS = 1 << 20, ///< bytes of a list of texts
    MOST_ROW = 1024,      ///< bytes of a row of a table
};

bool covey_hdf_file_begin(void)
{
    return H5dont_atexit() >= 0 && H5open() >= 0 && H5Eset_auto2(H5E_DEFAULT, NULL, NULL) >= 0 &&
           H5PLset_loading_state(0) >= 0;
}

// ---- Opening ----

static hid_t access_list(covey_hdf_disk *disk)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    bool good = H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST) >= 0 &&
                H5Pset_file_locking(access, false, true) >= 0 && // covey locks the same file
                H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 &&
                H5Pset_metadata_read_attempts(access, 1) >= 0 && covey_hdf_disk_use(access, disk);
    if (good)
        return access;
    (void)H5Pclose(access);
    return H5I_INVALID_HID;
}

hid_t covey_hdf_file_create(covey_hdf_disk *disk)
{
    // No small object crosses the border of two pages of memory, so that none is half written if
    // the writer is killed: the system copies page by page.
    hid_t access = access_list(disk), creation = H5Pcreate(H5P_FILE_CREATE);
    (void)H5Pset_obj_track_times(creation, false); // of the root group
    (void)H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1);
    (void)H5Pset_file_space_page_size(creation, 4096);
    // HDF5 stores the page size in an object of the superblock, which it makes with the default
    // list of groups, and that list writes the time of day.
    (void)H5Pset_obj_track_times(H5P_GROUP_CREATE_DEFAULT, false);
    hid_t file = H5Fcreate("h5md", H5F_ACC_TRUNC, creation, access);
    (void)H5Pclose(creation);
    (void)H5Pclose(access);
    return file;
}

hid_t covey_hdf_file_open(covey_hdf_disk *disk, bool writes)
{
    hid_t access = access_list(disk);
    hid_t file = H5Fopen("h5md", writes ? H5F_ACC_RDWR : H5F_ACC_RDONLY, access);
    (void)H5Pclose(access);
    return file;
}

hsize_t covey_hdf_file_extent(hid_t dataset)
{
    hsize_t extent[H5S_MAX_RANK] = {0};
    hid_t space = H5Dget_space(dataset);
    int rank = H5Sget_simple_extent_dims(space, extent, NULL);
    (void)H5Sclose(space);
    return rank > 0 ? extent[0] : 0;
}

bool covey_hdf_file_exists(covey_hdf_file *file, const char *path)
{
    char part[512];
    for (size_t at = 0; path[at] != '\0';) {
        H5L_info_t about;
        at += strcspn(path + at + 1, "/") + 1;
        if (at >= sizeof part)
            return false;
        memcpy(part, path, at);
        part[at] = '\0';
        if (H5Lexists(file->id, part, H5P_DEFAULT) <= 0 ||
            H5Lget_info(file->id, part, &about, H5P_DEFAULT) < 0)
            return false;
        if (about.type != H5L_TYPE_HARD) {
            file->refused = "it has links to other places or other files";
            return false;
        }
    }
    return true;
}

// ---- Datasets that are accepted ----

/// Returns the largest ratio of the size of a dataset to its bytes in the file; 0 for a filter that
/// is refused. Shuffle and fletcher32, which users of h5py put beside deflate, keep the number of
/// bytes.
static uint64_t ratio_of(hid_t list)
{
    unsigned seen = 0;
    int count = H5Pget_nfilters(list);
    for (int k = 0; k < count; k++) {
        unsigned flags;
        size_t values = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(list, (unsigned)k, &flags, &values, NULL, 0, NULL, NULL);
        unsigned bit = filter == H5Z_FILTER_DEFLATE      ? 1
                       : filter == H5Z_FILTER_SHUFFLE    ? 2
                       : filter == H5Z_FILTER_FLETCHER32 ? 4
                                                         : 0;
        if (bit == 0 || (seen & bit) != 0)
            return 0;
        seen |= bit;
    }
    return count < 0 ? 0 : (seen & 1) != 0 ? DEFLATES : 1;
}

/// Returns a × b, or the largest number if that overflows.
static uint64_t times(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/// True if frames and chunks are no larger than the file can hold.
static bool is_held(hid_t list, hid_t space, uint64_t value, uint64_t most)
{
    hsize_t extent[MOST_RANK] = {1, 1, 1, 1}, chunk[MOST_RANK] = {1, 1, 1, 1};
    int rank = H5Sget_simple_extent_ndims(space);
    if (rank < 0 || rank > MOST_RANK || H5Sget_simple_extent_dims(space, extent, NULL) < 0)
        return false;
    uint64_t frame = times(times(times(extent[1], extent[2]), extent[3]), value),
             all = times(extent[0], frame);
    if (extent[0] == 0)
        return true;
    // The last frame of all may be in flight.
    if (frame > most || all - frame > most)
        return false;
    if (H5Pget_layout(list) != H5D_CHUNKED)
        return true;
    return H5Pget_chunk(list, MOST_RANK, chunk) == rank &&
           times(times(times(times(chunk[0], chunk[1]), chunk[2]), chunk[3]), value) <=
               most + CHUNK_SLACK;
}

/// What a dataset is of.
typedef enum content { NUMBERS, TEXTS, ROWS } content;

/// True for numbers of up to 64 bits, or a text whose type has a length.
static bool is_plain(hid_t type, bool text)
{
    H5T_class_t class = H5Tget_class(type);
    size_t size = H5Tget_size(type);
    if (text)
        return class == H5T_STRING && H5Tis_variable_str(type) == 0 && size > 0 && size < MOST_TEXT;
    return (class == H5T_INTEGER || class == H5T_FLOAT) && size > 0 && size <= 8;
}

/// True for a row of such numbers, and of truth values, which are names of numbers.
static bool is_row(hid_t type)
{
    const int count = H5Tget_class(type) == H5T_COMPOUND ? H5Tget_nmembers(type) : 0;
    bool plain = count > 0 && H5Tget_size(type) <= MOST_ROW;
    for (unsigned k = 0; k < (unsigned)count && plain; k++) {
        hid_t member = H5Tget_member_type(type, k);
        plain = is_plain(member, false) ||
                (H5Tget_class(member) == H5T_ENUM && H5Tget_size(member) <= 8);
        (void)H5Tclose(member);
    }
    return plain;
}

/// Returns the reason why covey does not read a dataset, NULL if it does.
static const char *refuse(hid_t data, uint64_t size, content of)
{
    hid_t list = H5Dget_create_plist(data), space = H5Dget_space(data), type = H5Dget_type(data);
    H5D_layout_t layout = H5Pget_layout(list);
    uint64_t ratio = ratio_of(list);
    const char *refused = NULL;
    if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED)
        refused = "it has data that are made of other data";
    else if (H5Pget_external_count(list) != 0)
        refused = "it has data that are in other files";
    else if (ratio == 0)
        refused = "it has data behind a filter that is not deflate";
    else if (of == ROWS ? !is_row(type) : !is_plain(type, of == TEXTS))
        refused =
            of == TEXTS ? "it has a text that is none" : "it has data that are no plain numbers";
    else if (!is_held(list, space, H5Tget_size(type), times(size, ratio)))
        refused = "it tells of more data than it has bytes for";
    (void)H5Tclose(type);
    (void)H5Sclose(space);
    (void)H5Pclose(list);
    return refused;
}

static hid_t open_data(covey_hdf_file *file, const char *path, content of)
{
    if (!covey_hdf_file_exists(file, path))
        return H5I_INVALID_HID;
    hid_t data = H5Dopen2(file->id, path, H5P_DEFAULT);
    const char *refused = data < 0 ? NULL : refuse(data, file->disk.size, of);
    if (refused == NULL)
        return data;
    file->refused = refused;
    (void)H5Dclose(data);
    return H5I_INVALID_HID;
}

hid_t covey_hdf_file_dataset(covey_hdf_file *file, const char *path)
{
    return open_data(file, path, NUMBERS);
}

hid_t covey_hdf_file_table(covey_hdf_file *file, const char *path)
{
    return open_data(file, path, ROWS);
}

// ---- Small objects ----

int covey_hdf_file_dim(covey_hdf_file *file, const char *set)
{
    char path[256];
    int told = 0;
    (void)snprintf(path, sizeof path, "particles/%.200s/box", set);
    if (!covey_hdf_file_exists(file, path) ||
        H5Aexists_by_name(file->id, path, COVEY_HDF_DIM, H5P_DEFAULT) <= 0)
        return COVEY_PLANE;
    hid_t found = H5Aopen_by_name(file->id, path, COVEY_HDF_DIM, H5P_DEFAULT, H5P_DEFAULT);
    if (found < 0)
        return COVEY_PLANE;
    hid_t space = H5Aget_space(found), type = H5Aget_type(found);
    bool good = H5Sget_simple_extent_npoints(space) == 1 && H5Tget_class(type) == H5T_INTEGER &&
                H5Aread(found, H5T_NATIVE_INT, &told) >= 0;
    (void)H5Tclose(type);
    (void)H5Sclose(space);
    (void)H5Aclose(found);
    return good && told == COVEY_AXES ? COVEY_AXES : COVEY_PLANE;
}

bool covey_hdf_file_string(covey_hdf_file *file, const char *path, covey_text *text)
{
    hid_t data = open_data(file, path, TEXTS);
    if (data < 0)
        return false;
    hid_t type = H5Dget_type(data), space = H5Dget_space(data);
    size_t size = H5Tget_size(type), before = text->size;
    bool good = H5Sget_simple_extent_npoints(space) == 1;
    (void)H5Sclose(space);
    for (size_t k = 0; k < size && good && !text->failed; k++)
        covey_text_put(text, "", 1);
    good = good && !text->failed &&
           H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text->bytes + before) >= 0;
    (void)H5Tclose(type);
    (void)H5Dclose(data);
    text->size = before;
    if (!good)
        return false;
    const char *end = memchr(text->bytes + before, '\0', size);
    text->size = end == NULL ? before + size : (size_t)(end - text->bytes);
    return covey_text_end(text) != NULL;
}

bool covey_hdf_file_number(covey_hdf_file *file, const char *path, hid_t type, void *number)
{
    hid_t data = covey_hdf_file_dataset(file, path);
    if (data < 0)
        return false;
    hid_t space = H5Dget_space(data);
    bool good = H5Sget_simple_extent_npoints(space) == 1 &&
                H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, number) >= 0;
    (void)H5Sclose(space);
    (void)H5Dclose(data);
    return good;
}

long covey_hdf_file_find(covey_hdf_file *file, const char *path, const char *text)
{
    hid_t data = open_data(file, path, TEXTS);
    if (data < 0)
        return -1;
    hid_t type = H5Dget_type(data), space = H5Dget_space(data);
    size_t size = H5Tget_size(type), length = strlen(text);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    bool fits =
        H5Sget_simple_extent_ndims(space) == 1 && count > 0 && (uint64_t)count <= MOST_TEXTS / size;
    char *texts = fits ? malloc((size_t)count * size) : NULL;
    bool good = texts != NULL && H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0;
    long found = -1;
    for (hssize_t k = 0; k < count && good && length <= size && found < 0; k++) {
        const char *at = texts + (size_t)k * size;
        if (memcmp(at, text, length) == 0 && (length == size || at[length] == '\0'))
            found = (long)k;
    }
    free(texts);
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    (void)H5Dclose(data);
    return found;
}

bool covey_hdf_file_text_of(covey_hdf_file *file, const char *path, const char *name,
                            covey_text *text)
{
    if (!covey_hdf_file_exists(file, path) ||
        H5Aexists_by_name(file->id, path, name, H5P_DEFAULT) <= 0)
        return false;
    hid_t found = H5Aopen_by_name(file->id, path, name, H5P_DEFAULT, H5P_DEFAULT);
    if (found < 0)
        return false;
    hid_t type = H5Aget_type(found), space = H5Aget_space(found);
    const size_t size = H5Tget_size(type), before = text->size;
    bool good = H5Sget_simple_extent_npoints(space) == 1 && is_plain(type, true);
    for (size_t k = 0; k < size && good && !text->failed; k++)
        covey_text_put(text, "", 1);
    good = good && !text->failed && H5Aread(found, type, text->bytes + before) >= 0;
    (void)H5Sclose(space);
    (void)H5Tclose(type);
    (void)H5Aclose(found);
    return good && covey_text_end(text) != NULL;
}

bool covey_hdf_file_attribute(covey_hdf_file *file, const char *name, double *number)
{
    return covey_hdf_file_attribute_of(file, ".", name, number);
}

bool covey_hdf_file_attribute_of(covey_hdf_file *file, const char *path, const char *name,
                                 double *number)
{
    if ((strcmp(path, ".") != 0 && !covey_hdf_file_exists(file, path)) ||
        H5Aexists_by_name(file->id, path, name, H5P_DEFAULT) <= 0)
        return false;
    hid_t found = H5Aopen_by_name(file->id, path, name, H5P_DEFAULT, H5P_DEFAULT);
    if (found < 0)
        return false;
    hid_t space = H5Aget_space(found), type = H5Aget_type(found);
    bool good = H5Sget_simple_extent_npoints(space) == 1 && is_plain(type, false) &&
                H5Aread(found, H5T_NATIVE_DOUBLE, number) >= 0;
    (void)H5Tclose(type);
    (void)H5Sclose(space);
    (void)H5Aclose(found);
    return good;
}
