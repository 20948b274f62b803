// SPDX-License-Identifier: MIT
// Judges answers to the formal assignment: an output that is pasted, outputs of all cases, or a function in JavaScript.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Case, Report } from '../../package/src/covey.js';
import type { Dialect } from '../../package/src/tables.js';
import { Refused, type Engine } from './engine.js';
import { foreign } from './language.js';
import { droppedOutputs, Outputs } from './outputs.js';
import { Trace } from './trace.js';

const limit = 5; // s
const mostBytes = 16 << 20; // of a file that is pasted

const example = `// agents: a list of {x, y, vx, vy}; parameters: r_c, r_s, F_Smax, r_a, K_c, K_s, K_a, N.
// Return the agents after the time step dt.
function step(agents, parameters, dt) {
  return agents.map((a) => ({ x: a.x + a.vx * dt, y: a.y + a.vy * dt, vx: a.vx, vy: a.vy }));
}
`;

/** The code as a worker: its own text is the script, so that nothing is evaluated; the policy of this page
 * holds in it, and student.js, which runs first, takes away what is not the language. */
function workerOf(code: string): Worker {
  const runner = JSON.stringify(new URL('./student.js', import.meta.url).href);
  const text = `import { take as giveItToCovey } from ${runner}; ${code}\n;giveItToCovey(typeof step === 'function' ? step : undefined);`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  setTimeout(() => URL.revokeObjectURL(url), 1000 * limit);
  return worker;
}

/** What a worker may say: one message of outputs, or a sentence. */
function told(data: unknown, count: number): string[] {
  const { outputs, failure } = Object(data) as { outputs?: unknown; failure?: unknown };
  if (Array.isArray(outputs) && outputs.length === count && outputs.every((text) => typeof text === 'string')) return outputs as string[];
  throw new Error(typeof failure === 'string' ? failure.slice(0, 1000) : 'step() failed');
}

/** Runs code over inputs; ends it after the limit, or with its first message. */
function runStudent(code: string, inputs: string[]): Promise<string[]> {
  const worker = workerOf(code);
  return new Promise<string[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`step() was ended after ${limit} seconds: is there a loop that does not end?`)), limit * 1000);
    const end = (work: () => string[]) => {
      clearTimeout(timer);
      worker.onmessage = null;
      worker.terminate();
      try {
        resolve(work());
      } catch (error) {
        reject(error as Error);
      }
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => end(() => told(data, inputs.length));
    worker.onerror = (event) => {
      event.preventDefault(); // it is reported below
      end(() => {
        throw new Error(`${(event.message || 'The code is no JavaScript').slice(0, 1000)}${event.lineno > 0 ? ` (line ${event.lineno})` : ''}`);
      });
    };
    worker.postMessage({ inputs });
  }).finally(() => worker.terminate());
}

/** The frames of an output: places of agents, four numbers each. */
function frames(output: string, agents: number): number[][] {
  const numbers = output.trim().split(/\s+/).map(Number);
  const all: number[][] = [];
  for (let at = 0; at < numbers.length && agents > 0; at += 4 * agents) all.push(numbers.slice(at, at + 4 * agents));
  return all;
}

interface First {
  step: number;
  agent: number;
}

/** Theirs and ours side by side at the first wrong agent. */
function Pictures({ input, theirs, ours, first }: { input: string; theirs: string; ours: string; first: First }) {
  const agents = Number(input.trim().split(/\s+/)[7]);
  const both = [frames(theirs, agents)[first.step - 1] ?? [], frames(ours, agents)[first.step - 1] ?? []];
  const all = both.flat().filter((_, k) => k % 4 < 2);
  const xs = all.filter((value, k) => k % 2 === 0 && Number.isFinite(value));
  const ys = all.filter((value, k) => k % 2 === 1 && Number.isFinite(value));
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const size = Math.max(high - low, top - bottom, 1) * 1.3;
  const [left, upper] = [(low + high - size) / 2, (bottom + top - size) / 2];
  const dart = (numbers: number[], k: number) => {
    const [x = 0, y = 0, vx = 0, vy = 0] = numbers.slice(4 * k, 4 * k + 4);
    const s = size / 18;
    const angle = (Math.atan2(vy, vx) * 180) / Math.PI;
    const moves = `translate(${x} ${y}) rotate(${angle}) scale(${s})`;
    return <path key={k} d="M.6 0L-.4 .32L-.2 0L-.4-.32Z" transform={moves} class={k === first.agent - 1 ? 'wrong' : undefined} />;
  };
  return (
    <div class="sides">
      {both.map((numbers, side) => (
        <figure key={side}>
          <svg viewBox={`${left} ${upper} ${size} ${size}`} class="frame" role="img" aria-label={`${side === 0 ? 'Your' : 'The right'} agents after step ${first.step}`}>
            <g transform={`matrix(1 0 0 -1 0 ${2 * upper + size})`}>{Array.from({ length: Math.floor(numbers.length / 4) }, (_, k) => dart(numbers, k))}</g>
          </svg>
          <figcaption>
            {side === 0 ? 'yours' : 'right'}, step {first.step}; agent {first.agent} is marked
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

interface Verdict {
  report: Report;
  dialect: string;
  /** Cases that no output was given for. */
  missing: number;
  pictures?: { input: string; theirs: string; ours: string; first: First };
}

function firstOf(report: Report): (First & { name: string }) | undefined {
  const found = report.json['first'] as { case: string; step: number; agent: number } | undefined;
  return found !== undefined ? { name: found.case, step: found.step, agent: found.agent } : undefined;
}

function Shown({ engine, verdict }: { engine: Engine; verdict: Verdict }) {
  const { report, missing, pictures } = verdict;
  const isRight = report.passed && missing === 0;
  return (
    <section aria-label="Verdict">
      <p class={report.passed ? 'verdict good' : 'verdict bad'} data-verdict={isRight ? 'right' : report.passed ? 'part' : 'wrong'}>
        {isRight ? 'All is right.' : report.passed ? `All is right so far; ${missing} ${missing === 1 ? 'output is' : 'outputs are'} missing.` : 'Not right yet.'}
      </p>
      <pre tabIndex={0} aria-label="Report">
        {report.text.trim()}
      </pre>
      {report.drawing !== '' && <div class="drawing" dangerouslySetInnerHTML={{ __html: report.drawing }} />}
      {pictures !== undefined && <Pictures {...pictures} />}
      {pictures !== undefined && <Trace engine={engine} input={pictures.input} dialect={verdict.dialect} first={pictures.first} />}
    </section>
  );
}

function FileButton({ id, onText }: { id: string; onText(text: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        from a file
      </button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        aria-label="A file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined && file.size <= mostBytes) void file.text().then(onText);
          else if (file !== undefined) onText(`${file.name} is too large: it has more than ${mostBytes >> 20} MB`);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

const modes = { output: 'one output of a program', all: 'the outputs of all cases', code: 'a function in JavaScript' };
type Mode = keyof typeof modes;

export function Check({ engine, dialects }: { engine: Engine; dialects: Dialect[] }) {
  const [mode, setMode] = useState<Mode>('output');
  const isDropped = droppedOutputs.value.length > 0;
  useEffect(() => {
    if (isDropped) setMode('all');
  }, [isDropped]);
  const [dialect, setDialect] = useState(dialects[0]?.name ?? 'text');
  const [cases, setCases] = useState<Case[]>([]);
  const [input, setInput] = useState('');
  const [output, setOutput] = useState('');
  const [code, setCode] = useState(example);
  const [verdict, setVerdict] = useState<Verdict | undefined>();
  const [said, say] = useState('');
  useEffect(() => {
    void engine.cases(dialect).then((list) => {
      setCases(list);
      setInput((now) => now || (list[0]?.input ?? ''));
    });
  }, [dialect]);

  const guarded = (work: () => Promise<void>) => {
    say('');
    setVerdict(undefined);
    work().catch((error: unknown) => say(error instanceof Refused ? error.failure.report || error.message : (error as Error).message));
  };
  const judge = () =>
    guarded(async () => {
      const report = await engine.check(input, output, { dialect });
      const first = firstOf(report);
      setVerdict({ report, dialect, missing: 0, ...(first !== undefined ? { pictures: { input, theirs: output, ours: await engine.formal(input, { dialect }), first } } : {}) });
    });
  const judgeAll = async (outputs: (string | undefined)[]) => {
    const report = await engine.checkCases(outputs, { dialect });
    const first = firstOf(report);
    const k = cases.findIndex((row) => row.name === first?.name);
    const found = cases[k];
    const missing = outputs.filter((text) => text === undefined).length;
    setVerdict({ report, dialect, missing, ...(first !== undefined && found !== undefined ? { pictures: { input: found.input, theirs: outputs[k] ?? '', ours: found.expected, first } } : {}) });
  };
  const judgeCode = () =>
    guarded(async () => {
      const language = foreign(code);
      if (language !== undefined) {
        setMode('all');
        throw new Error(`This is ${language}: a browser runs JavaScript alone, so such a program is judged by its outputs only. Download the inputs, run your program on each, and drop the outputs here.`);
      }
      await judgeAll(await runStudent(code, cases.map((row) => row.input)));
    });

  return (
    <main class="text wide">
      <h1>Check</h1>
      <p>
        Is your answer to the formal assignment right, and if not, which mistake is it? Nothing leaves this machine.
      </p>
      <div class="row wrap" role="group" aria-label="What is judged">
        {(Object.keys(modes) as Mode[]).map((name) => (
          <button key={name} type="button" aria-pressed={mode === name} data-mode={name} onClick={() => setMode(name)}>
            {modes[name]}
          </button>
        ))}
      </div>
      <div class="choice">
        <label for="dialect">rules</label>
        <select id="dialect" value={dialect} onChange={(event) => setDialect(event.currentTarget.value)}>
          {dialects.map((row) => (
            <option key={row.name}>{row.name}</option>
          ))}
        </select>
      </div>
      {mode === 'all' && <Outputs key={dialect} cases={cases} onJudge={(outputs) => guarded(() => judgeAll(outputs))} onFailure={say} />}
      {mode === 'output' && (
        <>
          <div class="choice">
            <label for="case">case</label>
            <select
              id="case"
              onChange={(event) => {
                const found = cases.find((row) => row.name === event.currentTarget.value);
                if (found !== undefined) setInput(found.input);
              }}
            >
              {cases.map((row) => (
                <option key={row.name} value={row.name} title={row.about}>
                  {row.name}
                </option>
              ))}
            </select>
          </div>
          <div class="sides">
            <div class="field">
              <label for="input">input</label>
              <textarea id="input" spellcheck={false} rows={12} value={input} onInput={(event) => setInput(event.currentTarget.value)} />
              <FileButton id="input-file" onText={setInput} />
            </div>
            <div class="field">
              <label for="output">output of your program</label>
              <textarea id="output" spellcheck={false} rows={12} value={output} onInput={(event) => setOutput(event.currentTarget.value)} />
              <FileButton id="output-file" onText={setOutput} />
            </div>
          </div>
          <button type="button" class="main" data-do="check" onClick={judge}>
            Check the output
          </button>
        </>
      )}
      {mode === 'code' && (
        <>
          <div class="field">
            <label for="code">step(agents, parameters, dt)</label>
            <textarea id="code" spellcheck={false} rows={16} value={code} onInput={(event) => setCode(event.currentTarget.value)} />
          </div>
          <button type="button" class="main" data-do="check-code" onClick={judgeCode}>
            Check the function on {cases.length} cases
          </button>
        </>
      )}
      {said !== '' && (
        <pre class="bad" role="alert">
          {said}
        </pre>
      )}
      {verdict !== undefined && <Shown engine={engine} verdict={verdict} />}
      <details class="section">
        <summary>the rules of {dialect}</summary>
        <pre tabIndex={0} aria-label="Rules">
          {dialects.find((row) => row.name === dialect)?.rules}
        </pre>
      </details>
    </main>
  );
}
