import { type AppealGrounds, appealTexts } from '@naughty-list/contracts/appeals';
import { corroboratingRules, INDEPENDENT_MIN } from '@naughty-list/contracts/cases';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  REVIEW_DAYS,
  REVIEW_PAGE_MAX,
  REVIEWED_APPEALS_MAX,
  REVIEWED_STATEMENTS_MAX,
  type ReviewItem,
  reviewKinds,
  reviewTexts,
} from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { z } from 'zod';
import { crowdOf } from '../../cases/appeals/appeal.ts';
import { timeInJson } from '../../register/lists/repository.ts';

type Kind = ReviewItem['kind'];

const SUMMARY_CHARACTERS = 160;

type Waiting = {
  from: string;
  id: string;
  since: string;
  columns: string;
  /** The network that it came from; null once forgotten. */
  network: string;
  isGrouped?: true;
};

const networkOf = (kind: 'report' | 'statement', id: string) =>
  `(select network_key from contributions where kind = '${kind}' and subject_id = ${id})`;

/** By kind: the rows that wait, and since when. */
const waiting: Record<Kind, Waiting> = {
  report: {
    from: 'scammer_reports report where is_removed and held_at is not null and deleted_at is null',
    id: 'report.id',
    since: 'held_at',
    columns: 'report.id as case_number, username, description as summary, false as proven',
    network: networkOf('report', 'report.id'),
  },
  statement: {
    from: `statements join scammer_reports report on report.id = report_id
      where statements.held_at is not null and not report.is_removed`,
    id: 'statements.id',
    since: 'statements.held_at',
    columns: 'report_id as case_number, username, statements.description as summary, false as proven',
    network: networkOf('statement', 'statements.id'),
    isGrouped: true,
  },
  appeal: {
    from: 'appeals join scammer_reports report on report.id = report_id where decided_at is null',
    id: 'appeals.id',
    since: 'opened_at',
    columns: 'report_id as case_number, username, grounds as summary, proven_at is not null as proven',
    network: 'network_key',
    isGrouped: true,
  },
  proof: {
    from: `appeals join scammer_reports report on report.id = report_id
      where proof_url is not null and proven_at is null and decided_at is null`,
    id: 'appeals.id',
    since: 'proof_issued_at',
    columns: 'report_id as case_number, username, proof_url as summary, false as proven',
    network: 'network_key',
    isGrouped: true,
  },
  reply: {
    from: `replies join appeals on appeals.id = appeal_id join scammer_reports report on report.id = replies.report_id
      where published_at is null and rejected_at is null`,
    id: 'replies.report_id',
    since: 'written_at',
    columns: 'replies.report_id as case_number, username, body as summary, proven_at is not null as proven',
    network: 'null',
  },
  // Cases that independent statements corroborated, of which too few are left.
  status: {
    from: `scammer_reports report join lateral (
        select rule, at from case_changes where report_id = report.id and status = 'corroborated'
          and rule in (${corroboratingRules.map((rule) => `'${rule}'`).join(', ')}) order by id desc limit 1
      ) grounds on rule = 'independent_statements' join lateral (
        select greatest(at, max(greatest(rejected_at, held_at, erased_at))) as gone_at
        from statements where report_id = report.id
      ) gone on true
      where report.status = 'corroborated' and not is_removed and independent < ${INDEPENDENT_MIN}`,
    id: 'report.id',
    since: 'gone_at',
    columns: `report.id as case_number, username, '' as summary, false as proven`,
    network: 'null',
  },
};

/** An item, with its rank and `dueAt` with microseconds, for the cursor. */
type Row = ReviewItem & { rank: number; due: string };

/** The cursor of a page: an item's values of the columns that order the queue. */
const Cursor = z.tuple([z.number().int(), z.string(), z.enum(reviewKinds), z.number().int()]);
type Cursor = z.infer<typeof Cursor>;

const writeCursor = ({ rank, due, kind, id }: Row) =>
  Buffer.from(JSON.stringify([rank, due, kind, id] satisfies Cursor)).toString('base64url');

/** @throws ApiError invalid_input */
function readCursor(text: string): Cursor {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (Number.isNaN(Date.parse(cursor[1]))) throw new RangeError(cursor[1]);
    return cursor;
  } catch {
    throw new ApiError('invalid_input', reviewTexts.unknownPage, { field: 'after' });
  }
}

/** Hours, because days of a time zone differ in length. */
const PERIOD = `interval '${REVIEW_DAYS * 24} hours'`;

/**
 * SQL: the items of one kind. The entries of a case in a grouped kind are one item. Items of proven accounts come first (rank 0),
 * then those of networks with the fewest waiting: a flood from some networks hides no entry of another.
 */
function selectKind(kind: Kind): string {
  const { from, id, since, columns, network, isGrouped } = waiting[kind];
  const due = kind === 'appeal' ? 'due_at' : `${since} + ${PERIOD} as due_at`;
  const ofNetwork = 'proven, coalesce(network, id::text)';
  const each = `select *, case when proven then 0 else ${crowdOf('network', ofNetwork)} end::int as rank,
      ${crowdOf('network', `case_number, ${ofNetwork}`)} as crowd
    from (select ${id} as id, ${columns}, ${network} as network, ${since} as since, ${due} from ${from}) ${kind}`;
  if (isGrouped) {
    // Only as many as the case shows: one that the moderator did not see may be the account's or a victim's own.
    const max = kind === 'statement' ? REVIEWED_STATEMENTS_MAX : REVIEWED_APPEALS_MAX;
    const first = (column: string) => `(array_agg(${column} order by crowd, due_at, id))`;
    return `select '${kind}' as kind, min(rank) as rank, ${first('id')}[1] as id,
        ${first('id')}[1:${max}] as ids, count(*)::int as count, case_number, username,
        ${first('summary')}[1] as summary, proven, min(since) as since, min(due_at) as due_at
      from (${each}) ${kind} group by case_number, username, proven`;
  }
  return `select '${kind}' as kind, rank, id, array[id] as ids, 1 as count, case_number, username, summary, proven,
      since, due_at
    from (${each}) ${kind}`;
}

type Page = { items: ReviewItem[]; next: string | null; at: string };

/**
 * A page of the review queue: entries of proven accounts first, then the others by {@link selectKind}'s rank, each by the
 * earliest deadline, so that a flood queues behind what already waits and behind what others send later.
 */
export async function listQueue(
  db: Knex,
  query: { kind?: Kind | undefined; after?: string | undefined },
): Promise<Page> {
  const cursor = query.after === undefined ? undefined : readCursor(query.after);
  const chosen = query.kind ? [query.kind] : reviewKinds;
  const [rank, due, kind, id] = cursor ?? [];
  const { rows } = await db.raw<{ rows: (Row & { at: Date })[] }>(
    `select kind, rank, id, ids, count, proven, case_number as "caseNumber", username, ${timeInJson('since')} as since,
       ${timeInJson('due_at')} as "dueAt", due_at::text as due, left(summary, ${SUMMARY_CHARACTERS}) as summary, now() as at
     from (${chosen.map(selectKind).join(' union all ')}) queue
     ${cursor ? 'where (rank, due_at, kind, id) > (:rank::int, :due::timestamptz, :kind::text, :id::int)' : ''}
     order by rank, due_at, kind, id limit ${REVIEW_PAGE_MAX + 1}`,
    cursor ? { rank, due, kind, id } : {},
  );
  const shown = rows.slice(0, REVIEW_PAGE_MAX);
  const last = shown.at(-1);
  return {
    items: shown.map(({ rank: _rank, due: _due, at: _at, ...item }) => ({
      ...item,
      summary: summaryOf(item),
    })),
    next: last && rows.length > shown.length ? writeCursor(last) : null,
    at: (rows[0]?.at ?? new Date()).toISOString(),
  };
}

function summaryOf({ kind, summary }: ReviewItem): string {
  if (kind === 'status') return reviewTexts.groundsGone;
  return kind === 'appeal' ? appealTexts.grounds[summary as AppealGrounds] : summary;
}

type Counted = { count: number; ageSeconds: number };

/** The number of waiting entries by kind, and the age of the oldest. */
export async function countQueue(db: Knex): Promise<Record<Kind, Counted>> {
  const { rows } = await db.raw<{ rows: ({ kind: Kind } & Counted)[] }>(
    reviewKinds
      .map((kind) => {
        const { from, since } = waiting[kind];
        const age = `greatest(0, extract(epoch from now() - min(${since})))::float8`;
        return `select '${kind}' as kind, count(*)::int as count, coalesce(${age}, 0) as "ageSeconds" from ${from}`;
      })
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ kind, ...counted }) => [kind, counted])) as Record<Kind, Counted>;
}

/** The time until the earliest deadline of an open proven appeal, negative once it has passed; undefined without one. */
export async function secondsToDeadline(db: Knex): Promise<number | undefined> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    `select extract(epoch from due_at - now())::float8 as seconds
     from appeals where decided_at is null and proven_at is not null order by due_at limit 1`,
  );
  return rows[0]?.seconds;
}
