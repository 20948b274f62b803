// SPDX-License-Identifier: MIT
import type { Options } from 'minisearch';
export const fields: Options<{ id: string; page: string; heading: string; text: string; begin: string }>;
