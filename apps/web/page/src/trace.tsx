// SPDX-License-Identifier: MIT
// A table of all that moves one agent in one step of a case.
import { useEffect, useState } from 'preact/hooks';
import { Refused, type Engine } from './engine.js';

/** A line of the table: a name with two numbers, or a heading. */
function Line({ text }: { text: string }) {
  const [, name, x, y] = /^(.*?\S)\s{2,}(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  if (name === undefined)
    return (
      <tr>
        <th scope="colgroup" colSpan={3}>
          {text}
        </th>
      </tr>
    );
  return (
    <tr>
      <th scope="row" class={text.startsWith(' ') ? 'in' : undefined}>
        {name.trim()}
      </th>
      <td>{x}</td>
      <td>{y}</td>
    </tr>
  );
}

export function Trace({ engine, input, dialect, first }: { engine: Engine; input: string; dialect: string; first: { step: number; agent: number } }) {
  const [place, setPlace] = useState(first);
  const [table, setTable] = useState('');
  const [said, say] = useState('');
  useEffect(() => setPlace(first), [first.step, first.agent]);
  useEffect(() => {
    let isOn = true;
    engine.trace(input, { dialect, ...place }).then(
      (text) => isOn && (setTable(text), say('')),
      (error: unknown) => isOn && say(error instanceof Refused ? error.failure.message : String(error)),
    );
    return () => void (isOn = false);
  }, [input, dialect, place.step, place.agent]);
  const lines = table.trimEnd().split('\n').slice(2); // behind the title and the names of columns
  const field = (name: 'agent' | 'step') => (
    <>
      <label for={`trace-${name}`}>{name}</label>
      <input
        id={`trace-${name}`}
        type="number"
        min={1}
        value={place[name]}
        onChange={(event) => setPlace({ ...place, [name]: Math.max(1, Math.floor(Number(event.currentTarget.value)) || 1) })}
      />
    </>
  );
  return (
    <details class="section trace" open>
      <summary>every neighbor and force, as they are right</summary>
      <div class="row wrap">
        {field('agent')}
        {field('step')}
      </div>
      {said !== '' ? (
        <p class="bad" role="alert">
          {said}
        </p>
      ) : (
        <table>
          <caption>{table.split('\n')[0]}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">x</th>
              <th scope="col">y</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((text, k) => (
              <Line key={k} text={text} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
