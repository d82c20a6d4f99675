import type { Endpoint } from '@naughty-list/contracts/endpoint';
import type { Upstream } from './upstreams.ts';

export type ProxiedEndpoint = {
  endpoint: Endpoint;
  /** The service that answers, or a function of the path parameters. */
  upstream: Upstream | ((params: unknown) => Upstream);
  /** Whether the service receives the visitor id; a new visitor gets a cookie. */
  visitor?: boolean;
  /** Whether pages of any origin may call it: see `anyOrigin` of its route. */
  anyOrigin?: boolean;
  /** Whether every client gets the same response, with an ETag: it is cached and revalidated on each request. */
  cached?: boolean;
  /** Whether it may wait for the chain or for a heavy query; it gets the longer timeout. */
  waits?: boolean;
  /** Whether the service receives the case code; wrong ones are limited per client. */
  takesCaseCode?: boolean;
  /** Whether the response is a stream of server-sent events. */
  stream?: boolean;
  /** The content type of responses that are not JSON. */
  contentType?: string;
};
