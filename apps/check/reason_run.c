// SPDX-License-Identifier: MIT
// The program around the rules, with each right and wrong way to read, step and print.
#include "check/reason_parts.h"

#include <math.h>
#include <string.h>

static int way(const reason_world *world, int part)
{
    return world->program.step[part];
}

static double whole_if(bool whole, double x)
{
    return whole ? trunc(x) : x;
}

// ---- Reading ----

/// Puts parameters in the places in which a program looks for them.
static void place_parameters(int read, const double from[PARAMETERS], double to[PARAMETERS])
{
    static const unsigned char places[][PARAMETERS] = {
        {R_C, R_S, F_MAX, R_A, K_S, K_A, K_C}, {R_C, R_S, F_MAX, R_A, K_A, K_C, K_S},
        {R_S, R_A, F_MAX, R_C, K_C, K_S, K_A}, {R_A, R_C, F_MAX, R_S, K_C, K_S, K_A},
        {R_A, K_C, K_S, K_A, R_C, R_S, F_MAX},
    };
    for (int k = 0; k < PARAMETERS; k++)
        to[k] = from[read >= READ_GAINS_LEFT ? places[read - READ_GAINS_LEFT][k] : k];
}

static void read_parameters(reason_world *world)
{
    const covey_problem *from = world->problem;
    double *par = world->par;
    double given[PARAMETERS] = {from->r_c, from->r_s, from->f_max, from->r_a,
                                from->k_c, from->k_s, from->k_a};
    int choice, whole_of = way(world, WHOLE);
    int mistake = reason_classic(STEP, TAKE, way(world, TAKE), &choice);
    if (mistake != COVEY_MISTAKES) {
        covey_variant variant = {.mistakes = COVEY_MISTAKE_BIT(mistake), .choice = choice};
        covey_mistakes_take(&variant, given);
    }
    place_parameters(way(world, READ), given, par);
    double sum = par[K_C] + par[K_S] + par[K_A];
    for (int k = 0; k < PARAMETERS; k++) {
        bool gain = k >= K_C, radius = !gain && k != F_MAX;
        bool whole = whole_of == WHOLE_WHOLE_PARAMETERS || whole_of == WHOLE_WHOLE_ALL ||
                     (gain && whole_of == WHOLE_WHOLE_GAINS) ||
                     (radius && whole_of == WHOLE_WHOLE_RADII);
        par[k] = whole_if(whole, par[k]);
        if (gain && whole_of == WHOLE_GAINS_SHARED && sum > 0)
            par[k] /= sum;
        if (radius && whole_of == WHOLE_TOLERANCE && par[k] > 0)
            par[k] += 0.01;
        if (way(world, KEEP) == KEEP_FLOAT || way(world, KEEP) == KEEP_FLOAT_PARAMETERS)
            par[k] = covey_mistakes_float(par[k]);
    }
}

static double cut(double x)
{
    return round(x * 1000) / 1000;
}

static double stored(const reason_world *world, double x)
{
    if (way(world, KEEP) == KEEP_FLOAT)
        return covey_mistakes_float(x);
    return way(world, KEEP) == KEEP_ROUNDED ? cut(x) : x;
}

static reason_agent read_agent(const reason_world *world, const double from[4])
{
    static const unsigned char columns[READS][4] = {
        [READ_INTERLEAVED] = {0, 2, 1, 3},  [READ_VELOCITY_FIRST] = {2, 3, 0, 1},
        [READ_V_SWAPPED] = {0, 1, 3, 2},    [READ_P_SWAPPED] = {1, 0, 2, 3},
        [READ_BOTH_SWAPPED] = {1, 0, 3, 2},
    };
    static const unsigned char plain[4] = {0, 1, 2, 3};
    int read = way(world, READ);
    const unsigned char *place = columns[read][0] != columns[read][1] ? columns[read] : plain;
    bool whole = way(world, WHOLE) == WHOLE_WHOLE_ALL || way(world, WHOLE) == WHOLE_WHOLE_AGENTS;
    double v[4];
    for (int k = 0; k < 4; k++)
        v[k] = stored(world, whole_if(whole, from[place[k]]));
    if (read == READ_NO_VELOCITY)
        v[2] = v[3] = 0;
    return (reason_agent){v[0], v[1], v[2], v[3]};
}

void reason_start(reason_world *world, const covey_problem *problem, const reason_program *program)
{
    world->problem = problem;
    world->program = *program;
    world->n = problem->agents;
    world->dt = world->dt_sum = world->dt_before = 0;
    world->step = 0;
    read_parameters(world);
    for (size_t i = 0; i < world->n; i++) {
        world->now[i] = read_agent(world, &problem->start[4 * i]);
        world->start[i] = world->before[i] = world->now[i];
        world->kept[i][0] = world->kept[i][1] = 0;
    }
    memset(world->sum, 0, sizeof world->sum);
    memset(world->count, 0, sizeof world->count);
    memset(world->carried, 0, sizeof world->carried);
}

void reason_read_time(reason_world *world, size_t step)
{
    const double *times = world->problem->dt;
    double dt = times[step];
    world->step = step;
    world->dt_sum += dt;
    world->dt_before = times[step > 0 ? step - 1 : 0];
    switch (way(world, TIME)) {
    case TIME_ONE:
        dt = 1;
        break;
    case TIME_FIRST:
        dt = times[0];
        break;
    case TIME_BEFORE:
        dt = world->dt_before;
        break;
    case TIME_TOTAL:
        dt = world->dt_sum;
        break;
    case TIME_WHOLE:
        dt = trunc(dt);
        break;
    case TIME_ABSOLUTE:
        dt = fabs(dt);
        break;
    case TIME_HALF:
        dt /= 2;
        break;
    case TIME_MOST_ONE:
        dt = fmin(dt, 1);
        break;
    case TIME_TENTH:
        dt = 0.1;
        break;
    case TIME_EIGHTH:
        dt = 0.125;
        break;
    case TIME_HUNDREDTH:
        dt = 0.01;
        break;
    case TIME_SIXTIETH:
        dt = 1.0 / 60;
        break;
    case TIME_MILLISECONDS:
        dt /= 1000;
        break;
    case TIME_MOST_TENTH:
        dt = fmin(dt, 0.1);
        break;
    case TIME_SKIPS:
        dt = fmax(dt, 0);
        break;
    default:
        break;
    }
    bool narrow = way(world, KEEP) == KEEP_FLOAT || way(world, KEEP) == KEEP_FLOAT_TIME;
    world->dt = narrow ? covey_mistakes_float(dt) : dt;
}

// ---- The force ----

static void capped(double f[2], double most)
{
    double l = sqrt(f[0] * f[0] + f[1] * f[1]);
    if (l > most && l > 0) {
        f[0] *= most / l;
        f[1] *= most / l;
    }
}

static void limit_force(const reason_world *world, double f[2])
{
    double most = world->par[F_MAX], l = sqrt(f[0] * f[0] + f[1] * f[1]), x = f[0];
    switch (way(world, LIMIT)) {
    case LIMIT_FORCE:
    case LIMIT_FORCE_TOO:
        capped(f, most);
        break;
    case LIMIT_FORCE_ONE:
        capped(f, 1);
        break;
    case LIMIT_FORCE_UNIT:
        if (l > 0) {
            f[0] /= l;
            f[1] /= l;
        }
        break;
    case LIMIT_FORCE_AXES:
        f[0] = fmax(-most, fmin(f[0], most));
        f[1] = fmax(-most, fmin(f[1], most));
        break;
    case LIMIT_Y_FROM_X:
        f[1] = x;
        break;
    case LIMIT_SWAPPED:
        f[0] = f[1];
        f[1] = x;
        break;
    default:
        break;
    }
}

static void keep_force(reason_world *world, size_t i, double f[2])
{
    double *kept = world->kept[i];
    double used[2] = {f[0], f[1]};
    for (int axis = 0; axis < 2; axis++)
        switch (way(world, KEEP)) {
        case KEEP_FORCES:
            used[axis] = kept[axis] += f[axis];
            break;
        case KEEP_AGENTS:
        case KEEP_AGENTS_ON:
            used[axis] = world->carried[axis] += f[axis];
            break;
        case KEEP_FIRST_FORCES:
            used[axis] = kept[axis] = world->step == 0 ? f[axis] : kept[axis];
            break;
        case KEEP_LATE_FORCES:
            used[axis] = kept[axis];
            kept[axis] = f[axis];
            break;
        default:
            break;
        }
    f[0] = used[0];
    f[1] = used[1];
}

static void force_on(reason_world *world, size_t i, double f[2])
{
    f[0] = f[1] = 0;
    for (int rule = 0; rule < RULES; rule++) {
        unsigned char parts[RULE_PARTS];
        reason_seen seen;
        double one[2];
        if (world->par[K_C + rule] == 0)
            continue;
        memcpy(parts, world->program.rule[rule], sizeof parts);
        if (rule == SEPARATION && way(world, LIMIT) == LIMIT_FORCE && parts[CLAMP] == CLAMP_RIGHT)
            parts[CLAMP] = CLAMP_NONE;
        reason_look(world, rule, parts, i, &seen);
        reason_force(world, rule, parts, i, &seen, one);
        f[0] += one[0];
        f[1] += one[1];
    }
    limit_force(world, f);
    keep_force(world, i, f);
    bool still = (way(world, RUN) == RUN_LAST_NO_FORCE && i + 1 == world->n) ||
                 (way(world, RUN) == RUN_FIRST_NO_FORCE && i == 0);
    bool narrow = way(world, KEEP) == KEEP_FLOAT || way(world, KEEP) == KEEP_FLOAT_FORCES;
    for (int axis = 0; axis < 2; axis++) {
        f[axis] = still ? 0 : narrow ? covey_mistakes_float(f[axis]) : f[axis];
        world->force[i][axis] = f[axis];
    }
}

// ---- The move ----

static double kicked(const reason_world *world, double v, double f)
{
    double dt = world->dt;
    switch (way(world, KICK)) {
    case KICK_NO_TIME:
        return v + f;
    case KICK_SQUARE:
        return v + f * dt * dt;
    case KICK_HALF:
        return v + f * dt / 2;
    case KICK_FORCE_TIME:
        return f * dt;
    case KICK_FORCE:
        return f;
    case KICK_MINUS:
        return v - f * dt;
    case KICK_OVER_TIME:
        return dt != 0 ? v + f / dt : v;
    case KICK_TWICE:
        return v + 2 * f * dt;
    case KICK_NEVER:
        return v;
    case KICK_GROWS:
        return v + (v + f) * dt;
    case KICK_THIRD:
        return v + f * dt / 3;
    default:
        return v + f * dt;
    }
}

static void limit_speed(const reason_world *world, const reason_agent *old, reason_agent *a)
{
    double speed = sqrt(a->vx * a->vx + a->vy * a->vy), by = 1;
    double before = sqrt(old->vx * old->vx + old->vy * old->vy), most = world->par[F_MAX];
    const int way_of = way(world, SPEED);
    static const double fixed[SPEEDS] = {
        [SPEED_ONE] = 1, [SPEED_TWO] = 2, [SPEED_FIVE] = 5, [SPEED_TEN] = 10};
    switch (way_of) {
    case SPEED_ONE:
    case SPEED_TWO:
    case SPEED_FIVE:
    case SPEED_TEN:
        by = speed > fixed[way_of] ? fixed[way_of] / speed : 1;
        break;
    case SPEED_LIMIT:
        by = speed > most ? most / speed : 1;
        break;
    case SPEED_KEPT:
        by = speed > 0 ? before / speed : 1;
        break;
    case SPEED_UNIT:
        by = speed > 0 ? 1 / speed : 1;
        break;
    case SPEED_FRICTION_99:
        by = 0.99;
        break;
    case SPEED_FRICTION_95:
        by = 0.95;
        break;
    case SPEED_FRICTION_90:
        by = 0.9;
        break;
    default:
        break;
    }
    a->vx *= by;
    a->vy *= by;
}

static double shifted(const reason_world *world, double p, double old, double v, double f)
{
    double dt = world->dt;
    switch (way(world, MOVE)) {
    case MOVE_OLD:
        return p + old * dt;
    case MOVE_HALF_SQUARE:
        return p + old * dt + f * dt * dt / 2;
    case MOVE_NEW_HALF_SQUARE:
        return p + v * dt + f * dt * dt / 2;
    case MOVE_NO_TIME:
        return p + v;
    case MOVE_SQUARE:
        return p + v * dt * dt;
    case MOVE_TWICE:
        return p + 2 * v * dt;
    case MOVE_BOTH:
        return p + (old + v) * dt;
    case MOVE_STILL:
        return p;
    case MOVE_MINUS:
        return p - v * dt;
    case MOVE_NO_OLD:
        return v * dt;
    case MOVE_FORCE:
        return p + f * dt;
    case MOVE_HALF:
        return p + v * dt / 2;
    default:
        return p + v * dt;
    }
}

/// The share of the old velocity that is left before the force is added.
static double kept_before(const reason_world *world)
{
    switch (way(world, SPEED)) {
    case SPEED_FRICTION_BEFORE_99:
        return 0.99;
    case SPEED_FRICTION_BEFORE_95:
        return 0.95;
    case SPEED_FRICTION_BEFORE_90:
        return 0.9;
    default:
        return 1;
    }
}

static void wrap(int move, reason_agent *a)
{
    for (int axis = 0; axis < 2; axis++) {
        double *p = axis == 0 ? &a->x : &a->y;
        if (move == MOVE_WRAP_100)
            *p -= 100 * floor(*p / 100);
        if (move == MOVE_WRAP_10)
            *p += *p > 10 ? -20 : *p < -10 ? 20 : 0;
        if (move == MOVE_NOT_BELOW_0)
            *p = fmax(*p, 0);
    }
}

/// What a program does with an agent that has moved.
static void turn(const reason_world *world, reason_agent *a)
{
    double speed = hypot(a->vx, a->vy), most = world->par[F_MAX];
    if (way(world, SPEED) == SPEED_LIMIT_BEHIND && speed > most) {
        a->vx *= most / speed;
        a->vy *= most / speed;
    }
    a->vx = way(world, SPEED) == SPEED_VX_TURNED ? -a->vx : a->vx;
    a->vy = way(world, SPEED) == SPEED_VY_TURNED ? -a->vy : a->vy;
}

static reason_agent moved_once(const reason_world *world, reason_agent old, const double f[2])
{
    int move = way(world, MOVE), order = way(world, ORDER);
    reason_agent a = old;
    double kept = kept_before(world);
    a.vx = kicked(world, old.vx * kept, f[0]);
    a.vy = way(world, KICK) == KICK_X_ALONE ? old.vy : kicked(world, old.vy * kept, f[1]);
    if (way(world, KICK) == KICK_VY_LOST)
        a.vy = f[1] * world->dt;
    limit_speed(world, &old, &a);
    a.vx = stored(world, a.vx);
    a.vy = stored(world, a.vy);
    if (order == ORDER_DRIFT_FIRST)
        return a;
    double half = order == ORDER_HALF_STEPS ? 0.5 : 1;
    a.x += half * (shifted(world, old.x, old.vx, a.vx, f[0]) - old.x);
    a.y += move == MOVE_X_ALONE     ? 0
           : move == MOVE_Y_FROM_VX ? half * a.vx * world->dt
           : move == MOVE_Y_NO_TIME ? half * a.vy
                                    : half * (shifted(world, old.y, old.vy, a.vy, f[1]) - old.y);
    wrap(move, &a);
    turn(world, &a);
    a.x = stored(world, a.x);
    a.y = stored(world, a.y);
    return a;
}

reason_agent reason_moved(reason_world *world, size_t i, const double f[2])
{
    reason_agent old = world->now[i];
    int run = way(world, RUN);
    if ((run == RUN_FIRST_STILL && i == 0) || (run == RUN_LAST_STILL && i + 1 == world->n))
        return old;
    reason_agent a = moved_once(world, old, f);
    return run == RUN_MOVES_TWICE ? moved_once(world, a, f) : a;
}

/// Takes over what the next agents see at once.
static void show(reason_world *world, size_t i)
{
    const reason_agent *to = &world->next[i];
    reason_agent *from = &world->now[i];
    int order = way(world, ORDER);
    bool all = order == ORDER_IN_PLACE || order == ORDER_BACKWARD;
    if (all || order == ORDER_VELOCITIES) {
        from->vx = to->vx;
        from->vy = to->vy;
    }
    if (all || order == ORDER_POSITIONS) {
        from->x = to->x;
        from->y = to->y;
    }
}

static void drift(reason_world *world)
{
    int order = way(world, ORDER);
    double dt = order == ORDER_HALF_STEPS ? world->dt / 2 : world->dt;
    if (order != ORDER_HALF_STEPS && order != ORDER_DRIFT_FIRST)
        return;
    for (size_t i = 0; i < world->n; i++) {
        world->now[i].x += world->now[i].vx * dt;
        world->now[i].y += world->now[i].vy * dt;
    }
}

void reason_begin(reason_world *world)
{
    if (way(world, KEEP) != KEEP_AGENTS_ON)
        memset(world->carried, 0, sizeof world->carried);
    for (int rule = 0; rule < RULES; rule++) {
        int gathers = world->program.rule[rule][GATHER];
        bool on = gathers == GATHER_CARRIED_ON || gathers == GATHER_CARRIED_RESULT ||
                  gathers == GATHER_BOTH_CARRIED_ON;
        if (!on)
            memset(world->sum[rule], 0, sizeof world->sum[rule]);
        if (gathers != GATHER_BOTH_CARRIED_ON && gathers != GATHER_ONLY_COUNT_ON)
            world->count[rule] = 0;
    }
    drift(world);
}

static void step_once(reason_world *world)
{
    size_t n = world->n;
    reason_agent old[REASON_AGENTS];
    bool cuts = way(world, KEEP) == KEEP_ROUNDED_BEHIND && world->step > 0;
    for (size_t i = 0; i < n && cuts; i++) {
        reason_agent *a = &world->now[i];
        *a = (reason_agent){cut(a->x), cut(a->y), cut(a->vx), cut(a->vy)};
    }
    memcpy(old, world->now, n * sizeof *old);
    reason_begin(world);
    for (size_t k = 0; k < n; k++) {
        size_t i = way(world, ORDER) == ORDER_BACKWARD ? n - 1 - k : k;
        double f[2];
        force_on(world, i, f);
        world->next[i] = reason_moved(world, i, f);
        show(world, i);
    }
    memcpy(world->now, world->next, n * sizeof *old);
    memcpy(world->before, old, n * sizeof *old);
    if (world->step == 0)
        memcpy(world->first, world->now, n * sizeof *old);
}

void reason_step(reason_world *world)
{
    step_once(world);
    if (way(world, RUN) == RUN_TWICE)
        step_once(world);
}

void reason_probe(reason_world *world, size_t i, const double force[2], bool limits, double line[4])
{
    double f[2] = {force[0], force[1]};
    const reason_agent *old = &world->start[i];
    if (limits)
        limit_force(world, f);
    if (way(world, KEEP) == KEEP_LATE_FORCES)
        f[0] = f[1] = 0;
    reason_agent a = reason_moved(world, i, f);
    reason_fill(way(world, PRINT), &a, old, f, line);
}
