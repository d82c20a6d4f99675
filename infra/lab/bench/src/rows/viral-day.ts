import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadRequest, LoadResult } from '../load/load.ts';
import { describeLoad, sendLoad } from '../load/send-load.ts';
import type { Row } from '../report.ts';
import { insertReports, type Product, payRemoval } from '../stage/product.ts';

const CONNECTIONS = 50;
/** What arrives of what was due: less, and the queue of requests has grown all the time. */
const ENOUGH = 0.97;
const POLL_MS = 100;
const WARM_UP_MS = 5_000;

const browser = {
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};
const json = { 'content-type': 'application/json', 'x-forwarded-for': '{address}' };

type Part = {
  what: string;
  perSecond: number;
  p99AtMost?: number;
  medianAtMost?: number;
  request: Partial<LoadRequest>;
};

/** `name` begins the usernames of its reports, `share` is the part of the rates that is sent. */
type Day = { name: string; durationMs: number; share: number };

/** A viral day: all of this at once, each at its rate. */
async function partsOf(product: Product, { name, durationMs, share }: Day): Promise<Part[]> {
  const { url } = product.stack;
  const verifications = Math.max(1, 30 * share);
  const count = Math.ceil((verifications * durationMs) / 1_000);
  const reports = await insertReports(product, `${name}_payer`, count);
  const paid = await Promise.all(
    reports.map(async (report) => ({ id: report.id, txHash: await payRemoval(product, report) })),
  );
  return [
    {
      what: 'page loads, their visits counted',
      perSecond: 2_000 * share,
      request: { url: `${url}/`, headers: browser },
    },
    {
      what: 'look-ups',
      perSecond: 1_000 * share,
      p99AtMost: 100,
      request: { url: `${url}/api/look-up?q=rugger_{number}`, numbers: 100 },
    },
    {
      what: 'case pages',
      perSecond: 2_000 * share,
      request: { url: `${url}/case/rugger_{number}`, headers: browser, numbers: 100 },
    },
    {
      what: 'reports taken in',
      perSecond: 50 * share,
      request: {
        url: `${url}/api/scammer-reports`,
        method: 'POST',
        headers: json,
        numbers: 1e8,
        body: JSON.stringify({
          twitterUrl: `https://x.com/${name}{number}/status/1`,
          username: `${name}{number}`,
          scamCategory: 'other',
          description: 'Sold us a sleigh that was never built. '.repeat(5),
        }),
      },
    },
    {
      what: 'verifications, each a removal after finality',
      perSecond: verifications,
      medianAtMost: 150,
      request: {
        url,
        method: 'POST',
        headers: json,
        each: paid.map(({ id, txHash }) => ({
          path: `/api/scammer-reports/${id}/remove-by-burn`,
          body: JSON.stringify({ txHash }),
        })),
      },
    },
  ];
}

/** All parts at once, at `share` of their rates; waits until every visit is counted. */
export async function measureViralDay(product: Product, durationMs: number, share = 1): Promise<Row[]> {
  const warmUp = { name: 'warm', durationMs: WARM_UP_MS, share };
  const day = { name: 'day', durationMs, share };
  const [warmUpParts, parts] = [await partsOf(product, warmUp), await partsOf(product, day)];
  // What a start compiles and reads is not part of a viral day; the burns become final meanwhile.
  const loaded = pagesIn(await sendAll(warmUpParts, warmUp));
  await untilCounted(product, loaded);
  const results = await sendAll(parts, day);
  const rows = parts.map(({ what, perSecond, p99AtMost = Infinity, medianAtMost = Infinity }, at): Row => {
    const result = results[at];
    if (!result) throw new Error(`${what} was not measured`);
    const limits = [
      `${perSecond.toLocaleString('en-US')}/s`,
      ...(p99AtMost < Infinity ? [`p99 ≤ ${p99AtMost} ms`] : []),
      ...(medianAtMost < Infinity ? [`p50 ≤ ${medianAtMost} ms`] : []),
    ];
    const met =
      result.refused === 0 &&
      result.count / result.seconds >= ENOUGH * perSecond &&
      result.p99 <= p99AtMost &&
      result.p50 <= medianAtMost;
    return { what, figure: describeLoad(result), target: limits.join(', '), met };
  });
  const began = performance.now();
  await untilCounted(product, loaded + pagesIn(results));
  const behind = ((performance.now() - began) / 1_000).toFixed(1);
  return [...rows, { what: 'the last visit is counted', figure: `${behind} s later`, target: '', met: true }];
}

const sendAll = (parts: readonly Part[], { durationMs }: Day): Promise<LoadResult[]> =>
  Promise.all(
    parts.map(({ perSecond, request }) =>
      sendLoad({ url: '', ...request, perSecond, connections: CONNECTIONS, durationMs }),
    ),
  );

/** Of pages and of cases: each was a visit. */
const pagesIn = (results: readonly LoadResult[]): number =>
  [results[0], results[2]].reduce((sum, result) => sum + (result ? result.count - result.refused : 0), 0);

async function untilCounted({ db }: Product, visits: number): Promise<void> {
  const counted = async () => {
    const { rows } = await db.query<{ count: string }>(
      "select sum(visits) as count from analytics.daily_visits where kind = 'visitor'",
    );
    return Number(rows[0]?.count ?? 0);
  };
  while ((await counted()) < visits) await sleep(POLL_MS);
}
