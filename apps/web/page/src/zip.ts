// SPDX-License-Identifier: MIT
// Archives of texts: written as they are, read as they are or deflated, which is all that programs
// which pack a few files make.
import { through } from './share.js';

export interface Entry {
  name: string;
  bytes: Uint8Array;
}

/** The signatures of an entry, of its line in the list at the end, and of that end. */
const [local, line, end] = [0x04034b50, 0x02014b50, 0x06054b50];

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Fields of 2 and 4 bytes, the low byte first: [size, value] each. */
function fields(...rows: [2 | 4, number][]): Uint8Array {
  const bytes = new Uint8Array(rows.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of rows) for (let k = 0; k < size; k++) bytes[at++] = value >>> (8 * k);
  return bytes;
}

/** An archive of texts, of the first day that the format knows: the same texts give the same bytes. */
export function writeZip(texts: { name: string; text: string }[]): Blob {
  const body: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  const sizeOf = (parts: Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);
  for (const { name, text } of texts) {
    const [path, bytes] = [new TextEncoder().encode(name), new TextEncoder().encode(text)];
    const shared: [2 | 4, number][] = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, path.length], [2, 0]];
    list.push(fields([4, line], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, sizeOf(body)]), path);
    body.push(fields([4, local], ...shared), path, bytes);
  }
  const count = texts.length;
  const tail = fields([4, end], [2, 0], [2, 0], [2, count], [2, count], [4, sizeOf(list)], [4, sizeOf(body)], [2, 0]);
  return new Blob([...body, ...list, tail] as BlobPart[], { type: 'application/zip' });
}

/** The files of an archive. Throws an Error with a sentence for a damaged one, and beyond `most` bytes. */
export async function readZip(bytes: Uint8Array, most: number): Promise<Entry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries: Entry[] = [];
  try {
    let last = bytes.length - 22;
    while (view.getUint32(last, true) !== end) last--;
    let at = view.getUint32(last + 16, true);
    let left = most;
    for (let count = view.getUint16(last + 10, true); count > 0; count--) {
      if (view.getUint32(at, true) !== line) throw new Error('no line of the list');
      const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const [path, extra, note] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [number, number, number];
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + path));
      const from = view.getUint32(at + 42, true);
      const begin = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
      const kept = bytes.subarray(begin, begin + packed);
      if (method !== 0 && method !== 8) throw new Error('another method');
      const whole = method === 0 ? kept : await through(kept, new DecompressionStream('deflate-raw'), left);
      left -= whole.length;
      if (left < 0) throw new Error('too much');
      if (!name.endsWith('/')) entries.push({ name, bytes: whole });
      at += 46 + path + extra + note;
    }
  } catch {
    throw new Error(`The archive cannot be read: it is damaged, or holds more than ${most >> 20} MB. Drop the files themselves.`);
  }
  return entries;
}
