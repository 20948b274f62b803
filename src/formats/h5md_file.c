// SPDX-License-Identifier: MIT
// What writing and reading of H5MD share: opening HDF5 files, and small things in them.
#include "formats/h5md.h"

#ifdef COVEY_H5MD

#include <string.h>

covey_h5_silence covey_h5md_file_silence(void)
{
    covey_h5_silence silence = {0};
    (void)H5Eget_auto2(H5E_DEFAULT, &silence.print, &silence.context);
    (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return silence;
}

void covey_h5md_file_speak(covey_h5_silence silence)
{
    (void)H5Eset_auto2(H5E_DEFAULT, silence.print, silence.context);
}

static hid_t access_list(void)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    (void)H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    (void)H5Pset_file_locking(access, false, true);
    (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    return access;
}

hid_t covey_h5md_file_create(const char *path)
{
    // No small thing crosses the border of two pages of memory, so that none is written by halves
    // where the writer is killed: the system copies page by page.
    hid_t access = access_list(), creation = H5Pcreate(H5P_FILE_CREATE);
    (void)H5Pset_obj_track_times(creation, false); // of the root group
    (void)H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1);
    (void)H5Pset_file_space_page_size(creation, 4096);
    // The pages are told in an object of the superblock that HDF5 makes by the default list of
    // groups, and that list has the time of day written.
    bool times = true;
    (void)H5Pget_obj_track_times(H5P_GROUP_CREATE_DEFAULT, &times);
    (void)H5Pset_obj_track_times(H5P_GROUP_CREATE_DEFAULT, false);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    (void)H5Pset_obj_track_times(H5P_GROUP_CREATE_DEFAULT, times);
    (void)H5Pclose(creation);
    (void)H5Pclose(access);
    return file;
}

hid_t covey_h5md_file_open(const char *path, bool writes)
{
    hid_t access = access_list();
    hid_t file;
    if (writes) {
        bool clear = true; // the mark of a writer that did not come to its end, as h5clear does
        (void)H5Pset(access, "clear_status_flags", &clear);
        file = H5Fopen(path, H5F_ACC_RDWR, access);
    } else {
        file = H5Fopen(path, H5F_ACC_RDONLY, access);
        if (file < 0) // a writer has it, or was killed
            file = H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
    }
    (void)H5Pclose(access);
    return file;
}

hsize_t covey_h5md_file_extent(hid_t dataset)
{
    hsize_t extent[H5S_MAX_RANK] = {0};
    hid_t space = H5Dget_space(dataset);
    int rank = H5Sget_simple_extent_dims(space, extent, NULL);
    (void)H5Sclose(space);
    return rank > 0 ? extent[0] : 0;
}

bool covey_h5md_file_exists(hid_t place, const char *path)
{
    char part[256];
    for (size_t at = 0; path[at] != '\0';) {
        at += strcspn(path + at + 1, "/") + 1;
        if (at >= sizeof part)
            return false;
        memcpy(part, path, at);
        part[at] = '\0';
        if (H5Lexists(place, part, H5P_DEFAULT) <= 0)
            return false;
    }
    return true;
}

bool covey_h5md_file_string(hid_t file, const char *path, covey_text *text)
{
    if (!covey_h5md_file_exists(file, path))
        return false;
    hid_t data = H5Dopen2(file, path, H5P_DEFAULT);
    hid_t type = H5Dget_type(data);
    size_t size = H5Tget_size(type);
    bool good = H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && size > 0 &&
                size < (size_t)1 << 28;
    hid_t space = H5Dget_space(data);
    good = good && H5Sget_simple_extent_npoints(space) == 1;
    (void)H5Sclose(space);
    size_t before = text->size;
    for (size_t k = 0; k < size && good && !text->failed; k++)
        covey_text_put(text, "", 1);
    good = good && !text->failed &&
           H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text->bytes + before) >= 0;
    (void)H5Tclose(type);
    (void)H5Dclose(data);
    if (good) {
        const char *end = memchr(text->bytes + before, '\0', size);
        text->size = end == NULL ? before + size : (size_t)(end - text->bytes);
        return covey_text_end(text) != NULL;
    }
    text->size = before;
    return false;
}

bool covey_h5md_file_number(hid_t file, const char *path, hid_t type, void *number)
{
    if (!covey_h5md_file_exists(file, path))
        return false;
    hid_t data = H5Dopen2(file, path, H5P_DEFAULT);
    hid_t space = H5Dget_space(data);
    bool good = H5Sget_simple_extent_npoints(space) == 1 &&
                H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, number) >= 0;
    (void)H5Sclose(space);
    (void)H5Dclose(data);
    return good;
}

#endif
