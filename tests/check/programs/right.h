// SPDX-License-Identifier: MIT
// A right program in all three dialects, made of NAME, the type REAL with its ROOT, BACKWARD,
// SQUARES and PUT, which test_ambiguity.c defines and this file takes back.
#define JOIN_NAMES(a, b) a##_##b
#define JOIN(a, b) JOIN_NAMES(a, b)
#define OWN(name) JOIN(NAME, name)

typedef struct OWN(agent) {
    REAL x, y, vx, vy;
} OWN(agent);

typedef struct OWN(input) {
    REAL r_c, r_s, f_max, r_a, k_c, k_s, k_a;
    size_t agents;
} OWN(input);

/// All sums of one agent.
typedef struct OWN(sums) {
    REAL cx, cy, sx, sy, ax, ay;
    int c, a;
} OWN(sums);

static bool OWN(is_inside)(REAL squares, REAL radius)
{
    return SQUARES ? squares <= radius * radius : ROOT(squares) <= radius;
}

static void OWN(add)(const OWN(input) * p, int dialect, OWN(agent) me, OWN(agent) other,
                     OWN(sums) * to)
{
    REAL x = other.x - me.x, y = other.y - me.y, squares = x * x + y * y, d = ROOT(squares);
    if (OWN(is_inside)(squares, p->r_c)) {
        to->cx += SQUARES ? x : other.x;
        to->cy += SQUARES ? y : other.y;
        to->c++;
    }
    if (OWN(is_inside)(squares, p->r_a)) {
        to->ax += other.vx;
        to->ay += other.vy;
        to->a++;
    }
    if (!OWN(is_inside)(squares, p->r_s) || squares == 0)
        return;
    bool diagonal = dialect == STUDENT_SUITE2023;
    to->sx -= diagonal ? (REAL)((x > 0) - (x < 0)) / d : SQUARES ? x / squares : x / d / d;
    to->sy -= diagonal ? (REAL)((y > 0) - (y < 0)) / d : SQUARES ? y / squares : y / d / d;
}

static void OWN(scale)(REAL *x, REAL *y, REAL factor)
{
    *x *= factor;
    *y *= factor;
}

static void OWN(clamp)(const OWN(input) * p, int dialect, REAL *x, REAL *y)
{
    REAL length = ROOT(*x * *x + *y * *y), product = *x * *y;
    if (dialect == STUDENT_SUITE2023)
        product = product < 0 ? -product : product;
    else
        product = length;
    if (product > p->f_max)
        OWN(scale)(x, y, p->f_max / length);
}

static OWN(agent)
    OWN(moved)(const OWN(input) * p, int dialect, const OWN(agent) * all, size_t i, REAL dt)
{
    OWN(sums) s = {0};
    OWN(agent) me = all[i];
    for (size_t k = 0; k < p->agents; k++) {
        size_t j = BACKWARD ? p->agents - 1 - k : k;
        if (j != i)
            OWN(add)(p, dialect, me, all[j], &s);
    }
    REAL cx = 0, cy = 0;
    if (s.c > 0 && p->r_c > 0) {
        cx = s.cx / (REAL)s.c - (SQUARES ? 0 : me.x);
        cy = s.cy / (REAL)s.c - (SQUARES ? 0 : me.y);
        REAL length = dialect == STUDENT_UNIT ? ROOT(cx * cx + cy * cy) : p->r_c;
        OWN(scale)(&cx, &cy, length > 0 ? 1 / length : 0);
    }
    if (dialect == STUDENT_UNIT)
        OWN(scale)(&s.sx, &s.sy, p->k_s);
    OWN(clamp)(p, dialect, &s.sx, &s.sy);
    if (dialect != STUDENT_UNIT)
        OWN(scale)(&s.sx, &s.sy, p->k_s);
    REAL members = (REAL)(s.a + 1), k_c = p->k_c, k_a = p->k_a;
    me.vx += (k_a * ((s.ax + me.vx) / members) + s.sx + k_c * cx) * dt;
    me.vy += (k_a * ((s.ay + me.vy) / members) + s.sy + k_c * cy) * dt;
    me.x += me.vx * dt;
    me.y += me.vy * dt;
    return me;
}

/// A decimal number, rounded once for all but the widest: an integer divided by a power of ten.
static REAL OWN(read)(const char **text)
{
    const char *at = *text + strspn(*text, " \n");
    bool minus = *at == '-', behind = false;
    REAL digits = 0, power = 1;
    for (at += minus; *at == '.' || (*at >= '0' && *at <= '9'); at++) {
        behind = behind || *at == '.';
        digits = *at == '.' ? digits : 10 * digits + (REAL)(*at - '0');
        power *= behind && *at != '.' ? 10 : 1;
    }
    assert_true(*at == ' ' || *at == '\n');
    *text = at;
    return (minus ? -digits : digits) / power;
}

static void OWN(start)(const char **input, OWN(input) * p, OWN(agent) * agents)
{
    REAL *const params[] = {&p->r_c, &p->r_s, &p->f_max, &p->r_a, &p->k_c, &p->k_s, &p->k_a};
    for (int k = 0; k < 7; k++)
        *params[k] = OWN(read)(input);
    p->agents = (size_t)OWN(read)(input);
    assert_in_range(p->agents, 0, MOST);
    for (size_t i = 0; i < p->agents; i++) {
        REAL *const values[] = {&agents[i].x, &agents[i].y, &agents[i].vx, &agents[i].vy};
        for (int k = 0; k < 4; k++)
            *values[k] = OWN(read)(input);
    }
}

static void NAME(const char *input, int dialect, char *text)
{
    OWN(input) p;
    OWN(agent) now[MOST] = {{0}}, next[MOST] = {{0}};
    OWN(start)(&input, &p, now);
    while (strspn(input, " \n") < strlen(input)) {
        REAL dt = OWN(read)(&input);
        for (size_t i = 0; i < p.agents; i++) {
            next[i] = OWN(moved)(&p, dialect, now, i, dt);
            text = PUT(text, (long double)next[i].x, ' ');
            text = PUT(text, (long double)next[i].y, ' ');
            text = PUT(text, (long double)next[i].vx, ' ');
            text = PUT(text, (long double)next[i].vy, '\n');
        }
        memcpy(now, next, sizeof now);
    }
    *text = '\0';
}

#undef NAME
#undef REAL
#undef ROOT
#undef BACKWARD
#undef SQUARES
#undef PUT
#undef JOIN_NAMES
#undef JOIN
#undef OWN
