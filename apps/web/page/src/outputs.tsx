// SPDX-License-Identifier: MIT
// All cases at once: their inputs to take away, and the outputs of a program in any language.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Case } from '../../package/src/covey.js';
import { download } from './share.js';
import { readZip, writeZip, type Entry } from './zip.js';

const mostBytes = 16 << 20; // of all outputs

/** Files that were dropped anywhere while this page is shown. */
export const droppedOutputs = signal<File[]>([]);

/** All files, those of archives among them. */
async function filesOf(files: File[]): Promise<Entry[]> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > mostBytes) throw new Error(`These files have ${Math.ceil(size / (1 << 20))} MB: the page takes at most ${mostBytes >> 20} MB.`);
  const all: Entry[] = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
    all.push(...(isArchive ? await readZip(bytes, mostBytes) : [{ name: file.name, bytes }]));
  }
  return all.filter(({ name }) => !/(^|\/)(\.|__MACOSX)/.test(name) && !/\.in$/i.test(name));
}

/** The case that the name of a file means: "worked.out", "out/worked.txt", "my-worked-output". */
export function caseOf(path: string, names: string[]): string | undefined {
  const name = path.split(/[/\\]/).pop()!.toLowerCase();
  const means = (wanted: string) => new RegExp(`(^|[^a-z0-9])${wanted.toLowerCase()}($|[^a-z0-9])`).test(name);
  return names.filter(means).sort((a, b) => b.length - a.length)[0];
}

interface Found {
  outputs: Map<string, string>;
  strange: string[];
}

export function Outputs({ cases, onJudge, onFailure }: { cases: Case[]; onJudge(outputs: (string | undefined)[]): void; onFailure(sentence: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Found>({ outputs: new Map(), strange: [] });
  const names = cases.map((row) => row.name);
  const take = async (files: File[]) => {
    const outputs = new Map(found.outputs);
    const strange: string[] = [];
    for (const { name, bytes } of await filesOf(files)) {
      const meant = caseOf(name, names);
      if (meant !== undefined) outputs.set(meant, new TextDecoder().decode(bytes));
      else strange.push(name);
    }
    setFound({ outputs, strange });
    if (outputs.size === 0) throw new Error('None of these files is named after a case: save the output of worked.in as worked.out.');
    onJudge(names.map((name) => outputs.get(name)));
  };
  const takeOrSay = (files: File[]) => void take(files).catch((error: unknown) => onFailure((error as Error).message));
  const dropped = droppedOutputs.value;
  useEffect(() => {
    if (dropped.length === 0 || cases.length === 0) return;
    droppedOutputs.value = [];
    takeOrSay(dropped);
  }, [dropped, cases]);
  const missing = names.filter((name) => !found.outputs.has(name));
  return (
    <>
      <ol>
        <li>
          <button type="button" data-do="inputs" onClick={() => download('covey-cases.zip', writeZip(cases.map((row) => ({ name: `${row.name}.in`, text: row.input }))))}>
            Download the {cases.length} inputs
          </button>
        </li>
        <li>Run your program with each file as its standard input, and save what it prints under the same name: of worked.in as worked.out.</li>
        <li>
          Drop all outputs on this page, as files or as one zip, or{' '}
          <button type="button" onClick={() => input.current?.click()}>
            choose them
          </button>
        </li>
      </ol>
      <input
        ref={input}
        id="outputs"
        type="file"
        multiple
        hidden
        aria-label="Outputs"
        onChange={(event) => {
          takeOrSay([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {found.outputs.size > 0 && (
        <p data-told="outputs">
          Outputs of {found.outputs.size} of {names.length} cases are here{missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}.
          {found.strange.length > 0 && ` Not named after a case: ${found.strange.slice(0, 5).join(', ')}${found.strange.length > 5 ? ', …' : ''}.`}
        </p>
      )}
    </>
  );
}
