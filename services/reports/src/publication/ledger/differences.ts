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
