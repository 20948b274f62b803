# SPDX-License-Identifier: MIT
# Records of lines, and global sums.
NR == 1 {
    rc = $1; rs = $2; fmax = $3; ra = $4; kc = $5; ks = $6; ka = $7; n = $8
    next
}

NR <= n + 1 {
    i = NR - 1
    x[i] = $1; y[i] = $2; vx[i] = $3; vy[i] = $4
    next
}

NF > 0 {
    dt = $1
    for (i = 1; i <= n; i++)
        force(i)
    for (i = 1; i <= n; i++) {
        vx[i] += fx[i] * dt
        vy[i] += fy[i] * dt
        x[i] += vx[i] * dt
        y[i] += vy[i] * dt
        printf "%.3f %.3f %.3f %.3f\n", x[i], y[i], vx[i], vy[i]
    }
}

function force(i,    j, d, dx, dy) {
    cx = cy = sx = sy = ax = ay = nc = na = 0
    for (j = 1; j <= n; j++) {
        dx = x[j] - x[i]
        dy = y[j] - y[i]
        d = sqrt(dx * dx + dy * dy)
        if (j != i && d <= rc) {
            cx += x[j]; cy += y[j]; nc++
        }
        if (d > 0 && d <= rs) {
            sx -= dx / (d * d)
            sy -= dy / (d * d)
        }
        if (d <= ra) {
            ax += vx[j]; ay += vy[j]; na++
        }
    }
    fx[i] = ka * ax / na
    fy[i] = ka * ay / na
    if (nc > 0 && rc > 0) {
        fx[i] += kc * (cx / nc - x[i]) / rc
        fy[i] += kc * (cy / nc - y[i]) / rc
    }
    size = sqrt(sx * sx + sy * sy)
    if (size > fmax) {
        sx = sx * fmax / size
        sy = sy * fmax / size
    }
    fx[i] += ks * sx
    fy[i] += ks * sy
}
