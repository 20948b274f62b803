// SPDX-License-Identifier: MIT
// H5MD where the library is built without HDF5: the format is listed and says so.
#include "formats/plugin.h"

#ifndef COVEY_H5MD

const covey_format_plugin covey_format_h5md = {
    .about = {.name = "h5md",
              .title = "H5MD 1.1 (HDF5), for MDAnalysis and h5py",
              .suffix = ".h5md",
              .reads = true,
              .writes = true},
};

#endif
