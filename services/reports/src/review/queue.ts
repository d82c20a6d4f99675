import { type AppealGrounds, appealTexts } from '@naughty-list/contracts/appeals';
import { REVIEW_DAYS, REVIEW_PAGE_MAX, type ReviewItem } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';

type Kind = ReviewItem['kind'];

const SUMMARY_CHARACTERS = 160;

/** What waits, by kind: its table, and since when. Each has a partial index in that order. */
const waiting: Record<Kind, { from: string; since: string; columns: string }> = {
  report: {
    from: 'scammer_reports report where held_at is not null and deleted_at is null',
    since: 'held_at',
    columns: 'report.id, report.id as case_number, username, description as summary',
  },
  statement: {
    from: `statements join scammer_reports report on report.id = report_id
      where statements.held_at is not null and not report.is_removed`,
    since: 'statements.held_at',
    columns: 'statements.id, report_id as case_number, username, statements.description as summary',
  },
  appeal: {
    from: 'appeals join scammer_reports report on report.id = report_id where decided_at is null and not waits_for_proof',
    since: 'due_at',
    columns: 'appeals.id, report_id as case_number, username, grounds as summary',
  },
  proof: {
    from: `post_proofs join appeals on appeals.id = appeal_id join scammer_reports report on report.id = report_id
      where post_url is not null and used_at is null and proven_at is null and decided_at is null`,
    since: 'issued_at',
    columns: 'appeals.id, report_id as case_number, username, post_url as summary',
  },
  reply: {
    from: 'replies join scammer_reports report on report.id = report_id where published_at is null',
    since: 'written_at',
    columns: 'report_id as id, report_id as case_number, username, body as summary',
  },
};

const kinds = Object.keys(waiting) as Kind[];

type Row = {
  kind: Kind;
  id: number;
  case_number: number;
  username: string;
  since: Date;
  due_at: Date;
  summary: string;
};

/** One kind of the queue, in its own order. An appeal has its own deadline; the others are due after a fixed time. */
function selectKind(kind: Kind): string {
  const { from, since, columns } = waiting[kind];
  const times =
    kind === 'appeal'
      ? 'opened_at as since, due_at'
      : `${since} as since, ${since} + interval '${REVIEW_DAYS} days' as due_at`;
  return `(select '${kind}' as kind, ${columns}, ${times} from ${from} order by ${since} limit ${REVIEW_PAGE_MAX})`;
}

/** Everything that waits for a moderator, earliest deadline first. */
export async function listQueue(db: Knex): Promise<ReviewItem[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select kind, id, case_number, username, since, due_at, left(summary, ${SUMMARY_CHARACTERS}) as summary
     from (${kinds.map(selectKind).join(' union all ')}) queue
     order by due_at, kind, id limit ${REVIEW_PAGE_MAX}`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    caseNumber: row.case_number,
    username: row.username,
    since: row.since.toISOString(),
    dueAt: row.due_at.toISOString(),
    summary: row.kind === 'appeal' ? appealTexts.grounds[row.summary as AppealGrounds] : row.summary,
  }));
}

type Counted = { count: number; ageSeconds: number };

/** The number of waiting items by kind, and the age of the oldest. */
export async function countQueue(db: Knex): Promise<Record<Kind, Counted>> {
  const { rows } = await db.raw<{ rows: ({ kind: Kind } & Counted)[] }>(
    kinds
      .map((kind) => {
        const { from, since } = waiting[kind];
        const time = kind === 'appeal' ? 'opened_at' : since;
        const age = `greatest(0, extract(epoch from now() - min(${time})))::float8`;
        return `select '${kind}' as kind, count(*)::int as count, coalesce(${age}, 0) as "ageSeconds" from ${from}`;
      })
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ kind, ...counted }) => [kind, counted])) as Record<Kind, Counted>;
}

/** The time until the earliest deadline of an open appeal, negative once it has passed; undefined without one. */
export async function secondsToDeadline(db: Knex): Promise<number | undefined> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    `select extract(epoch from due_at - now())::float8 as seconds
     from appeals where decided_at is null and not waits_for_proof order by due_at limit 1`,
  );
  return rows[0]?.seconds;
}
