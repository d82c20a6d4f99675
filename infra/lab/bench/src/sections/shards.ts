import type { Row } from '../report/row.ts';
import type { Settings } from '../settings.ts';
import type { Product } from '../stage/product.ts';
import { tailRow, timesOf } from './latency-row.ts';

const ASKED = 1_100;
const P99_MAX_MS = 50;

/** Shards of the private check through the gateway, with distinct prefixes, sequentially. */
export async function measureShards({ stack }: Product, { reports }: Settings): Promise<Row> {
  const times = await timesOf(ASKED, async (n) => {
    const prefix = ((n * 40_503) % 65_536).toString(16).padStart(4, '0');
    const answer = await fetch(`${stack.url}/api/private-check/${prefix}`);
    await answer.text();
    if (!answer.ok) throw new Error(`shard ${prefix}: ${answer.status}`);
  });
  const what = `p99 of a private check among ${reports.toLocaleString('en-US')} reports`;
  return tailRow(what, { times, maxMs: P99_MAX_MS });
}
