// SPDX-License-Identifier: MIT
// A virtual file driver of HDF5 over an open file. The driver of HDF5 gives no reasons, continues
// to write after a failure, and leaves marks of a writer in the superblock, which lock out every
// program after that writer was killed. In this driver the marks never reach the disk and are never
// seen, the superblock of a new file comes last, and nothing is written after the first failure.
#define _POSIX_C_SOURCE 200809L
#include "formats/file.h"
#include "hdf/hdf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// HDF5's view of a file.
typedef struct driver {
    H5FD_t base; // filled in by HDF5
    covey_hdf_disk *disk;
    haddr_t end;
} driver;

static driver *of(H5FD_t *file)
{
    return (driver *)(void *)file;
}

static bool fails(covey_hdf_disk *disk)
{
    if (disk->failure == 0)
        disk->failure = errno != 0 ? errno : EIO;
    return false;
}

// ---- Opening ----

static bool read_head(covey_hdf_disk *disk)
{
    size_t count;
    if (!covey_file_read_at(disk->fd, disk->head, COVEY_SUPER_SIZE, 0, &count))
        return fails(disk);
    disk->has_head = count == COVEY_SUPER_SIZE && covey_super_is_ours(disk->head);
    if (disk->has_head)
        covey_super_free(disk->head, 0);
    return true;
}

static H5FD_t *drive_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    (void)name;
    (void)most;
    covey_hdf_disk *const *info = H5Pget_driver_info(access);
    if (info == NULL)
        return NULL;
    covey_hdf_disk *disk = *info;
    struct stat about;
    bool good = ((flags & H5F_ACC_TRUNC) == 0 || ftruncate(disk->fd, 0) == 0) &&
                fstat(disk->fd, &about) == 0;
    if (!good)
        (void)fails(disk);
    if (!good || (!disk->held && !read_head(disk)))
        return NULL;
    driver *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    disk->size = (uint64_t)about.st_size;
    made->disk = disk;
    return &made->base;
}

static herr_t drive_close(H5FD_t *file)
{
    free(of(file));
    return 0;
}

static herr_t drive_query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_SUPPORTS_SWMR_IO |
             H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t drive_end(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driver *)(const void *)file)->end;
}

static herr_t drive_set_end(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    of(file)->end = end;
    of(file)->disk->end = end;
    return 0;
}

static haddr_t drive_size(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driver *)(const void *)file)->disk->size;
}

// ---- Reading and writing ----

static herr_t drive_read(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t at, size_t size,
                         void *bytes)
{
    (void)type;
    (void)list;
    covey_hdf_disk *disk = of(file)->disk;
    size_t count;
    if (!covey_file_read_at(disk->fd, bytes, size, at, &count))
        return fails(disk) ? 0 : -1;
    memset((char *)bytes + count, 0, size - count); // reserved in HDF5, not yet written
    if (disk->has_head && at < COVEY_SUPER_SIZE) {
        size_t part = COVEY_SUPER_SIZE - at < size ? COVEY_SUPER_SIZE - at : size;
        memcpy(bytes, disk->head + at, part);
    }
    return 0;
}

static bool write_at(covey_hdf_disk *disk, const void *bytes, size_t size, uint64_t at)
{
    if (size > 0 && !covey_file_write_at(disk->fd, bytes, size, at))
        return fails(disk);
    if (at + size > disk->size)
        disk->size = at + size;
    return true;
}

static bool write_head(covey_hdf_disk *disk)
{
    disk->has_head = covey_super_is_ours(disk->head);
    if (disk->has_head)
        covey_super_free(disk->head, disk->reserved);
    return disk->held || write_at(disk, disk->head, COVEY_SUPER_SIZE, 0);
}

static herr_t drive_write(H5FD_t *file, H5FD_mem_t type, hid_t list, haddr_t at, size_t size,
                          const void *bytes)
{
    (void)type;
    (void)list;
    covey_hdf_disk *disk = of(file)->disk;
    const unsigned char *from = bytes;
    size_t part = 0;
    if (disk->failure != 0)
        return -1;
    if (at < COVEY_SUPER_SIZE) {
        part = COVEY_SUPER_SIZE - at < size ? COVEY_SUPER_SIZE - at : size;
        memcpy(disk->head + at, from, part);
    }
    bool good = write_at(disk, from + part, size - part, at + part);
    return good && (part == 0 || write_head(disk)) ? 0 : -1;
}

static const H5FD_class_t driver_class = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)300, // numbers from H5_VFD_RESERVED on are free
#endif
    .name = "covey",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(covey_hdf_disk *),
    .open = drive_open,
    .close = drive_close,
    .query = drive_query,
    .get_eoa = drive_end,
    .set_eoa = drive_set_end,
    .get_eof = drive_size,
    .read = drive_read,
    .write = drive_write,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

// ---- For the rest of covey ----

bool covey_hdf_disk_use(hid_t access, covey_hdf_disk *disk)
{
    hid_t class = H5FDregister(&driver_class);
    bool good = class >= 0 && H5Pset_driver(access, class, &disk) >= 0;
    if (class >= 0)
        (void)H5FDunregister(class); // the list keeps a reference
    return good;
}

bool covey_hdf_disk_reserve(covey_hdf_disk *disk, uint64_t size)
{
    if (disk->failure != 0) {
        errno = disk->failure;
        return false;
    }
    int reason, tries = 0;
    do
        reason = posix_fallocate(disk->fd, 0, (off_t)size);
    while ((reason == EINTR || reason == EAGAIN) && ++tries < 1000);
    struct stat about;
    if (reason == EOPNOTSUPP || reason == EINVAL) // no reserving: set the length
        reason = fstat(disk->fd, &about) != 0 ||
                         ((uint64_t)about.st_size < size && ftruncate(disk->fd, (off_t)size) != 0)
                     ? errno
                     : 0;
    errno = reason;
    if (reason != 0)
        return false;
    disk->size = disk->size > size ? disk->size : size;
    disk->reserved = size;
    return !disk->has_head || write_head(disk);
}

bool covey_hdf_disk_release(covey_hdf_disk *disk)
{
    if (!disk->held)
        return true;
    disk->held = false;
    return write_head(disk);
}

bool covey_hdf_disk_finish(covey_hdf_disk *disk)
{
    return ftruncate(disk->fd, (off_t)disk->end) == 0 || fails(disk);
}
