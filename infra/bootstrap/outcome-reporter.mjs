import { writeFileSync } from 'node:fs';

/**
 * Writes what came of a test run to the file that `TEST_OUTCOME_FILE` names, as JSON: how many tests passed, failed and
 * were skipped, and the names of those that failed, or that passed at a second try only.
 */
export default class OutcomeReporter {
  onTestRunEnd(modules) {
    const outcome = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };
    for (const module of modules) {
      const failedBefore = outcome.failed;
      for (const test of module.children.allTests()) count(outcome, test, module);
      // A file that could not even be loaded, or set up, has no test that failed, and yet it failed.
      if (module.state() === 'failed' && outcome.failed === failedBefore) {
        outcome.failed += 1;
        outcome.failures.push(module.relativeModuleId);
      }
    }
    writeFileSync(process.env.TEST_OUTCOME_FILE, JSON.stringify(outcome));
  }
}

function count(outcome, test, module) {
  const { state } = test.result();
  const name = `${module.relativeModuleId}: ${test.fullName}`;
  if (state === 'failed') outcome.failures.push(name);
  else if (test.diagnostic()?.flaky) outcome.unsteady.push(name);
  outcome[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
}
