import type { FeedCase, FeedDiffs, FeedSnapshot } from '@naughty-list/contracts/feeds';
import { canonicalJson } from '@naughty-list/ledger/canonical-json';
import type { Differences } from './differences.ts';
import type { SaidReport } from './site-log.ts';
import type { SiteReader } from './site-reader.ts';

/** Compares the feeds with the reports that are public by the log; a cleared case is in none. */
export async function auditFeeds(
  site: SiteReader,
  said: readonly SaidReport[],
  differences: Differences,
): Promise<void> {
  for (const include of ['all', 'corroborated'] as const) {
    const expected = new Map(
      said
        .filter(({ status }) => (include === 'all' ? status !== 'cleared' : status === 'corroborated'))
        .map((report) => [report.case, report]),
    );
    const { version, cases } = await readSnapshot(site, include);
    for (const each of cases) {
      const report = expected.get(each.number);
      expected.delete(each.number);
      if (!report || !isSame(each, report))
        differences.add(`feed of ${include} cases: ${each.number} is not there as the log has it`);
    }
    for (const number of expected.keys()) differences.add(`feed of ${include} cases: ${number} is missing`);
    await compareDiffs(site, { include, version, cases, differences });
  }
}

const isSame = (each: FeedCase, report: SaidReport): boolean =>
  each.username === report.username &&
  each.status === report.status &&
  each.category === report.category &&
  each.post === report.post &&
  each.reportedAt === report.reported;

async function readSnapshot(site: SiteReader, include: string): Promise<FeedSnapshot> {
  const path = `/feeds/snapshot.json?include=${include}`;
  const first = await site.read<FeedSnapshot>(path);
  const cases = [...first.cases];
  for (let { next } = first; next !== null; ) {
    const page = await site.read<FeedSnapshot>(`${path}&after=${next}`);
    cases.push(...page.cases);
    next = page.next;
  }
  return { ...first, cases };
}

/** A consumer that followed all changes must have the names of the snapshot. */
async function compareDiffs(
  site: SiteReader,
  of: { include: string; version: string; cases: readonly FeedCase[]; differences: Differences },
): Promise<void> {
  const snapshot = new Map(of.cases.map((each) => [each.number, canonicalJson(each)]));
  let since = `${of.version.split('-')[0]}-0`;
  for (let more = true; more; ) {
    const page = await site.read<FeedDiffs>(`/feeds/diffs.json?include=${of.include}&since=${since}`);
    for (const { at: _at, ...diff } of page.diffs) {
      const followed = 'isRemoval' in diff ? undefined : canonicalJson(diff);
      if (snapshot.get(diff.number) !== followed)
        of.differences.add(`diffs of ${of.include} cases: ${diff.number} is not as in the snapshot`);
    }
    ({ more, version: since } = page);
  }
}
