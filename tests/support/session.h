// SPDX-License-Identifier: MIT
// Short ways to make, command and step sessions. A failure inside fails the test.
#ifndef COVEY_TESTS_SUPPORT_SESSION_H
#define COVEY_TESTS_SUPPORT_SESSION_H

#include "covey/session.h"

/// A scenario of 60 boids on a torus.
extern const char session_boids[];

/// A session of the scenario in a text, to be destroyed by the caller.
covey_session *session_begin(const char *text, int threads);

void session_order(covey_session *session, const char *command);

void session_steps(covey_session *session, int count);

#endif
