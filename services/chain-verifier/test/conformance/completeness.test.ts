import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LEAST_TRANSACTIONS, plannedTransactions } from './runs.ts';

/** The number of cases in each section of cases.md. */
const SECTIONS = { A: 29, B: 39, C: 22, D: 34 };
const ids = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}${String(index + 1).padStart(2, '0')}`),
);

const here = fileURLToPath(new URL('.', import.meta.url));
const files = [here, `${here}../`, `${here}../../src/watch/`].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && name !== 'completeness.test.ts')
    .map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8') })),
);

/**
 * Where each case is proved: `conformance('A01', …)`, or a test (or a row of `it.each`) whose name starts with the
 * number. `further` tests do not count.
 */
function proofs(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, text } of files)
    for (const [, byCall, byName] of text.matchAll(
      /\bconformance\(\s*'([A-D]\d\d)'|['"`]([A-D]\d\d) (?=[^'"`])/g,
    )) {
      const id = byCall ?? byName ?? '';
      found.set(id, [...(found.get(id) ?? []), name]);
    }
  return found;
}

describe('the conformance suite', () => {
  test('proves every case of cases.md once, under its number', () => {
    const found = proofs();
    const counts = Object.entries(SECTIONS).map(([section, count]) => {
      const proved = ids.filter((id) => id.startsWith(section) && found.has(id)).length;
      return `${section} ${proved} of ${count}`;
    });
    console.log(
      `conformance cases: ${counts.join(', ')}; ${ids.filter((id) => found.has(id)).length} in all`,
    );
    expect(ids).toHaveLength(124);
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
    expect([...found].filter(([id, where]) => where.length > 1 || !ids.includes(id))).toEqual([]);
  });

  const cases = `${here}../../../../../shared/verifier/cases.md`;
  test.skipIf(!existsSync(cases))('knows of no fewer cases than cases.md', () => {
    const listed = [...readFileSync(cases, 'utf8').matchAll(/^\| ([A-D]\d\d) \|/gm)].map(([, id]) => id);
    expect(listed).toEqual(ids);
  });

  test('puts at least 10,000 random and hostile transactions to the judge in every run', () => {
    console.log(`conformance: ${plannedTransactions} random and hostile transactions`);
    expect(plannedTransactions).toBeGreaterThanOrEqual(LEAST_TRANSACTIONS);
  });

  test('runs whole: no test of it is left out', () => {
    const left = files.filter(({ text }) =>
      /\b(test|it|describe|conformance)\.(skip|only|todo)\b/.test(text),
    );
    expect(left.map(({ name }) => name)).toEqual([]);
  });
});

describe('docs/attacks.md', () => {
  const document = readFileSync(`${here}../../../../docs/attacks.md`, 'utf8');
  const rows = document
    .split('\n')
    .filter((line) => /^\|(?!-)/.test(line.replaceAll(' ', '')) && !/\|\s*test\s*\|$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  test('names for every attack what it is, what stops it and a test', () => {
    expect(rows.length).toBeGreaterThan(50);
    for (const cells of rows)
      expect(
        cells.filter((cell) => cell !== ''),
        cells.join('|'),
      ).toHaveLength(3);
  });

  test('names only tests that exist', () => {
    const found = proofs();
    for (const [, , , tests = ''] of rows) {
      for (const [id] of tests.matchAll(/\b[A-D]\d\d\b/g)) expect(found.has(id), id).toBe(true);
      const quoted = [...tests.matchAll(/"([^"]+)" in `([^`]+)`/g)];
      for (const [, title = '', file] of quoted) expect(textOf(file), `${title} in ${file}`).toContain(title);
      for (const [, file] of tests.matchAll(/`([^`]+\.ts)`/g)) expect(textOf(file), file).not.toBe('');
      expect(tests).toMatch(/\b[A-D]\d\d\b|`[^`]+\.test\.ts`|recorded \d+/);
    }
  });

  test('omits no case that an attacker could try', () => {
    const named = new Set(document.match(/\b[A-D]\d\d\b/g));
    expect(ids.filter((id) => !named.has(id))).toEqual([]);
  });
});

/** A test of this service by its name, or one elsewhere by its path from the root. */
function textOf(file: string | undefined): string {
  const elsewhere = file && new URL(`../../../../${file}`, import.meta.url);
  if (elsewhere && existsSync(elsewhere)) return readFileSync(elsewhere, 'utf8');
  return files.find(({ name }) => name === file?.split('/').at(-1))?.text ?? '';
}
