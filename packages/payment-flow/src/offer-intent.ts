import { generateKeyPairSync } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import { isIntentPayable, PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { Address } from '@naughty-list/contracts/primitives';
import { decimalTokens, toBaseUnits } from '@naughty-list/contracts/tokens';
import { requestPayment } from '@naughty-list/contracts/verifications';
import bs58 from 'bs58';
import type { Knex } from 'knex';
import { type Claim, type ClaimTable, findClaimsOfIntent } from './claim-table.ts';
import { type PaymentKind, termsNow } from './effect.ts';
import {
  findIntent,
  findOpenIntent,
  GRACE_MS,
  type Intent,
  type IntentFacts,
  insertIntent,
  LIFETIME_MS,
  priceOf,
  renewIntent,
  SLACK_MS,
  stateOf,
  sumPayments,
} from './intent.ts';
import { isUnderWay, readClaimProgress, readVerification } from './progress.ts';
import { isKeyless } from './proofs.ts';

type WantedIntent = {
  visitor: string;
  /** As the owner stores it (`7`), and as in demands (`report:7`). */
  subject: string;
  demandSubject: string;
  reference: string;
  /** Without it, the intent gets a new one. */
  referenceKey?: string;
};

/**
 * The browser's open intent for a subject; a new one if there is none, or if the terms now ask for less than it lacks or name another
 * wallet or mint. The one before stays payable until its time is over, and its price is kept if only the wallet has changed. One with
 * parts is renewed instead, so that they still count, and take effect if they reach the new price alone; it keeps its mint. One with a
 * payment that is not decided yet keeps all its terms, by which that was made. Throws what the call to the verifier throws.
 */
async function openIntent(
  db: Knex,
  chainVerifier: ApiClient,
  kind: PaymentKind,
  wanted: WantedIntent,
): Promise<Intent> {
  const { claims } = kind;
  const { demandSubject, ...own } = wanted;
  const last = await findOpenIntent(db, claims, { ...own, expiredMs: GRACE_MS + SLACK_MS });
  const isExpired = last !== undefined && last.expiresAt.getTime() <= Date.now();
  const paying = last ? await findClaimsOfIntent(db, claims, last.id) : [];
  const hasParts = paying.some(({ status }) => status === 'counted');
  const isUndecided =
    paying.some(({ status }) => status === 'pending') ||
    // Renewed at a higher price, it would lack more than its payer, who has just sent the rest, was shown.
    (isExpired &&
      hasParts &&
      (await isUnderWay({ db, chainVerifier }, kind, { subject: last.subject, intent: last })));
  const known = isExpired && !hasParts && !isUndecided ? undefined : last;
  const referenceKey = wanted.referenceKey ?? last?.referenceKey ?? newKey();
  const terms = await chainVerifier.call(requestPayment, {
    body: {
      subject: demandSubject,
      reference: wanted.reference,
      referenceKey: Address.parse(referenceKey),
      until: Math.ceil((Date.now() + LIFETIME_MS + GRACE_MS) / 1_000),
    },
  });
  const { mint, burnWallet, decimals } = terms;
  if (known && (isUndecided || (known.mint !== mint && hasParts && !isExpired))) return known;
  const isShown = !isExpired && known?.mint === mint && BigInt(known.price) < BigInt(terms.tokens);
  const price = isShown ? known.price : terms.tokens;
  const isSame = !isExpired && known?.burnWallet === burnWallet;
  if (known?.mint === mint && !(isSame && known.price === price)) {
    const renewed = await renewIntent(db, claims, { known, price, burnWallet });
    if (renewed) return renewed;
  }
  if (known?.mint === mint && isSame) {
    // Keep it if what is still missing is no more than the current price: received parts count for this intent alone.
    const { received } = await sumPayments(db, claims, known.id);
    if (priceOf(known) - received <= toBaseUnits(terms.tokens, known.decimals)) return known;
  }
  return insertIntent(db, kind, { ...own, price, mint, burnWallet, decimals, referenceKey });
}

/** Opens an intent and shows it. Throws what the call to the verifier throws. */
export async function offerIntent(
  db: Knex,
  chainVerifier: ApiClient,
  kind: PaymentKind,
  wanted: WantedIntent,
): Promise<PaymentIntent> {
  const { id } = await openIntent(db, chainVerifier, kind, wanted);
  const intent = await showIntent(db, chainVerifier, kind, id);
  if (!intent) throw new Error(`The intent ${id} is gone`);
  return intent;
}

/** An intent with its payments and state, for anyone who knows its id; undefined for an unknown id. */
export async function showIntent(
  db: Knex,
  chainVerifier: ApiClient,
  kind: PaymentKind,
  id: string,
): Promise<PaymentIntent | undefined> {
  const { claims, purpose } = kind;
  const intent = await findIntent(db, id);
  if (!intent) return undefined;
  const [paying, isPayable] = await Promise.all([
    findClaimsOfIntent(db, claims, id),
    kind.isPayable(db, intent.subject),
  ]);
  const counting = paying.filter(({ status }) => status === 'counted' || status === claims.done);
  const sums = {
    received: counting.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n),
    sent: counting.reduce((sum, { sent }) => sum + sent, 0n),
    credited: await sumCredits(chainVerifier, paying),
  };
  const other = sums.received > 0n ? undefined : await findOpenIntent(db, claims, intent);
  // Paid here, what has arrived for another offer to the browser would be spare.
  const isReplaced = other !== undefined && (await sumPayments(db, claims, other.id)).received > 0n;
  const known: IntentFacts = {
    state: intent.state,
    isExpired: isReplaced || intent.expiresAt.getTime() <= Date.now(),
    isPayable,
    ...sums,
    underWay: await progressOf(db, chainVerifier, { claims, paying }),
  };
  const state = stateOf(known);
  // Its own payment may have taken effect while it was read.
  if (state === 'superseded' && (await findIntent(db, id))?.state !== 'open')
    return showIntent(db, chainVerifier, kind, id);
  const isAsked = isIntentPayable({ state });
  const terms = isAsked ? await termsNow(chainVerifier, { purpose }).catch(() => undefined) : undefined;
  const missing = priceOf(intent) - sums.received;
  const tokens = (units: bigint) => decimalTokens(units, intent.decimals);
  // Leaves out what is not for those who know its id, such as its visitor.
  return PaymentIntent.parse({
    ...intent,
    purpose,
    state,
    expiresAt: intent.expiresAt.toISOString(),
    isKeyless: isKeyless(intent.burnWallet),
    received: tokens(sums.received),
    sent: tokens(sums.sent),
    credited: tokens(sums.credited),
    missing: tokens(missing > 0n ? missing : 0n),
    isWatched: !isAsked || terms?.isChainReachable === true,
    isCheaper: terms?.mint === intent.mint && toBaseUnits(terms.price, intent.decimals) < missing,
    payments: paying.map(({ id: verificationId, status, code: reason, payers, ...claim }) => ({
      ...claim,
      verificationId,
      reason,
      status: status === claims.done ? 'paid' : status,
      payers: payers ?? undefined,
    })),
  });
}

/** Of more credits, which only dust makes, it is not looked up whether they are used. */
const LOOKED_UP = 10;

/** What came without effect in base units, each transaction once, without those that have paid for something since. */
async function sumCredits(chainVerifier: ApiClient, paying: Claim[]): Promise<bigint> {
  const counting = new Set(
    paying.filter(({ status }) => status !== 'refused').map(({ signature }) => signature),
  );
  const credits = new Map(
    paying
      .filter(({ amount, signature }) => amount !== null && !counting.has(signature))
      .map(({ id, signature, amount }) => [signature, { id, amount: amount ?? 0n }]),
  );
  const largest = [...credits.values()].toSorted((one, other) => (one.amount < other.amount ? 1 : -1));
  const amounts = largest.map(async ({ id, amount }, place) => {
    const known =
      place < LOOKED_UP ? await readVerification(chainVerifier, id).catch(() => undefined) : undefined;
    return known?.isUsed ? 0n : amount;
  });
  return (await Promise.all(amounts)).reduce((sum, amount) => sum + amount, 0n);
}

/** How far the most advanced pending claim is, as the verifier knows; an intent has few. */
async function progressOf(
  db: Knex,
  chainVerifier: ApiClient,
  { claims, paying }: { claims: ClaimTable; paying: Claim[] },
): Promise<IntentFacts['underWay']> {
  const pending = paying.filter(({ status }) => status === 'pending');
  const stages = await Promise.all(pending.map(({ id }) => readClaimProgress(db, claims, chainVerifier, id)));
  if (stages.length === 0) return 'none';
  return stages.some((one) => one && !['received', 'found'].includes(one.stage)) ? 'confirmed' : 'seen';
}

/** A fresh public key in base58. Its private key is discarded: nothing is ever signed with it. */
function newKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  return toBase58(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
}

export const toBase58 = (bytes: Uint8Array): string => bs58.encode(bytes);
