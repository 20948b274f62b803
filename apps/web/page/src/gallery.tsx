// SPDX-License-Identifier: MIT
// The presets with small pictures, which a worker of their own draws when they come into sight; the
// one under the pointer or the focus moves.
import { useEffect, useRef } from 'preact/hooks';
import { Engine, Viewer, type Tables } from './engine.js';
import { drawOn } from './stage.js';

/** The presets in the groups that the library tells, in their order. */
export function grouped(presets: Tables['presets']): [string, Tables['presets']][] {
  const groups = new Map<string, Tables['presets']>();
  for (const preset of [...presets].sort((a, b) => a.order - b.order)) {
    const list = groups.get(preset.group);
    if (list === undefined) groups.set(preset.group, [preset]);
    else list.push(preset);
  }
  return [...groups];
}

/** One preset is drawn after another, 120 steps from its beginning. */
let shared: { engine: Engine; queue: Promise<unknown> } | undefined;

function Thumbnail({ name, dark }: { name: string; dark: boolean }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current!;
    shared ??= { engine: new Engine(), queue: Promise.resolve() };
    const { engine } = shared;
    let viewer: Viewer | undefined;
    const begin = async () => {
      await engine.ready;
      viewer = new Viewer(engine, `thumb-${name}`);
      drawOn(viewer, canvas, 'plain');
      const draw = viewer.onPicture;
      const drawn = new Promise<void>((resolve) => {
        viewer!.onPicture = (reply) => {
          draw(reply);
          resolve();
        };
      });
      if (await viewer.open(name, undefined, { theme: dark ? 1 : 0, speed: 40, trails: 0 }, false)) {
        viewer.frame(performance.now(), 3);
        await drawn;
        canvas.dataset['drawn'] = 'yes'; // until then a canvas without colors of its own may be black
      }
    };
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      watcher.disconnect();
      shared!.queue = shared!.queue.then(begin);
    });
    watcher.observe(canvas);
    const card = canvas.closest('button');
    const start = () => viewer?.start();
    const stop = () => viewer?.stop();
    card?.addEventListener('pointerenter', start);
    card?.addEventListener('focus', start);
    card?.addEventListener('pointerleave', stop);
    card?.addEventListener('blur', stop);
    return () => {
      watcher.disconnect();
      viewer?.close();
    };
  }, [name, dark]);
  return <canvas ref={ref} class="thumbnail" aria-hidden="true" />;
}

export function Gallery({ tables, now, dark, onPick }: { tables: Tables; now: string; dark: boolean; onPick(name: string): void }) {
  return (
    <div class="gallery">
      {grouped(tables.presets).map(([title, presets]) => (
        <section key={title}>
          <h2>{title}</h2>
          <div class="cards">
            {presets.map((preset) => (
              <button key={preset.name} type="button" class="card" aria-pressed={preset.name === now} data-preset={preset.name} onClick={() => onPick(preset.name)}>
                <Thumbnail name={preset.name} dark={dark} />
                <span class="title">{preset.title}</span>
                <span class="name">{preset.name}</span>
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
