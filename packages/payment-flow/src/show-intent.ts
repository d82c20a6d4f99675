import type { ApiClient } from '@naughty-list/api-client/client';
import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { Address, Signature, WholeTokens } from '@naughty-list/contracts/primitives';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import { type ClaimTable, findClaimsOfIntent } from './claim-table.ts';
import { followClaim } from './follow.ts';
import { type Intent, type Known, priceOf, stateOf } from './intent.ts';
import { findIntent, sumPayments } from './intent-table.ts';
import { isKeyless } from './keyless.ts';

/** What differs between the two things that are paid for. */
export type Payable<S extends string | number, D extends string> = {
  purpose: 'removal' | 'membership';
  of: ClaimTable<S, D>;
  /** Whether there is still something to pay for. */
  isPayable: (db: Knex, subject: string) => Promise<boolean>;
};

/** An intent as everyone who knows its id sees it; undefined for an unknown id. */
export async function showIntent<S extends string | number, D extends string>(
  db: Knex,
  chainVerifier: ApiClient,
  { id, payable }: { id: string; payable: Payable<S, D> },
): Promise<PaymentIntent | undefined> {
  const intent = await findIntent(db, id);
  if (!intent) return undefined;
  const { of, purpose } = payable;
  const [claims, isPayable] = await Promise.all([
    findClaimsOfIntent(db, of, id),
    payable.isPayable(db, intent.subject),
  ]);
  const sums = await sumPayments(db, of, id);
  const known: Known = {
    state: intent.state,
    isExpired: intent.expiresAt.getTime() <= Date.now(),
    isPayable,
    ...sums,
    underWay: await howFar(db, chainVerifier, { of, claims }),
  };
  return {
    ...toAnswer(intent, { purpose, ...sums }),
    state: stateOf(known),
    payments: claims.map((one) => toPayment(one, of.done)),
  };
}

/** Claims are few per intent; of those pending, the verifier knows how far they are. */
async function howFar<S extends string | number, D extends string>(
  db: Knex,
  chainVerifier: ApiClient,
  { of, claims }: { of: ClaimTable<S, D>; claims: Claim<S, D>[] },
): Promise<Known['underWay']> {
  const pending = claims.filter(({ status }) => status === 'pending');
  const stages = await Promise.all(pending.map(({ id }) => followClaim(db, of, chainVerifier, id)));
  if (stages.length === 0) return 'none';
  return stages.some((one) => one && !['received', 'found'].includes(one.stage)) ? 'confirmed' : 'seen';
}

function toAnswer(
  intent: Intent,
  {
    purpose,
    received,
    sent,
    credited,
  }: { purpose: PaymentIntent['purpose'] } & Awaited<ReturnType<typeof sumPayments>>,
): Omit<PaymentIntent, 'state' | 'payments'> {
  const { id, price, decimals, mint, burnWallet, reference, referenceKey, expiresAt } = intent;
  const missing = priceOf(intent) - received;
  return {
    id,
    purpose,
    price: WholeTokens.parse(price),
    decimals,
    mint: Address.parse(mint),
    burnWallet: Address.parse(burnWallet),
    reference,
    referenceKey: Address.parse(referenceKey),
    expiresAt: expiresAt.toISOString(),
    isKeyless: isKeyless(burnWallet),
    received: decimalTokens(received, decimals),
    sent: decimalTokens(sent, decimals),
    missing: decimalTokens(missing > 0n ? missing : 0n, decimals),
    credited: decimalTokens(credited, decimals),
  };
}

function toPayment<S, D extends string>(
  { id, signature, status, message, code, payers }: Claim<S, D>,
  done: D,
): PaymentIntent['payments'][number] {
  return {
    signature: Signature.parse(signature),
    status: status === done ? 'paid' : (status as 'pending' | 'counted' | 'refused'),
    verificationId: id,
    message,
    reason: code,
    ...(payers && { payers }),
  };
}
