// SPDX-License-Identifier: MIT
// Frames down a pipe to ffmpeg, which writes beside the film before; that is replaced at the end.
// The options are such that the part on disk can be played at any moment: MP4 goes out in fragments
// of a second, and a GIF frame has its own palette, so that none has to wait for the last one.
#define _POSIX_C_SOURCE 200809L
#include "base/misuse.h"
#include "covey/image.h"
#include "draw/image_table.h"
#include "formats/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ARGUMENTS = 48,
    TEXT = 64,
    TRIES = 2000, // interruptions in a row that are no accident
    HELD_FD = 3   // of ffmpeg: the file that it writes, so that the lock lasts as long as ffmpeg
};

struct covey_film {
    pid_t pid;
    int pipe; ///< our end
    int width, height;
    bool broken; ///< the reader has closed it
    covey_memory memory;
    char *path; ///< a copy of the definition's
    covey_beside file;
};

// Even sides, as half the pixels carry color; and colors as screens of that size expect them.
#define EVEN                                                                                       \
    "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
#define YUV "-vf", EVEN, "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"

typedef struct kind {
    const char *suffix;
    const char *options[24];
} kind;

static const kind kinds[] = {
    {".mp4",
     {YUV, "-c:v", "libx264", "-preset", "fast", "-crf", "18", "-movflags",
      "+frag_keyframe+empty_moov+default_base_moof", "-f", "mp4"}},
    {".webm",
     {YUV, "-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-deadline", "good", "-cpu-used", "4",
      "-row-mt", "1", "-f", "webm"}},
    {".gif",
     {"-vf", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none",
      "-f", "gif"}},
};

static const kind *kind_of(const char *path)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (covey_suffix_ends(path, kinds[k].suffix))
            return &kinds[k];
    return NULL;
}

bool covey_film_is(const char *path)
{
    if (path == NULL)
        return false;
    return kind_of(path) != NULL;
}

// ---- Starting ----

/// Texts of the arguments; they point here.
typedef struct command_line {
    char size[TEXT], fps[TEXT], group[TEXT];
    char *path; ///< "file:PATH", so that no name is taken for something else
    const char *list[ARGUMENTS];
    int count;
} command_line;

static void say(command_line *self, const char *const *list)
{
    for (; *list != NULL; list++)
        self->list[self->count++] = *list;
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static bool make_words(command_line *self, const covey_film_def *def, const char *path)
{
    size_t size = strlen(path) + sizeof "file:";
    self->path = malloc(size);
    if (self->path == NULL)
        return false;
    (void)snprintf(self->path, size, "file:%s", path);
    (void)snprintf(self->size, TEXT, "%dx%d", def->width, def->height);
    (void)snprintf(self->fps, TEXT, "%.6f", def->fps);
    (void)snprintf(self->group, TEXT, "%.0f", ceil(def->fps)); // frames from key to key: a second
    const char *const first[] = {def->program,
                                 "-nostdin",
                                 "-hide_banner",
                                 "-loglevel",
                                 "error",
                                 "-xerror", // else a failed write has the exit code 0
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 is_little_endian() ? "bgr0" : "0rgb",
                                 "-video_size",
                                 self->size,
                                 "-framerate",
                                 self->fps,
                                 "-i",
                                 "pipe:0",
                                 NULL};
    const char *const last[] = {"-g", self->group, "-y", self->path, NULL};
    say(self, first);
    say(self, kind_of(def->path)->options);
    say(self, last);
    self->list[self->count] = NULL;
    return true;
}

/// Starts the program with `in` as its standard input; the errno of the failed call, or 0. It does
/// not get the signals of our terminal: it has to end the film when we do.
static int spawn(covey_film *film, const covey_film_def *def, const command_line *words, int in)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed != 0)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed != 0) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return failed;
    }
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    failed = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (failed == 0)
        failed =
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (failed == 0)
        failed = posix_spawn_file_actions_adddup2(&actions, film->file.file.fd, HELD_FD);
    union { // exec takes the words as they are, const or not
        const char *const *given;
        char *const *taken;
    } list = {words->list};
    if (failed == 0)
        failed = posix_spawnp(&film->pid, def->program, &actions, &attributes, list.taken,
                              def->environment);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static int start(covey_film *film, const covey_film_def *def, const command_line *words)
{
    int ends[2];
    if (pipe(ends) != 0)
        return errno;
    // With our end of the pipe, ffmpeg would wait for itself to close it.
    bool kept =
        fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
    int failed = kept ? spawn(film, def, words, ends[0]) : errno;
    (void)close(ends[0]);
    if (failed != 0)
        (void)close(ends[1]);
    film->pipe = ends[1];
    return failed;
}

static void destroy(covey_film *film)
{
    free(film->path);
    free(film);
}

/// Opens the file beside the film and starts ffmpeg.
static covey_status begin(covey_film *film, const covey_film_def *def, covey_error *error)
{
    command_line words = {.count = 0};
    covey_status status = covey_beside_open(&film->file, film->path, &film->memory, error);
    if (status != COVEY_OK)
        return status;
    int failed = 0;
    if (!make_words(&words, def, covey_beside_path(&film->file)))
        status = covey_fail(error, COVEY_MEMORY, "no memory for a film");
    else
        failed = start(film, def, &words);
    free(words.path);
    if (failed != 0)
        status = covey_fail(error, COVEY_SYSTEM, "%s cannot be started: %s", def->program,
                            strerror(failed));
    if (status != COVEY_OK)
        (void)covey_beside_close(&film->file, status, NULL);
    return status;
}

covey_status covey_film_open(const covey_film_def *def, covey_film **film, covey_error *error)
{
    if (def == NULL || film == NULL || def->path == NULL || def->program == NULL)
        return covey_missing(error, __func__);
    *film = NULL;
    if (kind_of(def->path) == NULL)
        return covey_fail(error, COVEY_ARG, "%s is no film: .mp4, .webm and .gif are", def->path);
    if (!(def->fps > 0.0 && def->fps <= 1000.0))
        return covey_fail(error, COVEY_ARG, "fps = %g is not between 0 and 1000", def->fps);
    covey_film *made = calloc(1, sizeof *made);
    char *path = made == NULL ? NULL : strdup(def->path);
    if (path == NULL) {
        free(made);
        return covey_fail(error, COVEY_MEMORY, "no memory for a film");
    }
    *made = (covey_film){.width = def->width, .height = def->height, .path = path};
    made->memory = covey_memory_init((covey_allocator){0});
    covey_status status = begin(made, def, error);
    if (status == COVEY_OK)
        *film = made;
    else
        destroy(made);
    return status;
}

// ---- Frames ----

covey_status covey_film_put(covey_film *film, covey_image *image, covey_error *error)
{
    if (film == NULL || image == NULL)
        return covey_missing(error, __func__);
    covey_pixels pixels = covey_pixels_of(image);
    if (pixels.bytes == NULL || pixels.width != film->width || pixels.height != film->height)
        return covey_fail(error, COVEY_ARG, "the image is no frame of this film");
    size_t size = pixels.stride * (size_t)pixels.height, at = 0;
    for (int tries = 0; at < size && !film->broken;) {
        ssize_t put = write(film->pipe, pixels.bytes + at, size - at);
        tries = put > 0 ? 0 : tries + 1;
        if (put >= 0)
            at += (size_t)put;
        else
            film->broken = errno != EINTR || tries > TRIES;
    }
    if (film->broken)
        return covey_fail(error, COVEY_IO, "ffmpeg takes no more frames");
    return COVEY_OK;
}

/// Waits for ffmpeg; fails unless it took all frames and says that it wrote them.
static covey_status wait_for(const covey_film *film, covey_error *error)
{
    int code = 0;
    struct stat about;
    for (int tries = 0; waitpid(film->pid, &code, 0) < 0; tries++)
        if (errno != EINTR || tries > TRIES)
            return covey_fail(error, COVEY_SYSTEM, "ffmpeg is lost: %s", strerror(errno));
    if (WIFSIGNALED(code))
        return covey_fail(error, COVEY_IO, "ffmpeg was ended by signal %d", WTERMSIG(code));
    if (WEXITSTATUS(code) != 0)
        return covey_fail(error, COVEY_IO, "ffmpeg failed with exit code %d", WEXITSTATUS(code));
    if (film->broken)
        return covey_fail(error, COVEY_IO, "ffmpeg ended before the film");
    if (film->file.renames && (fstat(film->file.file.fd, &about) != 0 || about.st_size == 0))
        return covey_fail(error, COVEY_IO, "ffmpeg wrote no film");
    return COVEY_OK;
}

covey_status covey_film_close(covey_film *film, covey_error *error)
{
    if (film == NULL)
        return COVEY_OK;
    (void)close(film->pipe);
    covey_status status = wait_for(film, error);
    status = covey_beside_close(&film->file, status, error);
    destroy(film);
    return status;
}

void covey_film_drop(covey_film *film)
{
    if (film == NULL)
        return;
    (void)close(film->pipe);
    (void)wait_for(film, NULL);
    (void)covey_beside_close(&film->file, COVEY_INTERRUPTED, NULL);
    destroy(film);
}
