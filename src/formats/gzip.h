// SPDX-License-Identifier: MIT
// gzip (RFC 1952) around the text of any format.
#ifndef COVEY_FORMATS_GZIP_H
#define COVEY_FORMATS_GZIP_H

#include "formats/text.h"

#include <stdint.h>

// ---- Reading ----

/// A source between a file and its lines. It unpacks bytes that begin as gzip does, member after
/// member, and hands on any others as they are. Zeros may follow the last member, nothing else.
/// A damaged or cut input, or text that is far longer than its packed bytes, is COVEY_INPUT with
/// `reason`.
typedef struct covey_gunzip {
    covey_memory *memory;
    covey_source from;
    const char *reason; ///< of COVEY_INPUT, for messages; NULL: none
    unsigned char *bytes;
    size_t begin, end;     ///< of the bytes that wait in `bytes`
    bool looked;           ///< it is known whether the input is packed
    bool packed, ended;    ///< the input is packed; has ended
    bool between, zeros;   ///< behind a member; behind zeros there
    uint64_t taken, made;  ///< bytes of the input and of its text
    struct covey_zip *zip; ///< of the members
} covey_gunzip;

void covey_gunzip_init(covey_gunzip *gunzip, covey_memory *memory, covey_source from);
void covey_gunzip_destroy(covey_gunzip *gunzip);

/// The source, valid as long as `gunzip`, which must not move. It reads nothing before it is asked.
covey_source covey_gunzip_source(covey_gunzip *gunzip);

/// True if `made` bytes are more than `packed` bytes may become, so that a small file cannot fill
/// the memory.
bool covey_gunzip_is_too_long(uint64_t packed, uint64_t made);

// ---- Writing ----

/// True if the name of a file asks for gzip: it ends in .gz, in any case.
bool covey_gzip_is_named(const char *path);

/// Replaces `packed` by a text as one member, the same for the same text. COVEY_MEMORY.
covey_status covey_gzip_pack(const covey_text *text, covey_text *packed, covey_error *error);

/// Packs a text that comes in parts into one member, with the bytes that it has as a whole. The
/// caller owns it; NULL without memory.
typedef struct covey_packer covey_packer;
covey_packer *covey_packer_create(covey_memory *memory);
void covey_packer_destroy(covey_packer *packer); ///< NULL is fine

/// Packs one more part, `last` being the end of the member, and appends what comes of it to
/// `packed`. False without memory.
bool covey_packer_put(covey_packer *packer, const covey_text *part, bool last, covey_text *packed);

// ---- zlib ----

/// True unless the library was built without zlib (COVEY_GZIP): then reading gzip is COVEY_INPUT
/// and writing it COVEY_ARG.
bool covey_gzip_is_built(void);

/// A step of unpacking: MORE until the end of a member.
typedef enum covey_zip_step { COVEY_ZIP_MORE, COVEY_ZIP_END, COVEY_ZIP_BAD } covey_zip_step;

typedef struct covey_zip covey_zip;

/// Unpacks one member after another. The caller owns it; NULL without memory.
covey_zip *covey_zip_create(covey_memory *memory);
void covey_zip_destroy(covey_zip *zip); ///< NULL is fine

/// Begins a member.
void covey_zip_begin(covey_zip *zip);

/// Takes bytes from *from up to `end`, makes at most `size` and sets *made to their number. BAD
/// sets *reason to a text that stays, or NULL without memory.
typedef struct covey_zip_room {
    const unsigned char *from, *end;
    void *to;
    size_t size, made;
    const char *reason;
} covey_zip_room;
covey_zip_step covey_zip_run(covey_zip *zip, covey_zip_room *room);

#endif
