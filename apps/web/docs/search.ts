// SPDX-License-Identifier: MIT
// The search of the documentation: read when the first word is typed.
import MiniSearch from 'minisearch';
import { fields } from './fields.mjs';

/** A section: the address below the folder of the documentation, its page, its first words. */
export interface Hit {
  id: string;
  page: string;
  heading: string;
  begin: string;
}

let index: Promise<MiniSearch> | undefined;

export async function search(from: URL, words: string): Promise<Hit[]> {
  index ??= fetch(from).then(async (answer) => MiniSearch.loadJSON(await answer.text(), fields));
  return (await index).search(words) as unknown as Hit[];
}
