// SPDX-License-Identifier: MIT
// Iterators over a slice of agents, and a vector with operators.
use std::io::{self, BufRead, Write};
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, PartialEq, Default)]
struct V {
    x: f64,
    y: f64,
}

impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V { x: self.x + o.x, y: self.y + o.y }
    }
}

impl Sub for V {
    type Output = V;
    fn sub(self, o: V) -> V {
        V { x: self.x - o.x, y: self.y - o.y }
    }
}

impl Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        V { x: self.x * k, y: self.y * k }
    }
}

impl V {
    fn len(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

#[derive(Clone, Copy)]
struct Agent {
    p: V,
    v: V,
}

struct Params {
    rc: f64,
    rs: f64,
    limit: f64,
    ra: f64,
    kc: f64,
    ks: f64,
    ka: f64,
}

fn sum(all: impl Iterator<Item = V>) -> V {
    all.fold(V::default(), |a, b| a + b)
}

fn seen(all: &[Agent], i: usize, r: f64) -> Vec<Agent> {
    all.iter()
        .enumerate()
        .filter(|(j, a)| *j != i && (a.p - all[i].p).len() <= r)
        .map(|(_, a)| *a)
        .collect()
}

fn cohesion(all: &[Agent], i: usize, q: &Params) -> V {
    let near = seen(all, i, q.rc);
    if near.is_empty() || q.rc == 0.0 {
        return V::default();
    }
    let center = sum(near.iter().map(|a| a.p)) * (1.0 / near.len() as f64);
    (center - all[i].p) * (1.0 / q.rc)
}

fn separation(all: &[Agent], i: usize, q: &Params) -> V {
    let push = sum(seen(all, i, q.rs).iter().filter(|a| a.p != all[i].p).map(|a| {
        let away = all[i].p - a.p;
        away * (1.0 / away.len().powi(2))
    }));
    let size = push.len();
    if size > q.limit { push * (q.limit / size) } else { push }
}

fn alignment(all: &[Agent], i: usize, q: &Params) -> V {
    let near = seen(all, i, q.ra);
    let mean = sum(near.iter().map(|a| a.v)) + all[i].v;
    mean * (1.0 / (near.len() + 1) as f64)
}

fn step(all: &[Agent], q: &Params, dt: f64) -> Vec<Agent> {
    (0..all.len())
        .map(|i| {
            let f = cohesion(all, i, q) * q.kc + separation(all, i, q) * q.ks + alignment(all, i, q) * q.ka;
            let v = all[i].v + f * dt;
            Agent { p: all[i].p + v * dt, v }
        })
        .collect()
}

fn numbers(line: &str) -> Vec<f64> {
    line.split_whitespace().map(|w| w.parse().unwrap()).collect()
}

fn main() {
    let input = io::stdin();
    let mut lines = input.lock().lines().map(|l| l.unwrap());
    let h = numbers(&lines.next().unwrap());
    let q = Params { rc: h[0], rs: h[1], limit: h[2], ra: h[3], kc: h[4], ks: h[5], ka: h[6] };
    let mut agents = Vec::new();
    for _ in 0..h[7] as usize {
        let a = numbers(&lines.next().unwrap());
        agents.push(Agent { p: V { x: a[0], y: a[1] }, v: V { x: a[2], y: a[3] } });
    }
    for line in lines {
        for dt in numbers(&line) {
            agents = step(&agents, &q, dt);
            for a in &agents {
                println!("{:.3} {:.3} {:.3} {:.3}", a.p.x, a.p.y, a.v.x, a.v.y);
            }
            io::stdout().flush().unwrap();
        }
    }
}
