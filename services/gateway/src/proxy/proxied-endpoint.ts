import type { Endpoint } from '@naughty-list/contracts/endpoint';

/** The services behind the gateway. */
export type Upstream = 'reports' | 'membership' | 'analytics' | 'chain-verifier';

export type ProxiedEndpoint = {
  endpoint: Endpoint;
  /** Who answers; where that depends on the path's parameters, a function of them. */
  upstream: Upstream | ((params: unknown) => Upstream);
  /** Whether the service is told who the visitor is, by a cookie that is made for new ones. */
  visitor?: boolean;
  /** Whether pages of every origin may call it: see `anyOrigin` of its route. */
  anyOrigin?: boolean;
  /** Whether everybody gets the same answer, with an ETag: it is kept, and compared with the service's at each request. */
  held?: boolean;
  /** Whether its answer may wait for the chain, or for much work in the database: it has the longer time limit. */
  waits?: boolean;
  /** Whether the answer goes on for minutes, as server-sent events. */
  stream?: boolean;
};
