import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { countsLine } from './counts.mjs';
import { ensureInstalled } from './install.mjs';
import { run as runProgram } from './run.mjs';

/** Runs the tests, all or those of the given files; the last line says how many passed and failed. */
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
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-report-'));
  const report = join(folder, 'report.json');
  try {
    const { code } = await runProgram(
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
      { show: true },
    );
    const counts = readCounts(report);
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return { code: counts.failed > 0 && code === 0 ? 1 : code, counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // A file that could not even be loaded has no tests to count, and yet it failed.
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      skipped: numPendingTests + (numTodoTests ?? 0),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
