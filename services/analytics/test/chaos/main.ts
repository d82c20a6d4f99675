import { parseArgs } from 'node:util';
import { withPostgres } from '../temporary-postgres.ts';
import { runVisitChaos } from './run.ts';

/** `chaos:visits [--visits 1000000] [--kills 5]`: exits with 1 if any visit is missing or counted twice. */
const { values } = parseArgs({
  options: { visits: { type: 'string', default: '1000000' }, kills: { type: 'string', default: '5' } },
});

await withPostgres(async (databaseUrl, signal) => {
  const [visits, kills] = [Number(values.visits), Number(values.kills)];
  const { counts, sent, batches, twice, seconds } = await runVisitChaos({
    databaseUrl,
    visits,
    kills,
    log: console.log,
    signal,
  });
  console.log(
    `${sent} visits in ${batches} batches, ${twice} of them delivered twice, in ${seconds.toFixed(0)} s`,
  );
  console.log(
    `counted: ${counts.total}; stored: ${counts.visits}; by day: ${counts.days}; by page: ${counts.pages}; by referrer: ${counts.referrers}`,
  );
  console.log(`batches recorded: ${counts.batches}; jobs failed: ${counts.failed}`);
  const { total, visits: stored, days, pages, referrers } = counts;
  const isExact = [total, stored, days, pages, referrers].every((count) => count === sent);
  console.log(isExact ? 'The count is exact.' : 'NOT EXACT');
  process.exitCode = isExact ? 0 : 1;
});
