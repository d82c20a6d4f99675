import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { burnList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import type { Stack } from '../src/stack.ts';
import { query } from './query.ts';

export type Submitted = {
  id: number;
  uniqueBurnAddress: string;
  username: string;
  twitterUrl: string;
  reportCode?: string;
};

const BASE_UNITS_PER_LIST = 1_000_000n;
export const REMOVAL_COST = 1_000_000n * BASE_UNITS_PER_LIST;

/** Repeats a call until it is not one too many of this address at once, like the page. */
export async function whenThereIsRoom(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 429) return answer;
    await answer.body?.cancel();
    await setTimeout(100);
  }
}

export async function post(
  stack: Pick<Stack, 'url'>,
  path: string,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await whenThereIsRoom(() =>
    fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

export async function get(stack: Stack, path: string): Promise<unknown> {
  const answer = await fetch(`${stack.url}${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

let reported = 0;

/** Reports a new username. */
export async function submitReport(
  stack: Pick<Stack, 'url'>,
  description = 'Sold us a sleigh that was never built.',
): Promise<Submitted> {
  reported += 1;
  const username = `rugger_${reported}`;
  const { status, body } = await post(stack, '/api/scammer-reports', {
    twitterUrl: `https://x.com/${username}/status/${reported}`,
    username,
    description,
    scamCategory: 'other',
  });
  if (status !== 201) throw new Error(`report refused: ${status} ${JSON.stringify(body)}`);
  return body as Submitted;
}

/** Burns LIST of the local chain's rich holder; returns the transaction's signature once it is confirmed. */
export function burn(stack: Stack, memo?: string, amount = REMOVAL_COST): Promise<string> {
  const folder = join(stack.dataDir, 'local-chain');
  return burnList({
    rpcUrl: stack.rpcUrl,
    payer: readKeypair(join(folder, 'rich-holder.json')),
    mint: JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')).mint,
    amount,
    ...(memo === undefined ? {} : { memo }),
  });
}

/** Claims a burn for a report without waiting for the outcome; returns the verification's id. */
export async function claim(stack: Stack, report: Submitted, txHash: string): Promise<string> {
  const { status, body } = await post(stack, `/api/scammer-reports/${report.id}/remove-by-burn`, { txHash });
  if (status !== 202) throw new Error(`expected a pending claim: ${status} ${JSON.stringify(body)}`);
  return String(body.verificationId);
}

export async function stageOf(stack: Stack, verificationId: string): Promise<string> {
  const verification = (await get(stack, `/api/verifications/${verificationId}`)) as { stage: string };
  return verification.stage;
}

export async function listedIds(stack: Stack): Promise<number[]> {
  const reports = (await get(stack, '/api/scammer-reports?limit=1000&offset=0')) as Submitted[];
  return reports.map(({ id }) => id);
}

/** How often a signature took effect, by table: removed reports, accepted claims, verdicts. */
export async function effectsOf(stack: Stack, signature: string): Promise<unknown> {
  const [counts] = await query(
    stack.databaseUrl,
    `select
      (select count(*)::int from reports.scammer_reports where is_removed and burn_transaction_hash = '${signature}') as reports,
      (select count(*)::int from reports.removal_claims where status = 'removed' and signature = '${signature}') as claims,
      (select count(*)::int from chain.verifications
        where outcome = 'accepted' and purpose <> 'look' and signature = '${signature}') as verdicts`,
  );
  return counts;
}

export const ONCE = { reports: 1, claims: 1, verdicts: 1 };
