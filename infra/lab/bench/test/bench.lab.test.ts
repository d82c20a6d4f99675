import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'naughty-list-bench-out-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('measures every row and writes the page, without names of this machine', () => {
  const out = join(folder, 'benchmarks.md');
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const tiny = ['--out', out, '--rounds', '1', '--seconds', '2', '--share', '0.02'];
  execFileSync(process.execPath, [main, ...tiny], { stdio: 'inherit' });
  const page = readFileSync(out, 'utf8');
  const rows = page.split('\n').filter((line) => /^\| (?!what|-)/.test(line));
  expect(rows.map((row) => row.split('|')[2]?.trim())).toEqual([
    ...Array(5).fill(expect.stringMatching(/^[\d,]+\/s \(p50 [\d.]+ ms, p99 [\d.]+ ms\)$/)),
    expect.stringMatching(/^[\d.]+ s later$/),
    ...Array(4).fill(expect.stringMatching(/^\d\.\d\d: [\d,]+\/s/)),
  ]);
  expect(page).not.toContain(folder);
});
