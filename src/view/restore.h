// SPDX-License-Identifier: MIT
// All parameters of all flocks back to the values that the world was opened with, as one change.
#ifndef COVEY_VIEW_RESTORE_H
#define COVEY_VIEW_RESTORE_H

#include "view/slider.h"
#include "view/viewer.h"

#ifdef __cplusplus
extern "C" {
#endif

/// True if a parameter is another than when the world was opened, or its model chosen.
bool restore_has_work(const viewer *of, const sliders *from);

/// Sets these parameters back, to be taken back by one `undo`.
void restore_all(viewer *self, const sliders *from);

#ifdef __cplusplus
}
#endif
#endif
