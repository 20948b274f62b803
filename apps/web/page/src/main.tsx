// SPDX-License-Identifier: MIT
// The page: a flock that runs at once, and the ways from there.
import { computed, effect, signal, untracked } from '@preact/signals';
import { render, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Check } from './check.js';
import { Compare } from './compare.js';
import { Engine, Viewer, type Tables } from './engine.js';
import { Gallery } from './gallery.js';
import { Learn } from './learn.js';
import { droppedOutputs } from './outputs.js';
import { Panel } from './panel.js';
import { LargePlots, pictureOfPlots } from './plots.js';
import places from './places.json';
import { keepOffline } from './offline.js';
import type { Upload } from './protocol.js';
import { download, film, pack, textOf, unpack } from './share.js';
import { dropped, TracksPage } from './tracks.js';
import { describe, endWall, isOutlining, Stage, tool, tools } from './stage.js';

const engine = new Engine();
const viewer = new Viewer(engine, 'main');
const tables = signal<Tables | undefined>(undefined);
const route = signal(location.hash.slice(1));
const page = computed(() => {
  const name = route.value.split('/')[0] ?? '';
  return ['presets', 'learn', 'check', 'compare', 'tracks'].includes(name) ? name : 'play';
});
/** A sentence of the page itself. */
const notice = signal('');
const dark = matchMedia('(prefers-color-scheme: dark)');
const isDark = signal(dark.matches);
/** Ends the film that is recorded. The viewer alone says whether there is to be one. */
let stopFilm: (() => void) | undefined;

// ---- Opening ----

const first = 'torus-0';
const kindOf = (text: string) => (/^# covey session/.test(text) ? 'session' : 'yaml');

async function open(name: string, file?: Upload): Promise<boolean> {
  notice.value = '';
  const opened = await viewer.open(name, file, { theme: isDark.value ? 1 : 0 });
  const failure = viewer.failure.value;
  if (!opened && failure !== undefined) notice.value = failure.report || failure.message;
  return opened;
}

async function openLink(packed: string): Promise<boolean> {
  try {
    const text = await unpack(packed);
    return await open('', { name: `shared.${kindOf(text)}`, text });
  } catch (error) {
    notice.value = (error as Error).message;
    return false;
  }
}

/** A preset by the name in a link, in which other programs may have written letters as %20. */
async function openPreset(name: string): Promise<boolean> {
  try {
    return await open(decodeURIComponent(name));
  } catch {
    notice.value = 'The link is damaged: the name of its preset has a % that stands for no letter.';
    return false;
  }
}

async function follow(): Promise<void> {
  route.value = location.hash.slice(1);
  const [, key, value] = /^(s|preset)=(.*)$/s.exec(route.value) ?? [];
  const opened = key === 's' ? await openLink(value!) : key === 'preset' ? await openPreset(value!) : viewer.state.value !== undefined;
  if (!opened && viewer.state.value === undefined) {
    const said = notice.value;
    await open(first);
    notice.value = said;
  }
}

async function openFile(file: File): Promise<void> {
  try {
    const text = await textOf(file);
    const name = /\.(yaml|yml|session|csv|xyz|in)$/i.test(file.name) ? file.name : `${file.name}.${kindOf(text)}`;
    if (await open('', { name, text })) location.hash = '';
  } catch (error) {
    notice.value = (error as Error).message;
  }
}

// ---- Keeping ----

const stageCanvas = () => document.querySelector<HTMLCanvasElement>('canvas[data-viewer=main]');

async function copyLink(): Promise<void> {
  const session = await engine.session('main');
  const link = `${location.origin}${location.pathname}#s=${await pack(session)}`;
  history.replaceState(null, '', link);
  route.value = location.hash.slice(1);
  const told = link.length > 8000 ? ' It is long: some programs cut such links, and a file of the session is safer.' : '';
  try {
    await navigator.clipboard.writeText(link);
    notice.value = `The link is copied: it opens to the same flock, step for step.${told}`;
  } catch {
    notice.value = `The link stands in the address line: it opens to the same flock, step for step.${told}`;
  }
}

function shoot(): void {
  viewer.redraw();
  stageCanvas()?.toBlob((blob) => blob !== null && download('flock.png', blob));
}

function beginFilm(): void {
  const canvas = stageCanvas();
  stopFilm = canvas !== null ? film(canvas, (sentence) => (notice.value = sentence)) : undefined;
  if (stopFilm !== undefined) return;
  notice.value = 'This browser records no films.';
  viewer.press('film'); // takes the wish back
}

function endFilm(): void {
  stopFilm?.();
  stopFilm = undefined;
}

const wantsFilm = computed(() => viewer.state.value?.wants_film === true);
effect(() => (wantsFilm.value ? untracked(beginFilm) : untracked(endFilm)));

engine.onSave = (path, bytes) => download(path.split('/').pop() || 'flock', bytes);

/** What keys of the stage ask the page for. */
effect(() => {
  const state = viewer.state.value;
  if (state?.wants_shot) shoot();
  if (state?.wants_plots) void pictureOfPlots(viewer).then((blob) => blob !== null && download('plots.png', blob));
});

effect(() => {
  const theme = viewer.state.value?.settings['theme'];
  if (theme !== undefined) isDark.value = theme === 1;
  document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
});

// ---- What is seen ----

function Header() {
  return (
    <header>
      {page.value === 'play' && (
        <button type="button" class="skip" onClick={() => stageCanvas()?.focus()}>
          Skip to the flock
        </button>
      )}
      <a class="mark" href="#">
        covey
      </a>
      <nav aria-label="Pages">
        {places.map(([hash, shown]) => (
          <a key={hash} href={`#${hash}`} aria-current={page.value === (hash || 'play') ? 'page' : undefined}>
            {shown}
          </a>
        ))}
        <a href="docs/index.html">Docs</a>
      </nav>
    </header>
  );
}

function Toolbar() {
  const state = viewer.state.value;
  const isRecorded = state?.recorded === true;
  const isFlat = state?.buttons['wall by clicks']?.idle === false;
  const draws = isOutlining(viewer);
  return (
    <div class="toolbar" role="toolbar" aria-label="Time, and what the pointer does">
      <button type="button" data-quick="pause" onClick={() => viewer.press('pause')}>
        {viewer.state.value?.runs === false ? 'Run' : 'Pause'}
      </button>
      {draws && (
        <button type="button" data-do="end-wall" onClick={() => endWall(viewer)}>
          End wall
        </button>
      )}
      {tools.filter((row) => !isRecorded || row.name === 'select' || row.name === 'move').map((row) => (
        <button key={row.name} type="button" title={row.text} aria-pressed={tool.value === row.name} data-tool={row.name} onClick={() => (tool.value = row.name)}>
          {row.shown}
        </button>
      ))}
      {!isRecorded && isFlat && (
        <button type="button" data-do="wall" aria-pressed={draws} title="Tap the corners of a wall, then end it" onClick={() => viewer.press('wall by clicks')}>
          {draws ? 'Drop wall' : 'Wall'}
        </button>
      )}
      {!isRecorded && (
        <button type="button" title="No obstacles and predators any more" onClick={() => viewer.press('clear')}>
          Clear
        </button>
      )}
    </div>
  );
}

function Keep() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <details class="section" open>
      <summary>keep and share</summary>
      <div class="row wrap">
        <button type="button" data-do="link" onClick={() => void copyLink()}>
          copy link
        </button>
        <button type="button" onClick={() => input.current?.click()}>
          open file
        </button>
        <button type="button" data-do="scenario" onClick={() => viewer.press('scenario')}>
          scenario
        </button>
        <button type="button" data-do="session" onClick={() => viewer.press('session')}>
          session
        </button>
        <button type="button" onClick={shoot}>
          picture
        </button>
        <button type="button" data-do="film" onClick={() => viewer.press('film')}>
          {wantsFilm.value ? 'end film' : 'film'}
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,.session,.csv,.xyz,.in"
        hidden
        data-do="file"
        aria-label="A scenario, a session, tracks, or a case of the assignment"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) void openFile(file);
          event.currentTarget.value = '';
        }}
      />
      {tables.value !== undefined && <p class="hint">covey {tables.value.versionText}</p>}
    </details>
  );
}

function Sheet() {
  const shape = viewer.shape.value;
  if (viewer.state.value?.shows_keys !== true || shape === undefined) return null;
  const rows = (list: { name: string; text: string }[]) => list.map((row) => [<dt key={row.name}>{row.name}</dt>, <dd key={`${row.name}-`}>{row.text}</dd>]);
  return (
    <div class="sheet" role="dialog" aria-label="Keys and mouse">
      <button type="button" class="close" onClick={() => viewer.press('keys (F1)')}>
        close
      </button>
      <dl>
        {rows(shape.mouse)}
        <dt>Shift + arrows</dt>
        <dd>move a cursor over the picture; Enter uses the tool there, Shift and Enter place the corner of a wall</dd>
        {rows(shape.keys.filter((row) => !['F1', 'Tab', 'Ctrl+Q'].includes(row.name)))}
      </dl>
    </div>
  );
}

/** Leaves a flock that is too large: the page is loaded again without it. */
function beginAnew() {
  history.replaceState(null, '', location.pathname);
  location.reload();
}

function Notices() {
  const said = engine.crashed.value || notice.value;
  const message = viewer.state.value?.message ?? '';
  const silence = engine.silence.value;
  return (
    <div class="notices" role="status">
      {silence > 0 && (
        <p class="notice">
          <span>One step takes more than {silence} s: this flock may be too large for a page.</span>
          <button type="button" data-do="give-up" onClick={beginAnew}>
            begin anew
          </button>
        </p>
      )}
      {said !== '' && (
        <p class="notice">
          <span>{said}</span>
          <button
            type="button"
            aria-label="Close the message"
            onClick={() => {
              notice.value = '';
              engine.crashed.value = '';
            }}
          >
            ×
          </button>
        </p>
      )}
      {message !== '' && said === '' && <p class="notice">{message}</p>}
    </div>
  );
}

/** A sentence for screen readers, every five seconds at most. */
function Live() {
  const [said, say] = useState('');
  useEffect(() => {
    const timer = setInterval(() => {
      if (viewer.state.value?.runs) say(describe(viewer.state.value, viewer.shape.value?.title ?? ''));
    }, 5000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="unseen" aria-live="polite">
      {said}
    </p>
  );
}

function Picker() {
  const list = tables.value?.presets ?? [];
  const now = viewer.shape.value?.name ?? '';
  return (
    <div class="choice">
      <label for="preset">preset</label>
      <select id="preset" value={now} onChange={(event) => (location.hash = `preset=${event.currentTarget.value}`)}>
        {!list.some((row) => row.name === now) && <option value={now}>{now.split('/').pop()}</option>}
        {list.map((row) => (
          <option key={row.name} value={row.name}>
            {row.title || row.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Play() {
  const [wide, widen] = useState(innerWidth > 700);
  return (
    <main class={wide ? 'play' : 'play narrow'}>
      <aside aria-label="Panel" class={wide ? 'panel' : 'panel folded'}>
        <button type="button" class="fold" aria-expanded={wide} onClick={() => widen(!wide)}>
          {wide ? 'Hide the panel' : 'Show the panel'}
        </button>
        {wide && (
          <Panel viewer={viewer}>
            <Picker />
          </Panel>
        )}
        {wide && viewer.state.value !== undefined && <Keep />}
        {wide && (
          <div class="row">
            <button type="button" onClick={() => viewer.press('keys (F1)')}>
              keys
            </button>
            <button type="button" onClick={() => viewer.setting('theme', isDark.value ? 0 : 1)}>
              {isDark.value ? 'light' : 'dark'}
            </button>
            <button type="button" onClick={() => void document.documentElement.requestFullscreen?.()}>
              full screen
            </button>
          </div>
        )}
      </aside>
      <div class="view">
        <h1 class="unseen">covey: flocks you can touch</h1>
        <Stage viewer={viewer} label="The flock. Keys: Space pauses, Shift and arrows move a cursor, Enter uses the tool there" />
        <Toolbar />
        <Sheet />
        {viewer.state.value !== undefined && <LargePlots viewer={viewer} state={viewer.state.value} />}
      </div>
    </main>
  );
}

function App() {
  const loaded = tables.value;
  let body: ComponentChildren = null;
  if (page.value === 'play') body = <Play />;
  else if (loaded === undefined) body = <main class="text">Loading …</main>;
  else if (page.value === 'presets') body = <main class="text wide"><h1>Presets</h1><Gallery tables={loaded} now={viewer.shape.value?.name ?? ''} dark={isDark.value} onPick={(name) => (location.hash = `preset=${name}`)} /></main>;
  else if (page.value === 'learn') body = <Learn engine={engine} number={Number(route.value.split('/')[1] ?? 0)} dark={isDark.value} />;
  else if (page.value === 'check') body = <Check engine={engine} dialects={loaded.dialects} />;
  else if (page.value === 'tracks') body = <TracksPage engine={engine} dark={isDark.value} />;
  else body = <Compare engine={engine} presets={loaded.presets} dark={isDark.value} />;
  return (
    <>
      <Header />
      {body}
      <Notices />
      <Live />
    </>
  );
}

// ---- Beginning ----

addEventListener('hashchange', () => void follow());
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  const [file] = files;
  if (file === undefined) return;
  if (page.value === 'tracks') dropped.value = file;
  else if (page.value === 'check') droppedOutputs.value = files;
  else if (page.value === 'play') void openFile(file);
  else notice.value = 'Files can be dropped on Play, Check and Your file.';
});
dark.addEventListener('change', () => viewer.setting('theme', dark.matches ? 1 : 0));
render(<App />, document.getElementById('app')!);
void engine.ready.then(async () => {
  await follow();
  tables.value = await engine.tables();
  document.documentElement.dataset['ready'] = 'yes';
});
void keepOffline(new URL('./sw.js', import.meta.url));
Object.assign(globalThis, { covey: { viewer, engine } }); // for the console
