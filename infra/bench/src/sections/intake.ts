import { setTimeout as sleep } from 'node:timers/promises';
import { openLoadProcess } from '../load/load-process.ts';
import type { Row } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import type { NoopJobs } from '../stage/noop-jobs.ts';
import type { Product } from '../stage/product.ts';

const JOBS = 2_000;
const CONNECTIONS = 50;
const browser = {
  'content-type': 'application/json',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};

/** Visits that pages report, from the call until they are counted in the database; against jobs that do nothing. */
export async function measureIntake(
  { product, noop, backend }: { product: Product; noop: NoopJobs; backend: string },
  { rounds, durationMs, effort }: Settings,
): Promise<Row> {
  const { stack, db } = product;
  const load = openLoadProcess();
  const counted = async () => {
    const { rows } = await db.query<{ count: string }>(
      'select hit_count as count from analytics.hit_counter',
    );
    return Number(rows[0]?.count ?? 0);
  };
  const takeIn = async () => {
    const before = await counted();
    const began = performance.now();
    const { answers, refused } = await load.send({
      url: `${stack.url}/api/visits`,
      method: 'POST',
      headers: { ...browser, origin: stack.url },
      body: JSON.stringify({ pageUrl: '/', referrer: null }),
      connections: CONNECTIONS,
      // Visits are gathered for a second: short rounds would measure that.
      durationMs: 3 * durationMs,
    });
    if (refused > 0) throw new Error(`${refused} of ${answers} visits were refused`);
    while ((await counted()) < before + answers) await sleep(20);
    return answers / ((performance.now() - began) / 1_000);
  };
  const measured = await inTurn(rounds, {
    reference: () => noop.perSecond((JOBS * effort) / 100),
    product: takeIn,
  }).finally(() => load.close());
  const { ratio, middle } = compare(measured, (figure) => figure);
  return {
    what: `visits taken in and counted, ${backend}`,
    reference: 'no-op BullMQ jobs',
    figures: { reference: perSecond(middle.reference, 'jobs'), product: perSecond(middle.product, 'visits') },
    ratio,
    target: { atLeast: 5 },
  };
}

export const perSecond = (figure: number, what: string) =>
  `${Math.round(figure).toLocaleString('en-US')} ${what}/s`;
