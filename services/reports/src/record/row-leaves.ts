import { canonicalJson } from '@naughty-list/ledger/leaf';
import { secretOf } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { appendLeaves, hash, record, recordMacs, type StoredLeaf } from './ledger/records.ts';

type Coverage = {
  key: string;
  type?: 'text';
  also?: string;
  about: string;
  values: string;
  where?: string;
};

/**
 * Rows with values that the site shows or acts on and that no leaf of their subject says. Each row, or the rows of a case, has leaves
 * of its own with the hash of these values, so that the audit names a row that the service did not write, or not last. By table,
 * in SQL: the key, the other table that has values, what the rows are about, their values, and which rows have leaves.
 */
const coverage = {
  // What look-ups, feeds, pages and figures use of a burned or erased report, which no leaf has any more.
  scammer_reports: {
    key: 'id',
    about: "'report ' || id",
    values: `username, twitter_url, description, removal_tx_hash,
      (select array_agg(extract(epoch from at)) from unnest(array[reported_at, held_at, deleted_at, erased_at, handle_changed_at, post_confirmed_at]) at)`,
    where: '(removal_tx_hash is not null or erased_at is not null)',
  },
  // Whether a statement is independent was judged by keys that are deleted later, so it cannot be judged again; by its wallet, others
  // are. Statements with a transaction are never shown first. Figures count erased ones, whose posts a cleared case refuses.
  statements: {
    key: 'id',
    about: "'statement ' || id",
    values: `report_id, dependent, loss_transaction, loss_wallet, erased_at is not null, extract(epoch from made_at),
      case when erased_at is not null then twitter_url end`,
    where: '(published_at is not null or erased_at is not null)',
  },
  // A reply that waits for a moderator or was rejected has no leaf, and no leaf records whether it contradicts the report.
  replies: {
    key: 'report_id',
    about: "'reply ' || report_id",
    values: `appeal_id, body, contradicts,
      (select array_agg(extract(epoch from at)) from unnest(array[written_at, published_at, rejected_at]) at)`,
  },
  // What the account wrote, what it was answered, and how it gets in: private, but moderators and the account act on it. The decision
  // and its times are in another leaf, too, but figures count them when that is erased.
  appeals: {
    key: 'id',
    also: 'appeal_messages',
    about: "'appeal ' || id",
    values: `report_id, grounds, previous_id, proven_by, code_hash, code_mac, rule, reason, decided_by, proof_code, extract(epoch from proof_issued_at),
      decision, extract(epoch from opened_at), extract(epoch from decided_at), array(
      select jsonb_build_array(message.id, author, who, body, extract(epoch from at))
      from appeal_messages message where appeal_id = appeals.id order by message.id)`,
  },
  // Who made a decision may not decide the appeal against it; of which appeal it was, that appeal's refusal undoes.
  case_changes: { key: 'report_id', about: "'report ' || report_id", values: 'id, who, appeal_id' },
  // Pages and receipts show which removals were settled by hand, and their intents.
  removal_claims: {
    key: 'id',
    type: 'text',
    about: "'report ' || report_id",
    values: 'report_id, signature, code, intent_id, proven_wallet',
    where: "status = 'removed'",
  },
  // Of each statement: what it names, the report may name, too, and then it stays when the statement goes.
  traces: { key: 'report_id', about: "'report ' || report_id", values: 'statement_id, kind, value' },
  aliases: {
    key: 'report_id',
    about: "'report ' || report_id",
    values: 'username, extract(epoch from seen_at), extract(epoch from left_at)',
  },
  // When a case left the feeds, which consumers rely on. The audit derives all other changes from leaves.
  feed_changes: {
    key: 'report_id',
    about: "'report ' || report_id",
    values: `version, extract(epoch from changed_at), corroborated_version, extract(epoch from corroborated_changed_at),
      (select array_agg(extract(epoch from at)) from unnest(left_at) at),
      (select array_agg(extract(epoch from at)) from unnest(corroborated_left_at) at), shows`,
    where: "(left_at <> '{}' or corroborated_left_at <> '{}' or corroborated_version is not null)",
  },
  // If it were set back, consumers would take what they kept from before a restore for current.
  state: { key: "'feeds'", type: 'text', about: "'the epoch of the feeds'", values: 'epoch' },
} as const satisfies Record<string, Coverage>;

export type CoveredTable = keyof typeof coverage;

/** SQL: the states of covered rows, as leaves have them. */
function rowStates(table: CoveredTable, which = 'true'): string {
  const { key, about, values, where = 'true' }: Coverage = coverage[table];
  const row = `jsonb_build_array(${values})`;
  return `
  select subject, 'live', null::text, ${record("about, hash, 'rows' as kind")} from (
    select '${table} ' || ${key} as subject, min(${about}) as about, ${hash(`jsonb_agg(${row} order by ${row})::text`)} as hash
    from ${table} where ${where} and ${which} group by 1) covered`;
}

/** The same of all tables. */
export const allRowStates = (Object.keys(coverage) as CoveredTable[]).map((table) => rowStates(table));

/** The record about rows that are no more. */
export const NO_ROWS = canonicalJson({ kind: 'rows' });

type Found = {
  key: string;
  subject: string;
  isOwn: boolean;
  isRecorded: boolean;
  /** No leaf says anything of it, as of a row that this operation may have written. */
  isNew: boolean;
  record: string;
  now: Date;
};

/** How rows stand, and whether their last leaf says so. */
async function readRows(
  trx: Knex,
  table: CoveredTable,
  keys: readonly (number | string)[],
): Promise<Found[]> {
  if (keys.length === 0) return [];
  const { key: column, type = 'int' } = coverage[table] as Coverage;
  const { rows } = await trx.raw<{
    rows: (StoredLeaf & { key: string; origin: string; about: string; said: object | null; now: Date })[];
  }>(
    `select asked.key, '${table} ' || asked.key as about, said, now() as now, head.origin, last.*
     from (select distinct unnest(:keys::text[]) as key) asked
     cross join (select log, origin from ledger_head order by log desc limit 1) head
     left join (${rowStates(table, `${column} = any(:keys::${type}[])`)}) present (subject, state, burn, said)
       on present.subject = '${table} ' || asked.key
     left join lateral (
       select id, subject, previous, type, report_id, burn, record, salt, entry, mac from ledger_records
       where log = head.log and subject = '${table} ' || asked.key order by leaf_index desc, id desc limit 1
     ) last on true`,
    { keys: keys.map(String) },
  );
  return rows.map(({ key, about: subject, said, now, origin, ...last }) => {
    const record = canonicalJson(said ?? { kind: 'rows' });
    const before = last.id === null ? NO_ROWS : last.record;
    const isRecorded = before === record;
    const isOwn = last.id === null || recordMacs(origin, secretOf(trx)).isOwnLeaf(last);
    return { key, subject, record, now, isRecorded, isNew: before === NO_ROWS, isOwn: isRecorded && isOwn };
  });
}

/** Appends leaves about rows that their last leaves do not say. Those before say what an erasure may have removed: they are erased. */
async function append(trx: Knex, rows: readonly Found[]): Promise<void> {
  const changed = rows.filter(({ isRecorded }) => !isRecorded);
  if (!changed[0]) return;
  await trx.raw(
    `update ledger_records set record = null, salt = null
     where log in (select log from ledger_head) and subject = any(?) and record is not null`,
    [changed.map(({ subject }) => subject)],
  );
  await appendLeaves(
    trx,
    changed.map(({ subject, record }) => ({ subject, type: 'rows', record })),
    changed[0].now,
  );
}

/** The rows that the service did not write as they stand, or not last, by key. */
export async function foreignRows(
  trx: Knex,
  table: CoveredTable,
  keys: readonly (number | string)[],
): Promise<string[]> {
  return (await readRows(trx, table, keys)).filter(({ isOwn }) => !isOwn).map(({ key }) => key);
}

/** The rows that are not as their leaves say, by key; rows without one may be this operation's. */
export const changedRows = async (
  trx: Knex,
  table: CoveredTable,
  keys: readonly (number | string)[],
): Promise<string[]> =>
  (await readRows(trx, table, keys)).filter((row) => !row.isOwn && !row.isNew).map(({ key }) => key);

/** Whether the service wrote these rows as they stand. */
export const areOwn = async (trx: Knex, table: CoveredTable, keys: readonly number[]): Promise<boolean> =>
  (await foreignRows(trx, table, keys)).length === 0;

/** Records rows that an operation wrote in this transaction. */
export async function recordRows(
  trx: Knex,
  table: CoveredTable,
  keys: readonly (number | string)[],
): Promise<void> {
  await append(trx, await readRows(trx, table, keys));
}

/**
 * Locks rows until the transaction ends, also against a lock of their tables, for which a change would wait. Call it before they
 * are compared: what the database got while the change waited would count as the service's.
 */
export async function lockRows(
  trx: Knex,
  table: CoveredTable,
  keys: readonly (number | string)[],
): Promise<void> {
  if (keys.length === 0) return;
  const { key, type = 'int', also = table } = coverage[table] as Coverage;
  // Deletes nothing, but waits for tables as a change does.
  await trx.raw(
    `with own as (delete from ${table} where false), other as (delete from ${also} where false)
     select from ${table} where ${key} = any(?::text[]::${type}[]) order by ${key} for no key update`,
    [keys.map(String)],
  );
}

/** SQL: the number of a row's transaction, of which the row has the lower half. */
const WRITTEN_BY = `((next - case when xmin::text::bigint > next % 4294967296 then 4294967296 else 0 end) / 4294967296 * 4294967296
  + xmin::text::bigint)::text::xid8`;

type Version = { key: number; version: string; is_own: boolean };

/** The versions of these rows, and whether this transaction wrote them. */
async function readVersions(trx: Knex, table: CoveredTable, keys: readonly number[]): Promise<Version[]> {
  const { key } = coverage[table] as Coverage;
  const { rows } = await trx.raw<{ rows: Version[] }>(
    `select ${key} as key, xmin || ' ' || ctid as version, pg_xact_status(${WRITTEN_BY}) = 'in progress' as is_own
     from ${table}, (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) head where ${key} = any(:keys::int[])`,
    { keys: [...keys] },
  );
  return rows;
}

/** Runs a change of rows and records it, except of rows that the service did not write before: the audit must report them. */
export async function changeRows<Done>(
  trx: Knex,
  table: CoveredTable,
  keys: readonly number[],
  change: () => PromiseLike<Done>,
): Promise<Done> {
  await lockRows(trx, table, keys);
  const before = new Set((await readVersions(trx, table, keys)).map(({ version }) => version));
  const foreign = new Set(await foreignRows(trx, table, keys));
  const done = await change();
  // A lock of rows keeps out no new ones: those of others, since, are not the service's.
  for (const { key, version, is_own: isOwn } of await readVersions(trx, table, keys))
    if (!isOwn && !before.has(version)) foreign.add(String(key));
  await recordRows(
    trx,
    table,
    keys.filter((key) => !foreign.has(String(key))),
  );
  return done;
}
