import type { Appeal, AppealDecision, AppealGrounds, AppealMessage } from '@naughty-list/contracts/appeals';
import type { CaseRule, CaseStatus } from '@naughty-list/contracts/cases';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import type { ReviewedAppeal } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { areRecorded } from '../../record/ledger/append.ts';
import { areOwn } from '../../record/row-leaves.ts';
import { currentName } from '../../register/aliases/repository.ts';
import { timeInJson } from '../../register/lists/repository.ts';
import { privateDataIn } from '../../register/reports/private-data.ts';
import type { ReportRow } from '../../register/reports/report.ts';
import { type CodeColumns, codeColumns, hashOfEntered, isOwnCode, unknownCode } from './case-code.ts';

export type AppealRow = CodeColumns & {
  id: number;
  report_id: number;
  grounds: AppealGrounds;
  previous_id: number | null;
  opened_at: Date;
  due_at: Date;
  overdue_at: Date | null;
  decided_at: Date | null;
  decision: AppealDecision | null;
  rule: CaseRule | null;
  reason: string | null;
  decided_by: string | null;
  proven_at: Date | null;
  proven_by: 'post' | 'moderator' | null;
  proof_code: string | null;
  proof_issued_at: Date | null;
  proof_expires_at: Date | null;
  proof_url: string | null;
  version: number;
};

/** Clears the columns that lead from an appeal to its account. */
export const withoutCodes = { code_hash: null, code_mac: null, proof_code: null, proof_url: null };

/** In place of the key of a network that sent several: how many. */
export const SENT = 'sent ';

/** SQL: how many a network sent, if only that is kept of it, else how many of a partition. */
export const crowdOf = (network: string, partition: string) =>
  `case when ${network} like '${SENT}%' then substr(${network}, ${SENT.length + 1})::int else count(*) over (partition by ${partition}) end`;

/** Whether the case is listed or cleared: only then can its appeals be answered. */
export const isAnswerable = (
  report: Pick<ReportRow, 'is_removed' | 'cleared_at' | 'removal_tx_hash' | 'deleted_at'>,
): boolean =>
  !report.deleted_at &&
  (!report.is_removed || (report.cleared_at !== null && report.removal_tx_hash === null));

/** SQL: the decided appeals of a case before this one, by the same sender (its code) or by the proven account. */
export const fromEarlierDecisions = `from appeals earlier
  where earlier.report_id = appeals.report_id and earlier.id < appeals.id and earlier.decision <> 'withdrawn'
    and (earlier.id = appeals.previous_id or earlier.proven_at is not null)`;

const ofReport = ['username', 'status', 'is_removed', 'cleared_at', 'removal_tx_hash', 'deleted_at'] as const;

type DetailedRow = AppealRow &
  Pick<ReportRow, (typeof ofReport)[number]> & {
    is_second: boolean;
    messages: AppealMessage[] | null;
    earlier_decision: Appeal['earlierDecision'];
    is_code_valid: boolean | null;
    account: string | null;
    reply: Appeal['reply'];
  };

/** An appeal with its messages; `whole` adds those of the earlier appeal under the same code. */
function select(db: Knex, { whole }: { whole: boolean }): Knex.QueryBuilder<DetailedRow> {
  const own = (id: string) => (whole ? `${id} in (appeals.id, appeals.previous_id)` : `${id} = appeals.id`);
  return db('appeals')
    .join('scammer_reports as report', 'report.id', 'appeals.report_id')
    .select(
      'appeals.*',
      ...ofReport.map((column) => `report.${column}`),
      db.raw(`exists (select ${fromEarlierDecisions}) as is_second`),
      db.raw(`(select jsonb_agg(jsonb_build_object('id', message.id, 'author', author, 'body', body, 'at', ${timeInJson('at')}) order by message.id)
        from appeal_messages message where ${own('message.appeal_id')}) as messages`),
      db.raw(`(select jsonb_build_object('decision', decision, 'rule', rule, 'reason', reason, 'at', ${timeInJson('decided_at')})
        from appeals earlier where earlier.id = appeals.previous_id) as earlier_decision`),
      db.raw('proof_expires_at > now() as is_code_valid'),
      db.raw(`${currentName('report')} as account`),
      db.raw(`(select jsonb_build_object('body', body, 'published', published_at is not null)
        from replies where replies.appeal_id = appeals.id and rejected_at is null) as reply`),
    );
}

function toAppeal(
  row: DetailedRow,
  { automatic, showsCode }: { automatic: boolean; showsCode: boolean },
): Appeal {
  const { decision, rule, reason, decided_at, proven_at } = row;
  const isCodeShown = proven_at === null && showsCode;
  return {
    username: row.username,
    caseNumber: row.report_id,
    status: isAnswerable(row) ? row.status : null,
    burned: row.removal_tx_hash !== null,
    grounds: row.grounds,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    isSecond: row.is_second,
    messages: row.messages ?? [],
    decision:
      decision && decided_at ? { decision, rule, reason: reason ?? '', at: decided_at.toISOString() } : null,
    earlierDecision: row.earlier_decision,
    proof: {
      provenAt: proven_at?.toISOString() ?? null,
      account: row.account,
      code: isCodeShown ? row.proof_code : null,
      expiresAt: (isCodeShown && row.proof_expires_at?.toISOString()) || null,
      automatic,
      postUrl: proven_at === null ? row.proof_url : null,
    },
    reply: row.reply && toReply(row.reply),
    mayAppealAgain: mayAppealAgain(row) && isAnswerable(row) && row.status !== 'cleared',
  };
}

function toReply(reply: NonNullable<Appeal['reply']>): Appeal['reply'] {
  const message = reply.published ? undefined : privateDataIn(reply.body);
  return { ...reply, ...(message && { message }) };
}

/** A code can appeal again once, after a moderator's decision. */
export const mayAppealAgain = ({ decision, previous_id }: AppealRow): boolean =>
  decision !== null && decision !== 'withdrawn' && previous_id === null;

type Numbers = Pick<AppealRow, 'id' | 'report_id'>;

const targetOf = ({ id, report_id }: Numbers) => `appeal ${id} of ${report_id}`;

/** Stores the code of an appeal. */
export async function storeCode(trx: Knex, appeal: Numbers, hash: Buffer): Promise<void> {
  await trx('appeals')
    .where({ id: appeal.id })
    .update(codeColumns(trx, hash, targetOf(appeal)));
}

/**
 * The appeal of a case code, as its account sees it.
 * @throws ApiError unknown_case_code
 */
export async function readAppeal(db: Knex, caseCode: unknown, automatic: boolean): Promise<Appeal> {
  const row = await select(db, { whole: true })
    .where({ code_hash: hashOfEntered(caseCode) })
    .first();
  if (!row || !isOwnCode(db, row, targetOf(row))) throw unknownCode();
  return toAppeal(row, { automatic, showsCode: row.is_code_valid === true });
}

/** Whether the appeals of a case are as the service left them; locks the case. */
export async function areAppealsOwn(trx: Knex, reportId: number): Promise<boolean> {
  const ids: number[] = await trx('appeals').where({ report_id: reportId }).pluck('id');
  const subjects = ids.map((id) => `appeal ${id}`);
  return (await areRecorded(trx, subjects, { cases: [reportId] })) && areOwn(trx, 'appeals', ids);
}

/**
 * The number of the appeal of a case code.
 * @throws ApiError unknown_case_code
 */
export async function findAppeal(db: Knex, caseCode: unknown): Promise<number> {
  const row = await db('appeals')
    .where({ code_hash: hashOfEntered(caseCode) })
    .first('id', 'report_id', 'code_hash', 'code_mac');
  if (!row || !isOwnCode(db, row, targetOf(row))) throw unknownCode();
  return row.id;
}

/** SQL: the reason of the moderator who confirmed the account. */
const confirmation = `case when proven_by = 'moderator' then (
  select details ->> 'reason' from audit_log
  where subject = 'scammer_report' and subject_id = report.id and action = 'confirm_account' and restored_at is null
    and (details ->> 'appeal')::int in (appeals.id, appeals.previous_id)
  order by audit_log.id desc limit 1) end as confirmation`;

const inOrder = `(decided_at is null) desc, (decided_at is null and proven_at is not null) desc,
  case when decided_at is null then crowd end, case when decided_at is null then appeals.id end, appeals.id desc`;

/** SQL: how many appeals of the same network, open or decided, the case has for each of its appeals. */
const crowds = `(select id as counted, ${crowdOf('network_key', 'decided_at is null, proven_at is null, coalesce(network_key, id::text)')} as crowd
  from appeals where report_id = ? and erased_at is null) crowds`;

/** SQL: whether a post sent with the appeal waits for a moderator. */
const hasPost = '(proven_at is null and proof_url is not null)';

/**
 * The appeals of a case as moderators see them: open ones first (proven ones, then those of networks with the
 * fewest, the oldest first, so that a flood hides none), then decided ones, newest first. At most `max` with a post to check and `max` without, so that neither
 * displaces the other.
 */
export async function readAppealsOfCase(
  db: Knex,
  reportId: number,
  { max = INTEGER_MAX }: { max?: number } = {},
): Promise<ReviewedAppeal[]> {
  const crowd = db.raw(crowds, [reportId]);
  const places = db('appeals')
    .join(crowd, 'counted', 'appeals.id')
    .select('id', db.raw(`row_number() over (partition by ${hasPost} order by ${inOrder}) as place`));
  const rows: (DetailedRow & { confirmation: string | null })[] = await select(db, { whole: false })
    .select(db.raw(confirmation))
    .join(crowd, 'counted', 'appeals.id')
    .whereIn('appeals.id', db(places.as('placed')).where('place', '<=', max).select('id'))
    .orderByRaw(inOrder);
  return rows.map((row) => ({
    ...toAppeal(row, { automatic: false, showsCode: true }),
    id: row.id,
    version: row.version,
    decidedBy: row.decided_by,
    confirmation: row.confirmation,
  }));
}

/** An appeal with the account and status of its case, and whether it can be answered. */
export type LockedAppeal = AppealRow & { username: string; status: CaseStatus; isAnswerable: boolean };

/** Locks an appeal and its case, in the order that every transaction uses; undefined when there is no such appeal. */
export async function lockAppeal(
  trx: Knex.Transaction,
  where: { id: number } | { code_hash: Buffer },
): Promise<LockedAppeal | undefined> {
  const known = await trx('appeals').where(where).first('report_id');
  if (!known) return undefined;
  const report = await trx('scammer_reports').where({ id: known.report_id }).forUpdate().first();
  const appeal: AppealRow | undefined = await trx('appeals').where(where).forUpdate().first();
  return (
    appeal &&
    report && {
      ...appeal,
      username: report.username,
      status: report.status,
      isAnswerable: isAnswerable(report),
    }
  );
}

/**
 * Locks the appeal of a case code, and its case.
 *
 * @throws ApiError unknown_case_code
 */
export async function lockByCode(trx: Knex.Transaction, caseCode: unknown) {
  const appeal = await lockAppeal(trx, { code_hash: hashOfEntered(caseCode) });
  if (!appeal || !isOwnCode(trx, appeal, targetOf(appeal))) throw unknownCode();
  return appeal;
}

/** Gives MACs to the case codes of 0.1.0, which stored only their hashes. */
export async function writeMacsOfCodes(db: Knex): Promise<void> {
  const rows = await db('appeals').whereNotNull('code_hash').select('id', 'report_id', 'code_hash');
  for (const { code_hash, ...appeal } of rows) await storeCode(db, appeal, code_hash);
}
