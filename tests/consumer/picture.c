// SPDX-License-Identifier: MIT
// The smallest use of an installed covey_draw: a world after ten steps as a picture in a file.
// usage: picture FILE.png
#include <covey/covey.h>
#include <covey/image.h>

#include <stdio.h>
#include <string.h>

typedef struct page {
    size_t size;
    unsigned char bytes[1 << 20];
} page;

static covey_status keep(void *context, const void *bytes, size_t size)
{
    page *self = context;
    if (size > sizeof self->bytes - self->size)
        return COVEY_MEMORY;
    memcpy(self->bytes + self->size, bytes, size);
    self->size += size;
    return COVEY_OK;
}

static covey_status make_world(covey_world **world, covey_error *error)
{
    covey_world_def def = covey_world_def_default();
    def.space = covey_space_torus(30, 20);
    covey_status status = covey_world_create(&def, world, error);
    covey_flock_def flock = covey_flock_def_default();
    flock.count = 60;
    int number;
    if (status == COVEY_OK)
        status = covey_world_add(*world, &flock, &number, error);
    for (int step = 0; step < 10 && status == COVEY_OK; step++)
        status = covey_world_step(*world, 0.1);
    return status;
}

static covey_status draw(const covey_world *world, const char *path, covey_error *error)
{
    static page bytes;
    covey_picture picture = covey_picture_default();
    covey_picture_flock flock = covey_picture_flock_of(world, 0);
    covey_image_def def = {
        COVEY_IMAGE_PNG, (int)picture.width, (int)picture.height, {keep, &bytes}};
    covey_image *image;
    covey_status status = covey_image_create(&def, &image, error);
    if (status != COVEY_OK)
        return status;
    const covey_canvas *canvas = covey_image_canvas(image);
    picture.space = covey_space_torus(30, 20);
    picture.flocks = &flock;
    picture.flocks_count = 1;
    picture.title = "a flock";
    covey_box area = covey_picture_area(&picture, canvas);
    picture.camera = covey_camera_fit(area, (covey_vec){0, 0}, (covey_vec){30, 20});
    covey_picture_draw(&picture, canvas);
    status = covey_image_finish(image, error);
    covey_image_destroy(image);
    return status == COVEY_OK ? covey_image_save(path, bytes.bytes, bytes.size, error) : status;
}

int main(int argc, char **argv)
{
    covey_error error = {.message = "which file?"};
    covey_world *world;
    if (argc != 2 || make_world(&world, &error) != COVEY_OK ||
        draw(world, argv[1], &error) != COVEY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    printf("%016llx\n", (unsigned long long)covey_world_hash(world));
    covey_world_destroy(world);
    return 0;
}
