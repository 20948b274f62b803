// SPDX-License-Identifier: MIT
// Two flocks side by side from one beginning: the same seed, other models or weights.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Preset } from '../../package/src/tables.js';
import { calm, Viewer, type Engine } from './engine.js';
import { Buttons } from './controls.js';
import { Curve, Flocks } from './panel.js';
import type { Plot } from './protocol.js';
import { Stage } from './stage.js';

function Side({ viewer, presets, name, onName }: { viewer: Viewer; presets: Preset[]; name: string; onName(name: string): void }) {
  const state = viewer.state.value;
  const shape = viewer.shape.value;
  const id = `preset-${viewer.name}`;
  return (
    <section class="side">
      <div class="choice">
        <label for={id}>{viewer.name}</label>
        <select id={id} value={name} onChange={(event) => onName(event.currentTarget.value)}>
          {presets.map((row) => (
            <option key={row.name} value={row.name}>
              {row.title}
            </option>
          ))}
        </select>
      </div>
      <Stage viewer={viewer} label={`The ${viewer.name} flock`} isLed />
      {state !== undefined && <Buttons viewer={viewer} state={state} names={['undo']} />}
      {state !== undefined && shape !== undefined && (
        <details class="section">
          <summary>parameters</summary>
          <Flocks viewer={viewer} state={state} shape={shape} />
        </details>
      )}
    </section>
  );
}

/** The right plot less the left one, moved so that 0 is in the middle. */
function difference(left: Plot, right: Plot): Plot {
  const count = Math.min(left.values.length, right.values.length);
  const raw = Array.from({ length: count }, (_, k) => {
    const [a, b] = [left.values[k], right.values[k]];
    return a === null || b === null || a === undefined || b === undefined ? null : b - a;
  });
  const most = raw.reduce<number>((size, value) => Math.max(size, Math.abs(value ?? 0)), 1e-9);
  const last = raw.at(-1);
  return {
    name: `difference of ${left.name}`,
    label: `${left.name}, right less left: ${last === null || last === undefined ? '–' : last.toFixed(2)}`,
    top: 2 * most,
    values: raw.map((value) => (value === null ? null : value + most)),
  };
}

export function Compare({ engine, presets, dark }: { engine: Engine; presets: Preset[]; dark: boolean }) {
  const sides = useMemo(() => [new Viewer(engine, 'left'), new Viewer(engine, 'right')] as const, [engine]);
  const [names, setNames] = useState<[string, string]>(['vicsek-ordered', 'vicsek-disordered']);
  const [runs, setRuns] = useState(!calm.matches);
  const settings = { theme: dark ? 1 : 0 };
  const isOpen = useRef(false);
  /** Both begin anew, so that they are at the same step. */
  const open = async (list: [string, string]) => {
    isOpen.current = false;
    await engine.ready;
    await Promise.all(sides.map((side, k) => side.open(list[k as 0 | 1], undefined, settings)));
    isOpen.current = true;
  };
  useEffect(() => {
    let handle = 0;
    let last = performance.now();
    const go = (now: number) => {
      handle = requestAnimationFrame(go);
      if (!isOpen.current || sides.some((side) => side.isBusy)) return;
      const seconds = Math.min((now - last) / 1000, 0.1);
      last = now;
      for (const side of sides) side.frame(now, seconds);
    };
    handle = requestAnimationFrame(go);
    void open(names);
    return () => {
      cancelAnimationFrame(handle);
      for (const side of sides) side.close();
    };
  }, []);
  const choose = (k: 0 | 1, name: string) => {
    const list: [string, string] = k === 0 ? [name, names[1]] : [names[0], name];
    setNames(list);
    setRuns(!calm.matches);
    void open(list);
  };
  const both = (act: (side: Viewer) => void) => sides.forEach(act);
  const [left, right] = [sides[0].state.value, sides[1].state.value];
  return (
    <main class="text wide">
      <h1>Compare</h1>
      <p>
        Two flocks from the same seed, side by side. Choose two presets, or the same one twice and change a parameter on
        one side.
      </p>
      <div class="row">
        <button
          type="button"
          data-do="both"
          onClick={() => {
            both((side) => side.state.value?.runs === runs && side.press('pause'));
            setRuns(!runs);
          }}
        >
          {runs ? 'pause both' : 'run both'}
        </button>
        <button type="button" onClick={() => both((side) => side.press('restart'))}>
          restart both
        </button>
        <button type="button" onClick={() => both((side) => side.press('new'))}>
          another seed for both
        </button>
      </div>
      <div class="sides">
        <Side viewer={sides[0]} presets={presets} name={names[0]} onName={(name) => choose(0, name)} />
        <Side viewer={sides[1]} presets={presets} name={names[1]} onName={(name) => choose(1, name)} />
      </div>
      <div class="grid three">
        {left !== undefined &&
          right !== undefined &&
          left.plots.slice(0, 2).map((plot, k) => {
            const other = right.plots[k];
            return other === undefined ? null : [<Curve key={`l${plot.name}`} plot={{ ...plot, label: `left: ${plot.label}` }} />, <Curve key={`r${plot.name}`} plot={{ ...other, label: `right: ${other.label}` }} />, <Curve key={`d${plot.name}`} plot={difference(plot, other)} />];
          })}
      </div>
    </main>
  );
}
