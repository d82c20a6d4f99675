import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';
import type { Knex } from 'knex';
import type { ClaimTable } from './claim-table.ts';

/**
 * Deletes claims refused before a time. Pending claims stay, and so do those that took effect and those whose valid
 * payment came too late (they have an amount): the payer may ask why. Returns the number deleted.
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
