// SPDX-License-Identifier: MIT
// Controls of panels: sliders, buttons, switches.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Viewer } from './engine.js';
import type { Row, State } from './protocol.js';

/** What a parameter without an end has. */
export const endless = 1e9;

/** A number with four digits that count, and its unit. */
export function shown(value: number | null | undefined, row?: Row): string {
  if (value === null || value === undefined) return '–';
  if (Math.abs(value) >= endless) return 'no limit';
  const text = row?.whole ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
  return row?.unit ? `${text} ${row.unit}` : text;
}

/** A field for a number. What is typed stays until it is done, though the flock runs and its value changes. */
export function Typed(props: { class?: string; label: string; said: string; disabled?: boolean; onChange(value: number): void }) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const take = (event: Event) => {
    const value = Number.parseFloat((event.currentTarget as HTMLInputElement).value);
    setDraft(undefined);
    if (Number.isFinite(value)) props.onChange(value);
  };
  return (
    <input
      class={props.class}
      type="text"
      inputMode="decimal"
      aria-label={props.label}
      disabled={props.disabled}
      value={draft ?? props.said}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onChange={take}
      onBlur={() => setDraft(undefined)}
    />
  );
}

/** A slider with its number beside it, which can be typed. */
export function Slider(props: {
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
      <Typed class="typed" label={`${props.name}, typed`} said={props.said} onChange={(value) => props.onChange(value, true)} />
    </div>
  );
}

/** A parameter by its row: a list of choices, or a slider with its track: least, most, first value, weight while last on. */
export function Param({ id, row, value, track, send }: { id: string; row: Row; value: number; track: (number | null)[]; send(value: number, first: boolean): void }) {
  const [least, most, base, on] = track;
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

export function Toggle({ viewer, state, name, shown: title }: { viewer: Viewer; state: State; name: string; shown?: string }) {
  const row = viewer.shape.value?.settings.find((setting) => setting.name === name);
  return (
    <label class="toggle" title={row?.text}>
      <input type="checkbox" checked={state.settings[name] !== 0} onChange={(event) => viewer.setting(name, event.currentTarget.checked ? 1 : 0)} />
      {title ?? name}
    </label>
  );
}
