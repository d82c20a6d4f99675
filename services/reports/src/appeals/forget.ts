import { APPEAL_DAYS, appealTexts } from '@naughty-list/contracts/appeals';
import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';
import type { Knex } from 'knex';

/**
 * Deletes the messages, codes and proofs of appeals some time after their decision, and appeals whose proof never came.
 */
export async function forgetAppeals(
  db: Knex,
  { decidedBefore, now, mayGoOn }: { decidedBefore: Date; now: Date; mayGoOn: () => boolean },
): Promise<number> {
  const unprovenBefore = new Date(now.getTime() - APPEAL_DAYS * 86_400_000);
  // Keeps an appeal whose post a moderator has yet to check, and one that a moderator wrote to recently.
  const inVain = (appeals: Knex.QueryBuilder) =>
    appeals
      .where({ waits_for_proof: true, decided_at: null, previous_id: null })
      .where('opened_at', '<', unprovenBefore)
      .whereNotExists(db('post_proofs').whereRaw('appeal_id = appeals.id').whereNotNull('post_url'))
      .whereNotExists(
        db('appeal_messages')
          .whereRaw('appeal_id = appeals.id')
          .where({ author: 'moderator' })
          .where('at', '>=', unprovenBefore),
      );
  const ofOld = (rows: Knex.QueryBuilder) =>
    rows.whereIn(
      'appeal_id',
      db('appeals').where('decided_at', '<', decidedBefore).orWhere(inVain).select('id'),
    );
  const key = ['id'];
  const messages = await deleteInBatches(db, { table: 'appeal_messages', key, where: ofOld, mayGoOn });
  await deleteInBatches(db, { table: 'post_proofs', key, where: ofOld, mayGoOn });
  await db('appeals')
    .where('decided_at', '<', decidedBefore)
    .whereNotNull('code_hash')
    .update({ code_hash: null });
  await deleteInBatches(db, {
    table: 'appeals',
    key,
    where: inVain,
    mayGoOn,
  });
  return messages;
}

/** Deletes the texts of appeals against these reports and who decided; that there were appeals stays. */
export async function eraseAppeals(trx: Knex, reportIds: readonly number[]): Promise<number> {
  const ids = await trx('appeals').whereIn('report_id', reportIds).whereNull('erased_at').pluck('id');
  await trx('replies').whereIn('report_id', reportIds).delete();
  await trx('appeal_messages').whereIn('appeal_id', ids).delete();
  await trx('post_proofs').whereIn('appeal_id', ids).delete();
  await trx('appeals')
    .whereIn('id', ids)
    .update({
      code_hash: null,
      erased_at: trx.fn.now(),
      decision: trx.raw("coalesce(decision, 'withdrawn')"),
      decided_at: trx.raw('coalesce(decided_at, now())'),
      rule: trx.raw("coalesce(rule, 'personal_data')"),
      reason: appealTexts.gone,
      waits_for_proof: false,
      version: trx.raw('version + 1'),
    });
  return ids.length;
}
