import { join } from 'node:path';
import { burnList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import type { LocalChain } from '@naughty-list/local-chain/local-chain';
import type { Server } from './server.ts';

/** The server's name for itself, for which Caddy issues a local certificate. */
export const DOMAIN = 'naughty-list.localhost';

const REMOVAL_COST = 1_000_000_000_000n;
const SITE = `https://${DOMAIN}`;

/**
 * Submits a report, burns for it and follows its removal by live events, through the server's public entry.
 *
 * @throws Error when any step does not give the expected result
 */
export async function runPaymentFlow(server: Server, chain: LocalChain, username: string): Promise<void> {
  const call = async (path: string, options = '') =>
    (await server.run(`curl --silent --no-buffer ${options} '${SITE}${path}'`)).output;
  const post = async (path: string, body: object) =>
    JSON.parse(await call(path, `--header 'prefer: respond-async' --json '${JSON.stringify(body)}'`));
  const report = await post('/api/scammer-reports', {
    twitterUrl: `https://x.com/${username}/status/1`,
    username,
    description: 'Sold us a sleigh that was never built.',
    scamCategory: 'other',
  });
  const txHash = await burnList({
    rpcUrl: chain.url,
    payer: readKeypair(join(chain.folder, 'rich-holder.json')),
    mint: chain.mint,
    amount: REMOVAL_COST,
    memo: report.uniqueBurnAddress,
  });
  const { verificationId } = await post(`/api/scammer-reports/${report.id}/remove-by-burn`, { txHash });
  const events = await call(`/api/verifications/${verificationId}/events`);
  const listed: { username: string }[] = JSON.parse(await call('/api/scammer-reports'));
  if (!events.includes('"done"') || listed.some((each) => each.username === username))
    throw new Error(`The burn for ${username} had no effect: ${events}`);
}
