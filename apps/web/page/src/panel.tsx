// SPDX-License-Identifier: MIT
// The panel, made from the tables that the module tells: a new parameter appears by itself.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Viewer } from './engine.js';
import type { Plot, Row, Shape, State } from './protocol.js';

const endless = 1e9;

/** A number with four digits that count, and its unit. */
export function shown(value: number | null | undefined, row?: Row): string {
  if (value === null || value === undefined) return '–';
  if (Math.abs(value) >= endless) return 'no limit';
  const text = row?.whole ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
  return row?.unit ? `${text} ${row.unit}` : text;
}

/** A slider with its number beside it, which can be typed. */
function Slider(props: {
  id: string;
  name: string;
  text: string;
  value: number;
  least: number;
  most: number;
  step: number | 'any';
  said: string;
  isLog?: boolean;
  before?: ComponentChildren;
  onChange(value: number, first: boolean): void;
  onReset?(): void;
}) {
  const isMoving = useRef(false);
  const to = (value: number) => (props.isLog ? Math.log(Math.max(value, 1e-9)) : value);
  const from = (value: number) => (props.isLog ? Math.exp(value) : value);
  const change = (event: Event) => {
    props.onChange(from(Number((event.currentTarget as HTMLInputElement).value)), !isMoving.current);
    isMoving.current = true;
  };
  const type = (event: Event) => {
    const value = Number.parseFloat((event.currentTarget as HTMLInputElement).value);
    if (Number.isFinite(value)) props.onChange(value, true);
  };
  const [least, most] = [to(props.least), to(props.most)];
  return (
    <div class="slider" title={props.text}>
      {props.before}
      <label for={props.id}>{props.name}</label>
      <input
        id={props.id}
        type="range"
        min={least}
        max={most}
        step={props.isLog || props.step === 'any' ? (most - least) / 1000 || 'any' : props.step}
        value={to(props.value)}
        aria-valuetext={props.said}
        onInput={change}
        onChange={() => (isMoving.current = false)}
        onDblClick={props.onReset}
      />
      <input class="typed" type="text" inputMode="decimal" aria-label={`${props.name}, typed`} value={props.said} onChange={type} />
    </div>
  );
}

function Param({ viewer, flock, number, row, value, track }: { viewer: Viewer; flock: number; number: number; row: Row; value: number; track: (number | null)[] }) {
  const id = `p-${viewer.name}-${flock}-${row.name}`;
  const [least, most, base, on] = track;
  const send = (next: number, first: boolean) => viewer.send({ type: 'param', flock, row: number, value: next, first });
  if (row.choices !== undefined)
    return (
      <div class="choice" title={row.text}>
        <label for={id}>{row.name.replaceAll('_', ' ')}</label>
        <select id={id} value={value} onChange={(event) => send(Number(event.currentTarget.value), true)}>
          {row.choices.map((name, k) => (
            <option value={k} key={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
    );
  const text = `${row.meaning}\nDouble click: back to ${shown(base)}.`;
  const switchOf = row.rule && (
    <input type="checkbox" class="rule" aria-label={`${row.name} on`} title="Switches this rule off and on" checked={value !== 0} onChange={(event) => send(event.currentTarget.checked ? (on ?? 1) : 0, true)} />
  );
  return (
    <Slider
      id={id}
      name={row.name.replaceAll('_', ' ')}
      text={text}
      value={value}
      least={least ?? 0}
      most={most ?? 1}
      step={row.whole ? 1 : 'any'}
      said={shown(value, row)}
      before={switchOf}
      onChange={send}
      onReset={() => base !== null && base !== undefined && send(base, true)}
    />
  );
}

function Button({ viewer, state, name }: { viewer: Viewer; state: State; name: string }) {
  const row = state.buttons[name];
  if (row === undefined) return null;
  return (
    <button type="button" title={row.text} disabled={row.idle} data-button={name} onClick={() => viewer.press(name)}>
      {row.shown}
    </button>
  );
}

export function Buttons({ viewer, state, names }: { viewer: Viewer; state: State; names: string[] }) {
  return (
    <div class="row">
      {names.map((name) => (
        <Button key={name} viewer={viewer} state={state} name={name} />
      ))}
    </div>
  );
}

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

function Toggle({ viewer, state, name, shown: title }: { viewer: Viewer; state: State; name: string; shown?: string }) {
  const row = viewer.shape.value?.settings.find((setting) => setting.name === name);
  return (
    <label class="toggle" title={row?.text}>
      <input type="checkbox" checked={state.settings[name] !== 0} onChange={(event) => viewer.setting(name, event.currentTarget.checked ? 1 : 0)} />
      {title ?? name}
    </label>
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
          .map(({ row, p }) => <Param key={row.name} viewer={viewer} flock={k} number={p} row={row} value={now.values[p] ?? endless} track={now.tracks.slice(4 * p, 4 * p + 4)} />);
        if (only !== undefined) return rows;
        return (
          <details open key={flock.name} class="section">
            <summary title={flock.title}>
              {flock.name}: {flock.model.replaceAll('_', ' ')}
            </summary>
            <fieldset disabled={state.recorded}>{rows}</fieldset>
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

function Inspector({ state }: { state: State }) {
  const agent = state.selected;
  if (agent === undefined) return <p class="hint">Select an agent in the picture: its numbers are told here.</p>;
  const [x = 0, y = 0] = agent.vel;
  const heading = (Math.atan2(y, x) * 180) / Math.PI;
  return (
    <dl class="inspector">
      <dt>agent</dt>
      <dd>
        {agent.id} of {agent.flock}
      </dd>
      <dt>place</dt>
      <dd>{agent.pos.map((value) => shown(value)).join(', ')}</dd>
      <dt>speed</dt>
      <dd>{shown(Math.hypot(...agent.vel))} L/T</dd>
      <dt>heading</dt>
      <dd>{heading.toFixed(1)}°</dd>
      {agent.rules.map((rule) => (
        <>
          <dt>{rule.name.replaceAll('_', ' ')}</dt>
          <dd>{shown(rule.size)}</dd>
        </>
      ))}
    </dl>
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
        <div class="grid">
          {state.plots.map((plot) => (
            <Curve key={plot.name} plot={plot} />
          ))}
        </div>
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
      <Flocks viewer={viewer} state={state} shape={shape} />
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
        <Slider id="trails" name="trails" text="Steps that trails go back" value={settings['trails'] ?? 0} least={0} most={200} step={1} said={`${settings['trails']} steps`} onChange={(value) => viewer.setting('trails', Math.min(Math.max(Math.round(value), 0), 200))} />
        <div class="toggles">
          {['zones', 'neighbors', 'rules', 'forces', 'grid'].map((name) => (
            <Toggle key={name} viewer={viewer} state={state} name={name} />
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
