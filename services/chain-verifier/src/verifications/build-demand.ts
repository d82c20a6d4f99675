import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { Mint } from '../mint/repository.ts';
import { buildDemand, type Demand } from '../verdicts/demand.ts';

/** What the house demands of every payment, whatever it is for. */
export type HouseRules = {
  burnWallet: string;
  /** What the references of the house begin with: a payment that names one of them is bound to it. */
  referencePrefixes: string[];
  unbound: 'accept' | 'reject';
};

/** Puts together what the owner of an effect asks for, the house's rules and the mint as it is on chain. */
export function demandFor(asked: PaymentDemand, parts: { mint: Mint; house: HouseRules; now: Date }): Demand {
  const { mint, house, now } = parts;
  return buildDemand({
    mint: mint.address,
    tokenProgram: mint.tokenProgram,
    decimals: mint.decimals,
    minimum: toBaseUnits(asked.minimumTokens, mint.decimals),
    burnWallet: house.burnWallet,
    reference: asked.reference,
    ...(asked.referenceKey && { referenceKey: asked.referenceKey }),
    referencePrefixes: house.referencePrefixes,
    unbound: house.unbound,
    notBefore: asked.notBefore,
    now: Math.floor(now.getTime() / 1_000),
  });
}
