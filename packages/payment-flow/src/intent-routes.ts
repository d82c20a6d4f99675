import type { ApiClient } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  checkPaymentIntent,
  followPaymentIntent,
  getPaymentIntent,
  intentTexts,
  isIntentPayable,
  type PaymentIntent,
} from '@naughty-list/contracts/payment-intents';
import type { Address } from '@naughty-list/contracts/primitives';
import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import type { EventStreams } from '@naughty-list/service-kit/http/event-streams';
// What the service's HTTP adds to a request.
import type {} from '@naughty-list/service-kit/http/http';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import { findPendingClaims } from './claim-table.ts';
import { followClaim } from './follow.ts';
import { findIntent } from './intent-table.ts';
import { type Payable, showIntent } from './show-intent.ts';
import type { Watchers } from './watch.ts';

type Parts<S extends string | number, D extends string> = {
  db: Knex;
  chainVerifier: ApiClient;
  eventStreams: EventStreams;
  intentWatchers: Watchers<PaymentIntent>;
  payable: Payable<S, D>;
  toSubject: (text: string) => S;
  /** Throws if this wallet, of all wallets, should not pay. */
  requireUseful?: (wallet: Address) => Promise<void>;
};

/** The routes of intents, the same for everything that is paid for. */
export function intentRoutes<S extends string | number, D extends string>(parts: Parts<S, D>): Route[] {
  const { db, chainVerifier, eventStreams, intentWatchers, payable } = parts;
  const show = (id: string) => showIntent(db, chainVerifier, { id, payable });
  const shown = async (id: string) => {
    const intent = await show(id);
    if (!intent) throw new ApiError('not_found', 'Not found');
    return intent;
  };
  return [
    route(getPaymentIntent, ({ params }) => shown(params.id)),
    route(followPaymentIntent, async ({ params, raw, reply }) => {
      if (raw.headers['last-event-id'] === LAST_EVENT_ID) return new Answer(204, null);
      const first = intentWatchers.current(params.id) ?? (await shown(params.id));
      const follow = () => show(params.id);
      await eventStreams.send({ reply }, (gone) => intentWatchers.watch(first, { follow, gone }));
      return new Answer(200, null);
    }),
    route(checkPaymentIntent, async ({ params, body }) => {
      const intent = await shown(params.id);
      requirePayable(intent);
      await parts.requireUseful?.(body.wallet);
      await requireFree(parts, params.id);
      return intent;
    }),
  ];
}

function requirePayable(intent: PaymentIntent): void {
  if (isIntentPayable(intent)) return;
  const { state } = intent;
  if (state === 'seen' || state === 'confirmed') throw refused(intentTexts.underWay, state);
  throw refused(state === 'expired' || state === 'late' ? intentTexts.over : intentTexts.gone, state);
}

const MOST_CLAIMS = 8;

/** Another browser, or a stranger, may be paying for the same: what is on the chain counts, a typed hash does not. */
async function requireFree<S extends string | number, D extends string>(
  { db, chainVerifier, payable: { of }, toSubject }: Parts<S, D>,
  id: string,
): Promise<void> {
  const intent = await findIntent(db, id);
  if (!intent) return;
  const subject = toSubject(intent.subject);
  const pending = await findPendingClaims(db, of, { subject, limit: MOST_CLAIMS });
  const stages = await Promise.all(pending.map((claim) => followClaim(db, of, chainVerifier, claim.id)));
  if (stages.some((one) => one && one.stage !== 'received' && one.outcome !== 'rejected'))
    throw refused(intentTexts.underWay, 'seen');
}

const refused = (text: string, state: string) => new ApiError('payment_refused', text, { reason: state });
