// SPDX-License-Identifier: MIT
// Messages between covey_run and its helper covey-h5md. Both are of one build and run on one
// machine, so numbers are in its byte order. Nothing that a reading helper sends is trusted.
#ifndef COVEY_FORMATS_H5MD_WIRE_H
#define COVEY_FORMATS_H5MD_WIRE_H

#include "base/bits.h"
#include "formats/plugin.h"

/// Descriptors of the helper. A reader has no bulk.
enum { COVEY_WIRE_TALK = 0, COVEY_WIRE_FILE = 1, COVEY_WIRE_BULK = 3 };

#define COVEY_WIRE_READ "read"
#define COVEY_WIRE_LOOK "look"
#define COVEY_WIRE_WRITE "write"

enum { COVEY_WIRE_VERSION = 8 + 256 * COVEY_WIDE_IDS };

typedef enum covey_wire_kind {
    COVEY_WIRE_READY = 0x63760001, ///< helper, once it is behind its fence; `size` is the version
    COVEY_WIRE_HEAD,               ///< reader: covey_wire_head, version, scenario, names of sets
    COVEY_WIRE_FRAME,              ///< reader: covey_wire_frame, then its rows
    COVEY_WIRE_END,                ///< reader: there are no more frames
    COVEY_WIRE_START,              ///< to the writer: covey_wire_start, path, version, scenario
    COVEY_WIRE_PUT,                ///< to the writer: covey_wire_put, the beginning of a frame
    COVEY_WIRE_SOME,               ///< to the writer: covey_wire_some; the numbers are in the bulk
    COVEY_WIRE_CLOSE,              ///< to the writer
    COVEY_WIRE_DONE,               ///< answer of any: covey_wire_done
} covey_wire_kind;

/// The head of every message.
typedef struct covey_wire {
    uint32_t kind;
    uint32_t size; ///< of the structure behind it
} covey_wire;

/// To the reader, once it is ready: how tracks are read.
typedef struct covey_wire_ask {
    double likelihood;
    uint64_t by_frames;
    char point[COVEY_SET_NAME];    ///< "": all
    char axis[2 * COVEY_SET_NAME]; ///< "": none
    char dataset[256];             ///< "": as the file has it
} covey_wire_ask;

typedef struct covey_wire_head {
    uint64_t seed;
    double dt;
    uint64_t version_size, scenario_size;
    uint64_t sets;
} covey_wire_head;

typedef struct covey_wire_frame {
    uint64_t step;
    double time;
    uint64_t torus;      ///< if it is of the plane
    uint64_t deep_torus; ///< if it is of three dimensions
    uint64_t dim;        ///< 3: the file says that it is; 0: it says nothing
    uint64_t pixels;     ///< y points down
    double every;        ///< steps from frame to frame; 0: not known
    double sides[COVEY_AXES];
    uint64_t count; ///< of rows
} covey_wire_frame;

typedef struct covey_wire_row {
    double pos[COVEY_AXES], vel[COVEY_AXES], axis[COVEY_AXES];
    uint32_t set;
    covey_id id;
} covey_wire_row;

typedef struct covey_wire_start {
    uint64_t resume, resume_step, seed;
    double dt;
    uint64_t path_size, version_size, scenario_size; ///< without zeros
} covey_wire_start;

typedef struct covey_wire_set {
    char name[COVEY_SET_NAME];
    uint64_t count, moves;
    uint64_t ids; ///< covey_wire_hash_ids() of all of them; 0: not known yet
} covey_wire_set;

/// A frame, of which the agents follow: the first set's, some at a time, then those of the
/// next one. It is complete with the last of them.
typedef struct covey_wire_put {
    uint64_t step;
    double time;
    uint64_t torus, dim;
    double sides[COVEY_AXES]; ///< as many as the dimension
    uint64_t count;
    covey_wire_set sets[COVEY_MAX_SETS];
} covey_wire_put;

/// The next agents of a frame. The bulk has three numbers per agent for places, three for
/// velocities, and the ids, padded to 8 bytes, each with room for `room` agents.
typedef struct covey_wire_some {
    uint64_t count, room;
} covey_wire_some;

typedef struct covey_wire_done {
    uint32_t status;
    uint32_t any; ///< as covey_kept
    uint64_t step;
    char message[256];
} covey_wire_done;

/// Returns the bytes that some agents take in the bulk.
static inline uint64_t covey_wire_bulk_of(uint64_t agents)
{
    return agents * 6 * sizeof(double) + (agents * sizeof(covey_id) + 7) / 8 * 8;
}

/// Returns the agents of a set that are sent and written at a time, which make a chunk of HDF5: a
/// set is cut into equal pieces, as a chunk is below 4 GiB and a reader of some agents should not
/// read all.
static inline uint64_t covey_wire_rows(uint64_t agents)
{
    enum { MOST = 1 << 17 };
    uint64_t pieces = (agents + MOST - 1) / MOST;
    return pieces > 1 ? (agents + pieces - 1) / pieces : agents;
}

/// Hashes ids; `hash` is 0 before the first id. All frames must have the same hash, as programs
/// that read H5MD identify agents by their row.
static inline uint64_t covey_wire_hash_ids(uint64_t hash, const covey_id *id, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = covey_hash_word(hash, id[i]);
    return hash;
}

/// Returns the largest number of agents in a frame of a file of `size` bytes. Plain numbers take
/// more bytes than that; only deflated ones can reach it.
static inline uint64_t covey_wire_most_agents(uint64_t size)
{
    return ((uint64_t)1 << 20) + size / 8;
}

/// Returns the seconds that a reader may take from one frame to the next.
static inline uint64_t covey_wire_seconds(uint64_t size)
{
    return 8 + size / 20000000;
}

#endif
