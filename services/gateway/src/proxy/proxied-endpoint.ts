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
  /** Whether the response is the same for everyone and depends on the lists alone: answered from the cache (`Register`). */
  cached?: boolean;
  /** Whether the response is so large that reading it is queued as heavy work. */
  isLarge?: (path: string) => boolean;
  /** The maximum age of a cached response that also changes with time. */
  maxAgeMs?: number;
  /** For how long a cached response is sent without comparing versions. */
  trustMs?: number;
  /** Whether it waits for an outcome, unless asked not to (`Prefer: respond-async`): then the caller follows it by id. */
  waits?: boolean;
  /** Whether it depends on the chain, another site or a heavy query: it gets the longer timeout, as one that `waits`. */
  isSlow?: boolean;
  /** Whether the service receives the case code from its header: 128 random bits, so that no limit need count wrong ones. */
  takesCaseCode?: boolean;
  /** Whether the response is a stream of server-sent events. */
  stream?: boolean;
  /** The content type of responses that are not JSON. */
  contentType?: string;
};

/** Admits or refuses a call before it is forwarded, and sees its response. */
export type Guard = { onRequest: onRequestAsyncHookHandler; onSend: onSendAsyncHookHandler };

/** An endpoint with its access checks. */
export type GuardedEndpoint = ProxiedEndpoint & {
  onRequest: (onRequestHookHandler | onRequestAsyncHookHandler)[];
  onSend?: onSendAsyncHookHandler[];
};

/** The route of an endpoint, without its handler. */
export const routeOf = ({ endpoint, anyOrigin, onRequest, onSend = [] }: GuardedEndpoint) => ({
  method: endpoint.method,
  url: endpoint.path,
  ...(anyOrigin && { config: { anyOrigin } }),
  onRequest,
  onSend,
});

/**
 * `budget`: the rate limit that a call counts against; `isChallenged`: beyond the hourly allowance it needs a proof
 * of work.
 */
export type PublicEndpoint = ProxiedEndpoint & {
  budget: 'reads' | 'feeds' | 'writes' | 'payments' | 'burnRequests' | 'appeals';
  isChallenged?: boolean;
};
