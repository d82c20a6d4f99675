import type { Row } from '../report/row.ts';
import { spreadOf } from '../report/row.ts';
import type { Settings } from '../settings.ts';
import type { Product } from '../stage/product.ts';

const ASKED = 1_000;
const WARM_UP = 50;
const P99_MAX_MS = 50;

/** Shards of the private check through the gateway, each of another prefix, one after another. */
export async function measureShards({ stack }: Product, { reports }: Settings): Promise<Row> {
  const times: number[] = [];
  for (let n = -WARM_UP; n < ASKED; n += 1) {
    const prefix = (((n + WARM_UP) * 40_503) % 65_536).toString(16).padStart(4, '0');
    const began = performance.now();
    const answer = await fetch(`${stack.url}/api/private-check/${prefix}`);
    await answer.text();
    if (!answer.ok) throw new Error(`shard ${prefix}: ${answer.status}`);
    if (n >= 0) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (ASKED - 1))] ?? 0;
  const [median, p99] = [at(0.5), at(0.99)];
  return {
    what: `p99 of a private check among ${reports.toLocaleString('en-US')} reports`,
    reference: 'its own median',
    figures: { reference: `${median.toFixed(2)} ms`, product: `${p99.toFixed(2)} ms` },
    ratio: spreadOf([p99 / median]),
    target: { atMost: P99_MAX_MS, unit: 'ms', value: p99 },
  };
}
