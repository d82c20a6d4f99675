import { Agent } from 'node:http';
import { type Quantiles, quantiles } from '@naughty-list/bench/report';
import { REPORT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import { send } from '../sender/flood.ts';

/** The visitors' calls, in turn. */
const asked = ['list', 'page', 'list', 'search', 'case', 'feed'] as const;
export type Asked = (typeof asked)[number];

/** Latencies by kind of call in milliseconds, including failed calls. */
export type Seen = Record<Asked, Quantiles> & {
  seconds: number;
  /** Calls with a status other than 200, by `kind status`. */
  failed: Record<string, number>;
  /** Lists marked as stale. */
  staleLists: number;
};

const paths: Record<Asked, (turn: number) => string> = {
  list: () => `/api/scammer-reports?limit=${REPORT_PAGE_MAX}&offset=0`,
  page: () => '/',
  search: (turn) => `/api/scammer-reports/search?q=seed_${turn % 1_000}`,
  case: (turn) => `/api/cases/seed_${turn % 1_000}`,
  feed: () => '/feeds/feed.json',
};
/** The headers of a browser that opens a page. */
export const pageHeaders = {
  accept: 'text/html',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'sec-fetch-dest': 'document',
  'accept-encoding': 'br',
};
const VISITORS = 30;
const TIMEOUT_MS = 60_000;

/**
 * Runs ordinary visitors for the duration of `work`, each within the limits: a call at a fixed interval, whether earlier
 * ones are answered or not.
 */
export async function observe<T>(
  url: string,
  everyMs: number,
  work: () => Promise<T>,
): Promise<{ value: T; seen: Seen }> {
  const agent = new Agent({ keepAlive: true });
  const latencies: Record<Asked, number[]> = { list: [], page: [], search: [], case: [], feed: [] };
  const failed: Record<string, number> = {};
  let staleLists = 0;
  let turn = 0;
  const calls: Promise<void>[] = [];
  const call = async () => {
    turn += 1;
    const kind = asked[turn % asked.length] ?? 'list';
    const answer = await send(
      url,
      {
        path: paths[kind](turn),
        from: `192.0.2.${1 + (turn % VISITORS)}`,
        headers: kind === 'page' ? pageHeaders : { 'accept-encoding': 'br' },
      },
      { agent, signal: AbortSignal.timeout(TIMEOUT_MS), keepTexts: false },
    );
    latencies[kind].push(answer.ms);
    if (kind === 'list' && answer.headers?.warning) staleLists += 1;
    if (answer.status === 200) return;
    const how = `${kind} ${answer.status}`;
    failed[how] = (failed[how] ?? 0) + 1;
  };
  const timer = setInterval(() => calls.push(call()), everyMs);
  const began = performance.now();
  const value = await work().finally(() => clearInterval(timer));
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(calls);
  agent.destroy();
  const kinds = Object.entries(latencies).map(([kind, each]) => [kind, quantiles(each)]);
  return { value, seen: { ...Object.fromEntries(kinds), seconds, failed, staleLists } };
}
