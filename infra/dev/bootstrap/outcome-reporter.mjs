import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Writes the result of a test run as JSON to the file named by `TEST_OUTCOME_FILE`: the numbers of passed, failed and
 * skipped tests, the duration of each file, and the names and errors of tests that failed or passed only on retry.
 * Prints the time to the first result, which on a fresh clone is mostly installing and building.
 */
export default class OutcomeReporter {
  #hasResult = false;

  onTestModuleEnd() {
    if (!this.#hasResult)
      console.log(`First test result ${process.uptime().toFixed(0)} s after the test runner started`);
    this.#hasResult = true;
  }

  onTestRunEnd(modules) {
    const outcome = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [], files: [] };
    for (const module of modules) {
      const { duration, collectDuration } = module.diagnostic();
      outcome.files.push({ name: module.relativeModuleId, ms: duration + collectDuration });
      const failedBefore = outcome.failed;
      for (const test of module.children.allTests()) count(outcome, test, module);
      // A file that failed to load or set up has no failed test, but counts as failed.
      if (module.state() === 'failed' && outcome.failed === failedBefore) {
        outcome.failed += 1;
        outcome.failures.push(describe(module.relativeModuleId, module.errors()));
      }
    }
    writeFileSync(process.env.TEST_OUTCOME_FILE, JSON.stringify(outcome));
  }
}

function count(outcome, test, module) {
  const { state, errors } = test.result();
  const told = describe(`${module.relativeModuleId}: ${test.fullName}`, errors);
  if (state === 'failed') outcome.failures.push(told);
  else if (test.diagnostic()?.flaky) outcome.unsteady.push(told);
  outcome[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
}

const LONGEST = 300;

/** The name of what failed and, below it, the first line of the first error and its location. */
function describe(name, [error] = []) {
  if (!error) return name;
  const [line] = stripVTControlCharacters(`${error.name ?? 'Error'}: ${error.message}`).split('\n');
  const [at] = error.stacks ?? [];
  const where = at ? ` (${relative(process.cwd(), at.file)}:${at.line})` : '';
  return `${name}\n    ${line.slice(0, LONGEST)}${where}`;
}
