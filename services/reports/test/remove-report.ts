import type { Knex } from 'knex';
import { markRemoved } from '../src/cases/removal/payment-kind.ts';
import { recordChanges } from '../src/record/ledger/append.ts';

/** Removes a report as by a burn, without a claim. */
export async function removeReport(db: Knex, id: number, signature: string): Promise<boolean> {
  const isRemoved = await markRemoved(db, id, signature);
  if (isRemoved) await recordChanges(db, { cases: [id] }, ['report']);
  return isRemoved;
}
