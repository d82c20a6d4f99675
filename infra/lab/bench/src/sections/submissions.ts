import { type LoadProcess, openLoadProcess } from '../load/load-process.ts';
import { describeLoad, type LoadResult, perSecond } from '../load/load-result.ts';
import { startSampledProduct } from '../profile/sampled-product.ts';
import type { Row, Target } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Section, Settings } from '../settings.ts';
import { type Product, startProduct } from '../stage/product.ts';

const WHAT = 'creating a report';
const CONNECTIONS = 50;
/** Five times what Directus reaches on the same kind of machine: 301/s. */
const TARGET_PER_SECOND = 1_505;
/** Every client has its own address, as behind a proxy. */
export const env = { TRUST_PROXY: '127.0.0.1' };

/** The body submitted repeatedly, with the next number for `{number}`, and the same rows in SQL. */
export type Submission = {
  what: string;
  path: string;
  body: object;
  insert: string;
  target?: (value: number) => Target;
};

/** The same rows, each in its own transaction. */
const INSERT_REPORT = `
  insert into reports.scammer_reports (id, twitter_url, username, scam_category, description, unique_burn_address)
  select id, 'https://x.com/q' || id || '/status/1', 'q' || id, 'other',
    repeat('Sold us a sleigh that was never built. ', 5), 'BENCH' || id
  from nextval('reports.scammer_reports_id_seq') id`;

const report: Submission = {
  what: WHAT,
  path: '/api/scammer-reports',
  body: {
    twitterUrl: 'https://x.com/b{number}/status/1',
    username: 'b{number}',
    scamCategory: 'other',
    description: 'Sold us a sleigh that was never built. '.repeat(5),
  },
  insert: INSERT_REPORT,
  target: (value) => ({ atLeast: TARGET_PER_SECOND, value, unit: '/s' }),
};

/** Reports of new usernames, through the gateway. */
export const submissions: Section = {
  name: 'submissions',
  async measure(settings) {
    const product = await startProduct({ env });
    const load = openLoadProcess();
    try {
      return { rows: [await measureSubmissions(report, { product, load }, settings)] };
    } finally {
      load.close();
      await product.stop();
    }
  },
  async profile({ durationMs }, profiler) {
    const product = await startSampledProduct({ env });
    const load = openLoadProcess();
    try {
      if (!profiler.wants(WHAT)) return;
      await profiler.capture(product, {
        what: WHAT,
        operation: 'report',
        services: ['gateway', 'reports'],
        others: [{ name: 'load generator (other core)', pid: load.pid, elsewhere: true }],
        ready: async () => async () => {
          const { answers, seconds } = await submit(report, { product, load }, durationMs);
          return { operations: answers, seconds };
        },
      });
    } finally {
      load.close();
      await product.stop();
    }
  },
};

type Stage = { product: Product; load: LoadProcess };

export async function measureSubmissions(
  submission: Submission,
  stage: Stage,
  { rounds, durationMs }: Settings,
): Promise<Row> {
  const { what, insert: text, target } = submission;
  const { databaseUrl } = stage.product.stack;
  const query = { databaseUrl, text, values: [], connections: CONNECTIONS, durationMs };
  const measured = await inTurn(rounds, {
    reference: () => stage.load.send(query),
    product: () => submit(submission, stage, durationMs),
  });
  const { ratio, middle } = compare(measured, perSecond);
  return {
    what,
    reference: 'same rows by bare `pg`, one commit each',
    figures: { reference: describeLoad(middle.reference), product: describeLoad(middle.product) },
    ratio,
    ...(target && { target: target(perSecond(middle.product)) }),
  };
}

let sent = 0;

async function submit(
  { what, path, body }: Submission,
  { product: { stack }, load }: Stage,
  durationMs: number,
): Promise<LoadResult> {
  const result = await load.send({
    url: `${stack.url}${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '{address}' },
    body: JSON.stringify(body),
    connections: CONNECTIONS,
    durationMs,
    numberedFrom: sent,
  });
  sent += result.answers;
  if (result.refused > 0) throw new Error(`${what}: ${result.refused} of ${result.answers} were refused`);
  return result;
}
