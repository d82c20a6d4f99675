import { appealTexts } from '@naughty-list/contracts/appeals';
import type { Knex } from 'knex';
import { changeRows, recordRows } from '../../record/row-leaves.ts';
import { SENT, withoutCodes } from './appeal.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;
/**
 * Deletes the messages, codes, proofs and rejected replies of appeals some time after their decision, and the networks
 * of appeals after a day. Of open ones it keeps how many their network had sent, for their place on the desk: one that was
 * sent twice is no flood.
 */
export async function forgetAppeals(
  db: Knex,
  { decidedBefore, now, mayGoOn }: { decidedBefore: Date; now: Date; mayGoOn: () => boolean },
): Promise<number> {
  const forgetSome = () =>
    db.transaction(async (trx) => {
      const old: { id: number; report_id: number }[] = await trx('appeals')
        .where('decided_at', '<', decidedBefore)
        .whereRaw(
          `(coalesce(code_hash::text, proof_code, proof_url) is not null
           or exists (select from appeal_messages where appeal_id = appeals.id)
           or exists (select from replies where appeal_id = appeals.id and rejected_at is not null))`,
        )
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .select('id', 'report_id');
      const ids = old.map(({ id }) => id);
      const letters = await changeRows(trx, 'appeals', ids, async () => {
        await trx('appeals').whereIn('id', ids).update(withoutCodes);
        return trx('appeal_messages').whereIn('appeal_id', ids).delete();
      });
      const cases = old.map(({ report_id }) => report_id);
      await changeRows(trx, 'replies', cases, () =>
        trx('replies').whereIn('appeal_id', ids).whereNotNull('rejected_at').delete(),
      );
      return { appeals: ids.length, letters };
    });
  let messages = 0;
  for (let last = BATCH; last === BATCH && mayGoOn(); ) {
    const { appeals, letters } = await forgetSome();
    last = appeals;
    messages += letters;
  }
  await db.raw(
    `with sent as materialized (select network_key as network, count(*) as several from appeals group by network_key)
     update appeals set network_key = case when decided_at is null and several > 1 then '${SENT}' || several end
     from sent where network = network_key and network_key not like '${SENT}%' and opened_at < ?`,
    [new Date(now.getTime() - DAY_MS)],
  );
  return messages;
}

/** Deletes the texts and codes of appeals against these reports; the appeals and their decisions stay. */
export async function eraseAppeals(trx: Knex, reportIds: readonly number[]): Promise<number> {
  const ids = await trx('appeals').whereIn('report_id', reportIds).whereNull('erased_at').pluck('id');
  await trx('replies').whereIn('report_id', reportIds).delete();
  await changeRows(trx, 'appeals', ids, async () => {
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
  });
  await recordRows(trx, 'replies', reportIds);
  return ids.length;
}
