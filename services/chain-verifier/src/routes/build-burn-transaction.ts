import { ApiError } from '@naughty-list/contracts/errors';
import { buildBurnTransaction, burnRequestTexts } from '@naughty-list/contracts/removal';
import { formatBaseUnits, formatTokens, toBaseUnits } from '@naughty-list/contracts/tokens';
import { findTransaction } from '@naughty-list/contracts/verifications';
import {
  buildPayment,
  chooseSources,
  referenceKeyOf,
  totalHeld,
} from '@naughty-list/payment-transactions/build-payment';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { isAddress } from '../chain/base58.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Context } from '../context.ts';
import { loadMint } from '../mint/mint.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { recordRequested } from '../reference-keys/repository.ts';
import { chainUnreachable, unreachable } from './chain-unreachable.ts';

/** One provider that knows the transaction suffices: this only admits a claim. */
export function findTransactionRoute({ providers }: Context): Route {
  return route(findTransaction, async ({ params: { signature } }) => {
    const { answers } = await providers.ask(
      (rpc) => rpc.status(signature),
      (given) => given.some(({ answer }) => answer !== null),
    );
    if (answers.length === 0) unreachable();
    return { isKnown: answers.some(({ answer }) => answer !== null) };
  });
}

/** Builds a burn for the account's owner to sign and send, and starts looking for it by its reference key. */
export function buildBurnTransactionRoute({ db, spareProviders: providers, config }: Context): Route {
  return route(buildBurnTransaction, async ({ body, raw }) => {
    const { account, tokens, memo, subject } = body;
    const { LIST_MINT_ADDRESS, BURN_WALLET_ADDRESS: burnWallet } = config;
    const { mint = LIST_MINT_ADDRESS } = body;
    if (![account, mint, body.referenceKey ?? mint].every(isAddress))
      throw new ApiError('invalid_input', burnRequestTexts.invalidAccount);
    const referenceKey = body.referenceKey ?? referenceKeyOf({ mint, burnWallet, reference: memo });
    try {
      const { decimals } = await loadMint({ db, providers }, mint);
      const order = { account, mint, decimals, tokens, memo, referenceKey };
      const built = await providers.first((rpc) => buildBurn(rpc, order));
      if ('transaction' in built) {
        // If recording fails, the payment is still found by its memo.
        if (body.referenceKey === undefined)
          await recordRequested(db, { subject, reference: memo, referenceKey }).catch((err) =>
            raw.log.warn({ err }, 'requested burn not recorded'),
          );
        return built;
      }
      const held = formatBaseUnits(built.held, decimals);
      throw new ApiError('payment_refused', burnRequestTexts.notEnough(held, formatTokens(tokens)));
    } catch (err) {
      if (err instanceof RpcFault) raw.log.warn({ err }, 'burn transaction not built');
      return chainUnreachable(err, burnRequestTexts.chainUnreachable);
    }
  });
}

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
