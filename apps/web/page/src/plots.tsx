// SPDX-License-Identifier: MIT
// Plots of measures and histograms, drawn by the module as the window draws them.
import { useEffect, useRef } from 'preact/hooks';
import { Buttons } from './controls.js';
import type { Viewer } from './engine.js';
import { List } from './list.js';
import { Pixels } from './pixels.js';
import type { Shape, State } from './protocol.js';

/** All plots, in the numbers of plots. */
const all = -1;

function sizeOf(canvas: HTMLCanvasElement): { width: number; height: number; unit: number } {
  const unit = Math.min(globalThis.devicePixelRatio || 1, 2);
  const box = canvas.getBoundingClientRect();
  return { width: Math.max(Math.round(box.width * unit), 1), height: Math.max(Math.round(box.height * unit), 1), unit };
}

const pixels = new Pixels();

/** Draws a plot on a canvas at its present size. */
async function draw(viewer: Viewer, plot: number, canvas: HTMLCanvasElement, size: { width: number; height: number; unit: number }): Promise<void> {
  const { words, count } = await viewer.chart(plot, size);
  if (canvas.width !== size.width || canvas.height !== size.height) [canvas.width, canvas.height] = [size.width, size.height];
  canvas.getContext('2d', { alpha: false })?.putImageData(pixels.draw(new List(words, count), size.width, size.height), 0, 0);
}

/** A plot that is drawn anew with each state that the worker tells, one picture at a time. */
function Chart({ viewer, plot, state, label }: { viewer: Viewer; plot: number; state: State; label: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const isBusy = useRef(false);
  useEffect(() => {
    const canvas = ref.current!;
    if (isBusy.current || canvas.offsetParent === null) return; // folded away
    isBusy.current = true;
    void draw(viewer, plot, canvas, sizeOf(canvas)).finally(() => (isBusy.current = false));
  }, [state]);
  return <canvas ref={ref} class="chart" role="img" aria-label={label} data-chart={plot} />;
}

/** What is plotted and of which flock, with buttons that enlarge and keep it. */
export function Plots({ viewer, state, shape }: { viewer: Viewer; state: State; shape: Shape }) {
  return (
    <>
      {shape.flocks.length > 1 && (
        <div class="choice">
          <label for={`plotted-${viewer.name}`}>measured</label>
          <select id={`plotted-${viewer.name}`} value={state.plotted} onChange={(event) => viewer.send({ type: 'plotted', flock: Number(event.currentTarget.value) })}>
            {shape.flocks.map((flock, k) => (
              <option key={flock.name} value={k}>
                {flock.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <div class="grid">
        {state.plots.map((plot, k) => (
          <div class="plot" key={k} data-plot={plot.name}>
            <select aria-label={`plot ${k + 1}`} title={shape.plot_kinds.find((row) => row.kind === plot.kind)?.text} value={plot.kind} onChange={(event) => viewer.send({ type: 'plot', plot: k, kind: Number(event.currentTarget.value) })}>
              {shape.plot_kinds.map((row) => (
                <option key={row.kind} value={row.kind}>
                  {row.kind === plot.kind && plot.label !== '' ? plot.label : row.name}
                </option>
              ))}
            </select>
            <Chart viewer={viewer} plot={k} state={state} label={plot.label || plot.name} />
          </div>
        ))}
      </div>
      <Buttons viewer={viewer} state={state} names={['enlarge', 'table', 'plots as picture']} />
    </>
  );
}

/** All plots over the picture. */
export function LargePlots({ viewer, state }: { viewer: Viewer; state: State }) {
  if (!state.shows_plots) return null;
  return (
    <div class="sheet large" role="dialog" aria-label="Plots">
      <button type="button" class="close" onClick={() => viewer.press('enlarge')}>
        close
      </button>
      <Chart viewer={viewer} plot={all} state={state} label={state.plots.map((plot) => plot.label || plot.name).join(', ')} />
    </div>
  );
}

/** All plots as a picture. */
export async function pictureOfPlots(viewer: Viewer): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  await draw(viewer, all, canvas, { width: 1600, height: 1200, unit: 2 });
  return new Promise((resolve) => canvas.toBlob(resolve));
}
