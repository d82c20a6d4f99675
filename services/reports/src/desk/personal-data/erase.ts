import { randomUUID } from 'node:crypto';
import type { DataSubject, Erased } from '@naughty-list/contracts/personal-data';
import type { Knex } from 'knex';
import { eraseAppeals } from '../../cases/appeals/forget.ts';
import { forgetRecords, recordChanges } from '../../record/ledger/append.ts';
import { forgetPosts } from '../../record/post-rows.ts';
import { eraseNames } from '../../register/traces.ts';
import {
  contributionsOf,
  eraseAuditEntries,
  eraseCaseChanges,
  eraseReports,
  eraseStatements,
  findEntriesOf,
  recordErasure,
} from './repository.ts';

/**
 * Erases everything about a data subject in one transaction; the audit log keeps only that it happened. Erased reports
 * count as removed, so the list's version changes and caches drop them. A later payment is refused and stays unused; one
 * whose claim is pending counts. Undefined if nothing is stored.
 */
export async function erase(
  db: Knex,
  { subject, who }: { subject: DataSubject; who: string },
): Promise<Erased | undefined> {
  return db.transaction(async (trx) => {
    const entries = await findEntriesOf(trx, subject);
    const { reportIds, niceReportIds, statementIds } = entries;
    if (reportIds.length + niceReportIds.length + statementIds.length === 0) return undefined;
    // In the order in which deletions lock rows.
    await trx.raw(
      `select id from scammer_reports
       where id = any(?::int[]) or id in (select report_id from statements where id = any(?::int[])) order by id for update`,
      [reportIds, statementIds],
    );
    const reports = await eraseReports(trx, reportIds);
    const niceReports = await trx('nice_reports').whereIn('id', niceReportIds).delete();
    const sources = (await contributionsOf(trx, entries).whereNotNull('source')).length;
    const auditEntries = await eraseAuditEntries(trx, entries);
    const statements = await eraseStatements(trx, statementIds);
    const caseChanges = await eraseCaseChanges(trx, reportIds);
    const traces = await eraseNames(trx, entries, subject.username);
    const contributions = await contributionsOf(trx, entries).delete();
    const appeals = await eraseAppeals(trx, reportIds);
    await forgetPosts(trx, { cases: reportIds, statements: statementIds });
    const touched = { cases: reportIds, statements: statementIds, praises: niceReportIds };
    await forgetRecords(trx, touched);
    const of = { cases: reportIds, praises: niceReportIds };
    await recordChanges(trx, of, ['erasure', 'report', 'praise', 'names']);
    // Of their cases, nothing else has changed.
    await recordChanges(trx, { statements: statementIds }, ['statement', 'names']);
    await recordErasure(trx, { operationId: randomUUID(), who, entries });
    return {
      reports,
      niceReports,
      auditEntries,
      sources,
      statements,
      caseChanges,
      traces,
      contributions,
      appeals,
    };
  });
}
