import { openLoadProcess } from '../load/load-process.ts';
import { startSampledProduct } from '../profile/sampled-product.ts';
import type { Section } from '../settings.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { measureServing, profileServing, type Served } from './serving.ts';
import { env, measureSubmissions, type Submission } from './submissions.ts';

/** More cases than statements in a run, so that each statement gets its own case and is published at once. */
const CASES = 60_000;
const STATEMENTS = 20;

const INSERT_CASES = `
  insert into reports.scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
  select 'https://x.com/b' || n || '/status/1', 'b' || n, 'other', repeat('Sold us a sleigh that was never built. ', 5), 'CASE' || n
  from (select lpad(n::text, 8, '0') as n from generate_series(0, ${CASES}) n) numbered`;
const INSERT_STATEMENTS = `
  insert into reports.statements (report_id, twitter_url, description, published_at)
  select id, 'https://x.com/witness/status/' || n, repeat('He did the same to me. ', 5) || md5(n::text), now()
  from reports.scammer_reports, generate_series(1, ${STATEMENTS}) n where username = 'b00000000'`;

const statement: Submission = {
  what: 'adding a statement',
  path: '/api/statements',
  body: {
    twitterUrl: 'https://x.com/b{number}/status/2',
    username: 'b{number}',
    description: 'He did the same to me. '.repeat(5),
  },
  insert: `
    insert into reports.statements (report_id, twitter_url, description, published_at)
    select id, 'https://x.com/q/status/' || gen_random_uuid(), repeat('He did the same to me. ', 5), now()
    from reports.scammer_reports
    where not is_removed and lower(username) = (select 'b' || lpad(floor(random() * ${CASES})::int::text, 8, '0'))`,
};

/** Reads cases and adds statements through the gateway. */
export const cases: Section = {
  name: 'cases',
  async measure(settings) {
    const product = await startProduct({ env });
    const load = openLoadProcess();
    try {
      await setUp(product);
      const read = await measureServing([served(product)], product, settings);
      return { rows: [...read, await measureSubmissions(statement, { product, load }, settings)] };
    } finally {
      load.close();
      await product.stop();
    }
  },
  async profile(settings, profiler) {
    const product = await startSampledProduct({ env });
    try {
      await setUp(product);
      const stage = { product, services: ['gateway', 'reports'] } as const;
      await profileServing([served(product)], stage, settings, profiler);
    } finally {
      await product.stop();
    }
  },
};

async function setUp({ db }: Product): Promise<void> {
  for (const sql of [INSERT_CASES, INSERT_STATEMENTS, 'analyze reports.scammer_reports, reports.statements'])
    await db.query(sql);
}

const served = ({ stack }: Product): Served => ({
  what: `a case with ${STATEMENTS} statements`,
  url: `${stack.url}/api/cases/b00000000`,
  headers: {},
});
