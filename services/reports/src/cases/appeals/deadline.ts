import { APPEAL_DAYS, appealTexts } from '@naughty-list/contracts/appeals';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { changeStatus } from '../change-status.ts';
import { areAppealsOwn, lockAppeal } from './appeal.ts';

const MINUTE_MS = 60_000;
const BATCH = 100;
const disputable = ['unreviewed', 'corroborated', 'compromised'];

const selectDue = (db: Knex, now: Date) =>
  db('appeals')
    .where({ decided_at: null, overdue_at: null })
    .whereNotNull('proven_at')
    // Not again after a moderator's decision, if the mark was taken away in the database.
    .whereRaw(
      "not exists (select from case_changes change where change.report_id = appeals.report_id and appeal_id = appeals.id and change.rule = 'deadline_passed')",
    )
    .where('due_at', '<=', now)
    // Otherwise appeals that a scammer sent long ago, and proves one by one, would each undo the last decision at once.
    .whereRaw(
      `not exists (select from appeals decided where decided.report_id = appeals.report_id and decided.proven_at is not null
        and decided.decision <> 'withdrawn' and decided.decided_at > ?::timestamptz - interval '${APPEAL_DAYS} days')`,
      [now],
    );

/**
 * Marks proven appeals whose deadline has passed, if none of the account's was decided within seven days, and disputes their
 * cases, each in its own transaction and once, however many copies run. Returns how many. An appeal without proof changes no case.
 */
export async function applyDeadlines(db: Knex, now: Date, mayGoOn: () => boolean): Promise<number> {
  let passed = 0;
  for (let last = 0; mayGoOn(); ) {
    const due: { id: number }[] = await selectDue(db, now)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .select('id');
    for (const { id } of due) {
      if (!mayGoOn()) break;
      if (await applyDeadline(db, id, now)) passed += 1;
      last = id;
    }
    if (due.length < BATCH) break;
  }
  return passed;
}

async function applyDeadline(db: Knex, id: number, now: Date): Promise<boolean> {
  return db.transaction(async (trx) => {
    const appeal = await lockAppeal(trx, { id });
    // What is off the list, such as held or deleted, may come back, and is disputed then.
    if (!appeal?.isAnswerable || appeal.decided_at || appeal.overdue_at) return false;
    const { report_id: reportId, status } = appeal;
    const isRecorded = await areRecorded(trx, [`report ${reportId}`], { cases: [reportId] });
    if (!isRecorded || !(await areAppealsOwn(trx, reportId))) return false;
    if (!(await selectDue(trx, now).where({ id }).first('id'))) return false;
    await trx('appeals').where({ id }).update({ overdue_at: trx.fn.now() });
    await recordChanges(trx, { cases: [reportId], appeals: [id] }, ['deadline']);
    if (!disputable.includes(status)) return true;
    const change = { status: 'disputed', rule: 'deadline_passed', reason: appealTexts.overdue } as const;
    await changeStatus(trx, { ...change, reportId, role: 'deadline', who: 'deadline', appealId: id });
    return true;
  });
}

export const appealDeadline = every(
  MINUTE_MS,
  async (context: BaseContext, mayGoOn) => {
    const passed = await applyDeadlines(context.db, (await cautiousClock(context)).now(), mayGoOn);
    if (passed > 0) context.log.info({ passed }, 'deadlines of appeals passed');
  },
  { atStart: true, name: 'deadlines of appeals' },
);
