// SPDX-License-Identifier: MIT
// The lessons: a flock beside each text; "try" lines are orders to it.
export interface Try {
  text: string;
  /** Orders of src/view/commands.h, or a preset to open. */
  orders?: string[];
  preset?: string;
  settings?: Record<string, number>;
}

export interface Lesson {
  title: string;
  preset: string;
  settings?: Record<string, number>;
  /** The parameters shown beside the text. */
  params: string[];
  paragraphs: string[];
  tries: Try[];
  question: string;
}

const weights = (separation: number, alignment: number, cohesion: number) => [`set flocks.0.separation ${separation}`, `set flocks.0.alignment ${alignment}`, `set flocks.0.cohesion ${cohesion}`];

export const lessons: Lesson[] = [
  {
    title: 'Three rules, one by one',
    preset: 'torus-0',
    settings: { zones: 1 },
    params: ['separation', 'alignment', 'cohesion'],
    paragraphs: [
      'Each agent looks only at its neighbors. Three rules are enough for a flock (Reynolds 1987): keep away from those that are too near (separation), fly as they fly (alignment), and stay with them (cohesion).',
      'There is no leader, and no agent knows the flock. Switch rules off, and look at which part of the flock goes away with each.',
    ],
    tries: [
      { text: 'Separation alone', orders: weights(12, 0, 0) },
      { text: 'Alignment alone', orders: weights(0, 10, 0) },
      { text: 'Cohesion alone', orders: weights(0, 0, 12) },
      { text: 'All three', preset: 'torus-0' },
    ],
    question: 'With cohesion alone agents gather. Why do they not stay in one point?',
  },
  {
    title: 'Order out of noise',
    preset: 'vicsek-ordered',
    params: ['noise', 'radius'],
    paragraphs: [
      "Vicsek's model (1995) has one rule: take the mean direction of the neighbors, and add a random turn. The polarization, the length of the mean direction, says how ordered the flock is: 1 if all fly one way, near 0 if each flies its own.",
      'Raise the noise slowly. The order does not fade evenly: around one value it breaks down. That is a phase transition, as when ice melts.',
    ],
    tries: [
      { text: 'Little noise', orders: ['set flocks.0.noise 0.3'] },
      { text: 'Near the transition', orders: ['set flocks.0.noise 3'] },
      { text: 'Much noise', orders: ['set flocks.0.noise 5.5'] },
    ],
    question: 'At which noise does the polarization fall below one half? Is it the same with another seed?',
  },
  {
    title: 'Mills',
    preset: 'couzin-mill',
    params: ['orientation', 'attraction'],
    paragraphs: [
      "Couzin's model (2002) has three zones around each agent: repulsion, orientation, attraction. The width of the zone of orientation alone decides whether a group is a swarm, a mill, or flies in parallel.",
      'A mill turns around an empty middle, as schools of fish do. Its polarization is small, as directions cancel out, but its rotation is large: look at the plot of milling.',
    ],
    tries: [
      { text: 'A swarm', preset: 'couzin-swarm' },
      { text: 'A mill', preset: 'couzin-mill' },
      { text: 'A parallel group', preset: 'couzin-parallel' },
    ],
    question: 'Change the orientation radius of the mill up and back down again. Does the group return at the same value? (Couzin called it a collective memory.)',
  },
  {
    title: 'Predators',
    preset: 'torus-predators',
    params: ['separation', 'alignment', 'cohesion'],
    paragraphs: [
      'Predators hunt the nearest agent, and agents flee a predator that they see. Flight passes through the flock from neighbor to neighbor, also to agents that see no predator.',
      'Place more predators by the tool Predator or a right click, and watch how the flock opens before them and closes behind.',
    ],
    tries: [
      { text: 'Without predators', preset: 'torus-0' },
      { text: 'With two', preset: 'torus-predators' },
      { text: 'Alignment off: does flight still spread?', orders: ['set flocks.0.alignment 0'] },
    ],
    question: 'Does a dense flock lose sight of a predator sooner than a loose one?',
  },
  {
    title: 'The seam of the torus',
    preset: 'torus-0',
    settings: { neighbors: 1, zones: 1 },
    params: ['cohesion'],
    paragraphs: [
      'A torus world has no walls: an agent that leaves on the right comes back on the left. So an agent at the right edge has neighbors at the left edge, and a right program sees them.',
      'A common mistake is to measure distances without the seam: then flocks break apart at the edge. Select an agent near an edge and look at the lines to its neighbors.',
    ],
    tries: [
      { text: 'Select an agent', settings: { neighbors: 1, zones: 1, grid: 1 } },
      { text: 'High cohesion: clumps cross the seam', preset: 'torus-1' },
    ],
    question: 'How far apart are two agents at x = 10 and x = 990 in a torus that is 1000 wide?',
  },
  {
    title: 'The order of an update',
    preset: 'formal',
    params: [],
    paragraphs: [
      'In one step all agents look at the same state, and then all move. A program that moves agent 1 first and then lets agent 2 look at its new place computes another flock: results depend on the order of the list, and no agent is treated alike.',
      'The page Check knows this mistake: paste an output of a program that updates in place, and it is named.',
    ],
    tries: [{ text: 'From the first step', orders: ['restart'] }],
    question: 'Which two arrays, or which copy, does a right program need?',
  },
  {
    title: 'How a mistake looks',
    preset: 'three-rules',
    params: ['separation', 'alignment', 'cohesion'],
    paragraphs: [
      'Many mistakes still give something that looks like a flock. A separation with the wrong sign, a mean over too many agents, an angle that jumps at 180 degrees: the eye hardly notices.',
      'So flocks are tested by numbers: one step by hand, laws such as "a flock that is moved as a whole stays the same flock", and hashes of the whole state.',
    ],
    tries: [
      { text: 'Separation with the wrong sign', orders: ['set flocks.0.separation -1'] },
      { text: 'As it should be', preset: 'three-rules' },
    ],
    question: 'Which measure shows the wrong sign soonest: polarization, milling, spacing, or clusters?',
  },
  {
    title: 'The same bits on every machine',
    preset: 'torus-0',
    params: [],
    paragraphs: [
      'Flocks are chaotic: a difference in the last digit of one number grows until all looks otherwise. Most programs give another flock with other compilers, other numbers of threads, or in another browser.',
      'covey gives the same bits everywhere. The hash below the panel of the page Play is made of the whole state: run the same preset on another machine to the same step, and compare.',
    ],
    tries: [
      { text: 'From the first step, the same seed', orders: ['restart'] },
      { text: 'Another seed', orders: ['seed 7'] },
    ],
    question: 'After how many steps can you see that one agent was moved by a thousandth at the beginning?',
  },
];
