import { setImmediate as turn } from 'node:timers/promises';
import { inject, test } from 'vitest';
import type { Mutant } from './instrument.ts';
import { openState, type Test } from './state.ts';

export type Plan = { mutants: Mutant[]; testFiles: string[] };
export type Outcome = { mutant: Mutant; killedBy: string | null; reachedBy: number };

declare module 'vitest' {
  interface ProvidedContext {
    plan: Plan;
  }
  interface TaskMeta {
    outcomes?: Outcome[];
  }
}

type Measured = Test & { reached: Set<number>; asked: number; ms: number };

const { mutants, testFiles } = inject('plan');
const state = openState();
/** Limit of a mutant's `isActive` calls, as a multiple of the original code's. */
const TIMEOUT_FACTOR = 4;

const print = console.log;
console.log = () => {};

test('mutants', async ({ task }) => {
  for (const file of testFiles) await import(/* @vite-ignore */ file);
  const ofConstants = new Set(state.reached);
  const tests = await measure();
  const kills = new Map<string, number>();
  const outcomes: Outcome[] = [];
  for (const mutant of mutants) {
    const isConstant = ofConstants.has(mutant.id);
    const fitting = isConstant ? tests : tests.filter(({ reached }) => reached.has(mutant.id));
    const ordered = likeliestFirst(fitting, (name) => kills.get(`${mutant.file} ${name}`) ?? 0);
    const killedBy = await tryTests(mutant, ordered, isConstant);
    const place = `${mutant.file} ${killedBy}`;
    kills.set(place, (kills.get(place) ?? 0) + 1);
    outcomes.push({ mutant, killedBy, reachedBy: fitting.length });
    if (killedBy === null)
      print(`survived  ${mutant.file}:${mutant.line}  ${mutant.change}  (${fitting.length} tests)`);
    if (outcomes.length % 100 === 0) print(`${outcomes.length} of ${mutants.length}`);
    // Yields so that printed output is flushed.
    await turn();
  }
  task.meta.outcomes = outcomes;
});

/**
 * Runs all tests once on the original code, recording the mutants that each reaches, its `isActive` calls and its
 * duration.
 */
async function measure(): Promise<Measured[]> {
  const tests: Measured[] = [];
  for (const one of state.tests) {
    Object.assign(state, { reached: new Set(), asked: 0 });
    const since = performance.now();
    await one.run();
    tests.push({ ...one, reached: state.reached, asked: state.asked, ms: performance.now() - since });
  }
  return tests;
}

function likeliestFirst(tests: readonly Measured[], killsOf: (name: string) => number): Measured[] {
  const worth = ({ name, ms }: Measured) => (killsOf(name) + 0.1) / (ms + 1);
  return tests.toSorted((one, other) => worth(other) - worth(one));
}

/** The name of the first test that fails, or null. */
async function tryTests(
  mutant: Mutant,
  tests: readonly Measured[],
  isConstant: boolean,
): Promise<string | null> {
  const renew = () => {
    if (isConstant) for (const compute of state.renewals) compute();
  };
  state.active = mutant.id;
  try {
    renew();
    for (const { name, run, asked } of tests) {
      Object.assign(state, { asked: 0, most: asked * TIMEOUT_FACTOR + 10_000 });
      if (!(await passes(run)) || state.asked > state.most) return name;
    }
    return null;
  } catch {
    return 'loading';
  } finally {
    Object.assign(state, { active: -1, most: Number.POSITIVE_INFINITY });
    renew();
  }
}

async function passes(run: Test['run']): Promise<boolean> {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
}
