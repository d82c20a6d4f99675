import {
  deleteReport,
  editReport,
  listAdminReports,
  publishReports,
} from '@naughty-list/contracts/admin-reports';
import { CASE_CODE_HEADER, openAppeal } from '@naughty-list/contracts/appeals';
import { listAuditLog, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { type CaseRule, type CaseStatus, getCase } from '@naughty-list/contracts/cases';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { withdrawOwnReport } from '@naughty-list/contracts/own-report';
import { erasePersonalData } from '@naughty-list/contracts/personal-data';
import { listReports } from '@naughty-list/contracts/reports';
import { decideHeldReport, decideStatement, setCaseStatus } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { changeStatus, type StatusChange } from '../src/cases/change-status.ts';
import type { Constants } from '../src/config.ts';
import { auditDatabase } from '../src/publication/ledger/audit.ts';
import { sender, staff, startReports } from './running-service.ts';

/** Gives a case a status, as a moderator does. */
export const decideStatus = (
  db: Knex,
  reportId: number,
  status: CaseStatus,
  rule: CaseRule,
  more: Partial<StatusChange> = {},
) =>
  db.transaction((trx) =>
    changeStatus(trx, {
      ...{ reportId, status, rule, reason: 'The post says so itself.', role: 'moderator', who: 'claus' },
      ...more,
    }),
  );

type Decision = 'publish' | 'reject' | 'hold';

export type Admins = Awaited<ReturnType<typeof openAdmins>>;

/** The service, and helpers for tests of admins. */
export async function openAdmins(settings: Record<string, string> = {}, constants: Partial<Constants> = {}) {
  const service = await startReports(settings, undefined, { reportsPerUsernamePerDay: 100, ...constants });
  const admin = () => service.asAdmin('claus');
  const restore = (operationId: string, who = 'claus') =>
    service.asAdmin(who).call(restoreDeleted, { params: { operationId } });
  const lastEntries = (limit: number) => admin().call(listAuditLog, { query: { limit } });
  let names = 0;
  let posts = 0;
  const { db } = service.context;
  return {
    service,
    admin,
    db: () => db,
    visitor: () => service.as('visitor'),
    /** Changes the row of a report past the operations. */
    changeRow: (id: number, change: object) => db('scammer_reports').where({ id }).update(change),
    /** Sends a call as an admin, with any body. */
    send: (method: string, path: string, body?: unknown) => service.send(method, path, body, staff('claus')),
    newReport: (username = `villain${++names}`) =>
      // The post of a removed report is refused.
      service.report({ username, twitterUrl: `https://x.com/${username}/status/${++posts}` }),
    newNiceReport: () => service.praise({ username: `hero${++names}` }),
    /** The row of a report that is not deleted. */
    rowOf: (id: number): Promise<Record<string, unknown> | undefined> =>
      db('scammer_reports').where({ id, deleted_at: null }).first(),
    /** Deletes a report; returns the operation id. */
    async deleted(id: number, who = 'claus') {
      const { headers } = await service.asAdmin(who).callFull(deleteReport, { params: { id } });
      return headers.get('x-operation-id') ?? '';
    },
    restore,
    lastEntries,
    /** Undoes what was written down last. */
    async undoLast() {
      const [entry] = await lastEntries(1);
      return restore(entry?.operationId ?? '');
    },
    caseOf: (username: string) => service.as('visitor').call(getCase, { params: { username } }),
    /** Sets the status of a case, as it is now. */
    async setStatus(id: number, status: CaseStatus, rule: CaseRule, who = 'claus') {
      const { version } = await db('scammer_reports').where({ id }).first('version');
      const body = { status, rule, reason: 'The post says so itself.', version };
      return service.asAdmin(who).call(setCaseStatus, { params: { id }, body });
    },
    decideStatement: (id: unknown, decision: Decision, reason?: string) =>
      admin().call(decideStatement, { params: { id: Number(id) }, body: { decision, reason } }),
    decideReport: (id: number, decision: Decision) =>
      admin().call(decideHeldReport, { params: { id }, body: { decision } }),
    edit: (id: number, body: { description?: string; twitterUrl?: string }, who = 'claus') =>
      service.asAdmin(who).call(editReport, { params: { id }, body }),
    erase: (body: { username: string } | { reportId: number } | { statementId: number }) =>
      admin().call(erasePersonalData, { body }),
    publish: (...ids: number[]) => admin().call(publishReports, { body: { ids } }),
    /** Adds a statement past the operations; returns its number. */
    async addStatement(report_id: number, state: object): Promise<number> {
      const post = { twitter_url: `https://x.com/anyone/status/9${++posts}`, ...state };
      const description = `He did the same to me, number ${posts}.`;
      const [row] = await db('statements')
        .insert({ report_id, description, ...post })
        .returning('id');
      return row.id;
    },
    /** The same with an appeal, which is due in a week. */
    async addAppeal(report_id: number, more: object = {}): Promise<number> {
      const due_at = new Date(Date.now() + 7 * 86_400_000);
      const appeal = { report_id, grounds: 'false', due_at, ...more };
      const [row] = await db('appeals').insert(appeal).returning('id');
      return row.id;
    },
    /** Whether the list has a report. */
    isListed: async (id: number) =>
      (await service.as('visitor').call(listReports, { query: {} })).some((report) => report.id === id),
    /** States something about a username, as a person of a network. */
    state: (statement: object, from: string, network?: string) =>
      service.send('POST', '/api/statements', statement, sender(from, network)),
    /** An appeal against a case, by who says to be its account. */
    appeal: (username: string, from = 'account') =>
      service.as(from).call(openAppeal, {
        body: { username, grounds: 'false', text: 'None of this ever happened.' },
      }),
    /** Withdraws what was sent with this code, as its reporter. */
    withdraw: (reportCode = '') =>
      service.as('reporter').call(withdrawOwnReport, {}, { headers: { [CASE_CODE_HEADER]: reportCode } }),
    /** What the audit of the log names that has this. */
    namedBy: async (about: RegExp) => (await auditDatabase(db)).named.filter((one) => about.test(one)),
    /** Counts of listed reports, nice reports, and reports visible to admins. */
    async totals(): Promise<[listed: number, praised: number, all: number]> {
      const query = { limit: 1 };
      const total = ({ headers }: { headers: Headers }) => Number(headers.get('x-total-count'));
      return [
        total(await service.as('visitor').callFull(listReports, { query })),
        total(await service.as('visitor').callFull(listNiceReports, { query })),
        total(await admin().callFull(listAdminReports, { query })),
      ];
    },
    stop: service.stop,
  };
}
