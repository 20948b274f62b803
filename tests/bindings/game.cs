// SPDX-License-Identifier: MIT
// game.c in C#.
using Covey;
using System;
using System.Collections.Generic;
using System.Globalization;

static class Game
{
    static void Steps(World world, int count)
    {
        for (int step = 0; step < count; step++)
            world.Step(1.0 / 60);
        Console.WriteLine("{0} {1:x16}", world.Steps, world.Hash);
    }

    static unsafe int Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        string wrong = C.WrongLayout();
        if (wrong != null) {
            Console.Error.WriteLine("{0} does not lie as in C", wrong);
            return 1;
        }
        covey_world_def def = C.covey_world_def_default();
        def.space = C.covey_space_torus(300, 200);
        def.seed = 7;
        using (World world = new World(def)) {
            covey_flock_def boids = C.covey_flock_def_default();
            boids.capacity = (UIntPtr)310u;
            boids.body = 0.5;
            boids.hard = true;
            var settings = new Dictionary<string, double> { { "separation_radius", 5 }, { "alignment_radius", 12 } };
            int flock = world.Add("boids", "reynolds", 300, settings, boids);
            var radius = new Dictionary<string, double> { { "radius", 20 } };
            int handle = world.AddInfluence("obstacle", null, radius, new double[] { 150 }, new double[] { 100 });
            Steps(world, 60);

            covey_pose pose = new covey_pose();
            pose.pos.x = 10;
            pose.pos.y = 20;
            pose.vel.x = 3;
            pose.vel.y = 4;
            uint id = world.Spawn(flock, pose);
            world.Remove(flock, 5);
            covey_vec change = new covey_vec();
            change.x = 1;
            change.y = -1;
            world.Push(flock, 6, change);
            world.Set(flock, "cohesion", 0.5);
            byte[] snapshot = world.Save();
            Steps(world, 30);

            world.Restore(snapshot);
            world.MoveInfluence(handle, new double[] { 60 }, new double[] { 100 });
            Steps(world, 30);

            world.Prepare();
            var found = new List<covey_neighbor>();
            world.Near(C.COVEY_ALL_FLOCKS, new covey_vec(), 50, found);
            ulong near = 0;
            foreach (covey_neighbor agent in found)
                near = near * 31 + agent.id;
            pose = world.Get(flock, id);
            float[] instances = new float[4 * 310];
            world.Interpolate(flock, 0.5, instances);
            Console.WriteLine("agent {0} of {1} at {2:f9} {3:f9}, near {4:x16}, first at {5:f4} {6:f4}", id,
                              world.Count(flock), pose.pos.x, pose.pos.y, near, (double)instances[0],
                              (double)instances[1]);
            try {
                world.Set(flock, "no such", 1);
            } catch (CoveyException refused) {
                Console.WriteLine(refused.Message);
            }
        }
        return 0;
    }
}
