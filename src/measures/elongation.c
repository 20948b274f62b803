// SPDX-License-Identifier: MIT
// The elongation of a flock is that of its gyration tensor, the mean of r r with r the offset from
// the center of mass: the root of its largest eigenvalue over the next one, 1 for a round flock (D.
// N. Theodorou, U. W. Suter, "Shape of unperturbed linear polymers", 1985, for the tensor).
#include "measures/agents.h"
#include "measures/sum.h"

/// Rounding of places on a slanted line makes a mean squared width of that share of the length's.
#define NO_WIDTH 0x1p-40

/// The mean of r r, r scaled by a power of two so that no product leaves the range of numbers.
static void find_tensor(const covey_view *view, const covey_vec *offsets, double tensor[3][3])
{
    double largest = 0.0;
    for (size_t i = 0; i < view->count; i++) {
        const double r[COVEY_AXES] = {offsets[i].x, offsets[i].y, offsets[i].z};
        for (int a = 0; a < COVEY_AXES; a++)
            largest = fabs(r[a]) > largest ? fabs(r[a]) : largest;
    }
    int exponent;
    (void)frexp(largest, &exponent);
    covey_sum sums[3][3] = {{{{0}, 0}}};
    for (size_t i = 0; i < view->count; i++) {
        const double r[COVEY_AXES] = {ldexp(offsets[i].x, -exponent),
                                      ldexp(offsets[i].y, -exponent),
                                      ldexp(offsets[i].z, -exponent)};
        for (int a = 0; a < COVEY_AXES; a++)
            for (int b = 0; b <= a; b++)
                covey_sum_add(&sums[a][b], r[a] * r[b]);
    }
    for (int a = 0; a < COVEY_AXES; a++)
        for (int b = 0; b <= a; b++)
            tensor[a][b] = tensor[b][a] = covey_sum_mean(&sums[a][b], view->count);
}

/// Turns the axes p and q of a symmetric matrix so that its element there becomes 0.
static void turn(double m[3][3], int p, int q)
{
    if (m[p][q] == 0.0)
        return;
    double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = m[p][k], b = m[q][k];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
    }
}

/// The two largest eigenvalues, by Jacobi's rotations.
static void find_largest(double m[3][3], double values[2])
{
    enum { SWEEPS = 12 };
    for (int k = 0; k < SWEEPS; k++) {
        turn(m, 0, 1);
        turn(m, 0, 2);
        turn(m, 1, 2);
    }
    double a = m[0][0], b = m[1][1], c = m[2][2];
    values[0] = fmax(fmax(a, b), c);
    values[1] = fmax(fmin(a, b), fmin(fmax(a, b), c));
}

static double elongation_of(const covey_view *view, const covey_vec *offsets)
{
    double tensor[3][3], values[2];
    find_tensor(view, offsets, tensor);
    find_largest(tensor, values);
    if (!(values[1] > NO_WIDTH * values[0]))
        return (double)NAN; // all on one line
    return sqrt(values[0] / values[1]);
}

static covey_status compute(covey_measure_work *work, double *values)
{
    const covey_view *view = work->view;
    covey_memory *memory = &work->shared->memory;
    size_t count = view->count;
    if (count < 2)
        return COVEY_OK;
    covey_vec *offsets = covey_memory_take(memory, count, sizeof *offsets);
    if (offsets == NULL)
        return COVEY_MEMORY;
    covey_vec center = covey_center(view);
    for (size_t i = 0; i < count; i++)
        offsets[i] = covey_agents_offset(view, center, i);
    values[0] = elongation_of(view, offsets);
    covey_memory_give(memory, offsets, count, sizeof *offsets);
    return COVEY_OK;
}

static const covey_measure columns[] = {
    {"elongation", "Length over width, by the axes of gyration: 1 for a round flock.", "",
     "Theodorou & Suter 1985, doi:10.1021/ma00148a028", false, "where all stand on one line"},
    {0},
};

const covey_measure_group covey_measure_elongation = {
    .name = "elongation", .columns = columns, .compute = compute};
