import { secretOf } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { shownCount } from '../independence.ts';
import { allRowStates } from '../row-leaves.ts';
import { hash, record, recordMacs, type StoredLeaf } from './records.ts';

/** The subjects that an operation touches; a case includes everything public about it but its statements. */
export type Touched = {
  cases?: readonly number[];
  /** The only appeals of these cases that may have changed; all without it. */
  appeals?: readonly number[];
  statements?: readonly number[];
  praises?: readonly number[];
  /** Kept posts, of reports and of statements. */
  posts?: readonly number[];
  statementPosts?: readonly number[];
  /** Burns, by transaction. */
  burns?: readonly string[];
};

/** The public state of a subject, or why it is not public. */
export type PublicState = {
  /** Such as `report 7`: the kind, and its number. */
  subject: string;
  state: 'live' | 'removed' | 'erased' | 'deleted' | 'withdrawn';
  /** The burn that removed a report. */
  burn: string | null;
  /** The kind and numbers, which an ended subject keeps. */
  about: { kind: string; case?: number } & Record<string, unknown>;
  /** All other fields of the page; texts by their hash. */
  said: Record<string, unknown>;
};

/** The same as SQL has it: with all fields in one. */
export type Shown = Pick<PublicState, 'subject' | 'state' | 'burn'> & { said: PublicState['about'] };

/** The field with the number of an entry, by kind. */
export const numberOf: Record<string, string> = {
  ...{
    report: 'case',
    reply: 'case',
    post: 'case',
    statement: 'statement',
    'post-of-statement': 'statement',
  },
  ...{ decision: 'decision', appeal: 'appeal', praise: 'praise', burn: 'burn' },
};

export function stateOf({ said, ...shown }: Shown): PublicState {
  const [about, rest] = [{ kind: said.kind }, {} as PublicState['said']];
  for (const [field, value] of Object.entries(said))
    Object.assign(['kind', 'case', numberOf[said.kind]].includes(field) ? about : rest, { [field]: value });
  return { ...shown, about, said: rest };
}

/** SQL: a time as records have it. `to_char` has no era, and is null for infinity. */
export const iso = (time: string) =>
  `case when ${time} < '0001-01-01' or ${time} = 'infinity' then ${time}::text
    else to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;

/** SQL: the traces and aliases of a listed case. */
const traces = `case when report.is_removed or not exists (select from traces where report_id = report.id)
  then '[]'::json else (
  select coalesce(json_agg(json_build_array(kind, value) order by kind collate "C", value collate "C"), '[]') from (
    select distinct named.kind, named.value from traces named left join statements stated on stated.id = named.statement_id
    where named.report_id = report.id and (named.statement_id = 0 or speaks(report.status, stated.published_at, stated.reviewed_at))
  ) named) end`;
const aliases = `case when not exists (select from aliases where report_id = report.id) then '[]'::json else (
  select coalesce(json_agg(json_build_array(alias.username, ${iso('alias.seen_at')}, alias.left_at is null)
    order by lower(alias.username) collate "C"), '[]')
  from aliases alias where alias.report_id = report.id) end`;

const reports = `
  select 'report ' || report.id,
    case when not is_removed or cleared_at is not null and num_nonnulls(removal_tx_hash, erased_at, deleted_at, held_at) = 0
        then 'live'
      when removal_tx_hash is not null then 'removed' when erased_at is not null then 'erased'
      when deleted_at is not null then 'deleted' else 'withdrawn' end,
    removal_tx_hash,
    ${record(`${aliases} as aliases, report.id as "case", scam_category as category, ${shownCount()} as count,
      evidence_urls as evidence, ${iso('handle_changed_at')} as "handleChanged", 'report' as kind, twitter_url as post,
      ${hash('tweet_content')} as quote, ${iso('tweet_date')} as quoted, unique_burn_address as reference,
      ${iso('reported_at')} as reported, (select rule from case_changes where report_id = report.id order by id desc limit 1),
      status, ${hash('description')} as text, ${traces} as traces,
      status = 'unreviewed' and post_confirmed_at is null as unconfirmed, username`)}
  from scammer_reports report`;

/** SQL: the state of an entry of a case, besides the report; `live` is the condition under which it is public. */
const beside = (live: string, erased = 'report.erased_at is not null') =>
  `case when ${erased} then 'erased' when ${live} then 'live' else 'withdrawn' end, null`;

const statements = `
  select 'statement ' || stated.id,
    case when report.erased_at is not null then 'erased' when published_at is not null then 'live'
      when stated.erased_at is not null then 'erased' else 'withdrawn' end, null,
    ${record(`report_id as "case", 'statement' as kind, stated.loss, ${iso('made_at')} as made, stated.twitter_url as post,
      reviewed_at is not null as reviewed, stated.id as statement, ${hash('stated.description')} as text,
      stated.post_confirmed_at is null and stated.loss is null as unconfirmed`)}
  from statements stated left join scammer_reports report on report.id = report_id`;

const replies = `
  select 'reply ' || report_id, ${beside('published_at is not null and rejected_at is null')},
    ${record(`report_id as "case", 'reply' as kind, (select proven_at is not null from appeals where appeals.id = appeal_id) as proven,
      ${hash('body')} as text, ${iso('written_at')} as written`)}
  from replies left join scammer_reports report on report.id = report_id`;

const decisions = `
  select 'decision ' || change.id, ${beside('true')},
    ${record(`${iso('at')} as at, report_id as "case", change.id as decision, period_from as "from", 'decision' as kind,
      ${hash('reason')} as reason, role, rule, change.status, period_to as "to"`)}
  from case_changes change left join scammer_reports report on report.id = report_id`;

const appeals = `
  select 'appeal ' || appeal.id,
    ${beside('true', 'appeal.erased_at is not null and decided_at is not null or report.erased_at is not null')},
    ${record(`appeal.id as appeal, report_id as "case", ${iso('decided_at')} as decided, decision, ${iso('due_at')} as due,
      'appeal' as kind, ${iso('opened_at')} as opened, ${iso('overdue_at')} as overdue, ${iso('proven_at')} as proven`)}
  from appeals appeal left join scammer_reports report on report.id = report_id`;

const praises = `
  select 'praise ' || praise.id, case when held_at is null then 'live' else 'withdrawn' end, null,
    ${record(`report_count as count, 'praise' as kind, twitter_url as post, praise.id as praise,
      ${hash('tweet_content')} as quote, ${iso('tweet_date')} as quoted, ${iso('reported_at')} as reported,
      reviewed_at is not null as reviewed, ${hash('description')} as text, username`)}
  from nice_reports praise`;

const burns = `
  select 'burn ' || signature, 'live', null,
    json_strip_nulls(${record(`${iso('decided_at')} as at, signature as burn, (amount - sent)::text as burned, report_id as "case", decimals,
      'burn' as kind, sent::text as sent`)})
  from removal_claims where status = 'removed' and amount is not null`;

/** A post is public once it was read; a new link makes it unread again. */
const isKept = "case when fetched_at is null then 'withdrawn' else 'live' end";

const posts = `
  select 'post ' || kept.report_id, ${isKept}, null,
    ${record(`${hash('answer')} as answer, kept.report_id as "case", ${iso('fetched_at')} as fetched, ${iso('gone_at')} as gone,
      'post' as kind, kept.twitter_url as post, ${hash('text')} as text`)}
  from kept_posts kept where statement_id = 0`;

const statementPosts = `
  select 'post-of-statement ' || kept.statement_id, ${isKept}, null,
    ${record(`${hash('answer')} as answer, stated.report_id as "case", ${iso('fetched_at')} as fetched, ${iso('gone_at')} as gone,
      'post-of-statement' as kind, kept.twitter_url as post, kept.statement_id as statement, ${hash('text')} as text`)}
  from kept_posts kept join statements stated on (stated.report_id, stated.id) = (kept.report_id, kept.statement_id)`;

const named = (parts: readonly string[]) =>
  `select * from (${parts.join('\nunion all')}) now_public (subject, state, burn, said)`;

/** SQL: the public states of all subjects. */
export const everything = named([
  reports,
  statements,
  replies,
  decisions,
  appeals,
  praises,
  burns,
  posts,
  statementPosts,
  ...allRowStates,
]);

/** A deleted praise has no row. */
const deletedPraises = `
  select 'praise ' || asked.id, 'deleted', null, json_build_object('kind', 'praise', 'praise', asked.id)
  from unnest(:praised::int[]) asked (id) where not exists (select from nice_reports where nice_reports.id = asked.id)`;

/** The last leaf of a subject; its record is null once erased. */
export type LastLeaf = { type: string; record: string | null };

/**
 * The public states of these subjects, each with its last leaf and the time of the transaction (`at`: as records have it). The
 * last is so by its place in the tree, or it waits for one: the ids of records come from a sequence, which can be set. `isOwn`:
 * whether the service wrote that leaf, with this record.
 */
export async function readPublicState(
  trx: Knex,
  touched: Touched,
): Promise<{ state: PublicState; last: LastLeaf | undefined; isOwn: boolean; now: Date; at: string }[]> {
  const { cases = [], statements: stated = [], praises: praised = [], burns: burned, ...kepts } = touched;
  const parts = [
    cases.length > 0 && [
      `${reports} where report.id = any(:cases::int[])`,
      `${replies} where report_id = any(:cases::int[])`,
      `${decisions} where report_id = any(:cases::int[])`,
      `${appeals} where report_id = any(:cases::int[])`,
    ],
    // The traces of statements are in the state of their report.
    stated.length > 0 && [
      `${statements} where stated.id = any(:stated::int[])`,
      `${reports} where report.id in (select report_id from statements where id = any(:stated::int[]))
         and report.id <> all(:cases::int[])`,
    ],
    praised.length > 0 && [`${praises} where praise.id = any(:praised::int[])`, deletedPraises],
    burned && `${burns} and signature = any(:burned::text[])`,
    kepts.posts && `${posts} and kept.report_id = any(:posts::int[])`,
    kepts.statementPosts && `${statementPosts} where stated.id = any(:statementPosts::int[])`,
  ];
  const sql = parts.flatMap((part) => part || []);
  if (sql.length === 0) return [];
  const { rows } = await trx.raw<{
    rows: (Shown & { leaf: (JsonLeaf & { origin: string }) | null; now: Date; at: string })[];
  }>(
    `select shown.*, row_to_json(last) as leaf, now() as now, ${iso('now()')} as at
     from (${named(sql)}) shown
     left join lateral (
       select origin, id::text, subject, previous::text, type, report_id, ledger_records.burn, record,
         encode(salt, 'base64') as salt, encode(entry, 'base64') as entry, encode(mac, 'base64') as mac
       from ledger_records join ledger_head using (log)
       where log = (select max(log) from ledger_head) and subject = shown.subject order by leaf_index desc, ledger_records.id desc limit 1
     ) last on true`,
    {
      ...{ cases, stated, praised, posts: kepts.posts ?? [], statementPosts: kepts.statementPosts ?? [] },
      burned: burned ?? [],
    },
  );
  return rows.map(({ leaf, now, at, ...shown }) => ({
    state: stateOf(shown),
    last: leaf ?? undefined,
    isOwn: leaf === null || recordMacs(leaf.origin, secretOf(trx)).isOwnLeaf(toStored(leaf)),
    now,
    at,
  }));
}

/** A leaf as JSON has it: its bytes in base64. */
type JsonLeaf = Omit<StoredLeaf, 'salt' | 'entry' | 'mac'> & {
  salt: string | null;
  entry: string;
  mac: string | null;
};

const toStored = (leaf: JsonLeaf): StoredLeaf => {
  const bytes = (base64: string | null) => (base64 === null ? null : Buffer.from(base64, 'base64'));
  const [entry, salt, mac] = [leaf.entry, leaf.salt, leaf.mac].map(bytes) as [
    Buffer,
    Buffer | null,
    Buffer | null,
  ];
  return { ...leaf, entry, salt, mac };
};
