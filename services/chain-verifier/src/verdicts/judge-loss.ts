import type { LossRefusal, SentAmount } from '@naughty-list/contracts/losses';
import type { Balance, Evidence } from '../chain/facts.ts';

/** The lamports of every account before and after, the fee, which no account received, and the mints of wrapped SOL. */
export type Lamports = {
  fee: bigint;
  accounts: { account: string; before: bigint; after: bigint }[];
  wrapped: readonly string[];
};

type Refusal = Exclude<LossRefusal, 'not_found' | 'unread' | 'used' | 'closed'>;

export type LossVerdict = { outcome: 'proven'; sent: SentAmount[] } | { outcome: 'refused'; code: Refusal };

/** Also the most addresses that a statement names. */
const SENT_MAX = 20;
const SOL = null;
const SOL_DECIMALS = 9;

type Asset = string | null;
type Nets = Map<Asset, Map<string, bigint>>;

/**
 * What a wallet sent in a transaction, by what it and others hold before and after: whatever happens in between, only
 * what is gone from the wallet's own accounts and is in others' counts. SOL includes the wallet's wrapped SOL and the
 * rent of its token accounts; rent that it paid for others' token accounts is neither sent nor lost.
 */
export function judgeLoss(evidence: Evidence, lamports: Lamports, wallet: string): LossVerdict {
  if (!evidence.success) return refused('failed');
  if (!evidence.signers.includes(wallet)) return refused('not_signed');
  const nets = netsOf(evidence, lamports, wallet);
  const ofWallet = [...nets.values()].map((holders) => holders.get(wallet) ?? 0n);
  if (ofWallet.every((net) => net >= 0n)) return refused('nothing_sent');
  if (ofWallet.some((net) => net > 0n)) return refused('swapped');
  const sent: SentAmount[] = [];
  for (const [asset, holders] of nets) {
    const net = holders.get(wallet) ?? 0n;
    if (net === 0n) continue;
    const others = [...holders].filter(([holder, change]) => holder !== wallet && change !== 0n);
    const arrived = others.reduce((sum, [, change]) => sum + change, 0n);
    if (others.some(([, change]) => change < 0n) || arrived > -net) return refused('mixed');
    for (const [to, change] of others) {
      const amount = change + withheldFor(evidence, asset, to);
      const decimals = decimalsOf(evidence, asset);
      if (decimals === null) return refused('mixed');
      sent.push({ mint: asset, decimals, amount: amount.toString(), to });
    }
  }
  if (sent.length === 0) return refused('nothing_sent');
  return sent.length > SENT_MAX ? refused('too_many') : { outcome: 'proven', sent };
}

const refused = (code: Refusal): LossVerdict => ({ outcome: 'refused', code });

/** What each holder has more or less of afterwards, by asset. A token account's holder is its owner at that time. */
function netsOf(
  { balances, feePayer }: Evidence,
  { fee, accounts, wrapped }: Lamports,
  wallet: string,
): Nets {
  const nets: Nets = new Map();
  const add = (asset: Asset, holder: string | null, amount: bigint) => {
    if (holder === null) return;
    const holders = nets.get(asset) ?? new Map<string, bigint>();
    nets.set(asset, holders.set(holder, (holders.get(holder) ?? 0n) + amount));
  };
  for (const { mint, ownerBefore, ownerAfter, before, after } of balances) {
    if (wrapped.includes(mint)) continue;
    add(mint, ownerBefore, -BigInt(before));
    add(mint, ownerAfter, BigInt(after));
  }
  add(SOL, feePayer, fee);
  const states = Map.groupBy(balances, ({ account }) => account);
  for (const { account, before, after } of accounts) {
    const known = states.get(account) ?? [];
    add(SOL, holderOf(account, known, { when: 'ownerBefore', wallet, wrapped }), -before);
    add(SOL, holderOf(account, known, { when: 'ownerAfter', wallet, wrapped }), after);
  }
  return nets;
}

/** Who holds the lamports of an account; null for the rent of another holder's token account. */
function holderOf(
  account: string,
  states: readonly Balance[],
  {
    when,
    wallet,
    wrapped,
  }: { when: 'ownerBefore' | 'ownerAfter'; wallet: string } & Pick<Lamports, 'wrapped'>,
): string | null {
  const state = states.find((each) => each[when] !== null);
  const owner = state?.[when];
  if (!state || !owner) return account;
  return owner === wallet || wrapped.includes(state.mint) ? owner : null;
}

/** The token's own decimals, as the chain has them. */
function decimalsOf({ balances }: Evidence, asset: Asset): number | null {
  return asset === SOL ? SOL_DECIMALS : (balances.find(({ mint }) => mint === asset)?.decimals ?? null);
}

/** What fees of the token kept back of what was sent to a holder. */
function withheldFor({ balances }: Evidence, asset: Asset, holder: string): bigint {
  return balances
    .filter(({ mint, ownerAfter }) => mint === asset && ownerAfter === holder)
    .reduce((sum, { withheld }) => sum + BigInt(withheld ?? '0'), 0n);
}
