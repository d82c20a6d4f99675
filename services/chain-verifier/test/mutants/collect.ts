/** Stands in for vitest in the test files, so that their tests can be run repeatedly. */
export { expect } from 'vitest';

type Run = (...values: unknown[]) => unknown;
type Define = { (name: string, run: Run): void; each: Each; skipIf: (isSkipped: boolean) => Define };
type Each = (rows: readonly unknown[]) => (name: string, run: Run) => void;

const groups: string[] = [];

function withRows(define: (name: string, run: Run) => void): Define {
  const each: Each = (rows) => (name, run) => {
    const areLists = rows.every(Array.isArray);
    rows.forEach((row, index) => {
      define(`${name} (${index})`, () => run(...(areLists ? (row as unknown[]) : [row])));
    });
  };
  const whole: Define = Object.assign(define, {
    each,
    skipIf: (isSkipped: boolean) => (isSkipped ? none : whole),
  });
  return whole;
}
const none: Define = Object.assign(() => {}, { each: () => () => {}, skipIf: () => none });

export const describe = withRows((name, run) => {
  groups.push(name);
  run();
  groups.pop();
});

export const test = withRows((name, run) => {
  const place = globalThis.mutants.tests.length;
  globalThis.mutants.tests.push({ name: `${place} ${[...groups, name].join(' > ')}`, run });
});
export const it = test;
