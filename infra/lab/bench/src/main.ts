import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { type Row, writeDocument } from './report/document.ts';
import { describeMachine, loadAverage, warnIfBusy } from './report/machine.ts';
import { describeCode, measuredCode } from './report/measured-code.ts';
import { measureRatios } from './rows/ratios.ts';
import { measureViralDay } from './rows/viral-day.ts';
import { pin, SERVER_CORE } from './stage/cores.ts';
import { type Product, startProduct } from './stage/product.ts';

/**
 * `npm run bench`: measures every row and writes docs/benchmarks.md. `--out` writes another file, `--seconds` is the
 * length of each measurement, `--share` the part of the viral day's rates that is sent.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(REPOSITORY, 'docs/benchmarks.md') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    share: { type: 'string', default: '1' },
  },
});
const durationMs = Number(values.seconds) * 1_000;

/** Reports of realistic size: about 520 bytes each as JSON. */
const INSERT_REPORTS = `
  with renewed as (update reports.state set version = version + 1)
  insert into reports.scammer_reports
    (twitter_url, username, scam_category, description, unique_burn_address, reported_at)
  select 'https://x.com/rugger_' || n || '/status/1', 'rugger_' || n, 'other',
    repeat('Sold us a sleigh that was never built. ', 5) || md5(n), 'BENCH' || n, now() - n::int * interval '1 minute'
  from (select lpad(each::text, 8, '0') as n from generate_series(1, 1000) each) numbered`;

const before = loadAverage();
const warning = warnIfBusy(before);
if (warning) console.warn(warning);
/** Runs a measurement beside a new product with reports. */
async function beside(measure: (product: Product) => Promise<Row[]>): Promise<Row[]> {
  const product = await startProduct();
  try {
    await product.db.query(INSERT_REPORTS);
    return await measure(product);
  } finally {
    await product.stop();
  }
}

const viralDay = await beside((product) => measureViralDay(product, durationMs, Number(values.share)));
pin(process.pid, SERVER_CORE);
const ratios = await beside((product) => measureRatios(product, Number(values.rounds), durationMs / 10));
const rows = [...viralDay, ...ratios];
for (const { what, figure, target, met } of rows)
  console.log(`${met ? '  ' : '! '}${what}: ${figure} (${target})`);
const code = measuredCode(REPOSITORY);
const share = values.share === '1' ? '' : `--share ${values.share} of the viral day’s rates`;
const run = [new Date().toISOString().slice(0, 10), code && describeCode(code), share]
  .filter(Boolean)
  .join(', ');
writeFileSync(values.out, writeDocument(rows, { machine: describeMachine(before), run }));
process.exit(0);
