// SPDX-License-Identifier: MIT
// Quantiles of the normal distribution by rational functions of the central part and of the two
// tails (M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution",
// Applied Statistics 37, 477 (1988), PPND16 and its coefficients), from + - * /, sqrt and
// covey_log. The source promises sixteen digits; test_normal measures them.
#include "base/math_trig.h"

#include "base/wider.h"
#include "covey/model.h"

#include <math.h>

enum { TERMS = 8 };

/// Ascending coefficients.
typedef struct ratio {
    double above[TERMS], below[TERMS];
} ratio;

static const ratio middle = {
    {3.387132872796366608, 1.3314166789178437745e2, 1.9715909503065514427e3,
     1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
     3.3430575583588128105e4, 2.5090809287301226727e3},
    {1.0, 4.2313330701600911252e1, 6.871870074920579083e2, 5.3941960214247511077e3,
     2.1213794301586595867e4, 3.930789580009271061e4, 2.8729085735721942674e4,
     5.226495278852854561e3},
};

static const ratio near_tail = {
    {1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
     1.27045825245236838258, 2.4178072517745061177e-1, 2.27238449892691845833e-2,
     7.7454501427834140764e-4},
    {1.0, 2.05319162663775882187, 1.6763848301838038494, 6.8976733498510000455e-1,
     1.4810397642748007459e-1, 1.51986665636164571966e-2, 5.475938084995344946e-4,
     1.05075007164441684324e-9},
};

static const ratio far_tail = {
    {6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 2.9656057182850489123e-1,
     2.6532189526576123093e-2, 1.2426609473880784386e-3, 2.71155556874348757815e-5,
     2.01033439929228813265e-7},
    {1.0, 5.9983220655588793769e-1, 1.3692988092273580531e-1, 1.48753612908506148525e-2,
     7.868691311456132591e-4, 1.8463183175100546818e-5, 1.4215117583164458887e-7,
     2.04426310338993978564e-15},
};

/// Written out, as a loop in a loop would not become vectors.
COVEY_INLINE double polynomial(const double a[TERMS], double x)
{
    double upper = ((a[7] * x + a[6]) * x + a[5]) * x + a[4];
    return (((upper * x + a[3]) * x + a[2]) * x + a[1]) * x + a[0];
}

COVEY_INLINE double ratio_at(const ratio *of, double x)
{
    return polynomial(of->above, x) / polynomial(of->below, x);
}

#define MIDDLE 0.425 // of q, to both sides

/// The quantile's argument, from -1/2 to 1/2.
COVEY_INLINE double centered(double uniform)
{
    return (uniform - 0.5) + 0x1p-54; // exact
}

COVEY_INLINE double in_middle(double q)
{
    return q * ratio_at(&middle, 0.180625 - q * q);
}

static double in_tail(double q)
{
    double root = sqrt(-covey_log(0.5 - fabs(q)));
    double size = root <= 5.0 ? ratio_at(&near_tail, root - 1.6) : ratio_at(&far_tail, root - 5.0);
    return q < 0.0 ? -size : size;
}

double covey_normal_quantile(double uniform)
{
    double q = centered(uniform);
    return fabs(q) <= MIDDLE ? in_middle(q) : in_tail(q);
}

COVEY_BODY void middle_of_body(const double *uniform, size_t count, double *restrict x)
{
    for (size_t k = 0; k < count; k++)
        x[k] = in_middle(centered(uniform[k]));
}

COVEY_WIDER(static void, middle_of, (const double *uniform, size_t count, double *restrict x),
            (uniform, count, x))

void covey_normal_quantiles(const double *uniform, size_t count, double *restrict x)
{
    middle_of(uniform, count, x);
    for (size_t k = 0; k < count; k++) {
        double q = centered(uniform[k]);
        if (!(fabs(q) <= MIDDLE))
            x[k] = in_tail(q);
    }
}
