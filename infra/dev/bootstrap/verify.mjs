import { ensureBuilt, ensureInstalled, node24, run as runProgram } from './prepare.mjs';
import { countsLine, runTests } from './test.mjs';

const sources = ['apps', 'services', 'packages', 'infra'];

const checks = [
  ['format, lint and order of imports', ['biome', 'check', '--error-on-warnings', '.']],
  ['import rules', [node24, 'infra/dev/checks/imports.mjs', ...sources]],
  ['types', ['tsc']],
  ['types of the web app', ['tsc', '-p', 'apps/web']],
  ['dead code', ['knip']],
  ['paths and commands in the docs', [node24, 'infra/dev/checks/docs.mjs']],
  ['no machine-specific paths', [node24, 'infra/dev/checks/machine.mjs']],
  ['dependencies', [node24, 'infra/dev/checks/audit.mjs']],
];

/** Exit code of the last check when the registry's advisory endpoint is not available; its output says so. */
const NOT_ASKED = 2;

/** Runs every check and then the tests, with one line per result; `--checks-only` skips the tests. */
export async function run(args) {
  await ensureInstalled();
  await ensureBuilt();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, command] of checks) {
    const started = Date.now();
    const { code, output } = await runProgram(command);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const isOk = code === 0 || code === NOT_ASKED;
    if (code !== 0) process.stdout.write(output);
    console.log(`${isOk ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    counts[isOk ? 'passed' : 'failed'] += 1;
  }
  // A report: how big the product is fails nothing.
  await runProgram([node24, 'infra/dev/checks/count.mjs'], { show: true });
  if (!args.includes('--checks-only')) {
    const tests = await runTests([]);
    for (const kind of Object.keys(counts)) counts[kind] += tests.counts[kind];
    console.log(`${tests.code === 0 ? 'ok    ' : 'FAILED'} tests (${countsLine(tests.counts)})`);
  }
  console.log(countsLine(counts));
  return counts.failed === 0 ? 0 : 1;
}
