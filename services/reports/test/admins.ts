import type { ApiClient } from '@naughty-list/api-client/client';
import { deleteReport, listAdminReports } from '@naughty-list/contracts/admin-reports';
import {
  type AuditEntry,
  listAuditLog,
  type Restored,
  restoreDeleted,
} from '@naughty-list/contracts/audit-log';
import {
  listNiceReports,
  type NiceReportAdded,
  submitNiceReport,
} from '@naughty-list/contracts/nice-reports';
import { listReports, type SubmittedReport, submitReport } from '@naughty-list/contracts/reports';
import type { Constants } from '../src/config.ts';
import {
  niceReportInput,
  type RunningService,
  reportInput,
  type Sent,
  startReports,
} from './running-service.ts';

/** The service, and helpers for tests of admins. */
export type Admins = {
  service: RunningService;
  admin(): ApiClient;
  /** Sends a call as an admin, with any body. */
  send(method: string, path: string, body?: unknown): Promise<Sent>;
  newReport(username?: string): Promise<SubmittedReport>;
  newNiceReport(): Promise<NiceReportAdded>;
  /** The row of a report that is not deleted. */
  rowOf(id: number): Promise<Record<string, unknown> | undefined>;
  /** Deletes a report; returns the operation id. */
  deleted(id: number, who?: string): Promise<string>;
  restore(operationId: string, who?: string): Promise<Restored>;
  lastEntries(limit: number): Promise<AuditEntry[]>;
  /** Counts of listed reports, nice reports, and reports visible to admins. */
  totals(): Promise<[listed: number, praised: number, all: number]>;
  stop(): Promise<void>;
};

export async function openAdmins(
  settings: Record<string, string> = {},
  constants: Partial<Constants> = {},
): Promise<Admins> {
  const service = await startReports(settings, undefined, { reportsPerUsernamePerDay: 100, ...constants });
  const admin = () => service.asAdmin('claus');
  let names = 0;
  let posts = 0;
  return {
    service,
    admin,
    send: (method, path, body) =>
      service.send(method, path, body, { 'x-admin-username': 'claus', 'x-admin-role': 'admin' }),
    newReport: (username = `villain${++names}`) =>
      service.as('reporter').call(submitReport, {
        // The post of a removed report is refused.
        body: reportInput({ username, twitterUrl: `https://x.com/${username}/status/${++posts}` }),
      }),
    newNiceReport: () =>
      service.as('fan').call(submitNiceReport, { body: niceReportInput({ username: `hero${++names}` }) }),
    rowOf: (id) => service.context.db('scammer_reports').where({ id, deleted_at: null }).first(),
    async deleted(id, who = 'claus') {
      const { headers } = await service.asAdmin(who).callFull(deleteReport, { params: { id } });
      return headers.get('x-operation-id') ?? '';
    },
    restore: (operationId, who = 'claus') =>
      service.asAdmin(who).call(restoreDeleted, { params: { operationId } }),
    lastEntries: (limit) => admin().call(listAuditLog, { query: { limit } }),
    async totals() {
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
