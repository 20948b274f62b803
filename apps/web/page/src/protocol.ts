// SPDX-License-Identifier: MIT
// Messages between the page and its worker, and the JSON of apps/web/module/state.c.

/** A parameter's row: `low` and `high` are null where there is no end. */
export interface Row {
  name: string;
  unit: string;
  text: string;
  /** The text with the range and the initial value. */
  meaning: string;
  low: number | null;
  high: number | null;
  initial: number | null;
  whole: boolean;
  rule: boolean;
  choices?: string[];
}

/** What a flock does about others: shown by its kind alone, those of one group together. */
export interface Control {
  kind: 'weighted' | 'switch' | 'button' | 'number';
  group: string;
  name: string;
  text: string;
}

export interface ControlState {
  value: number;
  on: boolean;
  idle: boolean;
}

export interface FlockShape {
  name: string;
  model: string;
  title: string;
  params: Row[];
  controls: Control[];
  /** Of many flocks: which one the controls are about; -1: all of few. */
  about: number;
}

/** What a panel is made of. */
export interface Shape {
  shape: number;
  name: string;
  title: string;
  deep: boolean;
  models: string[];
  colorings: string[];
  cameras: string[];
  /** Switches of what is drawn over agents. */
  overlays: { name: string; shown: string }[];
  flocks: FlockShape[];
  /** The scenario's own panel: sliders, with one row, and texts. */
  panel: { name: string; text: string; rows: Row[] }[];
  settings: Row[];
  /** Influences that can be added, and those that there are. */
  kinds: string[];
  scene: SceneShape[];
  plot_kinds: { kind: number; name: string; text: string }[];
  keys: { name: string; text: string }[];
  mouse: { name: string; text: string }[];
}

export interface Plot {
  name: string;
  label: string;
  top: number;
  values: (number | null)[];
}

/** A line about the selected agent; `color` is that of a rule's arrow, '' for others. */
export interface AgentLine {
  name: string;
  value: string;
  text: string;
  color: string;
}

/** An influence; `rows` are the numbers of the parameters that mean something in this world. */
export interface SceneShape {
  handle: number;
  kind: string;
  title: string;
  flock: string;
  switch: boolean;
  rows: number[];
  params: Row[];
}

/** Values of parameters, and four numbers of the slider of each. */
export interface Values {
  values: (number | null)[];
  tracks: (number | null)[];
}

export interface SceneValues extends Values {
  on: boolean;
}

/** The values of a panel. */
export interface State {
  shape: number;
  name: string;
  step: number;
  dt: number;
  /** A recording: steps are its frames, and nothing in it can be changed. */
  recorded: boolean;
  seed: number;
  hash: string;
  runs: boolean;
  failed: boolean;
  influences: number;
  message: string;
  rate: number;
  frame_rate: number;
  begin: number;
  end: number;
  branches: number[];
  settings: Record<string, number>;
  flocks: ({ count: number; controls: ControlState[] } & Values)[];
  panel: Values;
  buttons: Record<string, { shown: string; text: string; idle: boolean }>;
  plots: (Plot & { kind: number })[];
  plotted: number;
  agent: AgentLine[];
  bounded: boolean;
  scene: SceneValues[];
  /** A parameter is another than when this was opened. */
  restorable: boolean;
  wants_shot: boolean;
  wants_film: boolean;
  wants_plots: boolean;
  shows_plots: boolean;
  shows_keys: boolean;
}

export interface Failure {
  message: string;
  report: string;
}

/** A file by its name and bytes. */
export interface Upload {
  name: string;
  text: string;
}

/** Names a viewer of the worker: the stage is 'main'. */
export type ViewerName = string;

export type Request =
  | { type: 'open'; viewer: ViewerName; name: string; file?: Upload; settings?: Record<string, number>; rests: boolean }
  | { type: 'close'; viewer: ViewerName }
  | { type: 'ask' } // answered once all that was sent before is done
  | { type: 'order'; viewer: ViewerName; text: string }
  | { type: 'press'; viewer: ViewerName; button: string }
  | { type: 'go'; viewer: ViewerName; step: number }
  | { type: 'item'; viewer: ViewerName; item: number; value: number; first: boolean }
  | { type: 'param'; viewer: ViewerName; flock: number; row: number; value: number; first: boolean }
  | { type: 'control'; viewer: ViewerName; flock: number; control: number; on: boolean; value: number }
  | { type: 'about'; viewer: ViewerName; flock: number; other: number }
  | { type: 'restore'; viewer: ViewerName }
  | { type: 'scene'; viewer: ViewerName; action: 'switch' | 'remove'; item: number }
  | { type: 'scene-param'; viewer: ViewerName; item: number; row: number; value: number; first: boolean }
  | { type: 'add'; viewer: ViewerName; kind: string }
  | { type: 'bound'; viewer: ViewerName; on: boolean }
  | { type: 'plot'; viewer: ViewerName; plot: number; kind: number }
  | { type: 'plotted'; viewer: ViewerName; flock: number }
  | { type: 'setting'; viewer: ViewerName; name: string; value: number }
  | { type: 'key'; viewer: ViewerName; code: number; control: boolean; down: boolean }
  | { type: 'button'; viewer: ViewerName; button: number; down: boolean; x: number; y: number }
  | { type: 'motion'; viewer: ViewerName; x: number; y: number }
  | { type: 'wheel'; viewer: ViewerName; turns: number }
  | { type: 'pull'; viewer: ViewerName; way: number }
  | { type: 'select'; viewer: ViewerName; rank: number }
  | {
      type: 'frame';
      viewer: ViewerName;
      seconds: number;
      budget: number;
      settles: boolean;
      width: number;
      height: number;
      unit: number;
      wantsState: boolean;
      shape: number;
      /** Where the list may be put. */
      spare?: ArrayBuffer;
    }
  | { type: 'tracks'; frame: number; width: number; height: number; unit: number; theme: number; coloring: number; azimuth: number }
  | { type: 'call'; id: number; name: 'formal' | 'trace' | 'check' | 'cases' | 'checkCases' | 'tables' | 'session' | 'tracks' | 'chart'; values: unknown[] };

/** A file of tracks: its frames, and `columns` of measures for each, one frame after the other. */
export interface Tracks {
  frames: number;
  dim: number;
  link: number;
  sets: string[];
  colorings: string[];
  times: number[];
  agents: number[];
  columns: string[];
  measures: (number | null)[];
}

/** What draws a picture: see apps/web/module/canvas.h. */
export interface Words {
  words: ArrayBuffer;
  count: number;
}

export type Reply =
  | { type: 'ready'; shaders: [string, string][] }
  | { type: 'alive' }
  | { type: 'opened'; viewer: ViewerName; failure?: Failure }
  | { type: 'frame'; viewer: ViewerName; words: ArrayBuffer; count: number; state?: State; shape?: Shape }
  | { type: 'save'; path: string; bytes: Uint8Array }
  | { type: 'result'; id: number; value?: unknown; failure?: Failure }
  | { type: 'crashed'; message: string };

/** Words of a row of the texture that a list is drawn from; lists are filled up to whole rows. */
export const rowWords = 2048;
/** The font of labels. */
export const labelFont = (size: number, strong: boolean) => `${strong ? '600 ' : ''}${size}px system-ui, 'DejaVu Sans', sans-serif`;
