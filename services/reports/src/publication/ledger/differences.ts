import { databaseFault } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';

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

const LOCKED = '55P03';

/** Says what keeps the database from being read, without the statement, which Knex prefixes. @throws while it is away */
export function addUnreadable(
  differences: Differences,
  error: Error & { code?: string },
  lockedMax = '',
): void {
  if (databaseFault(error) || (error.code === LOCKED && !lockedMax)) throw error;
  const what =
    error.code === LOCKED
      ? `a lock kept the audit from reading it for ${lockedMax}`
      : `the audit cannot read it: ${error.message.replace(/^.* - /s, '')}`;
  differences.add(`the database: ${what}`);
}

/** Reads a part of what is compared, so that a value that cannot be read hides nothing in the others. A lock ends the audit. */
export const readPart = (
  trx: Knex.Transaction,
  differences: Differences,
  read: (part: Knex.Transaction) => Promise<void>,
): Promise<void> => trx.transaction(read).catch((error) => addUnreadable(differences, error));

/** What is the same in each reading of a difference, though its values may change with every one. */
const same = (difference: string): string =>
  difference.replace(/ (differ in|shows another|of \d{4}-|\().*/, '');

/** The differences of the second of two audits that were in the first: a page may change while the others are read. */
export function namedTwice(first: Differences, second: Differences): string[] {
  const before = new Set(first.named.map(same));
  return second.named.filter((difference) => before.has(same(difference)));
}
