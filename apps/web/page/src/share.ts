// SPDX-License-Identifier: MIT
// Links that hold a scenario or a session, and files. Nothing leaves the machine: what stands behind
// the # of an address is not sent to a server.

/** Bytes through a stream that packs or unpacks them. Throws an Error beyond `most` bytes. */
export async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close());
  written.catch(() => undefined); // reported by the reader
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value as Uint8Array);
    size += (next.value as Uint8Array).length;
    if (size > most) {
      void reader.cancel();
      throw new Error('it holds more than it may');
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Bytes that a link may hold: a session of a long lesson has a tenth of it. */
const most = 4 << 20;

/** A text, deflated, as base64url. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), most);
  let plain = '';
  for (const byte of bytes) plain += String.fromCharCode(byte);
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Throws an Error with a sentence for a damaged link. */
export async function unpack(packed: string): Promise<string> {
  try {
    const plain = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(Uint8Array.from(plain, (letter) => letter.charCodeAt(0)), new DecompressionStream('deflate-raw'), most);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The link is damaged: a part of it is missing or was changed. Ask for it again, or for the file.');
  }
}

/** Hands a file over to be kept. */
export function download(name: string, bytes: Uint8Array | string | Blob): void {
  const blob = bytes instanceof Blob ? bytes : new Blob([bytes as BlobPart]);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** How files begin that the page cannot read, and what they are. */
const others: [string, string][] = [
  ['\x89PNG', 'a picture (PNG)'],
  ['\xff\xd8\xff', 'a picture (JPEG)'],
  ['GIF8', 'a picture (GIF)'],
  ['%PDF', 'a PDF'],
  ['\x89HDF', 'an HDF5 file, such as H5MD or SLEAP: covey view opens it, and covey convert makes a CSV of it'],
  ['\x93NUMPY', 'an array of numpy: covey convert makes a CSV of it'],
  ['PK\x03\x04', 'an archive (ZIP, NPZ): covey convert makes a CSV of an NPZ'],
  ['\x1f\x8b', 'packed by gzip: unpack it first'],
  ['SQLite format 3', 'a sweep of covey: covey sweep show opens it'],
];

/** The text of a file that somebody opens. Throws an Error with a sentence where the page cannot read it. */
export async function textOf(file: File): Promise<string> {
  if (file.size > 64 << 20) throw new Error(`${file.name} has ${Math.round(file.size / (1 << 20))} MB: the page reads files of at most 64 MB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const first = String.fromCharCode(...bytes.subarray(0, 16));
  const other = others.find(([begin]) => first.startsWith(begin))?.[1];
  const can = 'The page opens scenarios (YAML), sessions, cases, and tracks as CSV or extended XYZ.';
  if (other !== undefined) throw new Error(`${file.name} is ${other}. ${can}`);
  if (bytes.subarray(0, 4096).includes(0)) throw new Error(`${file.name} is no text. ${can}`);
  return new TextDecoder().decode(bytes);
}

/** Records a canvas until what it returns is called; then the film is handed over, or `fail` called with why not. */
export function film(canvas: HTMLCanvasElement, fail: (sentence: string) => void): (() => void) | undefined {
  if (typeof MediaRecorder !== 'function' || typeof canvas.captureStream !== 'function') return undefined;
  const type = ['video/mp4', 'video/webm;codecs=vp9', 'video/webm'].find((name) => MediaRecorder.isTypeSupported(name));
  const recorder = new MediaRecorder(canvas.captureStream(30), { ...(type !== undefined ? { mimeType: type } : {}), videoBitsPerSecond: 8e6 });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  recorder.onerror = () => fail('The browser could not record the film.');
  recorder.onstop = () => {
    const blob = new Blob(parts, { type: recorder.mimeType });
    if (blob.size > 0) download(`flock.${recorder.mimeType.includes('mp4') ? 'mp4' : 'webm'}`, blob);
    else fail('The film has no picture: let it run a little longer.');
  };
  recorder.start(1000);
  return () => recorder.stop();
}
