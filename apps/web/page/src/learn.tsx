// SPDX-License-Identifier: MIT
// Lessons: a text with orders beside a flock that runs.
import { useEffect, useMemo } from 'preact/hooks';
import { Viewer, type Engine } from './engine.js';
import { lessons, type Try } from './lessons.js';
import { Buttons } from './controls.js';
import { Curve, Flocks, Timeline } from './panel.js';
import { Stage } from './stage.js';

export function Learn({ engine, number, dark }: { engine: Engine; number: number; dark: boolean }) {
  const viewer = useMemo(() => new Viewer(engine, 'lesson'), [engine]);
  const at = Number.isInteger(number) && number >= 1 && number <= lessons.length ? number - 1 : 0;
  const lesson = lessons[at]!;
  const theme = { theme: dark ? 1 : 0 };
  useEffect(() => () => viewer.close(), [viewer]);
  useEffect(() => {
    void engine.ready.then(() => viewer.open(lesson.preset, undefined, { ...theme, zones: 0, neighbors: 0, grid: 0, ...lesson.settings }));
  }, [viewer, at]);
  const go = async (it: Try) => {
    if (it.preset !== undefined) await viewer.open(it.preset, undefined, theme, false);
    for (const order of it.orders ?? []) viewer.order(order);
    for (const [name, value] of Object.entries(it.settings ?? {})) viewer.setting(name, value);
    if (it.text.startsWith('Select')) viewer.send({ type: 'select', rank: 0 });
  };
  const state = viewer.state.value;
  const shape = viewer.shape.value;
  return (
    <main class="lesson">
      <article>
        <nav aria-label="Lessons">
          <ol>
            {lessons.map((row, k) => (
              <li key={row.title}>
                <a href={`#learn/${k + 1}`} aria-current={k === at ? 'true' : undefined}>
                  {row.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <h1>
          {at + 1}. {lesson.title}
        </h1>
        {lesson.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <h2>Try this</h2>
        <div class="tries">
          {lesson.tries.map((it) => (
            <button key={it.text} type="button" class="try" onClick={() => void go(it)}>
              {it.text}
            </button>
          ))}
        </div>
        {state !== undefined && shape !== undefined && lesson.params.length > 0 && (
          <div class="params">
            <Flocks viewer={viewer} state={{ ...state, flocks: state.flocks.slice(0, 1) }} shape={shape} only={lesson.params} />
          </div>
        )}
        <h2>Think</h2>
        <p>{lesson.question}</p>
        {at + 1 < lessons.length && (
          <p>
            <a href={`#learn/${at + 2}`}>Next: {lessons[at + 1]!.title}</a>
          </p>
        )}
      </article>
      <div class="view">
        <Stage viewer={viewer} label={`The flock of the lesson ${lesson.title}`} />
        {state !== undefined && (
          <div class="below">
            <Buttons viewer={viewer} state={state} names={['pause', 'step', 'restart', 'undo']} />
            <Timeline viewer={viewer} state={state} />
            <div class="grid">
              {state.plots.map((plot) => (
                <Curve key={plot.name} plot={plot} />
              ))}
            </div>
          </div>
        )}
      </div>
    </main>
  );
}
