// SPDX-License-Identifier: MIT
// covey-core.wasm sees no files: scenarios that name one are refused before any of these functions
// is called, as those of the other modules are that no folder comes with.
#include "covey/format.h"
#include "covey/mesh.h"
#include "formats/file.h"

static covey_status refuse(covey_error *error)
{
    return covey_fail(error, COVEY_ARG, "there are no files here");
}

covey_status covey_inside(covey_memory *memory, const char *folder, const char *path, bool *inside,
                          covey_error *error)
{
    (void)memory;
    (void)folder;
    (void)path;
    *inside = false;
    return refuse(error);
}

bool covey_inside_is_stream(const char *path)
{
    (void)path;
    return false;
}

covey_status covey_load_file(covey_memory *memory, const char *path, size_t most,
                             covey_loaded *file, covey_error *error)
{
    (void)memory;
    (void)path;
    (void)most;
    *file = (covey_loaded){0};
    return refuse(error);
}

void covey_load_free(covey_memory *memory, covey_loaded *file)
{
    (void)memory;
    (void)file;
}

// ---- Tables of agents and meshes ----

covey_input_def covey_input_def_default(void)
{
    return (covey_input_def){0};
}

covey_status covey_input_open(const covey_input_def *def, covey_input **input, covey_error *error)
{
    (void)def;
    *input = NULL;
    return refuse(error);
}

covey_status covey_input_next(covey_input *input, const covey_frame_set **sets, int *count,
                              covey_error *error)
{
    (void)input;
    (void)sets;
    *count = 0;
    return refuse(error);
}

void covey_input_close(covey_input *input)
{
    (void)input;
}

covey_status covey_mesh_parse(const char *bytes, size_t size, covey_mesh_format format,
                              covey_allocator allocator, covey_mesh **mesh, covey_error *error)
{
    (void)bytes;
    (void)size;
    (void)format;
    (void)allocator;
    *mesh = NULL;
    return refuse(error);
}

covey_mesh_format covey_mesh_format_of(const char *path)
{
    (void)path;
    return COVEY_MESH_STL;
}

void covey_mesh_transform(covey_mesh *mesh, const covey_mesh_move *move)
{
    (void)mesh;
    (void)move;
}

void covey_mesh_destroy(covey_mesh *mesh)
{
    (void)mesh;
}
