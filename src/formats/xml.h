// SPDX-License-Identifier: MIT
// Tags of an XML file, one after another: enough to read tables that are stored in attributes.
#ifndef COVEY_FORMATS_XML_H
#define COVEY_FORMATS_XML_H

#include "formats/lines.h"
#include "formats/text.h"

typedef struct covey_xml {
    covey_lines *lines;
    covey_line line; ///< that is read
    size_t at;       ///< in it
    covey_text tag;  ///< the last tag without < and >
    uint64_t number; ///< of the line where it begins
    bool begun, ended;
} covey_xml;

/// Must be destroyed in any case.
void covey_xml_init(covey_xml *xml, covey_memory *memory, covey_lines *lines);
void covey_xml_destroy(covey_xml *xml);

/// Reads the next tag that opens or closes an element; `ended` is true if there is none. Texts,
/// comments and declarations are passed over. COVEY_INPUT where the file ends inside a tag, or one
/// is longer than a megabyte; COVEY_MEMORY; the status of the source.
covey_status covey_xml_next(covey_xml *xml, covey_error *error);

/// True if the tag opens an element of that name, or closes it as "/name".
bool covey_xml_is(const covey_xml *xml, const char *name);

/// Finds the value of an attribute as it is written, entities and all; NULL if there is none.
const char *covey_xml_attribute(const covey_xml *xml, const char *name, size_t *size);

/// Fails with COVEY_INPUT at the line of the tag.
covey_status covey_xml_refuse(const covey_xml *xml, const char *expected, covey_error *error);

#endif
