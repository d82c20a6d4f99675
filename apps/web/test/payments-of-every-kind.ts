import type { Keypair } from '@solana/web3.js';
import type { APIResponse, Page } from 'playwright-core';
import { phoneWallet } from './phone-wallet.ts';

/** LIST that the wallet needs for all payments. */
export const LIST_NEEDED = 4_400_000n;

type Payments = {
  rpcUrl: string;
  by: Keypair;
  burn(options: { memo?: string; referenceKey?: string; tokens?: bigint; by?: Keypair }): Promise<string>;
  pay(options: { to: string; memo: string; by: Keypair }): Promise<string>;
  /** Five reports without payments. */
  reports: readonly { id: number; reference: string }[];
};

/**
 * Makes one payment of each kind from one wallet, with a browser's calls: a removal, a membership, a part payment, one too
 * small, one without a reference, and one for a report that was already removed.
 */
export async function payInEveryWay(page: Page, { rpcUrl, by, burn, pay, reports }: Payments): Promise<void> {
  const [paid, gone, part, small, unnamed] = reports;
  if (!paid || !gone || !part || !small || !unnamed) throw new Error('Too few reports');
  const post = async (path: string, data?: object) => {
    const answer = await page.request.post(`/api/${path}`, data ? { data } : {});
    if (answer.status() >= 500) throw new Error(`${path}: ${await answer.text()}`);
    return answer;
  };
  const remove = (id: number, body: { txHash: string; intent?: string }) =>
    post(`scammer-reports/${id}/remove-by-burn`, body);

  await remove(paid.id, { txHash: await burn({ memo: paid.reference, by }) });
  const offer: { burnAddress: string; reference: string } = await json(
    post('alpha-group/generate-burn-address'),
  );
  const fee = await pay({ to: offer.burnAddress, memo: offer.reference, by });
  await post('alpha-group/verify-transaction', { transactionHash: fee });
  const half: { id: string; referenceKey: string } = await json(post(`payment-intents/removal/${part.id}`));
  const { referenceKey } = half;
  const txHash = await burn({ memo: part.reference, referenceKey, tokens: 600_000n, by });
  await remove(part.id, { txHash, intent: half.id });
  await remove(small.id, { txHash: await burn({ memo: small.reference, tokens: 1n, by }) });
  await remove(unnamed.id, { txHash: await burn({ by }) });

  const late: { mint: string; burnWallet: string; reference: string; referenceKey: string } = await json(
    post(`payment-intents/removal/${gone.id}`),
  );
  await remove(gone.id, { txHash: await burn({ memo: gone.reference }) });
  const query = new URLSearchParams({
    amount: '1000000',
    'spl-token': late.mint,
    reference: late.referenceKey,
    memo: late.reference,
  });
  await phoneWallet(rpcUrl, by).pay(`solana:${late.burnWallet}?${query}`);
}

const json = async <T>(answer: Promise<APIResponse>): Promise<T> => (await answer).json();
