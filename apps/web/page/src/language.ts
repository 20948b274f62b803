// SPDX-License-Identifier: MIT
// The language of code that somebody pastes, as far as the page must know it: it runs JavaScript alone.

/** What no line of JavaScript is, outside comments. */
const signs: [string, RegExp][] = [
  ['Java', /\bpublic\s+(static|class|final|record)\b|^\s*import\s+java\b/m],
  ['C#', /^\s*using\s+System\b|\bstatic\s+void\s+Main\b/m],
  ['Rust', /\bfn\s+\w+\s*(<[^>]*>)?\s*\(|\blet\s+mut\b/],
  ['Go', /^\s*package\s+\w+\s*$|^\s*func\s+\w+\s*\(/m],
  ['C or C++', /^[ \t]*#[ \t]*(include|define|pragma)\b|\bint\s+main\s*\(|\bstd::|^\s*using\s+namespace\b|^\s*(double|float|void|struct)\s+\w+\s*[({=;]/m],
  ['Python', /^[ \t]*(def|class)\b[^\n{]*:[ \t]*(#.*)?$|^[ \t]*(for|while|if|elif)\b[^\n{]*:[ \t]*(#.*)?$|^[ \t]*(import|from)\s+[\w.]+(\s+as\s+\w+)?(\s+import\b.*)?[ \t]*$/m],
];

/** The language of code that is not JavaScript, or undefined. */
export function foreign(code: string): string | undefined {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/\/\/.*$/gm, '').replace(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g, '""');
  return signs.find(([, sign]) => sign.test(bare))?.[0];
}
