/** What an audit found: each difference as a line, the first of them kept. */
export type Differences = {
  leaves: number;
  count: number;
  named: string[];
  add(difference: string): void;
};

const NAMED_MAX = 1_000;

export function openDifferences(): Differences {
  const differences: Differences = {
    leaves: 0,
    count: 0,
    named: [],
    add(difference) {
      differences.count += 1;
      if (differences.named.length < NAMED_MAX) differences.named.push(difference);
    },
  };
  return differences;
}

/** What is the same in each reading of a difference, though its values may change with every one. */
const same = (difference: string): string =>
  difference.replace(/ (differ in|shows another|of \d{4}-|\().*/, '');

/** The differences of the second of two audits that were in the first: a page may change while the others are read. */
export function namedTwice(first: Differences, second: Differences): string[] {
  const before = new Set(first.named.map(same));
  return second.named.filter((difference) => before.has(same(difference)));
}
