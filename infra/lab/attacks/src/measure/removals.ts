import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, REMOVAL_COST_TOKENS } from '@naughty-list/bench/stage/product';
import { burnList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import { newClient } from '../clients.ts';
import { insertReports } from '../target.ts';

const BASE_UNITS_PER_LIST = 1_000_000n;
const ASK_EVERY_MS = 50;
let made = 0;

/** Burns for a report until confirmed but not final; returns the seconds from claiming the burn to the removal. */
export async function timeRemoval(product: Product, withinMs: number): Promise<number> {
  const { stack } = product;
  made += 1;
  const [report] = await insertReports(product, `payer${made}`, 1);
  if (!report) throw new Error('No report was made');
  const folder = join(stack.dataDir, 'local-chain');
  const { mint } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as { mint: string };
  const txHash = await burnList({
    rpcUrl: stack.rpcUrl,
    payer: readKeypair(join(folder, 'rich-holder.json')),
    mint,
    amount: BigInt(REMOVAL_COST_TOKENS) * BASE_UNITS_PER_LIST,
    memo: report.reference,
  });
  const began = performance.now();
  const over = AbortSignal.timeout(withinMs);
  const from = newClient();
  const answer = await fetch(`${stack.url}/api/scammer-reports/${report.id}/remove-by-burn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ txHash }),
    signal: over,
  });
  const text = await answer.text();
  if (answer.status === 202) await untilRemoved(product, report.id, over);
  else if (answer.status !== 200) throw new Error(`The removal was answered ${answer.status}: ${text}`);
  return (performance.now() - began) / 1_000;
}

async function untilRemoved({ db }: Product, id: number, over: AbortSignal): Promise<void> {
  for (;;) {
    over.throwIfAborted();
    const { rows } = await db.query('select from reports.scammer_reports where id = $1 and is_removed', [id]);
    if (rows.length > 0) return;
    await sleep(ASK_EVERY_MS);
  }
}
