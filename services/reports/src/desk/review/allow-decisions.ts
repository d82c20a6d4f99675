import { ApiError } from '@naughty-list/contracts/errors';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import type { Operation } from '../../record/rows.ts';

type Allowance = Operation & {
  /** The moderator who may decide more. */
  of: string;
  count: number;
  role: 'moderator' | 'admin';
  otherModerators: number;
};

/**
 * A second person's word: allows a moderator further consequential decisions within a day. An admin's own word counts
 * only where there is no other account.
 *
 * @throws ApiError other_moderator_needed
 */
export async function allowDecisions(
  db: Knex,
  { of, count, role, otherModerators, ...operation }: Allowance,
): Promise<void> {
  if (of === operation.who && (role !== 'admin' || otherModerators > 0))
    throw new ApiError('other_moderator_needed', reviewTexts.notYourself);
  await insertEntry(db, {
    ...operation,
    action: 'allow_decisions',
    subject: 'moderator',
    row: { id: 0, username: of },
    details: { count: String(count) },
  });
}
