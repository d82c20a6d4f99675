import { createHmac } from 'node:crypto';
import { CaseCode } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import { lossRefusals } from '@naughty-list/contracts/losses';
import { type OwnReport, type OwnReportState, ownReportTexts } from '@naughty-list/contracts/own-report';
import { secretOf } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import type { ReportRow } from '../../register/reports/report.ts';
import { codeColumns, hashOfEntered, isOwnCode, makeCaseCode } from '../appeals/case-code.ts';
import type { StatementRow } from '../read-case.ts';

export type Own = {
  kind: OwnReport['kind'];
  codeHash: Buffer;
  id: number;
  sentAt: Date;
  withdrawnAt: Date | null;
  report: ReportRow;
  /** The statement, if it is one. */
  statement: (StatementRow & { erased_at: Date | null }) | undefined;
};

/** What a report code is derived from: with the time, because a restored database assigns numbers again. */
export type Coded = { kind: OwnReport['kind']; id: number; at: Date };

export const codedStatement = ({ id, made_at: at }: Pick<StatementRow, 'id' | 'made_at'>): Coded => ({
  kind: 'statement',
  id,
  at,
});

/** The code of a report or statement, the same for a retry. */
export function reportCodeOf({ kind, id, at }: Coded, secret: string): string {
  const text = `report code ${kind} ${id} ${at.toISOString()}`;
  return makeCaseCode(createHmac('sha256', secret).update(text).digest().subarray(0, 16));
}

/** What a code opens, as its MAC covers it. */
export const targetOf = ({ kind, id }: Pick<Coded, 'kind' | 'id'>) => `${kind} ${id}`;

/** Stores the hash of a new report's or statement's code. */
export async function keepReportCode(trx: Knex, coded: Coded, secret: string): Promise<void> {
  const { kind, id } = coded;
  const code = codeColumns(trx, hashOfEntered(reportCodeOf(coded, secret)), targetOf(coded));
  await trx('report_codes')
    .insert({ kind, subject_id: id, ...code })
    .onConflict('code_hash')
    .ignore();
}

const unpublishedOf = (kind: Coded['kind'], { table, at }: { table: string; at: string }) =>
  `select '${kind}' as kind, entry.id, case when isfinite(entry.${at}) then entry.${at} else 'epoch' end as at from ${table} entry
   where not exists (select from ledger_records where subject = '${kind} ' || entry.id and log = (select max(log) from ledger_head))`;

/** SQL: what was never public, as it is held, or was rejected or deleted: no leaf in the current log tells of it. */
export const unpublished = `${unpublishedOf('report', { table: 'scammer_reports', at: 'reported_at' })}
  union all ${unpublishedOf('statement', { table: 'statements', at: 'made_at' })}`;

/** Those of these entries that got no code, because the service did not write them, or not at this time. */
export async function withoutCode(db: Knex, entries: readonly Coded[]): Promise<Coded[]> {
  const hashOf = (entry: Coded) => hashOfEntered(reportCodeOf(entry, secretOf(db)));
  const hashes: Buffer[] = await db('report_codes')
    .whereIn('code_hash', entries.map(hashOf))
    .pluck('code_hash');
  const known = new Set(hashes.map((hash) => hash.toString('hex')));
  return entries.filter((entry) => !known.has(hashOf(entry).toString('hex')));
}

const unknown = () => new ApiError('unknown_case_code', ownReportTexts.unknownCode);

/**
 * The report or statement of a code.
 *
 * @throws ApiError unknown_case_code
 */
export async function findOwn(db: Knex, entered: unknown): Promise<Own> {
  const parsed = CaseCode.safeParse(entered);
  if (!parsed.success) throw unknown();
  const code = await db('report_codes')
    .where({ code_hash: hashOfEntered(parsed.data) })
    .first();
  if (!code) throw unknown();
  const { kind, subject_id: id, code_hash: codeHash, withdrawn_at: withdrawnAt } = code;
  if (!isOwnCode(db, code, targetOf({ kind, id }))) throw unknown();
  const statement = kind === 'statement' ? await db('statements').where({ id }).first() : undefined;
  const report = await db('scammer_reports')
    .where({ id: statement?.report_id ?? id })
    .first();
  // Rejected entries are deleted after a while.
  if (!report || (kind === 'statement' && !statement)) throw unknown();
  const sentAt = await issuedAt(db, codeHash, report);
  if (!sentAt) throw unknown();
  return { kind, codeHash, id, sentAt, withdrawnAt, report, statement };
}

/**
 * When the report of a case, or a statement, got this code: they may change places. Another entry may have had the number for a
 * moment, by the sequence of numbers.
 */
async function issuedAt(db: Knex, codeHash: Buffer, { id, reported_at }: ReportRow) {
  const stated: StatementRow[] = await db('statements').where({ report_id: id }).select('id', 'made_at');
  return [{ kind: 'report', id, at: reported_at } as const, ...stated.map(codedStatement)].find((entry) =>
    hashOfEntered(reportCodeOf(entry, secretOf(db))).equals(codeHash),
  )?.at;
}

export function stateOfOwn({ withdrawnAt, report, statement }: Own): OwnReportState {
  if (withdrawnAt) return 'withdrawn';
  if (report.removal_tx_hash) return 'burned';
  if (report.deleted_at || report.erased_at || statement?.erased_at || statement?.rejected_at)
    return 'removed';
  return report.held_at || statement?.held_at ? 'held' : 'public';
}

/** The published statements of a case. */
export const publishedIn = (db: Knex, reportId: number) =>
  db('statements').where({ report_id: reportId }).whereNotNull('published_at');

export async function toOwnReport(db: Knex, own: Own): Promise<OwnReport> {
  const { kind, sentAt, report, statement } = own;
  const state = stateOfOwn(own);
  const { twitter_url, description } = statement ?? report;
  const isErased = Boolean(report.erased_at || statement?.erased_at);
  const others = await publishedIn(db, report.id)
    .whereNot({ id: statement?.id ?? 0 })
    .first('id');
  const refusal = Object.values(lossRefusals).find((reason) => reason === statement?.reject_reason);
  return {
    kind,
    state,
    ...(refusal && { refusal }),
    username: isErased ? null : report.username,
    status: state === 'public' ? report.status : null,
    sentAt: sentAt.toISOString(),
    description: isErased || state === 'withdrawn' ? null : description,
    twitterUrl: isErased ? null : twitter_url,
    hasStatements: others !== undefined,
  };
}
