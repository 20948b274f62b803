// SPDX-License-Identifier: MIT
// What acts on agents from outside their flocks: a section an influence, and new ones.
import { endless, Param } from './controls.js';
import type { Viewer } from './engine.js';
import type { SceneShape, SceneValues, Shape, State } from './protocol.js';

function Item({ viewer, number, item, now }: { viewer: Viewer; number: number; item: SceneShape; now: SceneValues }) {
  const act = (action: 'switch' | 'remove') => viewer.send({ type: 'scene', action, item: number });
  const title = `${number}: ${item.kind.replaceAll('_', ' ')}${item.flock !== '' ? ` on ${item.flock}` : ''}`;
  return (
    <details open class="section influence" data-influence={item.kind}>
      <summary title={item.title}>{title}</summary>
      <div class="row">
        {item.switch && (
          <label class="toggle" title="Off: all of its strengths are 0. On: as they were.">
            <input type="checkbox" data-do="switch" checked={now.on} onChange={() => act('switch')} />
            on
          </label>
        )}
        <button type="button" data-do="remove" aria-label={`remove ${title}`} title="Takes this influence away; undo brings it back" onClick={() => act('remove')}>
          remove
        </button>
      </div>
      {item.rows.map((p) => {
        const row = item.params[p]!;
        return <Param key={row.name} id={`i-${viewer.name}-${item.handle}-${row.name}`} row={{ ...row, rule: false }} value={now.values[p] ?? endless} track={now.tracks.slice(4 * p, 4 * p + 4)} send={(value, first) => viewer.send({ type: 'scene-param', item: number, row: p, value, first })} />;
      })}
    </details>
  );
}

export function Influences({ viewer, state, shape }: { viewer: Viewer; state: State; shape: Shape }) {
  return (
    <details open class="section" data-section="influences">
      <summary title="What acts on agents from outside their flocks">influences</summary>
      <fieldset disabled={state.recorded}>
        <label class="toggle" title="Walls around the world that push agents back">
          <input type="checkbox" data-do="bounded" checked={state.bounded} onChange={(event) => viewer.send({ type: 'bound', on: event.currentTarget.checked })} />
          bounded area
        </label>
        <div class="choice" title="One more, in the middle of the view; undo takes it back">
          <label for={`add-${viewer.name}`}>add</label>
          <select
            id={`add-${viewer.name}`}
            value=""
            onChange={(event) => {
              viewer.send({ type: 'add', kind: event.currentTarget.value });
              event.currentTarget.value = '';
            }}
          >
            <option value="">an influence …</option>
            {shape.kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kind.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </div>
        <div class="row">
          <button type="button" data-button="clear obstacles" title="No obstacles any more" onClick={() => viewer.press('clear obstacles')}>
            clear obstacles
          </button>
          <button type="button" data-button="clear predators" title="No predators any more" onClick={() => viewer.press('clear predators')}>
            clear predators
          </button>
        </div>
        {shape.scene.map((item, k) => {
          const now = state.scene[k];
          return now !== undefined && <Item key={`${item.kind} ${item.handle}`} viewer={viewer} number={k} item={item} now={now} />;
        })}
        {state.influences > shape.scene.length && <p class="hint">and {state.influences - shape.scene.length} more</p>}
      </fieldset>
    </details>
  );
}
