import type { ApiClient } from '@naughty-list/api-client/client';
import { Address } from '@naughty-list/contracts/primitives';
import { requestPayment } from '@naughty-list/contracts/verifications';
import type { Knex } from 'knex';
import { GRACE_MS, type Intent } from './intent.ts';
import { findOpenIntent, insertIntent } from './intent-table.ts';
import { newKey } from './new-key.ts';

const CALL_MS = 5_000;
const LIFETIME_MS = 24 * 3_600_000;

type Wanted = {
  purpose: 'removal' | 'membership';
  visitor: string;
  /** As the owner stores it, and as the verifier knows it (`report:7`). */
  subject: string;
  demanded: string;
  reference: string;
  /** Without it, the intent gets its own. */
  referenceKey?: string;
};

/**
 * The browser's open intent for a subject; a new one if there is none, or if the terms are now better for it or name another wallet or
 * mint. The one before stays payable until its time is over. Throws what the call to the verifier throws.
 */
export async function openIntent(db: Knex, chainVerifier: ApiClient, wanted: Wanted): Promise<Intent> {
  const { purpose, demanded, ...own } = wanted;
  const known = await findOpenIntent(db, own);
  const referenceKey = wanted.referenceKey ?? known?.referenceKey ?? newKey();
  const terms = await chainVerifier.call(
    requestPayment,
    {
      body: {
        subject: demanded,
        reference: wanted.reference,
        referenceKey: Address.parse(referenceKey),
        until: Math.ceil((Date.now() + LIFETIME_MS + GRACE_MS) / 1_000),
      },
    },
    { signal: AbortSignal.timeout(CALL_MS) },
  );
  const stands =
    known?.mint === terms.mint &&
    known.burnWallet === terms.burnWallet &&
    BigInt(known.price) <= BigInt(terms.tokens);
  if (known && stands) return known;
  const { tokens: price, mint, burnWallet, decimals } = terms;
  return insertIntent(db, purpose, { ...own, price, mint, burnWallet, decimals, referenceKey });
}
