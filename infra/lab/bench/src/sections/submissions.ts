import { type LoadProcess, openLoadProcess } from '../load/load-process.ts';
import { describeLoad, type LoadResult, perSecond } from '../load/load-result.ts';
import { startSampledProduct } from '../profile/sampled-product.ts';
import type { Row } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Section, Settings } from '../settings.ts';
import { type Product, startProduct } from '../stage/product.ts';

const WHAT = 'creating a report';
const CONNECTIONS = 50;
/** Five times the figure of Directus on the same kind of machine: 301/s. */
const TARGET_PER_SECOND = 1_505;
/** Every client has its own address, as behind a proxy. */
const env = { TRUST_PROXY: '127.0.0.1' };

/** The same rows, each in its own transaction. */
const INSERT_REPORT = `
  insert into reports.scammer_reports (id, twitter_url, username, scam_category, description, unique_burn_address)
  select id, 'https://x.com/q' || id || '/status/1', 'q' || id, 'other',
    repeat('Sold us a sleigh that was never built. ', 5), 'BENCH' || id
  from nextval('reports.scammer_reports_id_seq') id`;

/** Reports of new usernames, through the gateway. */
export const submissions: Section = {
  name: 'submissions',
  async measure(settings) {
    const product = await startProduct({ env });
    const load = openLoadProcess();
    try {
      return { rows: [await measureSubmissions(product, load, settings)] };
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
          const { answers, seconds } = await submit(product, load, durationMs);
          return { operations: answers, seconds };
        },
      });
    } finally {
      load.close();
      await product.stop();
    }
  },
};

async function measureSubmissions(
  product: Product,
  load: LoadProcess,
  { rounds, durationMs }: Settings,
): Promise<Row> {
  const { databaseUrl } = product.stack;
  const query = { databaseUrl, text: INSERT_REPORT, values: [], connections: CONNECTIONS, durationMs };
  const measured = await inTurn(rounds, {
    reference: () => load.send(query),
    product: () => submit(product, load, durationMs),
  });
  const { ratio, middle } = compare(measured, perSecond);
  return {
    what: WHAT,
    reference: 'same rows by bare `pg`, one commit each',
    figures: { reference: describeLoad(middle.reference), product: describeLoad(middle.product) },
    ratio,
    target: { atLeast: TARGET_PER_SECOND, value: perSecond(middle.product), unit: '/s' },
  };
}

let sent = 0;

async function submit({ stack }: Product, load: LoadProcess, durationMs: number): Promise<LoadResult> {
  const body = JSON.stringify({
    twitterUrl: 'https://x.com/b{number}/status/1',
    username: 'b{number}',
    scamCategory: 'other',
    description: 'Sold us a sleigh that was never built. '.repeat(5),
  });
  const result = await load.send({
    url: `${stack.url}/api/scammer-reports`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '{address}' },
    body,
    connections: CONNECTIONS,
    durationMs,
    numberedFrom: sent,
  });
  sent += result.answers;
  if (result.refused > 0) throw new Error(`${result.refused} of ${result.answers} reports were refused`);
  return result;
}
