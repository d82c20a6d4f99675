import { toBaseUnits } from '@naughty-list/contracts/tokens';
import { buildPayment } from '@naughty-list/payment-transactions/build-payment';
import { chooseSources, totalHeld } from '@naughty-list/payment-transactions/choose-sources';
import type { Rpc } from './rpc.ts';

export type BurnOrder = {
  account: string;
  mint: string;
  decimals: number;
  tokens: string;
  memo: string;
  referenceKey: string;
};

/**
 * Returns an unsigned burn transaction (base64) that spends from the account's token accounts, or the balance held
 * (base units) if it is too low. Uses the legacy format, which every wallet supports. Throws an RpcFault without a
 * usable response.
 */
export async function buildBurn(
  rpc: Rpc,
  { account, mint, decimals, tokens, memo, referenceKey }: BurnOrder,
): Promise<{ transaction: string } | { held: bigint }> {
  const [holdings, blockhash] = await Promise.all([rpc.holdings(account, mint), rpc.latestBlockhash()]);
  const sources = chooseSources(holdings, toBaseUnits(tokens, decimals));
  if (!sources) return { held: totalHeld(holdings) };
  const purpose = { kind: 'burn', memo, referenceKey } as const;
  const built = buildPayment({
    payer: account,
    mint,
    decimals,
    sources,
    purpose,
    blockhash,
    version: 'legacy',
  });
  return { transaction: Buffer.from(built.serialize()).toString('base64') };
}
