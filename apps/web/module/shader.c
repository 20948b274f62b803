// SPDX-License-Identifier: MIT
#include "web.h"

#include "view/shaders.h"

/// The shaders of a shape: the vertex shader (0) or the fragment shader (1); NULL beyond the last.
const char *WEB_EXPORT(web_shader)(int shape, int stage)
{
    if (shape < 0 || shape >= SHADERS)
        return NULL;
    return stage == 0 ? shaders_vertex((shaders_shape)shape)
                      : shaders_fragment((shaders_shape)shape);
}
