import type { Knex } from 'knex';
import { missingLeaf } from '../../record/ledger/append.ts';
import { type CodeHidden, endOf, hiddenCodes, hiddenOf } from '../../record/ledger/changes.ts';
import {
  everything,
  type LastLeaf,
  type PublicState,
  type Shown,
  stateOf,
} from '../../record/ledger/public-state.ts';
import type { NewLeaf } from '../../record/ledger/records.ts';
import { NO_ROWS } from '../../record/row-leaves.ts';
import type { Differences } from './differences.ts';
import { streamRows } from './stream-rows.ts';

type Leaf = LastLeaf & { subject: string; leaf: string | null; case: number | null; about?: unknown };

/** The entry and the last leaf of a subject, or one of them. */
type Pair = (Shown & (Leaf | { type: null })) | (Leaf & { state: null });

/** Subjects with entries in this service's tables; others (`settlement`) have no page here. */
const SHOWN = /^(report|statement|reply|decision|appeal|praise|burn|post|post-of-statement) /;

/** Compares every public entry with its last leaf, and every last leaf with its entry. */
export async function compareSubjects(
  trx: Knex.Transaction,
  log: number,
  differences: Differences,
): Promise<void> {
  const codeHidden = hiddenCodes(trx);
  const withoutEntry: Leaf[] = [];
  // Without what is the same to the letter. In no order: the database reads entries while those before them are compared. The last
  // leaf by its place in the tree, waiting ones first: the ids of records come from a sequence, which can be set. By no index,
  // which could have an older one as the last.
  for await (const pairs of streamRows<Pair>(
    trx,
    `select * from (${everything}) shown full join (
       select distinct on (subject || '') subject, type, record, leaf_index as leaf, report_id as case from ledger_records
       where log + 0 = ${log} order by subject || '', leaf_index desc, id desc
     ) leaf using (subject)
     where (state = 'live' and said::text = record) is not true`,
  )) {
    for (const pair of pairs)
      try {
        if (pair.state !== null)
          compareOne(
            { state: stateOf(pair), leaf: pair.type === null ? undefined : pair, codeHidden },
            differences,
          );
        else if (isWithoutEntry(pair))
          withoutEntry.push({ ...pair, about: JSON.parse(pair.record ?? '{}').about });
      } catch {
        differences.add(`${pair.subject}: the record of its last leaf cannot be read`);
      }
  }
  await explainMissing(trx, { log, leaves: withoutEntry, differences });
}

/** Subjects whose rows stay when they end: look-ups and figures count them. */
const KEPT = /^(report|statement|decision|appeal|burn) /;

const isWithoutEntry = ({ type, subject, record }: Leaf): boolean =>
  (type === 'rows' && record !== NO_ROWS) ||
  KEPT.test(subject ?? '') ||
  (endOf(type) === undefined && SHOWN.test(subject ?? ''));

function compareOne(
  { state, leaf, codeHidden }: { state: PublicState; leaf: Leaf | undefined; codeHidden: CodeHidden },
  differences: Differences,
): void {
  const missing = missingLeaf(state, leaf, codeHidden);
  if (missing) differences.add(nameDifference(state, missing, leaf && { ...leaf, index: Number(leaf.leaf) }));
  else if (state.state === 'erased' && leaf && leaf.record !== null && endOf(leaf.type) === undefined)
    differences.add(`${state.subject}: it was erased, and leaf ${leaf.leaf} can still be opened`);
}

/** The message about a difference between a subject's public state and its last leaf. */
export function nameDifference(
  { subject, state, about, said }: PublicState,
  missing: NewLeaf,
  last: (LastLeaf & { index: number }) | undefined,
): string {
  if (about.kind === 'rows') return nameRows(subject, said.about);
  if (!last) return `${subject}: the site shows it, and no leaf says so`;
  const { index, type, record } = last;
  if (state !== 'live' && hiddenOf(last) !== undefined)
    return `${subject}: it is hidden, and says another thing than before leaf ${index}`;
  if (state !== 'live')
    return `${subject}: the site does not show it (${state}), and leaf ${index} says ${type}`;
  return endOf(type)
    ? `${subject}: the site shows it, and leaf ${index} says ${type}`
    : `${subject}: the site and leaf ${index} differ in ${differing(missing.record, record)}`;
}

/** The fields in which two records differ. */
function differing(shown: string, recorded: string | null): string {
  if (recorded === null) return 'everything: its record was erased';
  const [one, other] = [JSON.parse(shown), JSON.parse(recorded)];
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields]
    .filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
    .map((field) =>
      field === 'text' ? 'text' : `${field} (${shortly(one[field])}, not ${shortly(other[field])})`,
    )
    .join(', ');
}

/** SQL: whether a leaf is of a post that was kept of an entry that was never public; once erased, that has no leaf of its end. */
export const isOfUnseen = `leaf.subject like 'post%' and not exists (
  select from ledger_records shown where shown.log in (select log from ledger_head)
    and shown.subject = replace(replace(leaf.subject, 'post-of-', ''), 'post ', 'report '))`;

/**
 * A leaf without an entry is a difference, unless an erasure or a burn took a reply or kept post with its case, or with an entry
 * that was never public.
 */
async function explainMissing(
  trx: Knex,
  { log, leaves, differences }: { log: number; leaves: Leaf[]; differences: Differences },
): Promise<void> {
  const erased = leaves.filter(
    ({ subject, record, case: number }) => record === null && number !== null && !KEPT.test(subject),
  );
  const { rows } = await trx.raw<{ rows: { subject: string }[] }>(
    `select leaf.subject from unnest(:subjects::text[], :cases::int[]) leaf (subject, number) where exists (
       select from ledger_records ended where ended.log = :log and (
         ended.subject = 'report ' || leaf.number and ended.type in ('report-erased', 'report-removed')
         or leaf.subject like 'post-of-statement %' and ended.type = 'statement-erased'
           and ended.subject = substr(leaf.subject, 9))) or ${isOfUnseen}`,
    { log, subjects: erased.map(({ subject }) => subject), cases: erased.map((leaf) => Number(leaf.case)) },
  );
  const explained = new Set(rows.map(({ subject }) => subject));
  for (const { subject, leaf, type, about } of leaves)
    if (explained.has(subject)) continue;
    else if (type === 'rows') differences.add(nameRows(subject, about));
    else differences.add(`${subject}: leaf ${leaf} says it, and the site has none`);
}

const nameRows = (subject: string, about: unknown) =>
  `${about}: its row in ${subject.split(' ')[0]} is not as the service left it`;

const shortly = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
