// SPDX-License-Identifier: MIT
//! game.c in Rust.
use covey::{sys, Flock, World};

fn steps(world: &mut World, count: usize) -> covey::Result<()> {
    for _ in 0..count {
        world.step(1.0 / 60.0)?;
    }
    println!("{} {:016x}", world.steps(), world.hash());
    Ok(())
}

fn vec(x: f64, y: f64) -> sys::covey_vec {
    sys::covey_vec { x, y, z: 0.0 }
}

fn main() -> covey::Result<()> {
    let mut def = covey::world_def();
    def.space = covey::torus(300.0, 200.0);
    def.seed = 7;
    let mut world = World::new(&def)?;
    let mut boids = Flock {
        name: "boids",
        count: 300,
        settings: &[("separation_radius", 5.0), ("alignment_radius", 12.0)],
        ..Default::default()
    };
    boids.def.capacity = 310;
    boids.def.body = 0.5;
    boids.def.hard = true;
    let flock = world.add(&boids)?;
    let handle = world.influence("obstacle", &[("radius", 20.0)], &[&[150.0], &[100.0]])?;
    steps(&mut world, 60)?;

    let pose = sys::covey_pose { pos: vec(10.0, 20.0), vel: vec(3.0, 4.0) };
    let id = world.spawn(flock, pose)?;
    world.remove(flock, 5)?;
    world.push(flock, 6, vec(1.0, -1.0))?;
    world.set(flock, "cohesion", 0.5)?;
    let snapshot = world.save()?;
    steps(&mut world, 30)?;

    world.restore(&snapshot)?;
    world.influence_move(handle, &[&[60.0], &[100.0]])?;
    steps(&mut world, 30)?;

    world.prepare()?;
    let mut near = 0u64;
    for agent in world.near(sys::COVEY_ALL_FLOCKS, vec(0.0, 0.0), 50.0)? {
        near = near.wrapping_mul(31).wrapping_add(agent.id.into());
    }
    let pose = world.get(flock, id)?;
    let mut out = [0f32; 4 * 310];
    world.interpolate(flock, 0.5, &mut out)?;
    println!(
        "agent {} of {} at {:.9} {:.9}, near {:016x}, first at {:.4} {:.4}",
        id,
        world.count(flock),
        pose.pos.x,
        pose.pos.y,
        near,
        out[0],
        out[1]
    );
    if let Err(refused) = world.set(flock, "no such", 1.0) {
        println!("{refused}");
    }
    Ok(())
}
