import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { FeedScope } from '@naughty-list/contracts/feeds';
import type { JobPayload } from '@naughty-list/contracts/job';
import { deliverWebhookJob, type WebhookMessage, WHOLE_REGISTER } from '@naughty-list/contracts/webhooks';
import { callHttp } from '@naughty-list/service-kit/http/http-call';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import ipaddr from 'ipaddr.js';
import type { Knex } from 'knex';
import { Webhook } from 'standardwebhooks';
import { readFeedState, readNotice } from '../feeds/repository.ts';

export type Subscriber = { id: string; url: string; secret: string; include: FeedScope };

/** The subscribers from the settings; none while third parties are off. */
export function subscribersOf(config: {
  WEBHOOKS: Omit<Subscriber, 'id'>[];
  THIRD_PARTIES: 'on' | 'off';
}): Subscriber[] {
  if (config.THIRD_PARTIES === 'off') return [];
  return config.WEBHOOKS.map((webhook) => ({
    id: createHash('sha256').update(webhook.url).digest('hex').slice(0, 16),
    ...webhook,
  }));
}

const TIMEOUT_MS = 10_000;

export type SendWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

/** Posts to public addresses only, without following redirects; returns the status. */
export function createSendWebhook(isAllowed = isPublicHost): SendWebhook {
  return async (url, headers, body) => {
    if (!isAllowed(new URL(url))) throw new Error('a webhook must have a public address');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await callHttp(url, {
      method: 'POST',
      headers,
      body,
      signal,
      lookup: publicLookup,
    });
    response.destroy();
    return response.statusCode ?? 0;
  };
}

type Parts = { db: Knex; clock: Clock; subscribers: readonly Subscriber[]; sendWebhook: SendWebhook };

/**
 * Notifies a subscriber of a case as it is now; does nothing if a later change has its own job, or the subscription has
 * ended.
 */
export async function deliverWebhook(
  { db, clock, subscribers, sendWebhook }: Parts,
  payload: JobPayload<typeof deliverWebhookJob>,
): Promise<void> {
  const subscriber = subscribers.find(({ id }) => id === payload.subscriber);
  const message = subscriber && (await messageOf({ db, clock }, payload, subscriber));
  if (!message) return;
  const body = JSON.stringify(message);
  const id = deliverWebhookJob.id(payload);
  const now = clock.now();
  const status = await sendWebhook(
    subscriber.url,
    {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(subscriber.secret).sign(id, now, body),
    },
    body,
  );
  if (status < 200 || status > 299) throw new Error(`the subscriber answered ${status}`);
}

/** The message for a subscriber; undefined if a later change, or a restore, has its own job. */
async function messageOf(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { number, version, epoch }: JobPayload<typeof deliverWebhookJob>,
  { include }: Subscriber,
): Promise<WebhookMessage | undefined> {
  const state = await readFeedState(db);
  if (epoch !== undefined && epoch !== state.epoch) return undefined;
  if (number === WHOLE_REGISTER)
    return { type: 'register.restored', timestamp: clock.now().toISOString(), data: {} };
  const change = await readNotice(db, { include, number });
  if (!change || change.version !== version) return undefined;
  const { at, ...data } = change.diff;
  return 'isRemoval' in data
    ? { type: 'case.removed', timestamp: at, data: { number } }
    : { type: 'case.updated', timestamp: at, data };
}

/** The IPv6 range of the public internet (RFC 4291, 2.4); IPv4-compatible addresses (`::127.0.0.1`) are outside it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is on the public internet, not this machine, its network, or a metadata service. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/**
 * Resolves names to public addresses only, at each connection, so that a name that later leads elsewhere is refused
 * too.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (fault, found) => {
    if (fault) return callback(fault, []);
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new Error(`${hostname} has no public address`), []);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });

/** Whether a host is a name, or a public address (which needs no lookup). */
export function isPublicHost({ hostname }: URL): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 || isPublicAddress(bare);
}
