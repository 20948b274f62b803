// SPDX-License-Identifier: MIT
// A hand without a person: a text of commands, one a line, that become events of mouse and keys.
//
//     frames N                 let N frames go by
//     key NAME                 press and release; Ctrl+NAME with Ctrl; names as SDL has them
//     hold NAME, release NAME  only the one, or the other
//     move X Y                 the mouse to a place in px, or in the world: move @10 20
//     click X Y [BUTTON]       there; BUTTON: left, middle or right
//     drag X Y X Y [BUTTON]    from the one to the other
//     wheel N                  turns
//     press CONTROL            click in the middle of a control of the panel
//     double CONTROL           twice
//     slide CONTROL SHARE      press a slider at this share of its length
//     choose CONTROL ENTRY     open a list and take an entry
//     type TEXT                as from the keyboard
//     shot FILE                a screenshot
//     say                      print the state, a name and a value a line
//     size W H                 of the window
//     quit                     close the window
//
// Names with blanks stand in double quotes. Text after # is a comment.
#ifndef COVEY_VIEW_SCRIPT_H
#define COVEY_VIEW_SCRIPT_H

#include "view/viewer.h"

typedef struct script script;

/// Reads a script. COVEY_IO, COVEY_MEMORY. The caller owns *made.
covey_status script_open(const char *path, script **made, covey_error *error);
void script_close(script *self); ///< NULL is fine

/// Runs the commands due before the next frame. COVEY_INPUT, with the line, for text that is no
/// command or cannot be done; *ended where nothing is left.
covey_status script_go(script *self, viewer *of, bool *ended, covey_error *error);

/// A file for a screenshot that the script asked for, NULL for none; once.
const char *script_shot(script *self);

// ---- Reports ----

// The state of a viewer, in lines that a test can read.

/// Prints "name value" lines on standard output, and an empty one.
void report_print(const viewer *of);

#endif
