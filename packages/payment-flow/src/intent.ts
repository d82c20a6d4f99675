import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { Address, WholeTokens } from '@naughty-list/contracts/primitives';
import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';

/** After it has expired, a payment still counts for this long by what the intent fixed. */
export const GRACE_MS = 3_600_000;

/** What a browser was asked to pay. */
export type Intent = {
  id: string;
  visitor: string;
  subject: string;
  /** Whole tokens. */
  price: string;
  decimals: number;
  mint: string;
  burnWallet: string;
  reference: string;
  referenceKey: string;
  expiresAt: Date;
  state: 'open' | 'paid' | 'settled';
};

/** PostgreSQL channel on which intents that may have changed are announced by id. */
export const INTENTS_CHANNEL = 'payment_intents';

export const priceOf = ({ price, decimals }: Intent): bigint => toBaseUnits(price, decimals);

/** When payments no longer count by its terms. */
export const endOf = ({ expiresAt }: Intent): Date => new Date(expiresAt.getTime() + GRACE_MS);

/** The demand for a payment of an intent: by what it fixed. */
export function demandOf(usual: PaymentDemand, intent: Intent | undefined): PaymentDemand {
  if (!intent) return usual;
  const { price, mint, burnWallet, referenceKey } = intent;
  return {
    ...usual,
    minimumTokens: WholeTokens.parse(price),
    referenceKey: Address.parse(referenceKey),
    intent: intent.id,
    fixed: {
      mint: Address.parse(mint),
      burnWallet: Address.parse(burnWallet),
      until: Math.floor(endOf(intent).getTime() / 1_000),
    },
  };
}

/** What is known about an intent now. Amounts in base units. */
export type Known = {
  state: Intent['state'];
  isExpired: boolean;
  /** Whether there is still something to pay for. */
  isPayable: boolean;
  received: bigint;
  credited: bigint;
  /** How far the furthest payment under way is. */
  underWay: 'none' | 'seen' | 'confirmed';
};

export function stateOf(known: Known): PaymentIntent['state'] {
  if (known.state !== 'open') return known.state;
  if (known.underWay !== 'none') return known.underWay;
  if (!known.isPayable) return 'superseded';
  if (known.isExpired) return known.received + known.credited > 0n ? 'late' : 'expired';
  return known.received > 0n ? 'partial' : 'open';
}
