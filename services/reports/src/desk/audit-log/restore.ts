import { auditLogTexts, type Restored } from '@naughty-list/contracts/audit-log';
import type { Knex } from 'knex';
import { type Deletion, lockDeletions, markRestored } from '../../record/audit-entries.ts';
import type { Operation } from '../../record/rows.ts';
import { refusals } from '../../register/reports/publish.ts';
import { findObstacles, type Obstacle, restorePraises, restoreReports } from './restore-rows.ts';

/** Restores what these entries deleted, each row unchanged; a conflict of one row does not affect the others. */
export async function restoreDeletions(
  trx: Knex,
  entryIds: readonly number[],
  { operationId, who }: Operation,
): Promise<Restored> {
  const deletions = await lockDeletions(trx, entryIds);
  const answer: Restored = { restored: [], notRestored: [] };
  const undo = { operationId, who };
  for (const [subject, entries] of Map.groupBy(deletions, (entry) => entry.subject)) {
    const bringBack = subject === 'scammer_report' ? restoreReports : restorePraises;
    const back = new Set(await bringBack(trx, { deletions: entries, ...undo }));
    const isBack = ({ subject_id }: Deletion) => back.has(subject_id);
    await markRestored(
      trx,
      entries.filter(isBack).map(({ id }) => id),
    );
    answer.restored.push(...back);
    const left = entries.filter((entry) => !isBack(entry));
    answer.notRestored.push(...(await explain(trx, left)));
  }
  return answer;
}

async function explain(trx: Knex, left: Deletion[]): Promise<Restored['notRestored']> {
  const obstacles = await findObstacles(
    trx,
    left.map(({ id }) => id),
  );
  return left.map(({ id, subject_id: subjectId, username }) => {
    const obstacle = obstacles.get(id);
    const messages: Record<Obstacle, string> = {
      id: auditLogTexts.idInUse(subjectId),
      username: auditLogTexts.listedAgain(username),
      post: auditLogTexts.niceReportListedAgain(username),
      paid: refusals.paid.message,
      reviewed: refusals.reviewed.message,
    };
    const message = obstacle ? messages[obstacle] : auditLogTexts.notRestored;
    return { subjectId, username, message };
  });
}
