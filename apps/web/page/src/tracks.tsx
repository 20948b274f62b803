// SPDX-License-Identifier: MIT
// A file of tracks, played and measured: CSV of covey or of another program, or extended XYZ.
import { signal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { calm, Refused, type Engine } from './engine.js';
import { Curve } from './panel.js';
import type { Reply, Tracks } from './protocol.js';
import { download, textOf } from './share.js';
import { drawOn } from './stage.js';

const example = `id,frame,x,y
${Array.from({ length: 60 }, (_, frame) =>
  [0, 1, 2, 3, 4]
    .map((id) => {
      const angle = frame / 12 + (2 * Math.PI * id) / 5;
      return `${id},${frame},${(10 * Math.cos(angle)).toFixed(3)},${(10 * Math.sin(angle)).toFixed(3)}`;
    })
    .join('\n'),
).join('\n')}
`;

/** The measure in a column, as a plot up to a frame. */
function plotOf(tracks: Tracks, column: number) {
  const values = tracks.times.map((_, k) => tracks.measures[k * tracks.columns.length + column] ?? null);
  const name = tracks.columns[column]!;
  const isShare = name === 'polarization' || name === 'milling';
  const top = isShare ? 1 : values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
  return { name, values, top: 1.1 * top };
}

/** A file that was dropped anywhere while this page is shown. */
export const dropped = signal<File | undefined>(undefined);

export function TracksPage({ engine, dark }: { engine: Engine; dark: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; text: string } | undefined>();
  const [tracks, setTracks] = useState<Tracks | undefined>();
  const [said, say] = useState('');
  const [frame, setFrame] = useState(0);
  const [runs, setRuns] = useState(false);
  const [coloring, setColoring] = useState(0);
  const [azimuth, setAzimuth] = useState(0);
  const [fps, setFps] = useState('');
  const [scale, setScale] = useState('');
  const view = useMemo(() => ({ engine, size: () => ({ width: 1, height: 1, unit: 1 }), onPicture: (_: Extract<Reply, { type: 'frame' }>) => {} }), [engine]);

  useEffect(() => {
    let isOn = true;
    void engine.ready.then(() => {
      if (!isOn) return;
      drawOn(view, canvas.current!);
      engine.listen('tracks', { frame: (reply) => view.onPicture(reply), opened: () => undefined });
    });
    return () => {
      isOn = false;
    };
  }, [engine]);
  useEffect(() => {
    if (tracks === undefined) return;
    engine.send({ type: 'tracks', frame, ...view.size(), theme: dark ? 1 : 0, coloring, azimuth });
    canvas.current!.dataset['frame'] = String(frame);
  }, [tracks, frame, coloring, azimuth, dark]);
  useEffect(() => {
    if (!runs || tracks === undefined) return;
    const timer = setInterval(() => setFrame((now) => (now + 1) % tracks.frames), 40);
    return () => clearInterval(timer);
  }, [runs, tracks]);

  const open = async (given: { name: string; text: string }) => {
    setFile(given);
    say('');
    try {
      const name = /\.(csv|xyz|txt|tsv)$/i.test(given.name) ? given.name.replace(/\.(txt|tsv)$/i, '.csv') : `${given.name}.csv`;
      const made = await engine.tracks({ name, text: given.text }, { fps: Number(fps) || 0, scale: Number(scale) || 1 });
      setTracks(made);
      setFrame(0);
      setRuns(made.frames > 1 && !calm.matches);
    } catch (error) {
      say(error instanceof Refused ? error.failure.report || error.message : String(error));
    }
  };
  const openFile = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    try {
      await open({ name: chosen.name, text: await textOf(chosen) });
    } catch (error) {
      say((error as Error).message);
    }
  };
  useSignalEffect(() => {
    const file = dropped.value;
    if (file === undefined) return;
    dropped.value = undefined;
    void openFile(file);
  });
  const save = () => {
    if (tracks === undefined) return;
    const width = tracks.columns.length;
    const rows = tracks.times.map((time, k) => [time, ...tracks.measures.slice(k * width, (k + 1) * width).map((value) => value ?? '')].join(','));
    download('measures.csv', `t,${tracks.columns.join(',')}\n${rows.join('\n')}\n`);
  };

  return (
    <main class="text wide">
      <h1>Your file</h1>
      <p>
        Tracks of animals or of another program, as CSV (agent, time, x, y) or extended XYZ: played, measured, colored.
        Nothing leaves this machine. Columns of several names are known, those of TrackMate, trackpy, DeepLabCut, SLEAP and
        idtracker.ai too.
      </p>
      <div class="row">
        <button type="button" class="main" onClick={() => input.current?.click()}>
          Open a file
        </button>
        <button type="button" data-do="example" onClick={() => void open({ name: 'example.csv', text: example })}>
          An example
        </button>
        {file !== undefined && tracks !== undefined && (
          <button type="button" onClick={save}>
            Save the measures
          </button>
        )}
      </div>
      <input ref={input} type="file" accept=".csv,.xyz,.txt,.tsv" hidden aria-label="A file of tracks" onChange={(event) => void openFile(event.currentTarget.files?.[0])} />
      <div class="row">
        <label class="toggle">
          frames a time unit
          <input type="text" inputMode="decimal" size={5} placeholder="as in the file" value={fps} onChange={(event) => setFps(event.currentTarget.value)} />
        </label>
        <label class="toggle">
          length of a unit
          <input type="text" inputMode="decimal" size={5} placeholder="1" value={scale} onChange={(event) => setScale(event.currentTarget.value)} />
        </label>
        {file !== undefined && (
          <button type="button" onClick={() => void open(file)}>
            Read it again
          </button>
        )}
      </div>
      {said !== '' && (
        <pre class="bad" role="alert">
          {said}
        </pre>
      )}
      <div class="tracks" hidden={tracks === undefined}>
        <div class="stage">
          <canvas ref={canvas} role="img" aria-label={file !== undefined ? `Tracks of ${file.name}` : 'No tracks yet'} />
        </div>
        {tracks !== undefined && (
          <>
            <div class="slider time">
              <label for="frame">frame</label>
              <input id="frame" type="range" min={0} max={tracks.frames - 1} step={1} value={frame} aria-valuetext={`frame ${frame + 1} of ${tracks.frames}`} onInput={(event) => {
                setRuns(false);
                setFrame(Number(event.currentTarget.value));
              }} />
              <output>
                {frame + 1}/{tracks.frames}
              </output>
            </div>
            <div class="row">
              <button type="button" data-do="play" onClick={() => setRuns(!runs)}>
                {runs ? 'pause' : 'play'}
              </button>
              {tracks.dim === 3 && (
                <button type="button" onClick={() => setAzimuth(azimuth + Math.PI / 8)}>
                  turn
                </button>
              )}
              <select aria-label="color" value={coloring} onChange={(event) => setColoring(Number(event.currentTarget.value))}>
                {tracks.colorings.map((name, k) => (
                  <option key={name} value={k}>
                    color by {name}
                  </option>
                ))}
              </select>
              <span class="hint" data-told="tracks">
                t = {tracks.times[frame]?.toPrecision(4)}, {tracks.agents[frame]} agents{tracks.sets.length > 1 ? ` of ${tracks.sets[0]}` : ''}; clusters linked at {tracks.link.toPrecision(3)}
              </span>
            </div>
            <div class="grid three">
              {tracks.columns.map((name, column) => {
                const plot = plotOf(tracks, column);
                const now = plot.values[frame];
                return <Curve key={name} plot={{ ...plot, label: `${name.replaceAll('_', ' ')}: ${now === null || now === undefined ? '–' : now.toPrecision(3)}` }} />;
              })}
            </div>
          </>
        )}
      </div>
    </main>
  );
}
