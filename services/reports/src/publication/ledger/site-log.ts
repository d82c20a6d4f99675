import { type GoneRecord, type LedgerRecord, RECORDS_PER_BUNDLE } from '@naughty-list/contracts/ledger';
import { opensLeaf, parseLeaf } from '@naughty-list/ledger/leaf';
import { endOf } from '../../record/ledger/changes.ts';
import type { LastLeaf } from '../../record/ledger/public-state.ts';
import { subjectOf } from './audit.ts';
import type { Differences } from './differences.ts';
import { forEach, type SiteReader } from './site-reader.ts';

type CaseLeaf = { index: number; type: string };

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
  const withheld: (CaseLeaf & Pick<GoneRecord, 'gone'> & { case: number | undefined })[] = [];
  for (const [index, entry] of entries.entries()) {
    const leaf = parseLeaf(entry);
    const found = records.get(index);
    if (!leaf) differences.add(`leaf ${index} has no known form`);
    else if (!found) differences.add(`leaf ${index}: the site says nothing of its record`);
    else {
      if (leaf.case !== undefined)
        ofCase.set(leaf.case, [...(ofCase.get(leaf.case) ?? []), { index, type: leaf.type }]);
      if ('gone' in found) withheld.push({ index, type: leaf.type, gone: found.gone, case: leaf.case });
      else if (!opensLeaf(entry, Buffer.from(found.salt, 'base64'), found.record))
        differences.add(`leaf ${index} does not open to its record`);
      else log.last.set(subjectOf(found.record) ?? `leaf ${index}`, { ...leaf, index, record: found.record });
    }
  }
  for (const leaf of withheld)
    if (leaf.type === 'burned' || !isExplained(leaf, ofCase.get(leaf.case ?? 0)))
      differences.add(`leaf ${leaf.index} is withheld (${leaf.gone}), and no leaf says so`);
  for (const [number, leaves] of ofCase) {
    const ended = leaves.filter((leaf) => kindOf(leaf) === 'report').map(({ type }) => endOf(type));
    if (ended.at(-1) && ended.includes(undefined)) log.left.push(number);
  }
  for (const [subject, { type, record }] of log.last) {
    const said = JSON.parse(record ?? '{}');
    if (endOf(type) !== undefined || typeof said.case !== 'number') continue;
    log.ofCase.set(said.case, [...(log.ofCase.get(said.case) ?? []), { subject, record: said }]);
  }
  return log;
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
 * Whether the leaves of its case explain a withheld record; assumed for praise, which has no case. A case that is neither ended nor
 * archived shows the last leaf of its report, its decisions and its appeals.
 */
function isExplained(
  { gone, ...withheld }: CaseLeaf & Pick<GoneRecord, 'gone'>,
  leaves: readonly CaseLeaf[] | undefined,
): boolean {
  if (!leaves) return true;
  const isEnd = ({ type }: CaseLeaf) => endOf(type) === gone || endOf(type) === 'removed';
  const last = leaves.findLast((leaf) => kindOf(leaf) === 'report');
  if (last && endOf(last.type)) return leaves.some(isEnd);
  if (gone === 'archived') return leaves.some((leaf) => kindOf(leaf) === 'status');
  if (['status', 'appeal'].includes(kindOf(withheld) ?? '')) return false;
  const later = leaves.filter(({ index }) => index > withheld.index);
  return later.some(gone === 'replaced' ? (leaf) => kindOf(leaf) === kindOf(withheld) : isEnd);
}
