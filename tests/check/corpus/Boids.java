// SPDX-License-Identifier: MIT
// An interface for rules and a Scanner.
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;

public class Boids {
    static class Boid {
        double x, y, vx, vy;

        Boid(double x, double y, double vx, double vy) {
            this.x = x;
            this.y = y;
            this.vx = vx;
            this.vy = vy;
        }

        double distanceTo(Boid o) {
            return Math.sqrt((o.x - x) * (o.x - x) + (o.y - y) * (o.y - y));
        }
    }

    interface Rule {
        double[] computeForce(List<Boid> boids, Boid me);
    }

    static double rc, rs, maxForce, ra, kc, ks, ka;

    static class Cohesion implements Rule {
        public double[] computeForce(List<Boid> boids, Boid me) {
            double sumX = 0, sumY = 0;
            int count = 0;
            for (Boid other : boids) {
                if (other != me && me.distanceTo(other) <= rc) {
                    sumX += other.x;
                    sumY += other.y;
                    count++;
                }
            }
            if (count == 0 || rc == 0) {
                return new double[] {0, 0};
            }
            double centerX = sumX / count;
            double centerY = sumY / count;
            return new double[] {(centerX - me.x) / rc, (centerY - me.y) / rc};
        }
    }

    static class Separation implements Rule {
        public double[] computeForce(List<Boid> boids, Boid me) {
            double[] force = new double[2];
            for (Boid other : boids) {
                double d = me.distanceTo(other);
                if (other == me || d == 0 || d > rs) {
                    continue;
                }
                double nx = (me.x - other.x) / d;
                double ny = (me.y - other.y) / d;
                force[0] += nx / d;
                force[1] += ny / d;
            }
            double magnitude = Math.hypot(force[0], force[1]);
            if (magnitude > maxForce) {
                force[0] = force[0] / magnitude * maxForce;
                force[1] = force[1] / magnitude * maxForce;
            }
            return force;
        }
    }

    static class Alignment implements Rule {
        public double[] computeForce(List<Boid> boids, Boid me) {
            double sumX = 0, sumY = 0;
            int count = 0;
            for (Boid other : boids) {
                if (me.distanceTo(other) <= ra) {
                    sumX += other.vx;
                    sumY += other.vy;
                    count++;
                }
            }
            return new double[] {sumX / count, sumY / count};
        }
    }

    static String format(double value) {
        return new BigDecimal(value).setScale(3, RoundingMode.HALF_EVEN).toPlainString();
    }

    static List<Boid> simulate(List<Boid> boids, double dt) {
        Rule[] rules = {new Cohesion(), new Separation(), new Alignment()};
        double[] gains = {kc, ks, ka};
        List<Boid> result = new ArrayList<>();
        for (Boid b : boids) {
            double fx = 0, fy = 0;
            for (int k = 0; k < rules.length; k++) {
                double[] force = rules[k].computeForce(boids, b);
                fx += gains[k] * force[0];
                fy += gains[k] * force[1];
            }
            double vx = b.vx + fx * dt;
            double vy = b.vy + fy * dt;
            result.add(new Boid(b.x + vx * dt, b.y + vy * dt, vx, vy));
        }
        return result;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in).useLocale(Locale.ROOT);
        rc = Double.parseDouble(in.next());
        rs = Double.parseDouble(in.next());
        maxForce = Double.parseDouble(in.next());
        ra = Double.parseDouble(in.next());
        kc = Double.parseDouble(in.next());
        ks = Double.parseDouble(in.next());
        ka = Double.parseDouble(in.next());
        int n = in.nextInt();
        List<Boid> boids = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            double[] v = new double[4];
            for (int k = 0; k < 4; k++) {
                v[k] = Double.parseDouble(in.next());
            }
            boids.add(new Boid(v[0], v[1], v[2], v[3]));
        }
        while (in.hasNext()) {
            boids = simulate(boids, Double.parseDouble(in.next()));
            for (Boid b : boids) {
                System.out.println(format(b.x) + " " + format(b.y) + " " + format(b.vx) + " " + format(b.vy));
            }
        }
    }
}
