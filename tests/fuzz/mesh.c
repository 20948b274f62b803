// SPDX-License-Identifier: MIT
// Any bytes as a mesh of STL or OBJ: its triangles have points that are there, its coordinates are
// places, refusals have a message, memory is given back; and a world takes the mesh or refuses it.
// The first byte picks the format.
#include "covey/mesh.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOST_IN_WORLD = 2000 }; // triangles

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_mesh(const covey_mesh *mesh)
{
    require(mesh->triangles_count > 0);
    for (int axis = 0; axis < COVEY_AXES; axis++)
        for (size_t k = 0; k < mesh->points_count; k++)
            require(fabs(mesh->points[axis][k]) <= COVEY_MESH_MAX_PLACE);
    for (size_t k = 0; k < mesh->triangles_count; k++) {
        const uint32_t *corner = &mesh->triangles[3 * k];
        for (int c = 0; c < 3; c++)
            require(corner[c] < mesh->points_count && corner[c] != corner[(c + 1) % 3]);
    }
}

/// One agent goes a step beside the mesh.
static void use_mesh(const covey_mesh *mesh)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_deep(covey_space_open(), 0);
    covey_world *world;
    covey_error error = {0};
    require(covey_world_create(&def, &world, NULL) == COVEY_OK);
    covey_influence_def influence = covey_mesh_influence(mesh);
    covey_flock_def flock = covey_flock_def_default();
    flock.model = "reynolds";
    flock.count = 2;
    int number, handle;
    covey_status status = covey_world_influence_add(world, &influence, &handle, &error);
    require(status == COVEY_OK || error.message[0] != '\0');
    require(covey_world_add(world, &flock, &number, NULL) == COVEY_OK);
    status = covey_world_step(world, 0.1);
    require(status == COVEY_OK || status == COVEY_DIVERGED);
    covey_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    covey_mesh *mesh;
    covey_error error = {0};
    covey_mesh_format format = (data[0] & 1) != 0 ? COVEY_MESH_OBJ : COVEY_MESH_STL;
    covey_status status = covey_mesh_parse((const char *)data + 1, size - 1, format,
                                           (covey_allocator){0}, &mesh, &error);
    if (status != COVEY_OK) {
        require(status == COVEY_INPUT && mesh == NULL && error.message[0] != '\0');
        return 0;
    }
    check_mesh(mesh);
    if (mesh->triangles_count <= MOST_IN_WORLD)
        use_mesh(mesh);
    covey_mesh_destroy(mesh);
    return 0;
}
