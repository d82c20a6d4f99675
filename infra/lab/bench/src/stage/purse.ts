import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import { signPayment } from '@naughty-list/local-chain/sign-payment';
import { type Product, REMOVAL_COST_TOKENS } from './product.ts';

/** An unpaid report, and its burn, landed and final. */
type PaidReport = { id: number; reference: string; signature: string };

const BASE_UNITS_PER_LIST = 1_000_000n;
const REMOVAL_COST = BigInt(REMOVAL_COST_TOKENS) * BASE_UNITS_PER_LIST;
const POLL_MS = 20;
let made = 0;

/** Creates reports and burns the price of their removal, each with the report's reference. */
export async function makePaidReports({ db, stack }: Product, count: number): Promise<PaidReport[]> {
  const { rows } = await db.query<{ id: number; reference: string }>(
    `with renewed as (update reports.state set version = version + 1)
     insert into reports.scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, reported_at)
     select 'https://x.com/payer/status/' || n, 'p' || n, 'other', 'Sold us a sleigh that was never built.',
       'LISTBURN' || lpad(n::text, greatest(3, length(n::text)), '0'), now() - interval '1 hour'
     from generate_series($1::int, $2::int) n returning id, unique_burn_address as reference`,
    [made + 1, made + count],
  );
  made += count;
  const folder = join(stack.dataDir, 'local-chain');
  const payer = readKeypair(join(folder, 'rich-holder.json'));
  const { mint } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as { mint: string };
  const { value } = (await ask(stack.rpcUrl, 'getLatestBlockhash', [])) as { value: { blockhash: string } };
  const paid: PaidReport[] = [];
  for (const { id, reference: memo } of rows) {
    const order = { payer, mint, amount: REMOVAL_COST, memo };
    const { wire, signature } = signPayment(order, value.blockhash);
    await ask(stack.rpcUrl, 'sendTransaction', [wire, { encoding: 'base64' }]);
    paid.push({ id, reference: memo, signature });
  }
  for (const { signature } of paid) await untilFinal(stack.rpcUrl, signature);
  return paid;
}

async function untilFinal(rpcUrl: string, signature: string): Promise<void> {
  for (;;) {
    const { value } = (await ask(rpcUrl, 'getSignatureStatuses', [[signature]])) as {
      value: ({ confirmationStatus: string } | null)[];
    };
    if (value[0]?.confirmationStatus === 'finalized') return;
    await sleep(POLL_MS);
  }
}

async function ask(url: string, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
