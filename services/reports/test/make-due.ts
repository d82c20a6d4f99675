import type { Knex } from 'knex';
import { missingLeaf } from '../src/record/ledger/append.ts';
import { readPublicState } from '../src/record/ledger/public-state.ts';
import { appendLeaves } from '../src/record/ledger/records.ts';

/** Makes appeals due now, in the log, too, as the service would have written it. */
export const makeDue = (db: Knex, which: { id: number } | { decided_at: null }): Promise<void> =>
  db.transaction(async (trx) => {
    const due = { due_at: trx.raw("now() - interval '1 second'") };
    const appeals = await trx('appeals').where(which).update(due).returning('report_id');
    const states = await readPublicState(trx, { cases: appeals.map(({ report_id }) => report_id) });
    const leaves = states.flatMap(({ state, last }) => missingLeaf(state, last) ?? []);
    await appendLeaves(trx, leaves, new Date());
  });
