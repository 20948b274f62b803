// SPDX-License-Identifier: MIT
// Loads the module for images with the first image: cairo and its dependencies take longer to load
// than most commands to run. These functions replace the functions of covey_draw.
#include "draw/image_table.h"
#include "formats/helper.h"

#include <dlfcn.h>

static const char module_name[] = "covey-cairo.so";

/// The state of the module; images are made by one thread.
static const covey_image_table *table;

static covey_status load(covey_error *error)
{
    covey_memory memory = covey_memory_init((covey_allocator){0});
    covey_text path = {.memory = &memory};
    covey_status status = covey_helper_find(module_name, &path, error);
    if (status == COVEY_OK) {
        void *module = dlopen(path.bytes, RTLD_NOW | RTLD_LOCAL);
        const covey_image_table *found = module != NULL ? dlsym(module, COVEY_IMAGE_TABLE) : NULL;
        if (found != NULL && found->version == COVEY_IMAGE_TABLE_VERSION)
            table = found;
        else
            status = covey_fail(error, COVEY_SYSTEM,
                                "%.150s cannot be loaded, or is not of this covey: is cairo there?",
                                path.bytes);
    }
    covey_text_destroy(&path);
    return status;
}

covey_status covey_image_create(const covey_image_def *def, covey_image **image, covey_error *error)
{
    *image = NULL;
    covey_status status = table == NULL ? load(error) : COVEY_OK;
    return status == COVEY_OK ? table->create(def, image, error) : status;
}

void covey_image_destroy(covey_image *image)
{
    if (image != NULL)
        table->destroy(image);
}

const covey_canvas *covey_image_canvas(covey_image *image)
{
    return table->canvas(image);
}

covey_status covey_image_finish(covey_image *image, covey_error *error)
{
    return table->finish(image, error);
}

covey_pixels covey_pixels_of(covey_image *image)
{
    return table->pixels(image);
}
