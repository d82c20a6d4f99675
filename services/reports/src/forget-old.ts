import {
  APPEAL_RETENTION_DAYS,
  REFUSED_CLAIM_RETENTION_DAYS,
  REJECTED_RETENTION_DAYS,
  SOURCE_RETENTION_DAYS,
} from '@naughty-list/contracts/retention';
import { forgetPayments } from '@naughty-list/payment-flow/sweep';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { forgetAppeals } from './cases/appeals/forget.ts';
import { removalClaims } from './cases/removal/payment-kind.ts';
import type { Context } from './context.ts';
import { eraseStatements } from './desk/personal-data/repository.ts';
import { forgetPosts } from './record/post-rows.ts';
import { recordRows } from './record/row-leaves.ts';
import { forgetReporters, forgetSourcesBefore } from './register/contributions/contributions.ts';
import { forgetUnread } from './register/posts/keep.ts';
import { forgetKeysBefore } from './register/submit-once.ts';
import { changeNames, tracesOfStatements } from './register/traces.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Retention: deletes old refused claims, messages to sign, idempotency keys, sources of reports,
 * reporter keys, messages of appeals, rejected entries, and requests for posts that were never read.
 */
export async function forgetOld(
  { db, log, clock }: Pick<Context, 'db' | 'log' | 'clock'>,
  mayGoOn: () => boolean,
): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const payments = await forgetPayments(db, removalClaims, {
    before: daysAgo(REFUSED_CLAIM_RETENTION_DAYS),
    mayGoOn,
  });
  const keys = await forgetKeysBefore(db, daysAgo(1), mayGoOn);
  const sources = await forgetSourcesBefore(db, daysAgo(SOURCE_RETENTION_DAYS));
  const contributions = await forgetReporters(db, clock.now(), mayGoOn);
  const letters = await forgetAppeals(db, {
    decidedBefore: daysAgo(APPEAL_RETENTION_DAYS),
    now: clock.now(),
    mayGoOn,
  });
  const rejected = await forgetRejected(db, daysAgo(REJECTED_RETENTION_DAYS), mayGoOn);
  const statements = await forgetRejectedStatements(db, daysAgo(REJECTED_RETENTION_DAYS), mayGoOn);
  const posts = await forgetUnread(db, daysAgo(1));
  const forgotten = {
    ...payments,
    keys,
    sources,
    contributions,
    letters,
    rejected: rejected + statements,
    posts,
  };
  if (Object.values(forgotten).some((count) => count > 0))
    log.info(
      forgotten,
      'old refused claims, intents, proofs, keys, sources, contributions, letters, rejected entries and unread posts deleted',
    );
}

export const retention = every(HOUR_MS, async (context: Context, mayGoOn) =>
  forgetOld({ ...context, clock: await cautiousClock(context) }, mayGoOn),
);

const BATCH = 500;

/**
 * Deletes rejected reports and praises that were never public, with their texts in the audit log; returns how many.
 * Reports that were public, or that have a payment, stay.
 */
async function forgetRejected(db: Knex, before: Date, mayGoOn: () => boolean): Promise<number> {
  let forgotten = 0;
  for (let gone = BATCH; gone === BATCH && mayGoOn(); forgotten += gone) {
    gone = await db.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: { subject: string; subject_id: number }[] }>(FORGET, {
        before,
        batch: BATCH,
      });
      const reports = rows.filter(({ subject }) => subject === 'scammer_report');
      const ids = reports.map((row) => row.subject_id);
      for (const table of ['traces', 'aliases', 'scammer_reports'] as const)
        await recordRows(trx, table, ids);
      await forgetPosts(trx, { cases: ids });
      return rows.length;
    });
  }
  return forgotten;
}

/** Erases rejected statements that were never public, with what they named; returns how many. */
async function forgetRejectedStatements(db: Knex, before: Date, mayGoOn: () => boolean): Promise<number> {
  let forgotten = 0;
  for (let gone = BATCH; gone === BATCH && mayGoOn(); forgotten += gone) {
    gone = await db.transaction(async (trx) => {
      const old = () =>
        trx('statements')
          .where('rejected_at', '<', before)
          .where({ erased_at: null })
          .whereRaw(
            `not exists (
               select from ledger_records
               where log in (select log from ledger_head) and subject = 'statement ' || statements.id)`,
          )
          .orderBy('id')
          .limit(BATCH);
      const cases: number[] = await old().pluck('report_id');
      // Locks the cases, as all transactions do before their statements.
      return changeNames(trx, 'traces', cases, async () => {
        const ids: number[] = await old().whereIn('report_id', cases).forUpdate().skipLocked().pluck('id');
        await tracesOfStatements(trx, ids).delete();
        await forgetPosts(trx, { statements: ids });
        return eraseStatements(trx, ids, { keepsPosts: true });
      });
    });
  }
  return forgotten;
}

const FORGET = `
  with rejected as materialized (
    select subject, subject_id from audit_log
    where action = 'delete' and restored_at is null and (before ->> 'held_at') is not null and at < :before
      and (subject = 'nice_report' or exists (
        select from scammer_reports report
        where report.id = subject_id and deleted_at is not null and removal_tx_hash is null
          and not exists (select from ledger_records where report_id = report.id and (subject like 'post%') is not true)
          and not exists (select from removal_claims where report_id = report.id)
      ))
    order by at limit :batch for update skip locked
  ), gone as (
    delete from scammer_reports using rejected where subject = 'scammer_report' and scammer_reports.id = subject_id
  ), named as (
    delete from traces using rejected where subject = 'scammer_report' and report_id = subject_id
  ), called as (
    delete from aliases using rejected where subject = 'scammer_report' and report_id = subject_id
  ), cut as (
    update audit_log log set before = null, after = null, erased_at = now(),
      restored_at = case when action = 'delete' then coalesce(restored_at, now()) end
    from rejected
    where log.subject = rejected.subject and log.subject_id = rejected.subject_id
  )
  select subject, subject_id from rejected`;
