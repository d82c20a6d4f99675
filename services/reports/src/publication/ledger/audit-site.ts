import { STATEMENT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import type { Case, Statement } from '@naughty-list/contracts/cases';
import type { FeedCase, FeedDiffs, FeedSnapshot } from '@naughty-list/contracts/feeds';
import type { KeptPost } from '@naughty-list/contracts/kept-posts';
import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import type { Report } from '@naughty-list/contracts/reports';
import { canonicalJson } from '@naughty-list/ledger/leaf';
import { missingLeaf } from '../../record/ledger/append.ts';
import { endOf } from '../../record/ledger/changes.ts';
import type { PublicState } from '../../record/ledger/public-state.ts';
import { auditBurns } from './audit-burns.ts';
import { nameDifference } from './compare-subjects.ts';
import { type Differences, openDifferences } from './differences.ts';
import { readSiteLog, type SaidReport, type SiteLog } from './site-log.ts';
import { forEach, SiteError, type SiteReader } from './site-reader.ts';
import {
  aliasesOf,
  hashOf,
  saidOfDecision,
  saidOfReport,
  stateOfPraise,
  stateOfReply,
  stateOfReport,
  stateOfStatement,
  tracesOf,
} from './site-states.ts';

const PAGE = 1_000;

/** Compares a verified log with the pages and feeds of its site, in both directions, over public URLs only. */
export async function auditSite(site: SiteReader, entries: readonly Buffer[]): Promise<Differences> {
  const differences = openDifferences();
  differences.leaves = entries.length;
  const log = await readSiteLog(site, entries, differences);
  const shown = new Set<string>();
  const compare = (state: PublicState) => {
    shown.add(state.subject);
    const last = log.last.get(state.subject);
    const missing = missingLeaf(state, last);
    if (missing) differences.add(nameDifference(state, missing, last));
  };
  // What cannot be read must hide nothing else.
  const orSay = (error: unknown) => {
    if (!(error instanceof SiteError)) throw error;
    differences.add(`the site cannot be read: ${error.message}`);
    return [];
  };
  const listed = await readList<Report>(site, '/api/scammer-reports').catch(orSay);
  const said = liveReports(log);
  const names = new Set([...listed.map(({ username }) => username), ...said.map(({ username }) => username)]);
  const audit = { log, compare, shown, differences };
  await forEach(names, async (username) => void (await auditCase(site, username, audit).catch(orSay)));
  for (const report of listed) auditListed(report, { log, differences });
  const praises = await readList<NiceReport>(site, '/api/nice-reports').catch(orSay);
  for (const praise of praises) compare(stateOfPraise(praise));
  await auditBurns(site, log, differences).catch(orSay);
  await auditFeeds(site, { said, left: log.left, differences }).catch(orSay);
  for (const [subject, { type, index }] of log.last)
    if (
      endOf(type) === undefined &&
      /^(report|statement|reply|praise|decision) /.test(subject) &&
      !shown.has(subject)
    )
      differences.add(`${subject}: leaf ${index} says it, and the site does not show it`);
  return differences;
}

/** The reports that are public by the log. */
function liveReports({ last }: SiteLog): SaidReport[] {
  return [...last].flatMap(([subject, { type, record }]) =>
    subject.startsWith('report ') && endOf(type) === undefined ? [JSON.parse(record ?? '{}')] : [],
  );
}

async function readList<Row>(site: SiteReader, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await site.read<Row[]>(`${path}?limit=${PAGE}&offset=${rows.length}`);
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

type Audit = {
  log: SiteLog;
  compare: (state: PublicState) => void;
  shown: Set<string>;
  differences: Differences;
};

async function auditCase(site: SiteReader, username: string, { log, compare, shown, differences }: Audit) {
  const path = `/api/cases/${username}`;
  const { status, text } = await site.fetchPage(path);
  if (status !== 200)
    return differences.add(`@${username}: the list or the log has it, its page answers ${status}`);
  const page = JSON.parse(text) as Case;
  const { number } = page;
  compare(stateOfReport(page));
  for (const state of stateOfReply(page)) compare(state);
  const auditKept = (subject: string, keptPost: KeptPost | undefined, goneSince?: string | null) => {
    const kept = JSON.parse(log.last.get(subject)?.record ?? '{}');
    const isOther =
      keptPost && (kept.text !== hashOf(keptPost.text) || kept.fetched !== keptPost.at || !kept.gone);
    if (isOther || (goneSince !== undefined && (kept.gone ?? null) !== goneSince))
      differences.add(`${subject}: the page shows another kept post than the log`);
  };
  for (const { keptPost, ...statement } of await readStatements(site, path, page)) {
    compare(stateOfStatement(number, statement));
    auditKept(`post-of-statement ${statement.id}`, keptPost);
  }
  auditDecisions(page, { log, shown, differences });
  auditAppeal(page, { log, differences });
  auditKept(`post ${number}`, page.keptPost, page.goneSince);
}

/** Compares an entry of the list with its leaf, and what comes before its own words with the statements that were read. */
function auditListed(report: Report, { log, differences }: Pick<Audit, 'log' | 'differences'>): void {
  const { id, readFirst, caseStatus = 'unreviewed' } = report;
  const record = JSON.parse(log.last.get(`report ${id}`)?.record ?? '{}');
  const other = Object.entries({ ...saidOfReport(report), status: caseStatus }).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(record[field]),
  );
  const read = (log.ofCase.get(id) ?? []).filter((one) => one.record.reviewed === true);
  if (readFirst !== undefined && !read.some((one) => one.record.text === hashOf(readFirst)))
    other.push(['statement', readFirst]);
  if (other.length > 0)
    differences.add(
      `report ${id}: the list shows another ${other.map(([field]) => field).join(', ')} than the log`,
    );
}

async function readStatements(site: SiteReader, path: string, { statements }: Case): Promise<Statement[]> {
  const all = [...statements];
  for (let page = all; page.length === STATEMENT_PAGE_MAX; ) {
    page = await site.read<Statement[]>(`${path}/statements?after=${all.at(-1)?.id}`);
    all.push(...page);
  }
  return all;
}

/** Compares decisions by their contents, because pages show no ids of them. */
function auditDecisions(
  { number, changes }: Case,
  { log, shown, differences }: Omit<Audit, 'compare'>,
): void {
  const recorded = new Map(
    (log.ofCase.get(number) ?? []).flatMap(({ subject, record }) => {
      if (record.kind !== 'decision') return [];
      const { kind: _kind, case: _case, decision: _decision, ...said } = record;
      return [[canonicalJson(said), subject] as const];
    }),
  );
  for (const change of changes) {
    const subject = recorded.get(canonicalJson(saidOfDecision(change)));
    if (subject) shown.add(subject);
    else differences.add(`case ${number}: its page has a decision of ${change.at} that no leaf has`);
  }
}

/** Compares the summary of open appeals: whether one is proven, and the earliest deadline of the proven ones. */
function auditAppeal(
  { number, appeal }: Case,
  { log, differences }: Pick<Audit, 'log' | 'differences'>,
): void {
  const open = (log.ofCase.get(number) ?? []).flatMap(({ record }) =>
    record.kind === 'appeal' && record.decided === null ? [record] : [],
  );
  const proven = open.filter((each) => each.proven !== null);
  const dueAt = proven.map(({ due }) => String(due)).sort()[0] ?? null;
  const said = open.length > 0 ? { proven: proven.length > 0, dueAt } : null;
  if (canonicalJson(said) !== canonicalJson(appeal))
    differences.add(`case ${number}: its page shows another state of appeals than the log`);
}

/** Compares the feeds with the reports that are public by the log; a cleared case is in none. */
async function auditFeeds(
  site: SiteReader,
  { said, left, differences }: { said: readonly SaidReport[]; left: number[]; differences: Differences },
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
    const told = await compareDiffs(site, { include, version, cases, differences });
    for (const number of left)
      if (include === 'all' && !told.has(number))
        differences.add(`diffs of all cases: ${number} left the list, and they do not say so`);
  }
}

const isSame = (each: FeedCase, report: SaidReport): boolean =>
  each.username === report.username &&
  each.status === report.status &&
  each.category === report.category &&
  each.post === report.post &&
  each.reportedAt === report.reported &&
  each.handleChangedAt === report.handleChanged &&
  canonicalJson([aliasesOf(each.aliases), tracesOf(each.traces)]) ===
    canonicalJson([report.aliases, report.traces]);

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

/** Compares all diffs with the snapshot: a consumer that followed them must have the same cases. Returns the cases that they name. */
async function compareDiffs(
  site: SiteReader,
  of: { include: string; version: string; cases: readonly FeedCase[]; differences: Differences },
): Promise<Set<number>> {
  const snapshot = new Map(of.cases.map((each) => [each.number, canonicalJson(each)]));
  const told = new Set<number>();
  let since = `${of.version.split('-')[0]}-0`;
  for (let more = true; more; ) {
    const page = await site.read<FeedDiffs>(`/feeds/diffs.json?include=${of.include}&since=${since}`);
    for (const { at: _at, ...diff } of page.diffs) {
      told.add(diff.number);
      const followed = 'isRemoval' in diff ? undefined : canonicalJson(diff);
      if (snapshot.get(diff.number) !== followed)
        of.differences.add(`diffs of ${of.include} cases: ${diff.number} is not as in the snapshot`);
    }
    ({ more, version: since } = page);
  }
  return told;
}
