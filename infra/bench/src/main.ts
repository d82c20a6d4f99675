import { parseArgs } from 'node:util';
import { describeRow } from './report/describe-row.ts';
import { sections } from './sections.ts';
import { pin, SERVER_CORE } from './stage/cores.ts';

/** `npm run bench [-- --only list,search] [--rounds 5] [--seconds 1] [--reports 1000000] [--sizes 10000,1000000]` */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    reports: { type: 'string', default: '1000000' },
    effort: { type: 'string', default: '100' },
  },
});

pin(process.pid, SERVER_CORE);
const wanted = values.only?.split(',');
for (const { name, measure } of sections) {
  if (wanted && !wanted.includes(name)) continue;
  const rows = await measure({
    rounds: Number(values.rounds),
    durationMs: Number(values.seconds) * 1_000,
    reports: Number(values.reports),
    effort: Number(values.effort),
    log: console.log,
  });
  for (const row of rows) console.log(describeRow(row));
}
process.exit(0);
