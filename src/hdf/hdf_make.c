// SPDX-License-Identifier: MIT
// Writes the beginning of an H5MD file: its groups, attributes and origin. None of them has a time
// of day, so equal runs give equal files.
#include "hdf/hdf.h"

#include <string.h>

hid_t covey_hdf_make_list(hid_t kind)
{
    hid_t list = H5Pcreate(kind);
    (void)H5Pset_obj_track_times(list, false);
    return list;
}

bool covey_hdf_make_group(hid_t place, const char *name, bool ordered)
{
    hid_t list = covey_hdf_make_list(H5P_GROUP_CREATE);
    if (ordered)
        (void)H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    hid_t made = H5Gcreate2(place, name, H5P_DEFAULT, list, H5P_DEFAULT);
    (void)H5Pclose(list);
    return made >= 0 && H5Gclose(made) >= 0;
}

hid_t covey_hdf_make_string(size_t size)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(type, size);
    (void)H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

bool covey_hdf_make_attribute(hid_t file, const char *object, const char *name,
                              covey_hdf_content of)
{
    hid_t space = of.count > 0 ? H5Screate_simple(1, &of.count, NULL) : H5Screate(H5S_SCALAR);
    hid_t made = H5Acreate_by_name(file, object, name, of.type, space, H5P_DEFAULT, H5P_DEFAULT,
                                   H5P_DEFAULT);
    bool good = made >= 0 && H5Awrite(made, of.type, of.value) >= 0;
    (void)H5Aclose(made);
    (void)H5Sclose(space);
    return good;
}

static bool put_name(hid_t file, const char *object, const char *name, const char *value)
{
    hid_t type = covey_hdf_make_string(strlen(value) + 1);
    bool good = covey_hdf_make_attribute(file, object, name, (covey_hdf_content){type, 0, value});
    (void)H5Tclose(type);
    return good;
}

static bool put_scalar(hid_t file, const char *path, hid_t type, const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR), list = covey_hdf_make_list(H5P_DATASET_CREATE);
    hid_t made = H5Dcreate2(file, path, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    bool good = made >= 0 && H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0;
    (void)H5Dclose(made);
    (void)H5Pclose(list);
    (void)H5Sclose(space);
    return good;
}

/// Writes the provenance, as files of covey have it.
static bool put_run(hid_t file, const covey_provenance *origin)
{
    if (origin->version[0] == '\0')
        return true;
    hid_t version = covey_hdf_make_string(strlen(origin->version) + 1),
          scenario = covey_hdf_make_string(strlen(origin->scenario) + 1);
    bool good = covey_hdf_make_group(file, "covey", false) &&
                put_scalar(file, "covey/seed", H5T_NATIVE_UINT64, &origin->seed) &&
                put_scalar(file, "covey/dt", H5T_NATIVE_DOUBLE, &origin->dt) &&
                put_scalar(file, "covey/scenario", scenario, origin->scenario) &&
                put_scalar(file, "covey/version", version, origin->version);
    (void)H5Tclose(scenario);
    (void)H5Tclose(version);
    return good;
}

bool covey_hdf_make_origin(hid_t file, const covey_provenance *origin)
{
    static const int version[2] = {1, 1};
    const char *creator = origin->version[0] != '\0' ? origin->version : covey_version_text();
    bool good = covey_hdf_make_group(file, "h5md", false) &&
                covey_hdf_make_group(file, "h5md/author", false) &&
                covey_hdf_make_group(file, "h5md/creator", false) &&
                covey_hdf_make_group(file, "particles", true) &&
                covey_hdf_make_attribute(file, "h5md", "version",
                                         (covey_hdf_content){H5T_NATIVE_INT, 2, version}) &&
                put_name(file, "h5md/author", "name", "unknown") &&
                put_name(file, "h5md/creator", "name", "covey") &&
                put_name(file, "h5md/creator", "version", creator) && put_run(file, origin);
    return good && H5Fflush(file, H5F_SCOPE_LOCAL) >= 0;
}
