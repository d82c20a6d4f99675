import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profiles } from '@naughty-list/bench/profile/profiles';
import type { Results } from '@naughty-list/bench/report/results';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { hasRedis } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, expect, it } from 'vitest';

const out = mkdtempSync(join(tmpdir(), 'naughty-list-bench-out-'));
const read = (path: string) => readFileSync(join(out, path), 'utf8');

/** Has taken more than five minutes beside four other test runs. */
const A_BUSY_MACHINE_MS = 20 * 60_000;
const tiny = '--rounds 1 --seconds 0.1 --effort 3 --reports 1000 --sizes 200,1000'.split(' ');
const bench = (...args: string[]) => {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  execFileSync(process.execPath, [main, `--out=${out}`, ...tiny, ...args], { stdio: 'inherit' });
};

beforeAll(() => {
  bench('--only', 'list,search,pages,submissions,cases,ledger,jobs,footprint,growth');
  const scenes = ['reports, 1 letter', 'verifications, jobs in PostgreSQL'];
  // CPU time has a resolution of 10 ms, so shorter runs show nothing.
  const longer = ['--seconds', '1', '--effort', '20'];
  bench('--profiles', '--only', 'search,jobs', ...longer, ...scenes.flatMap((scene) => ['--scene', scene]));
}, A_BUSY_MACHINE_MS);
afterAll(() => rmSync(out, { recursive: true }));

it('measures every section, and every figure is one', () => {
  const results = JSON.parse(read('infra/lab/bench/results.json')) as Results;
  const counts = Object.fromEntries(Object.entries(results).map(([name, { rows }]) => [name, rows.length]));
  expect(counts).toEqual({
    list: 6,
    search: 9,
    pages: 4,
    submissions: 1,
    cases: 2,
    ledger: 5,
    jobs: hasRedis ? 6 : 3,
    footprint: 6,
    growth: 2,
  });
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

it('looks into the loads that were asked for, and into no others', () => {
  const profiles = JSON.parse(read('infra/lab/bench/profiles.json')) as Profiles;
  expect(Object.keys(profiles)).toEqual([
    'search in 1,000 reports, 1 letter',
    'verifications, jobs in PostgreSQL',
  ]);
  for (const { cpu, processes, reference } of Object.values(profiles)) {
    expect(cpu.length).toBeGreaterThan(0);
    for (const { summary } of cpu) {
      const tenths = summary.categories.map(({ percent }) => Math.round(percent * 10));
      expect(tenths.reduce((sum, each) => sum + each, 0)).toBe(1_000);
      expect(summary.functions.length).toBeGreaterThan(0);
    }
    expect(processes.map(({ name }) => name)).toContain('PostgreSQL');
    expect(reference?.processes.length).toBeGreaterThan(0);
  }
});

it('counts statements and commits, and shows the plans of what a search runs', () => {
  const profiles = JSON.parse(read('infra/lab/bench/profiles.json')) as Profiles;
  const verification = profiles['verifications, jobs in PostgreSQL']?.database;
  // Moving the job to the finished ones, and the verdict: with fewer commits a crash would lose work.
  expect(verification?.commits).toBeGreaterThan(1);
  expect(verification?.syncMs).toBeGreaterThan(0);
  expect(verification?.list.map(({ text }) => text).join()).toContain('evidence');
  const search = profiles['search in 1,000 reports, 1 letter'];
  expect(search?.database.statements).toBeGreaterThanOrEqual(1);
  // The plan of the search itself, the last one, and those within its function.
  expect(search?.plans.length).toBeGreaterThan(1);
  expect(search?.plans.at(-1)).toContain('Function Scan on search_report_ids');
  expect(search?.plans.join('\n')).toContain('Buffers: shared hit=');
});

it('writes the profiles without names of this machine, and quotes them below the table', () => {
  const page = read('.data/bench/profiles.md');
  expect(page).toContain('## verifications, jobs in PostgreSQL');
  expect(page).not.toContain(out);
  expect(page).not.toContain(REPOSITORY);
  expect(page).not.toMatch(/file:|node_modules/);
  expect(read('docs/benchmarks.md')).toContain('load average');
});
