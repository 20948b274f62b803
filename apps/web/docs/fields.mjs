// SPDX-License-Identifier: MIT
// What the index of the search holds: the build makes it, pages read it.
export const fields = {
  fields: ['heading', 'text'],
  storeFields: ['page', 'heading', 'begin'],
  searchOptions: { boost: { heading: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
