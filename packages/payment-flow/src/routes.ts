import type { ApiClient } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  checkPaymentIntent,
  followPaymentIntent,
  getPaymentIntent,
  intentTexts,
  isIntentFinal,
  isIntentPayable,
  type PaymentIntent,
} from '@naughty-list/contracts/payment-intents';
import type { Address } from '@naughty-list/contracts/primitives';
import {
  followVerification,
  getVerification,
  isDone,
  LAST_EVENT_ID,
  type Verification,
} from '@naughty-list/contracts/verifications';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import type { EventStreams } from '@naughty-list/service-kit/http/event-streams';
// What the service's HTTP adds to a request.
import type {} from '@naughty-list/service-kit/http/http';
import { Answer, type Route, type RouteRequest, route } from '@naughty-list/service-kit/http/route';
import { VISITOR_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import type { Knex } from 'knex';
import { type PaymentKind, termsNow } from './effect.ts';
import { findIntent, findOpenIntent } from './intent.ts';
import { showIntent } from './offer-intent.ts';
import { verifierUnavailable } from './open.ts';
import { isUnderWay } from './progress.ts';
import { watch } from './watch.ts';

type Deps = Streaming & {
  db: Knex;
  chainVerifier: ApiClient;
  log: Pick<Log, 'warn'>;
  paymentKind: PaymentKind;
  /** Throws if this wallet should not pay, such as a member's. */
  requireUseful?: (wallet: Address) => Promise<void>;
};

/** The routes of payment intents, for removals and memberships alike. */
export function intentRoutes(deps: Deps): Route[] {
  const { db, chainVerifier, paymentKind: kind } = deps;
  const show = (id: string) => showIntent(db, chainVerifier, kind, id);
  const shown = async (id: string) => {
    const intent = await show(id);
    if (!intent) throw new ApiError('not_found', 'Not found');
    return intent;
  };
  return [
    route(getPaymentIntent, ({ params }) => shown(params.id)),
    route(followPaymentIntent, (request) =>
      stream(request, deps, { first: shown, read: show, isFinal: isIntentFinal }),
    ),
    route(checkPaymentIntent, async ({ params, body }) => {
      const asked = await shown(params.id);
      requirePayable(asked);
      await requireWorthPaying(deps, asked, body.wallet);
      // A payment found on the chain may have been claimed in the meantime.
      const intent = await shown(params.id);
      requirePayable(intent);
      await deps.requireUseful?.(body.wallet);
      return intent;
    }),
  ];
}

/** Throws an ApiError if a payment for it would not count. */
export function requirePayable(intent: PaymentIntent): void {
  if (isIntentPayable(intent)) return;
  const { state } = intent;
  if (state === 'seen' || state === 'confirmed') throw refused(intentTexts.underWay, state);
  throw refused(state === 'expired' || state === 'late' ? intentTexts.over : intentTexts.gone, state);
}

type Checking = Pick<Deps, 'db' | 'chainVerifier' | 'log' | 'paymentKind'>;

/**
 * Throws an ApiError if a payment for the same subject, or for a membership of the same wallet, from any browser, is on the chain and
 * could take effect, so that no one pays twice.
 */
export async function requireNoneUnderWay(
  { db, chainVerifier, log, paymentKind: kind }: Checking,
  about: Parameters<typeof isUnderWay>[2],
): Promise<void> {
  const isTaken = await isUnderWay({ db, chainVerifier }, kind, about).catch((err: unknown) =>
    verifierUnavailable(log, err),
  );
  if (isTaken) throw refused(intentTexts.underWay, 'seen');
}

/** Throws an ApiError if another payment is under way, or if the price has fallen: less is missing, or nothing, once the page is opened again. */
export async function requireWorthPaying(
  checking: Checking,
  { id, purpose, price: shown, mint }: PaymentIntent,
  wallet?: Address,
): Promise<void> {
  const { db, chainVerifier, log } = checking;
  const intent = await findIntent(db, id);
  const [terms] = await Promise.all([
    termsNow(chainVerifier, { purpose }).catch((err: unknown) => verifierUnavailable(log, err)),
    // A member is the wallet that paid, in whatever browser.
    intent &&
      requireNoneUnderWay(checking, {
        subject: intent.subject,
        intent,
        wallet: purpose === 'membership' ? wallet : undefined,
      }),
  ]);
  // Another offer to the same browser keeps its price after a rise.
  const other = intent && (await findOpenIntent(db, checking.paymentKind.claims, intent));
  const prices = [terms, ...(other ? [other] : [])].filter((one) => one.mint === mint);
  if (prices.some(({ price }) => BigInt(price) < BigInt(shown))) throw refused(intentTexts.cheaper, 'open');
}

const refused = (text: string, state: string) => new ApiError('payment_refused', text, { reason: state });

type Streaming = { claimNotifications: Notifications; eventStreams: EventStreams };

type Watched<T> = {
  /** Throws for an unknown id. */
  first: (id: string) => Promise<T>;
  read: (id: string) => Promise<T | undefined>;
  isFinal: (one: T) => boolean;
};

async function stream<T extends { id: string }>(
  { params: { id }, raw, reply }: Pick<RouteRequest<typeof followVerification>, 'params' | 'raw' | 'reply'>,
  { claimNotifications, eventStreams }: Streaming,
  { first, read, isFinal }: Watched<T>,
): Promise<Answer<null>> {
  if (raw.headers['last-event-id'] === LAST_EVENT_ID) return new Answer(204, null);
  const shown = await first(id);
  await eventStreams.send({ reply }, (gone) =>
    watch(claimNotifications, shown, { read: () => read(id), isFinal, gone }),
  );
  return new Answer(200, null);
}

type Log = RouteRequest<typeof getVerification>['raw']['log'];

/** The routes of a claim's progress. `read`: undefined for an unknown id. */
export function verificationRoutes(
  parts: Streaming & {
    read: (id: string) => Promise<Verification | undefined>;
    /** Throws the ApiError to send when the first `read` fails. */
    onFault?: (log: Log, error: unknown) => never;
  },
): Route[] {
  const { read, onFault } = parts;
  const first = (log: Log) => async (id: string) => {
    const verification = await read(id).catch((error: unknown) => {
      if (onFault) return onFault(log, error);
      throw error;
    });
    if (!verification) throw new ApiError('not_found', 'Not found');
    return verification;
  };
  return [
    route(getVerification, ({ params, raw }) => first(raw.log)(params.id)),
    route(followVerification, (request) =>
      stream(request, parts, { read, first: first(request.raw.log), isFinal: isDone }),
    ),
  ];
}

/** The visitor id from the gateway, which alone reads the visitor cookie. Throws when it is missing. */
export function visitorOf({ headers }: { headers: Record<string, unknown> }): string {
  const visitor = headers[VISITOR_ID_HEADER];
  if (typeof visitor !== 'string' || !/^[\w-]{16,64}$/.test(visitor))
    throw new ApiError(
      'invalid_input',
      'This needs a cookie. Allow cookies for this site, reload the page and try again.',
    );
  return visitor;
}
