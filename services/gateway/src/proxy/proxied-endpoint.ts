import type { Endpoint } from '@naughty-list/contracts/endpoint';
import type { onRequestAsyncHookHandler, onRequestHookHandler, onSendAsyncHookHandler } from 'fastify';
import type { Upstream } from './upstreams.ts';

export type ProxiedEndpoint = {
  endpoint: Endpoint;
  /** The service that answers, or a function of the path parameters. */
  upstream: Upstream | ((params: unknown) => Upstream);
  /** Whether the service receives the visitor id; a new visitor gets a cookie. */
  visitor?: boolean;
  /** Whether pages of any origin may call it: see `anyOrigin` of its route. */
  anyOrigin?: boolean;
  /** Whether every client gets the same response, which depends on nothing but the lists: see `Register`. */
  cached?: boolean;
  /** Whether a response is so large that reading it must wait its turn. */
  isLarge?: (path: string) => boolean;
  /** For how long a cached response may be sent if it changes with the time, too. */
  maxAgeMs?: number;
  /** For how long a cached response is sent without comparing versions. */
  trustMs?: number;
  /** Whether it may wait for an outcome, or be asked not to (`Prefer: respond-async`) and be followed. */
  waits?: boolean;
  /** Whether it depends on the chain, another site or a heavy query. It gets the longer timeout, as one that waits. */
  isSlow?: boolean;
  /** Whether the service receives the case code; wrong ones are limited per client. */
  takesCaseCode?: boolean;
  /** Whether the response is a stream of server-sent events. */
  stream?: boolean;
  /** The content type of responses that are not JSON. */
  contentType?: string;
};

/** Admits a call, and learns how it ended. */
export type Guard = { onRequest: onRequestAsyncHookHandler; onSend: onSendAsyncHookHandler };

/** An endpoint with its access checks. */
export type GuardedEndpoint = ProxiedEndpoint & {
  onRequest: (onRequestHookHandler | onRequestAsyncHookHandler)[];
  onSend?: onSendAsyncHookHandler[];
};

/**
 * `budget`: the rate limit that a call counts against; `isChallenged`: beyond the hourly allowance it needs a proof
 * of work.
 */
export type PublicEndpoint = ProxiedEndpoint & {
  budget: 'reads' | 'feeds' | 'writes' | 'payments' | 'burnRequests' | 'appeals';
  isChallenged?: boolean;
};
