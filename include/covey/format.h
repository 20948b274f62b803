// SPDX-License-Identifier: MIT
// Trajectory files: their content, writing and reading them. docs/files.md lists every byte.
//
// Part of covey_run. One output or input belongs to one thread at a time.
//
// H5MD is read and written by the program covey-h5md, a child process for as long as such a file is
// open, so that any failure of HDF5 over a damaged file is a status here. It needs nothing of the
// program that uses the library: no signals (not SIGCHLD, not SIGPIPE), no environment, no streams;
// a program that waits for all of its children may wait for this one, too.
#ifndef COVEY_FORMAT_H
#define COVEY_FORMAT_H

#include "covey/formal.h"
#include "covey/space.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where a trajectory comes from; stored in every file whose format has a place for it.
typedef struct covey_provenance {
    const char *version;  ///< of covey; "": not of covey, and files have no origin
    const char *scenario; ///< canonical text, often of many lines; "" if there is none
    uint64_t seed;
    double dt; ///< T; 0 if unknown
} covey_provenance;

/// One set of agents (a flock) in a frame. Positions in L, velocities in L/T, `time` in T.
typedef struct covey_frame_set {
    const char *set; ///< letters, digits, _, -, ., UTF-8 beyond ASCII; at most 63 bytes
    uint64_t step;
    double time; ///< step × dt
    covey_space space;
    size_t count;
    const covey_id *id;                ///< distinct; in any order
    const double *pos[COVEY_AXES];     ///< of the axes of the space; z is NULL in the plane
    const double *vel[COVEY_AXES];     ///< all NaN: unknown; all NULL: all unknown
    const double *heading[COVEY_AXES]; ///< unit vectors along body axes, NaN where unknown; NULL:
                                       ///< headings are the directions of velocities
    const uint8_t *ahead;    ///< 1: the velocity of the agent was made of its way to the frame
                             ///< after, so it did not change until then; NULL: of none
    const uint64_t *entries; ///< as covey_world_entries(); NULL: unknown, as in all input
    const uint64_t *caught;  ///< as covey_world_caught(); NULL: unknown, or of a flock that catches
                             ///< none
} covey_frame_set;

/// Sets that a frame may have.
#define COVEY_MAX_SETS 16

struct covey_encoder;       // covey/encoder.h
struct covey_measure_group; // covey/measure.h

/// A format of trajectory files. One of your own has a name, a suffix and `put`, and writes text:
/// see covey/encoder.h.
typedef struct covey_format {
    const char *name;
    const char *title;  ///< one line for people
    const char *suffix; ///< ".csv", in lower case; "" if no suffix means this format. ".h5" means
                        ///< h5md, too
    bool reads;
    bool writes;
    bool built; ///< false if the library was built without it
    bool fixed; ///< all frames of a file have the same agents

    /// Text: puts the first bytes of a file; NULL if there are none.
    void (*head)(struct covey_encoder *encoder);
    /// Text: puts a frame, which has at least one set, agents ascending by id. The frame is valid
    /// until it returns. NULL for formats that are no text.
    void (*put)(struct covey_encoder *encoder, const covey_frame_set *sets, int count);
} covey_format;

/// The formats in the order of their list; NULL beyond the last.
COVEY_API const covey_format *covey_format_at(int index);

/// The format called `name`, and the one whose suffix ends `path`, in any case, of text also with
/// .gz behind it; NULL if there is none.
COVEY_API const covey_format *covey_format_find(const char *name);
COVEY_API const covey_format *covey_format_of(const char *path);

/// A file that is read. Text that begins as gzip does (1f 8b) is unpacked, under any name.
typedef struct covey_input covey_input;

// ---- Writing ----

/// Words that a format may keep from frame to frame.
#define COVEY_FORMAT_WORDS 8

/// Where a file stood behind one of its frames: all that is needed to go on with it. It may be kept
/// in any way, and holds no address.
typedef struct covey_bookmark {
    uint64_t step;  ///< of that frame
    uint64_t bytes; ///< of the file up to there; 0 for H5MD, which goes by the step alone
    uint64_t crc;   ///< CRC-32C of these bytes
    uint64_t memory[COVEY_FORMAT_WORDS]; ///< of the format
} covey_bookmark;

/// How an output is made. Start from covey_output_def_default(). Strings are copied.
typedef struct covey_output_def {
    const char *path;   ///< "-" is standard output, for text formats, which are packed by gzip if
                        ///< it ends in .gz; COVEY_ARG where the library was built without zlib
    const char *format; ///< name; NULL: by the suffix of the path
    int dim;            ///< 3: of frames in three dimensions; 2, and also 0: in the plane
    bool catches;       ///< a table of measures has how many agents each set has caught
    covey_provenance provenance;
    const covey_format *const
        *custom_formats; ///< formats of yours, NULL behind the last, which are
                         ///< looked through before the library's; or NULL. They
                         ///< must outlive the output
    double link;         ///< for measures: agents at this distance or nearer are of one cluster, L
    double bin;          ///< for profiles: width of a bin, L; 0: a quarter of link
    const struct covey_measure_group *const *custom_measures; ///< measures of yours, as in
                                                              ///< covey_measure_def, or NULL. They
                                                              ///< must outlive the output
    const char *axis;             ///< the body axis that headings of frames are of, for the head of
                                  ///< CSV and tables; other formats are COVEY_ARG; NULL: none
    const covey_input *labels;    ///< if its agents have words by now, CSV writes them beside the
                                  ///< numbers; NULL: none. Must outlive the output
    const covey_bookmark *resume; ///< keep the file up to there and go on behind it; NULL: a new
                                  ///< file. Copied
    const char *helper; ///< for H5MD, path of the program covey-h5md; NULL: beside the file that
                        ///< the library is in, or in the folder where it was installed

    /// Asked, every second and after signals, while the reader of a pipe takes no bytes: true ends
    /// the put with COVEY_INTERRUPTED once it took none for a second, in the middle of a frame or
    /// not. NULL: waits for it.
    bool (*stop)(void *context);
    void *context;
    covey_allocator allocator;
} covey_output_def;

typedef struct covey_output covey_output;

COVEY_API covey_output_def covey_output_def_default(void);

/// Opens a file for writing, or makes it. The file is locked (flock) before a byte of it changes:
/// COVEY_LOCKED if another output has it. Without `resume` its old content goes. With it, all
/// behind the bookmark is cut off, so that the file becomes the one of a run without a break;
/// COVEY_INPUT if the file is not there, is shorter, or does not begin with the bytes that it had:
/// nothing is changed then. (H5MD has to be of this run and have a last frame of the bookmark's
/// step.) Streams and devices cannot be cut: text goes on there with a new head. COVEY_ARG,
/// COVEY_MEMORY, COVEY_IO, COVEY_CLOSED; COVEY_SYSTEM where H5MD's helper cannot be started;
/// COVEY_INTERRUPTED where a signal and `stop` end the wait for a process that reads a named pipe;
/// *output is NULL then.
COVEY_API covey_status covey_output_open(const covey_output_def *def, covey_output **output,
                                         covey_error *error);

/// Opens several at once: all are locked and looked at before the first of them changes, so that a
/// refusal leaves the content of all files. On failure all of `outputs` are NULL.
COVEY_API covey_status covey_output_open_all(const covey_output_def *defs, size_t count,
                                             covey_output **outputs, covey_error *error);

/// Writes the sets of one frame, all with the same step and time; later frames have later steps.
/// Agents are stored in the order of their ids, which must be distinct. COVEY_OK when the operating
/// system has all of it: from then on the frame survives the end of this process by any signal. On
/// COVEY_IO (disk full) earlier frames are intact and the written part of this one is taken back
/// where the file allows that; COVEY_CLOSED where the reader of a pipe has gone (SIGPIPE must be
/// ignored), COVEY_INTERRUPTED where it takes nothing and `stop` ends the wait. Later calls repeat
/// such a failure. COVEY_ARG and COVEY_MEMORY change nothing.
COVEY_API covey_status covey_output_put(covey_output *output, const covey_frame_set *sets,
                                        int count, covey_error *error);

/// Gets where the file stands behind its last frame, or behind the one from which it was resumed.
/// The bookmark is of use as long as the file keeps these bytes: after power failures, too, once
/// covey_output_sync() has returned. COVEY_ARG before the first frame, or after a failure.
COVEY_API covey_status covey_output_bookmark(const covey_output *output, covey_bookmark *bookmark);

/// Waits until the disk has all frames and the name of the file, so that they survive a power
/// failure, too. Nothing to do for streams and devices. COVEY_IO, which later calls repeat;
/// COVEY_MEMORY; the status of the failure that a put had.
COVEY_API covey_status covey_output_sync(covey_output *output, covey_error *error);

/// Closes the file and frees the output in any case; NULL is fine. COVEY_IO if a written byte did
/// not reach the file, or the status of the failure that a put had.
COVEY_API covey_status covey_output_close(covey_output *output, covey_error *error);

// ---- Reading ----

/// Where the y axis of a file points. covey's points up: left turns are counterclockwise. Pictures
/// count their rows downwards: taken as they are, their tracks would turn the wrong way round. A
/// downward axis is mirrored: y and its velocity get the other sign.
typedef enum covey_input_y {
    COVEY_INPUT_Y_OF_FILE, ///< down in plane files of DeepLabCut, SLEAP, TRex, idtracker.ai,
                           ///< TrackMate and trackpy, whose places are of pictures; else up
    COVEY_INPUT_Y_UP,
    COVEY_INPUT_Y_DOWN,
} covey_input_y;

/// The unit of the times of a file, where T is a second.
typedef enum covey_input_time {
    COVEY_INPUT_TIME_OF_FILE, ///< times stay as they are; dates count in seconds
    COVEY_INPUT_TIME_MS,
    COVEY_INPUT_TIME_S,
    COVEY_INPUT_TIME_MIN,
    COVEY_INPUT_TIME_H,
    COVEY_INPUT_TIME_FRAMES, ///< the number of a frame is its time, even if the file has times
} covey_input_time;

/// The unit of the headings of a table, which count with a speed beside them alone.
typedef enum covey_input_heading {
    COVEY_INPUT_HEADING_OF_FILE, ///< degrees clockwise from north in files of Movebank; else rad
                                 ///< counterclockwise from the x axis
    COVEY_INPUT_HEADING_RADIANS,
    COVEY_INPUT_HEADING_DEGREES, ///< counterclockwise from the x axis
    COVEY_INPUT_HEADING_COMPASS, ///< degrees clockwise from the y axis, which points north
} covey_input_heading;

/// How an input is opened. Start from covey_input_def_default().
typedef struct covey_input_def {
    const char *path;    ///< "-" is standard input, for text formats
    const char *format;  ///< name; NULL: by the suffix of the path
    covey_source source; ///< bytes to read instead of a file, with `format`; for text formats
    bool still;          ///< a table of one frame: it may have no columns for agent and time, rows
                         ///< are numbered then, and no value may be missing
    bool differences;    ///< make up missing velocities from places in consecutive frames
    double scale;        ///< L a unit of length of the file, positive; by default 1
    double fps;          ///< frames a T: times are numbers of frames over it; 0: as the file says
    const covey_space *space; ///< recorded in this one, after scaling; NULL: as the file says. An
                              ///< open plane leaves the number of axes to the file
    int dim;          ///< 3: read in three dimensions; 2: in the plane, others are refused; 0: as
                      ///< the file says, see covey_input_dim()
    const char *axis; ///< "TAIL:NOSE", points of an animal or columns TAIL_x, NOSE_x and so on: its
                      ///< heading is the way from TAIL to NOSE; "heading": it is that column of a
                      ///< table; NULL: the direction of its velocity
    const char *point;   ///< where a tracker followed several points of an animal, the name of the
                         ///< one that is its place; NULL: the mean of all that are known
    double likelihood;   ///< points that the file holds for less likely are not known: 0, all are,
                         ///< to 1
    covey_input_y y;     ///< where the y axis of the file points; by default as its format has it
    bool decimal_comma;  ///< decimals of a table have a comma; no comma parts its fields
    const char *columns; ///< of a table, by name or number: "id=Fish,t=frame,x=3,y=4"; NULL: found
                         ///< by their names. If all have numbers, the table may have no header
    const char *const *files; ///< further tables like that at the path, NULL behind the last, one
                              ///< for each animal; needs id_from_file. NULL: none
    bool id_from_file;     ///< the name of a file, without its suffix, is that of its only animal
    covey_input_time time; ///< the unit of times; with fps it may be that of frames alone
    covey_input_heading heading; ///< the unit of headings
    bool project; ///< places of a table are degrees of longitude and latitude (WGS 84): they become
                  ///< meters east and north on the plane that touches the Earth in the middle of
                  ///< all, L is a meter, and y points north
    int fill;     ///< up to so many frames in which an animal is missing are filled: it is on the
                  ///< straight way between the places before and after. Up to 100000; 0: none
    int smooth;   ///< odd, 3 to 9999: places and velocities are those of parabolas through so many
                  ///< frames (Savitzky and Golay 1964); 0: as they are
    double resample; ///< T between frames: places at common times from the first frame on, on
                     ///< straight ways between those of the file. Longer ways are gaps: than 1.5 +
                     ///< fill times that, or times the median of an agent's if it is more; 0: times
                     ///< as they are
    const char
        *dataset; ///< path of an array in HDF5, as in MATLAB's files of version 7.3: of frames,
                  ///< animals and 2 or 3 axes, in this order or, as MATLAB stores it, the
                  ///< other way round; without animals it is of one. NULL: as the file has it
    bool trusted; ///< H5MD is read in this process, without the fence: for your own files
    const char *helper; ///< as in covey_output_def
    covey_allocator allocator;
} covey_input_def;

COVEY_API covey_input_def covey_input_def_default(void);

/// Opens a trajectory. With `fps`, a table's times are its frames where it has both, and velocities
/// that are in the file are lengths a frame. COVEY_ARG, COVEY_MEMORY, COVEY_IO, COVEY_INPUT for a
/// header that is none, COVEY_SYSTEM where H5MD's helper cannot be started; *input is NULL then.
/// Frees with covey_input_close().
///
/// H5MD is read in a process behind a fence: it can open no files and no sockets, write nothing,
/// and has memory and time by the size of the file. It uses Landlock and
/// seccomp as far as the kernel has them. With `trusted` this process reads, by a module that is
/// loaded then; HDF5 is then used from one thread at a time unless it was built thread-safe, and
/// may crash over a damaged file.
COVEY_API covey_status covey_input_open(const covey_input_def *def, covey_input **input,
                                        covey_error *error);

/// Reads the next frame: *sets points to *count sets, agents ascending by id, owned by the input
/// and valid until the next call. *count is 0 at the end of the file. COVEY_INPUT, with line and
/// column in text, where the file is damaged, its steps do not rise, or it ends in the middle of a
/// frame: all frames before were good, the message names the last of them, and later calls repeat
/// it. COVEY_MEMORY, COVEY_IO.
///
/// With `differences` the velocity of an agent that has none is the way from the frame before, by
/// the shortest path in the space, over the time between; for an agent that was not there, the way
/// to the frame after; it stays unknown if the agent is in neither. A frame that is missing in the
/// file is one without agents.
///
/// With `fill`, `smooth` or `resample`, all frames are read when the first one is asked for, and
/// are held in memory: a failure is still reported behind the frames before it.
COVEY_API covey_status covey_input_next(covey_input *input, const covey_frame_set **sets,
                                        int *count, covey_error *error);

/// The origin that the file has; the version is "" if it is not of covey. Complete once the
/// first frame has been read; valid until the input is closed.
COVEY_API covey_provenance covey_input_provenance(const covey_input *input);

/// The word for an agent in a CSV file that names its agents by words: agents are numbered in the
/// order of their first appearance. NULL where agents have numbers. Valid until the next call of
/// covey_input_next().
COVEY_API const char *covey_input_label(const covey_input *input, covey_id id);

/// The axes of the file: 2 or 3; 0 before the first frame has been read. As `dim` or `space` of the
/// definition say; else 3 if a file of covey says so, or if its agents differ in z or move along
/// it: any agents of a table that is read whole, agents of the first frame of another file. Else 2,
/// and the file is refused at an agent that leaves the plane.
COVEY_API int covey_input_dim(const covey_input *input);

/// True once a frame has been read whose y axis points down: its agents are mirrored.
COVEY_API bool covey_input_mirrored(const covey_input *input);

/// True if frames are missing between the frame that was read last and the one before: the file has
/// numbers of frames, or times at one interval, of which some are not there. Velocities begin anew
/// there.
COVEY_API bool covey_input_gap(const covey_input *input);

/// A sentence about the file that may surprise, note by note: that headings are not used,
/// or where places are projected from. NULL beyond the last. Complete once the last frame has been
/// read; valid until the next call of covey_input_next().
COVEY_API const char *covey_input_note(const covey_input *input, int index);

/// NULL is fine.
COVEY_API void covey_input_close(covey_input *input);

#ifdef __cplusplus
}
#endif
#endif
