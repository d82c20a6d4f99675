import { openBatch } from '@naughty-list/service-kit/database/batch';
import type { Knex } from 'knex';
import { claimKeys, type KeyedSubmission, settleKeys } from '../idempotency/submit-once.ts';
import { isHeld, type ReportRow } from './report.ts';
import { type InsertOptions, insertReports, type NewReport } from './repository.ts';

type Submission = { input: NewReport; keyed: KeyedSubmission | undefined };

/** A second batch is prepared while the first one commits. */
const COMMITS = 2;
const REPORTS_MAX = 100;
/** SQLSTATE classes of invalid data, constraints and deadlocks: the batch was rolled back. */
const rolledBack = /^(22|23|40)/;

/**
 * Inserts reports of usernames that are not listed. Submissions that wait at the same time share one commit, because
 * each locks the row of the list's version until it commits. Returns null, with nothing written, for a submission that
 * needs the full check.
 */
export function createSubmitTogether(
  db: Knex,
  options: InsertOptions,
): (submission: Submission) => Promise<ReportRow | null> {
  const insertOrNone = async (batch: readonly Submission[]) => {
    try {
      const rows = await insertAll(db, batch, options);
      return rows.map((row) => row ?? null);
    } catch (error) {
      if (!rolledBack.test(String((error as { code?: unknown }).code))) throw error;
      return batch.map(() => null);
    }
  };
  return openBatch<Submission, ReportRow | null>(insertOrNone, { largest: REPORTS_MAX, underWay: COMMITS });
}

async function insertAll(
  db: Knex,
  batch: readonly Submission[],
  options: InsertOptions,
): Promise<(ReportRow | undefined)[]> {
  const inputs = batch.map(({ input }) => input);
  if (batch.every(({ keyed }) => !keyed)) return insertReports(db, inputs, options);
  return db.transaction(async (trx) => {
    const mine = await claimKeys(
      trx,
      batch.map(({ keyed }) => keyed),
    );
    const rows = await insertReports(
      trx,
      inputs.map((input, at) => (mine[at] ? input : undefined)),
      options,
    );
    await settleKeys(
      trx,
      batch.flatMap(({ keyed }, at) => (keyed && mine[at] ? [{ keyed, made: outcomeOf(rows[at]) }] : [])),
    );
    return rows;
  });
}

const outcomeOf = (report: ReportRow | undefined) =>
  report && { outcome: isHeld(report) ? 'held' : 'listed', subjectId: report.id };
