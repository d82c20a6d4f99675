import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtWebApp, elapsed, ensureBuilt, ensureInstalled, run as runProgram } from './prepare.mjs';

const outcomeReporter = fileURLToPath(new URL('./outcome-reporter.mjs', import.meta.url));

/** The line that ends every run of tests or checks. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Runs all tests, or those of the given files; the last line has the counts. */
export async function run(args) {
  await ensureInstalled();
  await ensureBuilt();
  const { code, counts } = await runTests(args);
  console.log(countsLine(counts));
  return code;
}

/**
 * @param {string[]} args further arguments for vitest
 * @returns exit code and counts; a run that broke without a failed test counts as one failure
 */
export async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-outcome-'));
  const outcomeFile = join(folder, 'outcome.json');
  try {
    const { code } = await runProgram(
      ['vitest', 'run', '--reporter=default', `--reporter=${outcomeReporter}`, ...args],
      { show: true, env: { TEST_OUTCOME_FILE: outcomeFile, TEST_WEB_ROOT: builtWebApp } },
    );
    const { failures, unsteady, files, ...counts } = readOutcome(outcomeFile);
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    tell(`Slowest files of ${files.length} (all of it: ${elapsed()})`, slowest(files));
    tell('Passed only on retry (fix these)', unsteady);
    tell('Failed', failures);
    return { code: counts.failed > 0 && code === 0 ? 1 : code, counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOutcome(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [], files: [] };
  }
}

const MOST_SHOWN = 12;

function slowest(files) {
  return files
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, MOST_SHOWN)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

function tell(title, names) {
  if (names.length > 0) console.log([`${title}:`, ...names.map((name) => `  ${name}`)].join('\n'));
}
