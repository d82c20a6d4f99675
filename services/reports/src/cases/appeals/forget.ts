import { appealTexts } from '@naughty-list/contracts/appeals';
import { deleteInBatches } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { withoutCodes } from './appeal.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes the messages, codes, proofs and rejected replies of appeals some time after their decision, and the networks
 * of appeals after a day.
 */
export async function forgetAppeals(
  db: Knex,
  { decidedBefore, now, mayGoOn }: { decidedBefore: Date; now: Date; mayGoOn: () => boolean },
): Promise<number> {
  const ofOld = (rows: Knex.QueryBuilder) =>
    rows.whereIn('appeal_id', db('appeals').where('decided_at', '<', decidedBefore).select('id'));
  const messages = await deleteInBatches(db, {
    table: 'appeal_messages',
    key: ['id'],
    where: ofOld,
    mayGoOn,
  });
  await db('appeals')
    .where('decided_at', '<', decidedBefore)
    .whereRaw('coalesce(code_hash::text, proof_code, proof_url) is not null')
    .update(withoutCodes);
  await db('replies')
    .whereNotNull('rejected_at')
    .where((replies) => void ofOld(replies))
    .delete();
  await db('appeals')
    .whereNotNull('network_key')
    .where('opened_at', '<', new Date(now.getTime() - DAY_MS))
    .update({ network_key: null });
  return messages;
}

/** Deletes the texts and codes of appeals against these reports; the appeals and their decisions stay. */
export async function eraseAppeals(trx: Knex, reportIds: readonly number[]): Promise<number> {
  const ids = await trx('appeals').whereIn('report_id', reportIds).whereNull('erased_at').pluck('id');
  await trx('replies').whereIn('report_id', reportIds).delete();
  await trx('appeal_messages').whereIn('appeal_id', ids).delete();
  await trx('appeals')
    .whereIn('id', ids)
    .update({
      ...withoutCodes,
      erased_at: trx.fn.now(),
      decision: trx.raw("coalesce(decision, 'withdrawn')"),
      decided_at: trx.raw('coalesce(decided_at, now())'),
      rule: trx.raw("coalesce(rule, 'personal_data')"),
      reason: appealTexts.gone,
      version: trx.raw('version + 1'),
    });
  return ids.length;
}
