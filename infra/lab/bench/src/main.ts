import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { noLimits } from '@naughty-list/embedded/test/lasting-stack';
import { describeRun, loadAverage, type Row, tableOf } from './report.ts';
import { measureRatios } from './rows/ratios.ts';
import { measureViralDay } from './rows/viral-day.ts';
import { canPin, pin, SERVER_CORE } from './stage/child.ts';
import { insertReports, type Product, startProduct } from './stage/product.ts';

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

const before = loadAverage();
/** Runs a measurement beside a new product with reports of realistic size: about 520 bytes each as JSON. */
async function beside(measure: (product: Product) => Promise<Row[]>): Promise<Row[]> {
  // Payments are found when they are claimed: the watcher would have removed their reports before.
  const product = await startProduct({ ...noLimits, TRUST_PROXY: '127.0.0.1', WATCH_FROM: 'never' });
  try {
    await insertReports(product, 'rugger', 1_000);
    return await measure(product);
  } finally {
    await product.stop();
  }
}

const viralDay = await beside((product) => measureViralDay(product, durationMs, Number(values.share)));
pin(process.pid, SERVER_CORE);
const ratios = await beside((product) => measureRatios(product, Number(values.rounds), durationMs / 10));
const rows = [...viralDay, ...ratios].map(({ what, figure, target, met }) => {
  console.log(`${met ? '  ' : '! '}${what}: ${figure} (${target})`);
  return [what, figure, target && `${target}, ${met ? 'met' : 'not met'}`];
});
const share = values.share === '1' ? '' : ` -- --share ${values.share}`;
const run = describeRun(`npm run bench${share}`, before);
writeFileSync(
  values.out,
  `# Benchmarks

Written by \`npm run bench\` ([infra/lab](../infra/lab/README.md)): what the product must carry on a viral day, at once and
beside the load generator, and how much of a bare server's throughput a page or a list has left.

${tableOf([['what', 'figure', 'target'], ...rows])}

${run}${canPin ? '' : ' Nothing was pinned to a core.'}
`,
);
process.exit(0);
