import { describeLoad, perSecond, sendLoad } from '../load/send-load.ts';
import type { Row } from '../report.ts';
import type { BareServer } from '../stage/bare-server.ts';
import { startChild } from '../stage/child.ts';
import type { Product } from '../stage/product.ts';

const CONNECTIONS = 50;
const bot = { 'user-agent': 'naughty-list-bench' };
const compressed = { 'accept-encoding': 'gzip, deflate, br' };

const served = [
  { what: 'list of 1,000 reports', path: '/api/scammer-reports?limit=1000&offset=0', atLeast: 0.35 },
  { what: '`/`, no visit', path: '/', atLeast: 0.35 },
  { what: 'look-up of a listed account', path: '/api/look-up?q=rugger_1', atLeast: 0.2 },
  { what: 'case page', path: '/case/rugger_1', atLeast: 0.3 },
];

/**
 * Compressed responses a second, alone, against a bare `node:http` server that sends the same bytes. Both run in turn, so
 * that other load affects both, and the median round counts.
 */
export async function measureRatios(product: Product, rounds: number, durationMs: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, path, atLeast } of served) {
    const url = product.stack.url + path;
    const headers = { ...bot, ...compressed };
    const bare = startChild<BareServer>(new URL('../stage/bare-server.ts', import.meta.url));
    const bareUrl = await bare.call('imitate', { url, headers });
    const run = (address: string) =>
      sendLoad({ url: address, headers, durationMs, connections: CONNECTIONS });
    const measured = [];
    await run(url);
    for (let round = 0; round < rounds; round += 1) {
      const [reference, result] = [await run(bareUrl), await run(url)];
      measured.push({ result, ratio: perSecond(result) / perSecond(reference) });
    }
    bare.stop();
    measured.sort((one, other) => one.ratio - other.ratio);
    const middle = measured[Math.floor(measured.length / 2)];
    if (!middle) throw new Error('Nothing was measured');
    rows.push({
      what: `${what}, alone, of the same bytes served bare`,
      figure: `${middle.ratio.toFixed(2)}: ${describeLoad(middle.result)}`,
      target: `≥ ${atLeast}`,
      met: middle.result.refused === 0 && middle.ratio >= atLeast,
    });
  }
  return rows;
}
