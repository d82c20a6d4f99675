import type { Case, NamingCase } from '@naughty-list/contracts/cases';
import { CASES_NAMING_MAX, type CasesNaming } from '@naughty-list/contracts/cases-naming';
import { toTrace } from '@naughty-list/contracts/trace-texts';
import type { Trace } from '@naughty-list/contracts/traces';
import { tracesOf } from '@naughty-list/contracts/traces-in';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { recordChanges } from '../record/ledger/append.ts';
import { changeRows } from '../record/row-leaves.ts';
import { timeInJson } from './lists/repository.ts';

/** The report, or the statement of its case, whose text names something. */
export type NamedBy = { reportId: number; statementId?: number };

/** The traces in a new report or statement, without the mint of LIST, which says nothing about a case. */
export const tracesNamed = (input: Parameters<typeof tracesOf>[0], listMint: string | undefined): Trace[] =>
  tracesOf(input).filter(({ value }) => value !== listMint);

/** Adds traces to a report or statement; known ones stay. */
export async function addTraces(trx: Knex, by: NamedBy, traces: readonly Trace[]): Promise<void> {
  if (traces.length === 0) return;
  const rows = traces.map(({ kind, value }) => ({ ...keyOf(by), ...toTrace(kind, value) }));
  await changeNames(trx, 'traces', [by.reportId], () => trx('traces').insert(rows).onConflict().ignore());
  await renewNames(trx, [by.reportId]);
}

/** Changes the traces or aliases of cases, which stay locked: the leaf of a case says all of them. */
export async function changeNames<Done>(
  trx: Knex,
  table: 'traces' | 'aliases',
  reportIds: readonly number[],
  change: () => PromiseLike<Done>,
): Promise<Done> {
  await trx.raw('select from scammer_reports where id = any(?::int[]) order by id for no key update', [
    [...reportIds],
  ]);
  return changeRows(trx, table, reportIds, change);
}

/** Removes some traces of a report or statement. */
async function removeTraces(trx: Knex, by: NamedBy, traces: readonly Trace[]): Promise<void> {
  if (traces.length === 0) return;
  const removed = traces.map(({ kind, value }) => [kind, value]);
  await changeNames(trx, 'traces', [by.reportId], () =>
    trx('traces').where(keyOf(by)).whereIn(['kind', 'value'], removed).delete(),
  );
  await renewNames(trx, [by.reportId]);
}

/** Removes all traces of a report; those of its statements stay. */
export async function forgetTraces(trx: Knex, reportId: number): Promise<void> {
  const traces: Trace[] = await trx('traces').where(keyOf({ reportId })).select('kind', 'value');
  await removeTraces(trx, { reportId }, traces);
}

const keyOf = ({ reportId, statementId = 0 }: NamedBy) => ({
  report_id: reportId,
  statement_id: statementId,
});

/** Updates a report's traces after an edit of its text. */
export async function retrace(
  trx: Knex,
  { id, username }: { id: number; username: string },
  { before, after }: { before: string; after: string },
): Promise<void> {
  const [old, current] = [before, after].map((description) => tracesOf({ username, description }));
  const without = (traces: Trace[] = [], others: Trace[] = []) =>
    traces.filter(({ kind, value }) => !others.some((other) => other.kind === kind && other.value === value));
  await removeTraces(trx, { reportId: id }, without(old, current));
  await addTraces(trx, { reportId: id }, without(current, old));
}

const statements = (db: Knex, ids: number[]) => db('statements').whereIn('id', ids).select('report_id', 'id');

/** The traces of statements; queried by the key, which begins with the report. */
export const tracesOfStatements = (db: Knex, ids: number[]) =>
  db('traces').whereIn(['report_id', 'statement_id'], statements(db, ids));

/** Deletes the traces and aliases of erased entries, and traces elsewhere that name the erased account. */
export async function eraseNames(
  trx: Knex,
  { reportIds, statementIds }: { reportIds: number[]; statementIds: number[] },
  username: string | undefined,
): Promise<number> {
  const named = (columns: string) =>
    trx('traces')
      .whereIn('report_id', reportIds)
      .orWhereIn(['report_id', 'statement_id'], statements(trx, statementIds))
      .orWhere({ kind: 'x', value: username?.toLowerCase() ?? '' })
      .select(columns);
  const cases: number[] = await named('report_id').distinct().pluck('report_id');
  const erased = await changeNames(trx, 'traces', cases, () =>
    named('*').whereIn('report_id', cases).delete(),
  );
  await changeNames(trx, 'aliases', reportIds, () => trx('aliases').whereIn('report_id', reportIds).delete());
  await renewNames(trx, cases);
  await recordChanges(trx, { cases }, ['names']);
  return erased;
}

/** Marks the traces or aliases of cases as changed (`names_version`), for feeds and caches. */
export async function renewNames(trx: Knex, reportIds: number[] | Knex.QueryBuilder): Promise<void> {
  await trx('scammer_reports')
    .whereIn('id', reportIds as number[])
    .increment('names_version', 1);
}

/** SQL: whether a statement's traces are public in the case of this row. */
const tracesArePublic = (report: string) =>
  `reports.speaks(${report}.status, stated.published_at, stated.reviewed_at)`;

/** SQL: public traces, each with its listed case; `condition` refers to the trace as `named`. */
const publicTraces = (condition: string) => `
  from reports.traces named join reports.scammer_reports report on report.id = named.report_id and not report.is_removed
  where (named.statement_id = 0 or exists (
    select from reports.statements stated where stated.id = named.statement_id and ${tracesArePublic('report')}
  )) and ${condition}`;

/** SQL: the traces of the case of this row, as JSON; null without any. */
export const tracesInJson = (report: string) => `(
  select jsonb_agg(distinct jsonb_build_object('kind', kind, 'value', value))
  from reports.traces named left join reports.statements stated on stated.id = named.statement_id
  where named.report_id = ${report}.id and (named.statement_id = 0 or ${tracesArePublic(report)}))`;

const namingCase = `report.id as number, username, status, ${timeInJson('reported_at')} as "reportedAt",
  ${timeInJson('handle_changed_at')} as "handleChangedAt"`;

/** SQL: corroborated cases first, because anyone can send reports, which must not push those out of a list. */
const firstCorroborated = "(status = 'corroborated') desc";

/**
 * SQL: whether a moderator has decided the case of this row; a dispute decides nothing, also by a published reply: what anyone can
 * report, of an account of their own too, must not appear in another account's case.
 */
export const isDecided = (report: string) => `(case ${report}.status when 'disputed' then coalesce((
    select before.status from reports.case_changes before
    where before.report_id = ${report}.id and before.status <> 'disputed' order by before.id desc limit 1
  ), 'unreviewed') else ${report}.status end <> 'unreviewed')`;
export const isReviewed = isDecided('report');

/** SQL: the listed cases that name a trace, corroborated ones first, then the newest, and their total. */
export const casesNaming = (kind: string, value: string) => `
  select *, count(*) over ()::int as total from (
    select ${namingCase}, ${isReviewed} and bool_and(named.statement_id = 0) as "isReportAlone"
      ${publicTraces(`named.kind = ${kind} and named.value = ${value} and (${kind} <> 'x' or ${isReviewed})`)}
    group by report.id
  ) found order by ${firstCorroborated}, number desc limit ${CASES_NAMING_MAX}`;

const findNaming = { name: 'cases naming a trace', text: casesNaming('$1', '$2') };

export type NamingRow = NamingCase & { total: number };

export const toNaming = (rows: readonly NamingRow[]): Pick<CasesNaming, 'cases' | 'total'> => ({
  cases: rows.map(({ total: _, ...found }) => found),
  total: rows[0]?.total ?? 0,
});

/** The listed cases that name a trace. */
export async function findCasesNaming(db: Knex, trace: Trace): Promise<CasesNaming> {
  const { kind, value } = toTrace(trace.kind, trace.value);
  const rows = await selectPrepared<NamingRow>(db, findNaming, [kind, value]);
  return { kind, value, ...toNaming(rows) };
}

const SHARING_MAX = 20;

const tracesOfCase = {
  name: 'traces of a case',
  text: `select distinct kind, value ${publicTraces('named.report_id = $1')} order by kind, value`,
};

const casesSharing = {
  name: 'cases sharing a trace',
  text: `select * from (
      select distinct on (report.id) ${namingCase}, jsonb_build_object('kind', kind, 'value', value) as trace,
        bool_and(named.statement_id = 0) as "isReportAlone"
      ${publicTraces(`named.report_id <> $1 and ${isReviewed} and (named.kind, named.value) in (
        select named.kind, named.value ${publicTraces(`named.report_id = $1 and ${isReviewed}`)}
      )`)}
      group by report.id, kind, value order by report.id, bool_and(named.statement_id = 0), kind, value
    ) found order by ${firstCorroborated}, number desc limit ${SHARING_MAX}`,
};

/** The traces of a listed case and, if it is reviewed, the other cases that share one. */
export async function readTraces(db: Knex, reportId: number): Promise<Pick<Case, 'traces' | 'sharing'>> {
  const traces = await selectPrepared<Trace>(db, tracesOfCase, [reportId]);
  if (traces.length === 0) return { traces, sharing: [] };
  return { traces, sharing: await selectPrepared<Case['sharing'][number]>(db, casesSharing, [reportId]) };
}
