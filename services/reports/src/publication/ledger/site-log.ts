import { type GoneRecord, type LedgerRecord, RECORDS_PER_BUNDLE } from '@naughty-list/contracts/ledger';
import { opensLeaf, parseLeaf } from '@naughty-list/ledger/leaf';
import { keptTypes } from '../../record/ledger/append.ts';
import { endOf } from '../../record/ledger/changes.ts';
import type { LastLeaf } from '../../record/ledger/public-state.ts';
import { subjectOf } from './audit.ts';
import type { Differences } from './differences.ts';
import { forEach, type SiteReader } from './site-reader.ts';

type CaseLeaf = { index: number; type: string; isGone: boolean };
type Withheld = CaseLeaf & Pick<GoneRecord, 'gone'> & { case: number };

/** The case of praise and members, which have none. */
const NO_CASE = 0;

export type SiteLeaf = LastLeaf & { index: number };

/** The last leaf of each subject whose record is public. */
export type SiteLog = {
  last: Map<string, SiteLeaf>;
  /** The public records of each case, by the log. */
  ofCase: Map<number, { subject: string; record: Record<string, unknown> }[]>;
  /** The cases that left the list, by the log. */
  left: number[];
};

/** A report that is public by the log. */
export type SaidReport = {
  case: number;
  username: string;
  text: string;
  status: string;
  category: string;
  post: string;
  reported: string;
  handleChanged: string | null;
  aliases: unknown[];
  traces: unknown[];
};

/** Opens every leaf of a log whose entries were verified; for one that is withheld, the log must show the reason. */
export async function readSiteLog(
  site: SiteReader,
  entries: readonly Buffer[],
  differences: Differences,
): Promise<SiteLog> {
  const records = await readRecords(site, entries.length);
  const log: SiteLog = { last: new Map(), ofCase: new Map(), left: [] };
  const ofCase = new Map<number, CaseLeaf[]>();
  const withheld: Withheld[] = [];
  for (const [index, entry] of entries.entries()) {
    const leaf = parseLeaf(entry);
    const found = records.get(index);
    if (!leaf) differences.add(`leaf ${index} has no known form`);
    else if (!found) differences.add(`leaf ${index}: the site says nothing of its record`);
    else {
      const { type, case: number = NO_CASE } = leaf;
      const leaves = ofCase.get(number) ?? [];
      ofCase.set(number, leaves);
      const known = { index, type, isGone: 'gone' in found };
      leaves.push(known);
      if ('gone' in found) withheld.push({ ...known, gone: found.gone, case: number });
      else if (!opensLeaf(entry, Buffer.from(found.salt, 'base64'), found.record))
        differences.add(`leaf ${index} does not open to its record`);
      else log.last.set(subjectOf(found.record) ?? `leaf ${index}`, { ...leaf, index, record: found.record });
    }
  }
  for (const leaf of withheld)
    if (!isExplained(leaf, ofCase.get(leaf.case) ?? []))
      differences.add(`leaf ${leaf.index} is withheld (${leaf.gone}), and no leaf says so`);
  for (const [subject, { type, record }] of log.last) {
    const said = JSON.parse(record ?? '{}');
    if (endOf(type) !== undefined || typeof said.case !== 'number') continue;
    log.ofCase.set(said.case, [...(log.ofCase.get(said.case) ?? []), { subject, record: said }]);
  }
  const archived = new Set(withheld.map((leaf) => leaf.gone === 'archived' && leaf.case));
  for (const [number, leaves] of ofCase)
    if (!isEnded(leaves)) {
      const shown = (log.ofCase.get(number) ?? []).filter(({ record }) => record.kind === 'statement').length;
      const missing = countLive('statement', leaves) - shown;
      if (missing > 0 && !archived.has(number))
        differences.add(`case ${number}: statements are withheld (${missing}), and no leaf says so`);
    } else if (leaves.some(({ type }) => /^report-(published|changed)$/.test(type))) log.left.push(number);
  const praised = [...log.last].filter(
    ([subject, { type }]) => subject.startsWith('praise ') && !endOf(type),
  );
  const missing = countLive('praise', ofCase.get(NO_CASE) ?? []) - praised.length;
  if (missing > 0) differences.add(`praise is withheld (${missing}), and no leaf says so`);
  return log;
}

/** How many of a kind have begun and not ended, at least: a hidden one may end again. An erased one has ended by its last leaf. */
function countLive(kind: string, leaves: readonly CaseLeaf[]): number {
  const ofKind = leaves.filter((leaf) => kindOf(leaf) === kind);
  const begun = ofKind.filter(({ type }) => type === `${kind}-published`);
  return begun.length - ofKind.filter(({ type, isGone }) => endOf(type) && !isGone).length;
}

async function readRecords(site: SiteReader, count: number): Promise<Map<number, LedgerRecord | GoneRecord>> {
  const records = new Map<number, LedgerRecord | GoneRecord>();
  const bundles = Array.from({ length: Math.ceil(count / RECORDS_PER_BUNDLE) }, (_, bundle) => bundle);
  await forEach(bundles, async (bundle) => {
    const bundled = await site.read<(LedgerRecord | GoneRecord)[]>(`/log/records/${bundle}`);
    for (const each of bundled) records.set(each.index, each);
  });
  return records;
}

const kindOf = ({ type }: CaseLeaf) => type.split('-')[0];

/**
 * Whether the leaves of its case, or of what has none, explain a withheld record. A case that is neither ended nor archived shows
 * the last leaf of its report, its decisions and its appeals.
 */
function isExplained({ gone, ...withheld }: Withheld, leaves: readonly CaseLeaf[]): boolean {
  if (['member', 'rows'].includes(withheld.type)) return gone === 'private';
  if (gone === 'erased' && keptTypes.includes(withheld.type)) return false;
  // An erased praise was deleted.
  const ends = gone === 'erased' && kindOf(withheld) === 'praise' ? 'deleted' : gone;
  const isEnd = ({ type }: CaseLeaf) => [ends, 'removed'].includes(endOf(type) ?? '');
  if (isEnded(leaves)) return leaves.some(isEnd);
  if (gone === 'archived') return leaves.some((leaf) => kindOf(leaf) === 'status');
  if (['burned', 'status', 'appeal'].includes(kindOf(withheld) ?? '')) return false;
  // Of a report that was never public: its erasure has no leaf.
  if (gone === 'erased' && kindOf(withheld) === 'post' && !leaves.some((leaf) => kindOf(leaf) === 'report'))
    return true;
  const isSameKind = (leaf: CaseLeaf) => kindOf(leaf) === kindOf(withheld);
  return (leaves.findLast(gone === 'replaced' ? isSameKind : isEnd)?.index ?? -1) > withheld.index;
}

const isEnded = (leaves: readonly CaseLeaf[]): boolean =>
  endOf(leaves.findLast((leaf) => kindOf(leaf) === 'report')?.type ?? '') !== undefined;
