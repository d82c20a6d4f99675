import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Results } from '@naughty-list/bench/report/results';
import { hasRedis } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, expect, it } from 'vitest';

const out = mkdtempSync(join(tmpdir(), 'naughty-list-bench-out-'));
const read = (path: string) => readFileSync(join(out, path), 'utf8');

beforeAll(() => {
  const only = 'list,search,pages,jobs,footprint,growth';
  const tiny = `--only ${only} --rounds 1 --seconds 0.1 --effort 3 --reports 1000 --sizes 200,1000`.split(
    ' ',
  );
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  execFileSync(process.execPath, [main, `--out=${out}`, ...tiny], { stdio: 'inherit' });
});
afterAll(() => rmSync(out, { recursive: true }));

it('measures every section, and every figure is one', () => {
  const results = JSON.parse(read('infra/bench/results.json')) as Results;
  const counts = Object.fromEntries(Object.entries(results).map(([name, { rows }]) => [name, rows.length]));
  expect(counts).toEqual({ list: 4, search: 8, pages: 4, jobs: hasRedis ? 6 : 3, footprint: 6, growth: 2 });
  for (const { rows } of Object.values(results)) {
    for (const { ratio } of rows) {
      expect(ratio.lowest).toBeGreaterThan(0);
      expect(ratio.median).toBeGreaterThanOrEqual(ratio.lowest);
      expect(ratio.highest).toBeGreaterThanOrEqual(ratio.median);
      expect(Number.isFinite(ratio.highest)).toBe(true);
    }
  }
});

it('writes the table and the plot, without names of this machine', () => {
  const page = read('docs/benchmarks.md');
  for (const what of [
    'list of 1,000 reports',
    'search in 1,000 reports',
    'page load of `/`',
    'verifications',
  ]) {
    expect(page).toContain(`| ${what}`);
  }
  expect(page).toContain('--rounds 1 --seconds 0.1 --effort 3');
  expect(page).not.toContain(out);
  expect(existsSync(join(out, 'docs/images/cost-by-size.svg'))).toBe(true);
  expect(read('docs/images/cost-by-size.svg')).toContain('<polyline');
});
