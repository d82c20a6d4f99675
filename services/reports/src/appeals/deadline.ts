import { appealTexts } from '@naughty-list/contracts/appeals';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { changeStatus } from '../cases/change-status.ts';
import type { Context } from '../context.ts';
import { lockAppeal } from './appeal.ts';

const MINUTE_MS = 60_000;
const BATCH = 100;
/** After such a dispute, appeals without proof cannot cause another for this long, unless something new came in. */
const QUIET_DAYS = 90;
const disputable = ['unreviewed', 'corroborated', 'compromised'];

/**
 * Marks appeals whose deadline has passed and disputes their cases, each in its own transaction and once, however many
 * copies run. Returns how many.
 */
export async function applyDeadlines(db: Knex, now: Date, mayGoOn: () => boolean): Promise<number> {
  let passed = 0;
  for (let last = 0; mayGoOn(); ) {
    const due: { id: number }[] = await db('appeals')
      .where({ decided_at: null, overdue_at: null, waits_for_proof: false })
      .where('due_at', '<=', now)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .select('id');
    for (const { id } of due) {
      if (!mayGoOn()) break;
      if (await applyDeadline(db, id)) passed += 1;
      last = id;
    }
    if (due.length < BATCH) break;
  }
  return passed;
}

async function applyDeadline(db: Knex, id: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    const appeal = await lockAppeal(trx, { id });
    if (!appeal || appeal.decided_at || appeal.overdue_at) return false;
    await trx('appeals').where({ id }).update({ overdue_at: trx.fn.now() });
    const { report_id: reportId, status, isShown, proven_at } = appeal;
    if (!isShown || !disputable.includes(status)) return true;
    if (!proven_at && (await wasDisputedLately(trx, reportId))) return true;
    const change = { status: 'disputed', rule: 'deadline_passed', reason: appealTexts.overdue } as const;
    await changeStatus(trx, { ...change, reportId, role: 'deadline', who: 'deadline', appealId: id });
    return true;
  });
}

/**
 * Whether the deadline of an appeal made the case disputed recently and nothing new came in since: no further
 * statement, and no change of status other than by appeals.
 */
async function wasDisputedLately(trx: Knex, reportId: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from case_changes passed
     where report_id = :reportId and rule = 'deadline_passed' and at > now() - interval '${QUIET_DAYS} days'
       and not exists (select from statements where report_id = :reportId and published_at > passed.at)
       and not exists (
         select from case_changes later
         where later.report_id = :reportId and later.id > passed.id and later.appeal_id is null
       ) limit 1`,
    { reportId },
  );
  return rows.length > 0;
}

export const appealDeadline = every(
  MINUTE_MS,
  async (context: Context, mayGoOn) => {
    const passed = await applyDeadlines(context.db, (await cautiousClock(context)).now(), mayGoOn);
    if (passed > 0) context.log.info({ passed }, 'deadlines of appeals passed');
  },
  { atStart: true, name: 'deadlines of appeals' },
);
