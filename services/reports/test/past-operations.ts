import type { Knex } from 'knex';
import { markRemoved } from '../src/cases/removal/payment-kind.ts';
import { missingLeaf, recordChanges } from '../src/record/ledger/append.ts';
import { readPublicState } from '../src/record/ledger/public-state.ts';
import { appendLeaves } from '../src/record/ledger/records.ts';

/** Removes a report as by a burn, without a claim. */
export const removeReport = (db: Knex, id: number, signature: string): Promise<boolean> =>
  db.transaction(async (trx) => {
    const isRemoved = await markRemoved(trx, id, signature);
    if (isRemoved) await recordChanges(trx, { cases: [id] }, ['report']);
    return isRemoved;
  });

/** Makes appeals due now, in the log, too, as the service would have written it. */
export const makeDue = (db: Knex, which: { id: number } | { decided_at: null }): Promise<void> =>
  db.transaction(async (trx) => {
    const due = { due_at: trx.raw("now() - interval '1 second'") };
    const appeals = await trx('appeals').where(which).update(due).returning('report_id');
    const states = await readPublicState(trx, { cases: appeals.map(({ report_id }) => report_id) });
    const leaves = states.flatMap(({ state, last }) => missingLeaf(state, last) ?? []);
    await appendLeaves(trx, leaves, new Date());
  });

/** Makes a report off the list since so many days ago, by its last leaf. */
export const offListFor = (db: Knex, id: number, days: number): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.raw("set local session_replication_role = 'replica'");
    const last = trx('ledger_records')
      .where({ subject: `report ${id}` })
      .orderBy('id', 'desc')
      .limit(1)
      .select('id');
    const [{ subject, type, record }] = await trx('ledger_records')
      .whereIn('id', last)
      .delete()
      .returning('*');
    await appendLeaves(trx, [{ subject, type, case: id, record }], new Date(Date.now() - days * 86_400_000));
  });

/** What comes of changes past every trigger, by an operator with all rights on the database; all is then rolled back. */
export async function rolledBack<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const trx = await db.transaction();
  try {
    await trx.raw("set local session_replication_role = 'replica'");
    return await work(trx);
  } finally {
    await trx.rollback();
  }
}

/** Has the numbers of rows in place of their names: `:id` of `report :id`. */
export const withNumbers = (text: string, numbers: Record<string, number>): string =>
  text.replace(/:(\w+)\b/g, (name, of) => String(numbers[of] ?? name));
