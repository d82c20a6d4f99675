import { canonicalJson, parseLeaf } from '@naughty-list/ledger/leaf';
import { announceSubjects } from '@naughty-list/payment-flow/intent';
import { secretOf } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { countIndependent } from '../independence.ts';
import { expectPosts } from '../post-rows.ts';
import { changeRows, foreignRows } from '../row-leaves.ts';
import { type Change, type CodeHidden, endOf, hiddenCodes, hiddenOf, type Named, within } from './changes.ts';
import { type LastLeaf, type PublicState, readPublicState, type Touched } from './public-state.ts';
import { appendLeaves, hashOf, type NewLeaf, recordMacs, type StoredLeaf } from './records.ts';

/** The first type of each kind; later ones are `<kind>-changed`, and `<kind>-<state>` when it ends. */
const firstTypes: Record<string, string> = {
  post: 'post-kept',
  'post-of-statement': 'post-kept',
  decision: 'status-changed',
  appeal: 'appeal-opened',
  burn: 'burned',
  rows: 'rows',
};

/**
 * The leaf that the log lacks about a subject; undefined when its last leaf matches its public state. Operations append
 * it, the audit reports it.
 */
export function missingLeaf(
  now: PublicState,
  last: LastLeaf | undefined,
  codeHidden?: CodeHidden,
): NewLeaf | undefined {
  const { subject, state, about, said, burn } = now;
  const { kind } = about;
  const leaf = { subject, case: about.case };
  const isLive = last !== undefined && endOf(last.type) === undefined;
  if (state === 'live') {
    const record = canonicalJson({ ...about, ...said });
    if (isLive && last.record === record) return undefined;
    const first = firstTypes[kind] ?? `${kind}-published`;
    return { ...leaf, type: isLive ? `${kind}-changed` : first, record };
  }
  const type = `${kind}-${state}`;
  const hidden = state === 'withdrawn' || state === 'deleted' ? codeHidden?.(now) : undefined;
  const record = canonicalJson({ ...about, ...(burn && { burn }), ...(hidden && { hidden }) });
  // An erased praise has no row: its last leaf tells it from one that a moderator deleted.
  if (kind === 'praise' && last?.record === null) return { ...leaf, type, record };
  if (last?.type === type && (last.record ?? record) === record) return undefined;
  const wasHidden = !isLive && last && hiddenOf(last);
  if (hidden && wasHidden) return hidden === wasHidden ? undefined : { ...leaf, type, record };
  // An end is recorded once, but a burn or an erasure also after another end. After these, any other state is a difference.
  const isOver = last !== undefined && /-(removed|erased)$/.test(last.type);
  const isRecorded = !isLive && state !== 'removed' && !isOver && !(state === 'erased' && last);
  // The leaf of an erased case or statement stands for everything that it showed.
  const isOfErased = state === 'erased' && kind !== 'report' && kind !== 'statement';
  return isRecorded || isOfErased ? undefined : { ...leaf, type, ...(burn && { burn }), record };
}

/**
 * Appends the leaves that the log lacks about everything that an operation touched, limited to the changes that the operation
 * may make, and renews feeds, caches and payment pages. Call it in the operation's transaction, after its changes; without a
 * public change, it appends nothing. `removed` are the aliases that the operation removed, or since when the account had left its name.
 */
export async function recordChanges(
  trx: Knex,
  touched: Touched,
  may: readonly Change[],
  removed: readonly Named[] = [],
): Promise<void> {
  const { statements = [] } = touched;
  const ofStatements = trx('statements')
    .whereIn('id', [...statements])
    .distinct();
  if (statements.length > 0)
    for (const id of await ofStatements.pluck('report_id')) await countIndependent(trx, id, { statements });
  const named = await tracesNamedBy(trx, statements, may.includes('status') ? touched.cases : []);
  named.push(...removed);
  const states = await readPublicState(trx, touched);
  const codeHidden = hiddenCodes(trx);
  const leaves = states.flatMap(({ state, last, isOwn, at }) => {
    // After a leaf that the service did not write, nothing is recorded, so that the audit keeps reporting it.
    const isOther =
      state.about.kind === 'appeal' && touched.appeals?.includes(Number(state.about.appeal)) === false;
    const own = isOwn && !isOther && within(may, state, last, { named, at, codeHidden });
    return own ? (missingLeaf(own, last, codeHidden) ?? []) : [];
  });
  if (touched.cases && touched.cases.length > 0) await announceSubjects(trx, touched.cases);
  await appendLeaves(trx, leaves, states[0]?.now ?? new Date());
  await expectPosts(trx, leaves);
  const cases = new Set(leaves.flatMap((leaf) => leaf.case ?? []));
  if (cases.size > 0) await noteCases(trx, [...cases]);
  if (leaves.some((leaf) => leaf.case === undefined)) await renewList(trx, 'praises');
}

/** SQL: locks what the states of cases are read from, until the transaction ends. */
const LOCK_CASES = `select ${[
  '(select count(*) from (select from scammer_reports where id = any(:cases::int[]) order by id for no key update) report)',
  ...Object.entries({
    statements: 'id',
    appeals: 'id',
    replies: 'report_id',
    aliases: 'report_id',
    kept_posts: 'statement_id',
  }).map(
    ([table, order]) =>
      `(select count(*) from (select from ${table} where report_id = any(:cases::int[]) order by ${order} for no key update) ${table})`,
  ),
]}`;

/**
 * Locks these cases, and returns whether these subjects match their last leaves. Scheduled work must skip others: it would record
 * the consequences of a change made in the database as the service's own. What is read before may have been changed since.
 */
export async function areRecorded(
  trx: Knex,
  subjects: readonly string[],
  touched: Touched & { cases: readonly number[] },
): Promise<boolean> {
  await trx.raw(LOCK_CASES, { cases: touched.cases });
  const states = await readPublicState(trx, touched);
  const codeHidden = hiddenCodes(trx);
  const isRecorded = new Map(
    states.map(({ state, last, isOwn }) => [
      state.subject,
      isOwn && missingLeaf(state, last, codeHidden) === undefined,
    ]),
  );
  const without = subjects.filter((subject) => !isRecorded.has(subject));
  return subjects.every((subject) => isRecorded.get(subject) !== false) && !(await isAnyLive(trx, without));
}

/**
 * Those of these subjects that are hidden, and not as their last leaves say: an operation that rewrites one would record all else
 * of its row, too. The rows must be locked.
 */
export async function changedHidden(trx: Knex, touched: Touched): Promise<string[]> {
  const codeHidden = hiddenCodes(trx);
  const states = await readPublicState(trx, touched);
  return states.flatMap(({ state, last }) =>
    !last || [undefined, codeHidden(state)].includes(hiddenOf(last)) ? [] : state.subject,
  );
}

/** Whether the last leaf of any of these subjects says that it is public. */
async function isAnyLive(trx: Knex, subjects: readonly string[]): Promise<boolean> {
  if (subjects.length === 0) return false;
  const { rows } = await trx.raw<{ rows: { type: string }[] }>(
    `select distinct on (subject) type from ledger_records
     where log = (select max(log) from ledger_head) and subject = any(?) order by subject, leaf_index desc, id desc`,
    [[...subjects]],
  );
  return rows.some(({ type }) => endOf(type) === undefined);
}

/** The leaves that the service wrote about these subjects, in any log, newest first; those that erasures left have no record. */
async function ownLeaves(trx: Knex, subjects: readonly string[]): Promise<StoredLeaf[]> {
  const leaves: (StoredLeaf & { origin: string })[] = await trx('ledger_records')
    .join('ledger_head', 'ledger_head.log', 'ledger_records.log')
    .whereIn('subject', [...subjects])
    .orderByRaw('ledger_records.log desc, leaf_index desc, id desc')
    .select('ledger_records.*', 'origin');
  return leaves.filter((leaf) => recordMacs(leaf.origin, secretOf(trx)).isOwnLeaf(leaf));
}

/** Whether a leaf that the service wrote, in any log, has this text and post of a subject. */
export async function wasSaid(
  trx: Knex,
  subject: string,
  { text, post }: { text: string; post: string },
): Promise<boolean> {
  const said = (await ownLeaves(trx, [subject])).map(({ record }) => JSON.parse(record ?? '{}'));
  return said.some((record) => record.text === hashOf(text) && record.post === post);
}

/** The hash of each text that a moderator had read, by its last leaf with words, in any log: the audit log could be made to say so. */
export async function readTexts(
  trx: Knex,
  kind: 'praise' | 'statement',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const leaves = await ownLeaves(
    trx,
    ids.map((id) => `${kind} ${id}`),
  );
  const last = new Map<number, { reviewed?: boolean; text: string }>();
  for (const { type, subject, record } of leaves.reverse())
    if (endOf(type) === undefined) last.set(Number(subject?.split(' ')[1]), JSON.parse(record ?? '{}'));
  return new Map([...last].flatMap(([id, { reviewed, text }]) => (reviewed ? [[id, text]] : [])));
}

/** Since when reports are off the list, or were before their last publication, by the service's leaves; rows could say any time. */
export async function readOffSince(trx: Knex, ids: readonly number[]): Promise<Map<number, Date>> {
  const leaves = await ownLeaves(
    trx,
    ids.map((id) => `report ${id}`),
  );
  return new Map(
    ids.flatMap((id) => {
      let since: string | undefined;
      for (const { type, subject, entry } of leaves)
        if (subject !== `report ${id}`) continue;
        else if (endOf(type) !== undefined) since = parseLeaf(entry)?.time;
        else if (since !== undefined) break;
      return since === undefined ? [] : [[id, new Date(since)]];
    }),
  );
}

/** Those that the service has published, by its leaves in any log; what else is public was made so in the database. */
export async function oncePublic(
  trx: Knex,
  kind: 'report' | 'praise' | 'statement',
  ids: readonly number[],
): Promise<number[]> {
  const leaves = await ownLeaves(
    trx,
    ids.map((id) => `${kind} ${id}`),
  );
  const known = new Set(leaves.map(({ subject }) => subject));
  return ids.filter((id) => known.has(`${kind} ${id}`));
}

/** The traces of these statements, and of all statements of these cases, as far as the service wrote their rows. */
const tracesNamedBy = async (
  trx: Knex,
  statements: readonly number[],
  cases: readonly number[] = [],
): Promise<Named[]> => {
  if (statements.length + cases.length === 0) return [];
  const rows: { report_id: number; kind: string; value: string }[] = await trx('traces')
    .whereIn('statement_id', statements)
    .orWhere((all) => all.whereIn('report_id', cases).whereNot({ statement_id: 0 }))
    .select('report_id', 'kind', 'value');
  const foreign = await foreignRows(
    trx,
    'traces',
    rows.map((row) => row.report_id),
  );
  return rows
    .filter((row) => !foreign.includes(String(row.report_id)))
    .map(({ kind, value }) => [kind, value]);
};

/** Leaves whose records no erasure takes: the ends of cases, burns and settlements. */
export const keptTypes = ['report-erased', 'report-removed', 'burned', 'settled'];

/**
 * Erases salt and record of every leaf about these subjects, in each log; the leaves stay, but reveal nothing about what they
 * committed to.
 */
export async function forgetRecords(
  trx: Knex,
  { cases = [], statements = [], praises = [] }: Touched,
): Promise<void> {
  await trx.raw(
    `update ledger_records set record = null, salt = null
     where record is not null and type <> all(:keptTypes)
       and (report_id = any(:cases::int[]) or subject = any(:subjects))`,
    {
      cases,
      keptTypes,
      subjects: [
        ...statements.flatMap((id) => [`statement ${id}`, `post-of-statement ${id}`]),
        ...praises.map((id) => `praise ${id}`),
      ],
    },
  );
}

/** SQL: a version that time alone raises: one that was put ahead in the database is not given, so none after it can be missed. */
export const VERSION_NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/**
 * Raises a list's version, by which caches see that it changed. Its row stays locked until the transaction ends, so that
 * versions become visible in order.
 */
export async function renewList(trx: Knex, list: 'version' | 'praises'): Promise<void> {
  await trx('state').update({ [list]: trx.raw(`greatest(?? + 1, ${VERSION_NOW})`, [list]) });
}

/** Raises the list's version, and records a feed change for each of these cases whose feed entry changed. */
export async function noteCases(trx: Knex, cases: readonly number[]): Promise<void> {
  // Before they are compared, as in `lockRows`.
  await renewList(trx, 'version');
  await trx.raw('lock table feed_changes in share row exclusive mode');
  await changeRows(trx, 'feed_changes', cases, () => trx.raw(NOTE, { cases: [...cases] }));
}

// Times rise strictly, whenever the transactions began, because consumers keep the state with the latest time.
const NOTE = `
  with changed as (
    select asked.id, entry, shows is not null and entry is null as gone,
      coalesce(entry like 'corroborated %' or shows like 'corroborated %', false) as corroborated,
      shows like 'corroborated %' and entry is distinct from shows and coalesce(entry not like 'corroborated %', true)
        as corroborated_gone
    from unnest(:cases::int[]) asked (id)
    left join feed_entries on feed_entries.report_id = asked.id
    left join feed_changes on feed_changes.report_id = asked.id
    where entry is distinct from shows
  ), dated as materialized (
    select greatest(date_trunc('milliseconds', clock_timestamp()), (
      select changed_at from feed_changes order by version desc, report_id desc limit 1
    ) + interval '1 millisecond') as at
  )
  insert into feed_changes as known
    (report_id, version, changed_at, corroborated_version, corroborated_changed_at, left_at, corroborated_left_at, shows)
  select id, list.version, at, case when corroborated then list.version end, case when corroborated then at end,
    case when gone then array[at] else '{}' end, case when corroborated_gone then array[at] else '{}' end, entry
  from changed, state list, dated order by id
  on conflict (report_id) do update set version = excluded.version, changed_at = excluded.changed_at,
    corroborated_version = coalesce(excluded.corroborated_version, known.corroborated_version),
    corroborated_changed_at = coalesce(excluded.corroborated_changed_at, known.corroborated_changed_at),
    left_at = known.left_at || excluded.left_at,
    corroborated_left_at = known.corroborated_left_at || excluded.corroborated_left_at,
    shows = excluded.shows`;
