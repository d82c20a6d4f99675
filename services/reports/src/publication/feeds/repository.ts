import type { FeedCase, FeedDiff, FeedScope } from '@naughty-list/contracts/feeds';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { VERSION_NOW } from '../../record/ledger/append.ts';
import { aliasesInJson } from '../../register/aliases/repository.ts';
import type { ReportRow } from '../../register/reports/report.ts';
import { tracesInJson } from '../../register/traces.ts';

/** SQL of a scope: the columns of its changes, and the condition of a report that is in it. */
const scopes = {
  corroborated: {
    version: 'corroborated_version',
    changedAt: 'corroborated_changed_at',
    leftAt: 'corroborated_left_at',
    isListed: "status = 'corroborated' and not is_removed",
  },
  all: { version: 'version', changedAt: 'changed_at', leftAt: 'left_at', isListed: 'not is_removed' },
} as const satisfies Record<FeedScope, object>;

/** SQL: the columns of a case, whose table is called `of`. */
const fieldsOf = (
  of: 'scammer_reports' | 'report',
) => `${of}.id, ${of}.username, ${of}.status, ${of}.scam_category,
  ${of}.twitter_url, ${of}.reported_at, ${of}.handle_changed_at, ${of}.names_version,
  case when ${of}.names_version > 0 then ${aliasesInJson(`${of}.id`)} end as aliases,
  case when ${of}.names_version > 0 then ${tracesInJson(of)} end as traces,
   reports.loss_totals(${of}.id) as losses`;
const fields = fieldsOf('scammer_reports');
type CaseRow = Pick<
  ReportRow,
  'id' | 'username' | 'status' | 'scam_category' | 'twitter_url' | 'reported_at' | 'handle_changed_at'
> & {
  names_version: number;
  aliases: FeedCase['aliases'] | null;
  traces: FeedCase['traces'] | null;
  losses: FeedCase['losses'] | null;
};

/** `newest` is the version of the list, the latest of any feed. `epoch` changes when the database is restored. */
type FeedState = { epoch: string; newest: string };

const readState = {
  name: 'state of feeds',
  text: 'select left(epoch::text, 8) as epoch, version as newest from state',
};

export async function readFeedState(db: Knex): Promise<FeedState> {
  const [state] = await selectPrepared<FeedState>(db, readState);
  if (!state) throw new Error('state is empty');
  return state;
}

/** After a restore: a new epoch makes all earlier versions unknown. */
export async function startFeedsAnew(trx: Knex): Promise<void> {
  await trx('state').update({ epoch: trx.raw('gen_random_uuid()') });
}

/** A page of listed cases by number, with its version: one statement, so both belong to the same state. */
export async function readCasePage(
  db: Knex,
  { include, after, limit }: { include: FeedScope; after: number; limit: number },
): Promise<{ version: string; cases: FeedCase[]; next: number | null }> {
  const { version, isListed } = scopes[include];
  const { rows } = await db.raw<{ rows: ({ version: string } & (CaseRow | { id: null }))[] }>(
    `select state.version, page.*
     from (select coalesce(max(${version}), 0) as version from feed_changes where ${version} <= ${VERSION_NOW}) state
     left join (select ${fields} from scammer_reports where ${isListed} and id > ? order by id limit ?) page on true
     order by id`,
    [after, limit + 1],
  );
  const cases = rows.flatMap((row) => (row.id === null ? [] : [toFeedCase(row)])).slice(0, limit);
  return {
    version: rows[0]?.version ?? '0',
    cases,
    next: rows.length > limit ? (cases.at(-1)?.number ?? null) : null,
  };
}

/** A position among the changes: after a version, or after one case within it. */
export type ChangePosition = { version: string; number: number };

type ChangeRow = ChangePosition & { at: Date } & CaseRow;

/** SQL: the changes of a scope, each with its case if that is listed. */
const changesOf = ({ version, changedAt, isListed }: (typeof scopes)[FeedScope]) =>
  `select change.${version} as version, change.report_id as number, change.${changedAt} as at, report.*
   from feed_changes change
   left join (select ${fields} from scammer_reports where ${isListed}) report on report.id = change.report_id`;

/** Changes after a position, oldest first; only the last one of each case. */
export async function readChanges(
  db: Knex,
  { include, after, limit }: { include: FeedScope; after: ChangePosition; limit: number },
): Promise<{ diffs: FeedDiff[]; last: ChangePosition | undefined; more: boolean }> {
  const { version } = scopes[include];
  const { rows } = await db.raw<{ rows: ChangeRow[] }>(
    `${changesOf(scopes[include])}
     where (change.${version}, change.report_id) > (?::bigint, ?::bigint) and change.${version} <= ${VERSION_NOW}
     order by change.${version}, change.report_id limit ?`,
    [after.version, after.number, limit + 1],
  );
  const page = rows.slice(0, limit);
  return { diffs: page.map(toDiff), last: page.at(-1), more: rows.length > limit };
}

/**
 * SQL: the last change of each case that subscribers are notified of; its version is null if there is none. A removal
 * concerns subscribers of every scope, because their scope may have been wider before.
 */
const noticesOf = ({ version, changedAt, isListed }: (typeof scopes)[FeedScope]) =>
  `select change.version as position, change.report_id as number,
     case when on_list.id is null then change.version else change.${version} end as version,
     case when on_list.id is null then change.changed_at else change.${changedAt} end as at, report.*
   from feed_changes change
   left join scammer_reports on_list on on_list.id = change.report_id and not on_list.is_removed
   left join (select ${fields} from scammer_reports where ${isListed}) report on report.id = change.report_id`;

/** A position among all changes, and the version of which the subscriber is notified, if any. */
export type Notice = { position: string; number: number; version: string | null };

/** The changes of all cases after a position, oldest first. */
export async function readNotices(
  db: Knex,
  { include, after, limit }: { include: FeedScope; after: ChangePosition; limit: number },
): Promise<Notice[]> {
  const { rows } = await db.raw<{ rows: Notice[] }>(
    `${noticesOf(scopes[include])}
     where (change.version, change.report_id) > (?::bigint, ?::bigint) and change.version <= ${VERSION_NOW}
     order by change.version, change.report_id limit ?`,
    [after.version, after.number, limit],
  );
  return rows;
}

/** The notice about a case, with the version of its last change; undefined if there is none. */
export async function readNotice(
  db: Knex,
  { include, number }: { include: FeedScope; number: number },
): Promise<{ version: string; diff: FeedDiff } | undefined> {
  const { rows } = await db.raw<{ rows: (Omit<ChangeRow, 'version'> & Notice)[] }>(
    `${noticesOf(scopes[include])} where change.report_id = ?`,
    [number],
  );
  const [row] = rows;
  return row && row.version !== null ? { version: row.version, diff: toDiff(row) } : undefined;
}

/** A case that is or was listed; the latter without its name. */
export type CaseState = {
  number: number;
  reportedAt: string;
  at: string;
  listed: FeedCase | undefined;
  /** When it left the feed, each time. */
  leftAt: string[];
  /** Whether it ever had traces or aliases. */
  hasNames: boolean;
};

/**
 * The cases of a page that are or were listed. A page has a fixed range of numbers, beginning after `after` or before
 * it, so that a case never changes its page. `next` is where the next non-empty page begins.
 */
export async function readCaseStates(
  db: Knex,
  { include, after, size }: { include: FeedScope; after: number; size: number },
): Promise<{ states: CaseState[]; first: number; next: number | null }> {
  const { version, changedAt, leftAt, isListed } = scopes[include];
  const first = after - (after % size);
  const last = Math.min(first + size, INTEGER_MAX);
  const { rows } = await db.raw<{
    rows: (CaseRow & { at: Date | null; left_at: Date[] | null; listed: boolean })[];
  }>(
    `select ${fieldsOf('report')}, ${changedAt} as at, ${leftAt} as left_at, ${isListed} as listed
     from (
       select id as number from scammer_reports where ${isListed} and id > :first and id <= :last
       union
       select report_id from feed_changes where ${version} is not null and report_id > :first and report_id <= :last
     ) either
     join scammer_reports report on report.id = either.number
     left join feed_changes change on change.report_id = either.number
     order by either.number`,
    { first, last },
  );
  const { rows: following } = await db.raw<{ rows: { number: number | null }[] }>(
    `select least(
       (select min(id) from scammer_reports where ${isListed} and id > :last),
       (select min(report_id) from feed_changes where ${version} is not null and report_id > :last)
     ) as number`,
    { last },
  );
  const states = rows.map((row) => ({
    number: row.id,
    reportedAt: row.reported_at.toISOString(),
    at: (row.at ?? row.reported_at).toISOString(),
    leftAt: (row.left_at ?? []).map((at) => at.toISOString()),
    listed: row.listed ? toFeedCase(row) : undefined,
    hasNames: row.names_version > 0,
  }));
  const number = following[0]?.number ?? null;
  return { states, first, next: number === null ? null : number - 1 - ((number - 1) % size) };
}

/** The cases of a month and range of numbers that are or were listed: the time of the last change, and MD5s of the names. */
export type CasesOfMonth = { month: string; part: number; at: Date; hashes: string[] };

/** Cases never move to another month or part: times and numbers of reports do not change. `now` is the time of the read. */
export async function readMonths(
  db: Knex,
  { include, size }: { include: FeedScope; size: number },
): Promise<{ months: CasesOfMonth[]; now: Date }> {
  const { version, changedAt, isListed } = scopes[include];
  const { rows } = await db.raw<{
    rows: (Omit<CasesOfMonth, 'hashes'> & { hashes: string | null; now: Date })[];
  }>(
    `select to_char(reported_at at time zone 'UTC', 'YYYY-MM') as month, (id - 1) / :size::int as part, now() as now,
       max(coalesce(change.${changedAt}, reported_at)) as at,
       string_agg(md5(username), ' ' order by id) filter (where ${isListed}) as hashes
     from scammer_reports left join feed_changes change on report_id = id
     where ${isListed} or change.${version} is not null group by 1, 2 order by 1, 2`,
    { size },
  );
  const months = rows.map(({ now: _now, hashes, ...month }) => ({
    ...month,
    hashes: hashes?.split(' ') ?? [],
  }));
  return { months, now: rows[0]?.now ?? new Date(0) };
}

/** The newest changes, newest first. */
export async function readNewestChanges(
  db: Knex,
  { include, limit }: { include: FeedScope; limit: number },
): Promise<FeedDiff[]> {
  const { version } = scopes[include];
  const { rows } = await db.raw<{ rows: ChangeRow[] }>(
    `${changesOf(scopes[include])}
     where change.${version} is not null order by change.${version} desc, change.report_id desc limit ?`,
    [limit],
  );
  return rows.map(toDiff);
}

const toDiff = ({ number, at, ...row }: Omit<ChangeRow, 'version'>): FeedDiff =>
  row.id === null
    ? { number, at: at.toISOString(), isRemoval: true }
    : { ...toFeedCase(row), at: at.toISOString() };

const toFeedCase = (row: CaseRow): FeedCase => ({
  number: row.id,
  username: row.username,
  status: row.status,
  category: row.scam_category,
  post: row.twitter_url,
  reportedAt: row.reported_at.toISOString(),
  aliases: row.aliases ?? [],
  handleChangedAt: row.handle_changed_at?.toISOString() ?? null,
  traces: row.traces ?? [],
  ...(row.losses && { losses: row.losses }),
});
