// SPDX-License-Identifier: MIT
// The panel, made from the tables of the module: a new parameter appears by itself.
import type { ComponentChildren } from 'preact';
import { Buttons, endless, Param, shown, Slider, Toggle, Typed } from './controls.js';
import type { Viewer } from './engine.js';
import { Influences } from './influences.js';
import { Plots } from './plots.js';
import type { Control, ControlState, Plot, Shape, State } from './protocol.js';

export function Timeline({ viewer, state }: { viewer: Viewer; state: State }) {
  return (
    <div class="slider time" title="Drag: any step of the past, with the same bits. A change there begins another future.">
      <label for={`time-${viewer.name}`}>time</label>
      <input id={`time-${viewer.name}`} type="range" min={state.begin} max={state.end} step={1} value={state.step} aria-valuetext={`step ${state.step}`} onInput={(event) => viewer.send({ type: 'go', step: Number(event.currentTarget.value) })} />
      <output>{state.step}</output>
    </div>
  );
}

function Futures({ viewer, state }: { viewer: Viewer; state: State }) {
  if (state.branches.length === 0) return null;
  return (
    <div class="choice">
      <label for="future">future</label>
      <select id="future" value="" onChange={(event) => viewer.order(`take ${event.currentTarget.value}`)}>
        <option value="">this one</option>
        {state.branches.map((end, k) => (
          <option value={k} key={k}>
            {k + 1}: to step {end}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Curve({ plot }: { plot: Plot }) {
  const [width, height] = [240, 60];
  const count = plot.values.length;
  const points = plot.values.flatMap((value, k) => (value === null ? [] : [`${((k / Math.max(count - 1, 1)) * width).toFixed(1)},${(height - (height * value) / plot.top).toFixed(1)}`]));
  return (
    <figure class="plot" data-plot={plot.name}>
      <figcaption>{plot.label || plot.name}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${plot.name} over time: ${plot.label}`}>
        <polyline points={points.join(' ')} vector-effect="non-scaling-stroke" />
      </svg>
    </figure>
  );
}

/** A control of a flock, by its kind. */
function Act({ id, row, now, send }: { id: string; row: Control; now: ControlState; send(on: boolean, value: number): void }) {
  if (row.kind === 'number')
    return (
      <span class="told" data-control={row.name} title={row.text}>
        {now.value} {row.name}
      </span>
    );
  if (row.kind === 'button')
    return now.idle ? null : (
      <button id={id} type="button" data-control={row.name} title={row.text} onClick={() => send(true, 1)}>
        {row.name}
      </button>
    );
  const box = (
    <label class="toggle" title={row.text}>
      <input id={id} type="checkbox" data-control={row.name} checked={now.on} disabled={now.idle} onChange={(event) => send(event.currentTarget.checked, now.value)} />
      {row.name}
    </label>
  );
  if (row.kind === 'switch') return box;
  return (
    <div class="weighted">
      {box}
      <Typed label={`${row.group}: weight of ${row.name}`} said={now.on ? String(Number(now.value.toPrecision(6))) : ''} disabled={!now.on} onChange={(value) => send(true, value)} />
    </div>
  );
}

/** What a flock does about the others, and what it has caught. */
function Controls({ viewer, state, shape, flock }: { viewer: Viewer; state: State; shape: Shape; flock: number }) {
  const rows = shape.flocks[flock]?.controls ?? [];
  const act = (group: string) =>
    rows.map((row, k) => {
      const now = state.flocks[flock]?.controls[k];
      if (row.group !== group || now === undefined) return null;
      return <Act key={k} id={`c-${viewer.name}-${flock}-${k}`} row={row} now={now} send={(on, value) => viewer.send({ type: 'control', flock, control: k, on, value })} />;
    });
  const groups = [...new Set(rows.map((row) => row.group))].filter((group) => group !== '');
  return (
    <>
      <div class="controls">{act('')}</div>
      {(shape.flocks[flock]?.about ?? -1) >= 0 && (
        <div class="choice">
          <label for={`about-${viewer.name}-${flock}`}>asked about</label>
          <select id={`about-${viewer.name}-${flock}`} value={shape.flocks[flock]!.about} onChange={(event) => viewer.send({ type: 'about', flock, other: Number(event.currentTarget.value) })}>
            {shape.flocks.map((row, k) => (
              <option key={row.name} value={k}>
                {row.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {groups.map((group) => (
        <details class="section about" key={group} data-about={group}>
          <summary title="What its agents do about those of that flock">
            {group}: {rows.filter((row, k) => row.group === group && state.flocks[flock]?.controls[k]?.on).map((row) => row.name).join(', ') || 'nothing'}
          </summary>
          <div class="controls">{act(group)}</div>
        </details>
      ))}
    </>
  );
}

export function Flocks({ viewer, state, shape, only }: { viewer: Viewer; state: State; shape: Shape; only?: string[] }) {
  return (
    <>
      {shape.flocks.map((flock, k) => {
        const now = state.flocks[k];
        if (now === undefined) return null;
        const rows = flock.params
          .map((row, p) => ({ row, p }))
          .filter(({ row }) => only === undefined || only.includes(row.name))
          .map(({ row, p }) => <Param key={row.name} id={`p-${viewer.name}-${k}-${row.name}`} row={row} value={now.values[p] ?? endless} track={now.tracks.slice(4 * p, 4 * p + 4)} send={(value, first) => viewer.send({ type: 'param', flock: k, row: p, value, first })} />);
        if (only !== undefined) return rows;
        return (
          <details open key={flock.name} class="section">
            <summary title={flock.title}>
              {flock.name}: {flock.model.replaceAll('_', ' ')}
            </summary>
            <fieldset disabled={state.recorded}>
              {rows}
              {flock.controls.length > 0 && <Controls viewer={viewer} state={state} shape={shape} flock={k} />}
            </fieldset>
          </details>
        );
      })}
    </>
  );
}

function Agents({ viewer, state }: { viewer: Viewer; state: State }) {
  const count = state.flocks[0]?.count ?? 0;
  if (state.recorded) return <p class="hint">{count} agents</p>;
  return (
    <Slider
      id={`agents-${viewer.name}`}
      name="agents"
      text="Agents of the first flock"
      value={count}
      least={1}
      most={Math.max(1000, 2 * count)}
      step={1}
      said={String(count)}
      isLog
      onChange={(value) => {
        const wanted = Math.min(Math.max(Math.round(value), 0), 200000);
        if (wanted !== count) viewer.order(`agents ${wanted - count}`);
      }}
    />
  );
}

/** The selected agent in numbers, at the step that is shown. */
function Inspector({ state }: { state: State }) {
  if (state.agent.length === 0) return <p class="hint">Select an agent in the picture: its numbers are shown here.</p>;
  return (
    <table class="inspector">
      <caption class="unseen">The selected agent</caption>
      <tbody>
        {state.agent.map((row) => (
          <tr key={row.name} title={row.text}>
            <th scope="row">
              {row.color !== '' && <span class="key" style={{ background: row.color }} />}
              {row.name.replaceAll('_', ' ')}
            </th>
            <td>{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The sliders and texts that the scenario itself has chosen. */
function Own({ viewer, state, shape }: { viewer: Viewer; state: State; shape: Shape }) {
  return (
    <fieldset class="own" disabled={state.recorded}>
      {shape.panel.map((item, k) => (
        <div key={`${k} ${item.name}`} class="item">
          {item.rows.map((row) => (
            <Param key={row.name} id={`item-${viewer.name}-${k}`} row={{ ...row, name: item.name }} value={state.panel.values[k] ?? endless} track={state.panel.tracks.slice(4 * k, 4 * k + 4)} send={(value, first) => viewer.send({ type: 'item', item: k, value, first })} />
          ))}
          {item.text !== '' && <p class={item.rows.length > 0 ? 'hint' : 'say'}>{item.text}</p>}
        </div>
      ))}
    </fieldset>
  );
}

/** All parameters: below the scenario's own panel, if it has one. */
function Parameters({ viewer, state, shape }: { viewer: Viewer; state: State; shape: Shape }) {
  const all = (
    <>
      <Flocks viewer={viewer} state={state} shape={shape} />
      <Influences viewer={viewer} state={state} shape={shape} />
    </>
  );
  if (shape.panel.length === 0) return all;
  return (
    <>
      <Own viewer={viewer} state={state} shape={shape} />
      <details class="section">
        <summary>all parameters</summary>
        {all}
      </details>
    </>
  );
}

export function Panel({ viewer, children }: { viewer: Viewer; children?: ComponentChildren }) {
  const state = viewer.state.value;
  const shape = viewer.shape.value;
  if (state === undefined || shape === undefined) return <p class="hint">Loading …</p>;
  const { settings } = state;
  return (
    <>
      {children}
      <Buttons viewer={viewer} state={state} names={['pause', 'step', 'restart', 'new', 'undo']} />
      <Timeline viewer={viewer} state={state} />
      <Buttons viewer={viewer} state={state} names={['first', 'back', 'last', 'forget']} />
      <Futures viewer={viewer} state={state} />
      <Slider id="speed" name="speed" text="Steps a second that are drawn" value={settings['speed'] ?? 30} least={0.1} most={1000} step="any" isLog said={`${shown(settings['speed'])} steps/s`} onChange={(value) => viewer.setting('speed', Math.min(Math.max(value, 0.1), 10000))} />
      <Toggle viewer={viewer} state={state} name="fast" shown="as fast as it can" />
      <Agents viewer={viewer} state={state} />
      <details open class="section plots">
        <summary>measures</summary>
        <Plots viewer={viewer} state={state} shape={shape} />
      </details>
      <div class="choice" title="Another model for the first flock, at the same lengths and speeds">
        <label for="model">model</label>
        <select id="model" value={shape.flocks[0]?.model} onChange={(event) => viewer.order(`model ${event.currentTarget.value}`)}>
          {shape.models.map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      <button type="button" data-do="restore" title="All parameters of all flocks as they were when this was opened" disabled={!state.restorable} onClick={() => viewer.send({ type: 'restore' })}>
        restore
      </button>
      <Parameters viewer={viewer} state={state} shape={shape} />
      <details open class="section">
        <summary>agent</summary>
        <Inspector state={state} />
      </details>
      <details open class="section">
        <summary>picture</summary>
        {shape.deep && <Buttons viewer={viewer} state={state} names={['above', 'level', 'see all']} />}
        <div class="choice">
          <label for="coloring">color</label>
          <select id="coloring" value={settings['coloring']} onChange={(event) => viewer.setting('coloring', Number(event.currentTarget.value))}>
            {shape.colorings.map((name, k) => (
              <option key={name} value={k}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="choice" title={shape.settings.find((row) => row.name === 'camera')?.text}>
          <label for="camera">camera</label>
          <select id="camera" value={settings['camera']} onChange={(event) => viewer.setting('camera', Number(event.currentTarget.value))}>
            {shape.cameras.map((name, k) => (
              <option key={name} value={k}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Slider id="trails" name="trails" text="Steps that trails go back" value={settings['trails'] ?? 0} least={0} most={200} step={1} said={`${settings['trails']} steps`} onChange={(value) => viewer.setting('trails', Math.min(Math.max(Math.round(value), 0), 200))} />
        <div class="toggles">
          {shape.overlays.map((row) => (
            <Toggle key={row.name} viewer={viewer} state={state} name={row.name} shown={row.shown} />
          ))}
          {shape.deep && <Toggle viewer={viewer} state={state} name="perspective" />}
        </div>
      </details>
      <p class="foot">
        hash <code>{state.hash}</code>
        <br />
        seed {state.seed}, {Math.round(state.rate)} steps/s, {Math.round(state.frame_rate)} frames/s
      </p>
    </>
  );
}
