import { deleteInBatches } from '@naughty-list/service-kit/delete-in-batches';
import type { Knex } from 'knex';
import type { ClaimTable } from './claim-table.ts';

/**
 * Deletes claims that were refused before a time. Pending ones are owed an answer and stay, and so do those that took effect and
 * those whose payment was good and came too late (they have an amount): whoever paid may ask why. Answers how many went.
 */
export async function forgetRefusedClaims<S extends string | number, D extends string>(
  db: Knex,
  of: ClaimTable<S, D>,
  { before, mayGoOn }: { before: Date; mayGoOn: () => boolean },
): Promise<number> {
  return deleteInBatches(db, {
    table: of.table,
    key: ['id'],
    where: (claims) =>
      void claims.where({ status: 'refused' }).whereNull('amount').where('decided_at', '<', before),
    mayGoOn,
  });
}
