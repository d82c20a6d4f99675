import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import type { Outcome } from './driver.ts';
import { instrument, type Mutant } from './instrument.ts';

const USAGE = `npm run mutants -- [--files TEXT] [--sample NUMBER] [--seed NUMBER]

Changes the judge and the reader of answers in one place at a time, and runs their tests against each such mutant.
  --files   only files whose path contains this text, or one of several (a,b)
  --sample  so many of the mutants, drawn by chance
  --seed    of the drawing (default 1)`;

const service = fileURLToPath(new URL('../../', import.meta.url));
const LEAST_KILLED = 0.95;
/**
 * Excluded: sources that call or wait for a provider, and types. Their tests need a chain, a mutant would make them
 * wait forever (`batch.ts`), or there is nothing to change.
 */
const LEFT_OUT = ['rpc.ts', 'build-burn.ts', 'batch.ts', 'facts.ts'].map((name) => `src/chain/${name}`);

const sources = globSync(['src/verdicts/**/*.ts', 'src/chain/**/*.ts', 'src/watch/find-payments.ts'], {
  cwd: service,
})
  .filter((file) => !file.endsWith('.test.ts') && !LEFT_OUT.includes(file))
  .sort();
/** Tests without a database or randomness, so that results are reproducible. */
const testFiles = globSync(
  ['test/conformance/*.test.ts', 'src/{verdicts,chain}/**/*.test.ts', 'src/watch/find-payments.test.ts'],
  { cwd: service },
)
  .filter((file) => !/(completeness|mutations|properties|careless-references)\.test\.ts$/.test(file))
  .sort();

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(USAGE);
else process.exitCode = await run();

async function run(): Promise<number> {
  const changed = new Map<string, string>();
  const all: Mutant[] = [];
  for (const file of sources) {
    const { code, mutants } = instrument(readFileSync(`${service}${file}`, 'utf8'), file, all.length);
    changed.set(`${service}${file}`, code);
    all.push(...mutants);
  }
  const parts = values.files.split(',');
  const asked = all.filter(({ file }) => parts.some((part) => file.includes(part)));
  const chosen =
    values.sample === undefined ? asked : draw(asked, Number(values.sample), Number(values.seed));
  const outcomes = await tryAll(chosen, changed);
  if (outcomes === undefined) return 1;
  return report(outcomes, all.length);
}

async function tryAll(mutants: Mutant[], changed: Map<string, string>): Promise<Outcome[] | undefined> {
  const collect = fileURLToPath(new URL('./collect.ts', import.meta.url));
  const driver = fileURLToPath(new URL('./driver.ts', import.meta.url));
  const plan = { mutants, testFiles: testFiles.map((file) => `${service}${file}`) };
  const transform = (code: string, id: string) => {
    if (id === driver || id === collect) return;
    return changed.get(id) ?? code.replace(/from 'vitest'/, `from '${collect}'`);
  };
  const vitest = await startVitest(
    'test',
    [],
    {
      config: false,
      root: service,
      include: ['test/mutants/driver.ts'],
      watch: false,
      // Its cache key does not include the mutants.
      fsModuleCache: false,
      pool: 'threads',
      maxWorkers: 1,
      testTimeout: 0,
      disableConsoleIntercept: true,
      reporters: [
        { onTestRunEnd: (_modules, errors) => errors.forEach((error) => void console.error(error)) },
      ],
      provide: { plan },
    },
    { plugins: [{ name: 'mutants', enforce: 'pre', transform }] },
  );
  const [driven] = vitest.state.getTestModules();
  const [only] = driven ? [...driven.children.allTests()] : [];
  const result = only?.result();
  if (result?.state !== 'passed') console.error(driven?.errors(), result);
  const outcomes = only?.meta().outcomes;
  await vitest.close();
  return outcomes;
}

function report(outcomes: Outcome[], inAll: number): number {
  const survivors = outcomes.filter(({ killedBy }) => killedBy === null);
  for (const file of sources) {
    const own = outcomes.filter(({ mutant }) => mutant.file === file);
    const killed = own.filter(({ killedBy }) => killedBy !== null).length;
    if (own.length > 0) console.log(`${file}: ${killed} of ${own.length} killed`);
  }
  const killed = outcomes.length - survivors.length;
  const share = killed / Math.max(1, outcomes.length);
  console.log(
    `${killed} of ${outcomes.length} mutants killed (${(100 * share).toFixed(1)} %), of ${inAll} in all`,
  );
  return share >= LEAST_KILLED ? 0 : 1;
}

/** The same selection for the same seed. */
function draw(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  let last = seed >>> 0;
  const next = () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return last;
  };
  return mutants
    .map((mutant) => ({ mutant, place: next() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ mutant }) => mutant)
    .toSorted((one, other) => one.id - other.id);
}
