import type { Kept } from './kept.ts';

/** State of the tables at the end, besides payments. */
export type Standing = {
  /** Every scammer report that is not deleted. */
  reports: { id: number; username: string; description: string; removed: boolean }[];
  /** Deletions in the audit log, by report id. */
  deletions: Map<number, number>;
  niceReports: Map<string, number>;
  /** The number of stored visits per browser. */
  visits: Map<string, number>;
};

/** The figures returned by the site's API. */
export type Reported = { listed: number; niceReports: number; hits: number; dailyVisits: number };

/** Visits not yet persisted when a gateway is killed: it batches them for this long. */
export const GATHERED_MS = 5_000;

/** One line per difference. */
export function keptWrongly(
  kept: Kept,
  paidReports: readonly number[],
  at: Standing,
  reported: Reported,
): string[] {
  return [
    ...reportsWrong(kept, paidReports, at),
    ...niceReportsWrong(kept, at),
    ...visitsWrong(kept, at),
    ...reportedWrongly(at, reported),
  ];
}

function reportsWrong(
  kept: Kept,
  paidReports: readonly number[],
  { reports, deletions }: Standing,
): string[] {
  const byId = new Map(reports.map((report) => [report.id, report]));
  const promised = new Set([...paidReports, ...kept.moderated.keys()]);
  const usernames = reports.filter(({ removed }) => !removed).map(({ username }) => username);
  return [
    ...[...promised]
      .filter((id) => !byId.has(id) && !kept.deleted.has(id))
      .map((id) => `report ${id} is lost`),
    ...[...kept.deleted].filter((id) => byId.has(id)).map((id) => `report ${id} was deleted and is there`),
    ...[...kept.deleted]
      .filter((id) => deletions.get(id) !== 1)
      .map((id) => `the deletion of report ${id} is in the audit log ${deletions.get(id) ?? 0} times`),
    ...reports.filter(({ id }) => !promised.has(id)).map(({ id }) => `report ${id} is unknown`),
    ...doubles(usernames).map((username) => `@${username} is listed twice`),
    ...[...kept.moderated]
      .filter(([id, description]) => byId.has(id) && byId.get(id)?.description !== description)
      .map(([id]) => `the edit of report ${id} is lost`),
  ];
}

function niceReportsWrong({ niceReports, possibleNiceReports }: Kept, at: Standing): string[] {
  return [
    ...[...niceReports]
      .filter((name) => at.niceReports.get(name) !== 1)
      .map((name) => `the praise of @${name} is lost`),
    ...[...at.niceReports]
      .filter(([name, times]) => times > 1 || !(niceReports.has(name) || possibleNiceReports.has(name)))
      .map(([name]) => `the praise of @${name} is there, and should not be, or not twice`),
  ];
}

function visitsWrong(kept: Kept, { visits }: Standing): string[] {
  const perhaps = perhapsCounted(kept);
  return [
    ...[...kept.visits.keys()]
      .filter((page) => !perhaps.has(page) && !visits.has(page))
      .map((page) => `the visit of ${page} is lost`),
    ...[...visits]
      .filter(([page, times]) => times > 1 || !(kept.visits.has(page) || kept.unanswered.has(page)))
      .map(([page, times]) => `the visit of ${page} is counted ${times} times`),
  ];
}

/** Visits accepted by a gateway that was killed before it persisted them. */
export function perhapsCounted({ visits, killedGateways }: Kept): Set<string> {
  const isPerhaps = ({ by, at }: { by: string; at: number }) =>
    killedGateways.some((killed) => killed.url === by && at <= killed.at && at > killed.at - GATHERED_MS);
  return new Set([...visits].filter(([, visit]) => isPerhaps(visit)).map(([page]) => page));
}

function reportedWrongly({ reports, niceReports, visits }: Standing, reported: Reported): string[] {
  const listed = reports.filter(({ removed }) => !removed).length;
  const counted = [...visits.values()].reduce((sum, times) => sum + times, 0);
  const line = (what: string, says: number, is: number) =>
    says === is ? [] : [`${what} says ${says}, and there are ${is}`];
  return [
    ...line('the list', reported.listed, listed),
    ...line('the nice list', reported.niceReports, niceReports.size),
    ...line('the hit counter', reported.hits, counted),
    ...line('the total of visits by day', reported.dailyVisits, counted),
  ];
}

const doubles = (names: string[]) => names.filter((name, at) => names.indexOf(name) !== at);
