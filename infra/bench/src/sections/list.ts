import type { Section } from '../settings.ts';
import { startProduct } from '../stage/product.ts';
import { measureServing } from './serving.ts';

/** Reports of the size that people write: some 520 bytes each as JSON. */
const INSERT_REPORTS = `
  insert into reports.scammer_reports
    (twitter_url, username, scam_category, description, unique_burn_address, reported_at)
  select 'https://x.com/rugger_' || n || '/status/' || n, 'rugger_' || n, 'other',
    repeat('Sold us a sleigh that was never built. ', 5) || md5(n::text), 'BENCH' || n, now() - n * interval '1 minute'
  from generate_series(1, 1000) n`;

/** The list as visitors load it, through the gateway. */
export const list: Section = {
  name: 'list',
  async measure(settings) {
    const product = await startProduct();
    try {
      await product.db.query(INSERT_REPORTS);
      const of = (limit: number) => `${product.stack.url}/api/scammer-reports?limit=${limit}&offset=0`;
      const compressed = { 'accept-encoding': 'gzip, deflate, br' };
      const rows = await measureServing(
        [
          { what: 'list of 1,000 reports', url: of(1_000), headers: {}, target: { atLeast: 0.6 } },
          {
            what: 'list of 1,000 reports, compressed',
            url: of(1_000),
            headers: compressed,
            target: { atLeast: 0.6 },
          },
          { what: 'list of 5 reports', url: of(5), headers: {}, target: { atLeast: 0.3 } },
          {
            what: 'list of 5 reports, compressed',
            url: of(5),
            headers: compressed,
            target: { atLeast: 0.3 },
          },
        ],
        settings,
      );
      return { rows };
    } finally {
      await product.stop();
    }
  },
};
