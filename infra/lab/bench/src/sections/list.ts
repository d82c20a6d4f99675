import { startSampledProduct } from '../profile/sampled-product.ts';
import type { Section } from '../settings.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { measureServing, profileServing, type Served } from './serving.ts';

/** Reports of realistic size: about 520 bytes each as JSON. */
const INSERT_REPORTS = `
  insert into reports.scammer_reports
    (twitter_url, username, scam_category, description, unique_burn_address, reported_at)
  select 'https://x.com/rugger_' || n || '/status/' || n, 'rugger_' || n, 'other',
    repeat('Sold us a sleigh that was never built. ', 5) || md5(n::text), 'BENCH' || n, now() - n * interval '1 minute'
  from generate_series(1, 1000) n`;

const compressed = { 'accept-encoding': 'gzip, deflate, br' };

/** The list as loaded by visitors, through the gateway. */
export const list: Section = {
  name: 'list',
  async measure(settings) {
    const product = await startProduct();
    try {
      await product.db.query(INSERT_REPORTS);
      return { rows: await measureServing(served(product), product, settings) };
    } finally {
      await product.stop();
    }
  },
  async profile(settings, profiler) {
    const product = await startSampledProduct();
    try {
      await product.db.query(INSERT_REPORTS);
      const stage = { product, services: ['gateway', 'reports'] } as const;
      await profileServing(served(product), stage, settings, profiler);
    } finally {
      await product.stop();
    }
  },
};

function served({ stack }: Product): Served[] {
  const of = (limit: number) => `${stack.url}/api/scammer-reports?limit=${limit}&offset=0`;
  const long = { url: of(1_000), target: { atLeast: 0.6 } };
  const short = { url: of(5), target: { atLeast: 0.3 } };
  return [
    { what: 'list of 1,000 reports', headers: {}, ...long, hasTail: true },
    { what: 'list of 1,000 reports, compressed', headers: compressed, ...long, hasTail: true },
    { what: 'list of 5 reports', headers: {}, ...short },
    { what: 'list of 5 reports, compressed', headers: compressed, ...short },
  ];
}
