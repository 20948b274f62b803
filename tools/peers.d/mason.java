// SPDX-License-Identifier: MIT
// Steps of MASON's Flockers for tools/peers: java -cp CLASSES mason.java CHECKOUT NAME=VALUE...
//
// MASON's flockers sense and move by themselves; agents of a flock called dead are dead. NAME=VALUE sets a
// property of Flockers; `cell` the side of its grid's cells, by default that of Flockers.start().
// Orders of turns are those of one java.util.Random.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import sim.app.flockers.Flocker;
import sim.app.flockers.Flockers;
import sim.field.continuous.Continuous2D;
import sim.util.Double2D;

class Mason {
    static final Random ORDER = new Random(1);

    /** The flock of MASON with the values that are given. */
    static Flockers flock(Map<String, Double> given) {
        Flockers flock = new Flockers(1);
        flock.width = given.get("width");
        flock.height = given.get("height");
        flock.cohesion = given.getOrDefault("cohesion", flock.cohesion);
        flock.avoidance = given.getOrDefault("avoidance", flock.avoidance);
        flock.randomness = given.getOrDefault("randomness", flock.randomness);
        flock.consistency = given.getOrDefault("consistency", flock.consistency);
        flock.momentum = given.getOrDefault("momentum", flock.momentum);
        flock.neighborhood = given.getOrDefault("neighborhood", flock.neighborhood);
        flock.jump = given.getOrDefault("jump", flock.jump);
        flock.numFlockers = 1;
        flock.start(); // which makes the field
        double cell = given.getOrDefault("cell", flock.flockers.discretization);
        flock.flockers = new Continuous2D(cell, flock.width, flock.height);
        return flock;
    }

    /** Puts an agent at a row: FLOCK X Y Z VX VY VZ. */
    static void put(Flocker agent, String[] row) {
        agent.loc = new Double2D(Double.parseDouble(row[1]), Double.parseDouble(row[2]));
        agent.lastd = new Double2D(Double.parseDouble(row[4]), Double.parseDouble(row[5]));
        agent.flockers.setObjectLocation(agent, agent.loc);
    }

    static List<Flocker> agents(Flockers flock, List<String[]> rows) {
        List<Flocker> all = new ArrayList<>();
        for (String[] row : rows) {
            Flocker agent = new Flocker(new Double2D());
            agent.flockers = flock.flockers;
            agent.theFlock = flock;
            agent.dead = row[0].equals("dead");
            put(agent, row);
            all.add(agent);
        }
        return all;
    }

    static String answer(Flocker agent) {
        return agent.loc.x + " " + agent.loc.y + " 0 " + agent.lastd.x + " " + agent.lastd.y + " 0";
    }

    static List<String> together(Flockers flock, List<String[]> rows) {
        List<Flocker> all = agents(flock, rows);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).step(flock);
            lines.add(answer(all.get(i)));
            put(all.get(i), rows.get(i));
        }
        return lines;
    }

    static List<String> oneByOne(Flockers flock, List<String[]> rows, boolean shuffled) {
        List<Flocker> all = agents(flock, rows);
        List<Flocker> order = new ArrayList<>(all);
        if (shuffled)
            Collections.shuffle(order, ORDER);
        for (Flocker agent : order)
            agent.step(flock);
        List<String> lines = new ArrayList<>();
        for (Flocker agent : all)
            lines.add(answer(agent));
        return lines;
    }

    public static void main(String[] words) throws IOException {
        Map<String, Double> given = new HashMap<>();
        for (int k = 1; k < words.length; k++) {
            String[] pair = words[k].split("=");
            given.put(pair[0], Double.parseDouble(pair[1]));
        }
        Flockers flock = flock(given);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String head = in.readLine(); head != null; head = in.readLine()) {
            String[] request = head.split(" ");
            List<String[]> rows = new ArrayList<>();
            for (int k = 0; k < Integer.parseInt(request[1]); k++)
                rows.add(in.readLine().split(" "));
            flock.flockers.clear();
            List<String> lines = request[0].equals("together")
                ? together(flock, rows) : oneByOne(flock, rows, request[0].equals("in_turn"));
            System.out.println(String.join("\n", lines));
        }
    }
}
