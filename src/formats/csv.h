// SPDX-License-Identifier: MIT
#ifndef COVEY_FORMATS_CSV_H
#define COVEY_FORMATS_CSV_H

#include "formats/plugin.h"

/// The header line that covey writes, and the comments around it.
#define COVEY_CSV_HEADER "set,t,id,x,y,vx,vy,heading,speed"
#define COVEY_CSV_DEEP ",z,vz"   // follows the header in three dimensions
#define COVEY_CSV_LABEL ",label" // follows all that if agents have labels
#define COVEY_CSV_MARK "# covey "

/// Puts comments that name the origin of a file, and nothing if its data are not of covey.
void covey_csv_provenance(covey_encoder *encoder);

/// Puts a comment that names the body axis, if frames have headings of one.
void covey_csv_axis(covey_encoder *encoder);

/// Puts a comment with the distance of linked agents, unless a scenario above has it.
void covey_csv_link(covey_encoder *encoder);

/// Puts a comma and a label, in quotes where a reader could take it for anything else.
void covey_csv_label(covey_text *text, const char *label);

/// Reading, for the plug-in.
covey_status covey_csv_read_open(const covey_opening *opening, void **own, covey_error *error);
covey_status covey_csv_read_next(void *own, covey_frame *frame, covey_error *error);
void covey_csv_read_close(void *own);
const char *covey_csv_read_label(const void *own, covey_id id);
const char *covey_csv_read_note(const void *own, int index);

/// Takes a comment that says how many agents or which space follows; false for any other.
bool covey_csv_comment(const char *text, size_t size, size_t *agents, covey_space *space);

#endif
