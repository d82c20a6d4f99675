import type { IncomingHttpHeaders } from 'node:http';
import { cached } from '@naughty-list/service-kit/http/cached';

/** The request headers that identify its origin. */
export type Provenance = {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
  host: string | undefined;
};

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change state. Browsers send the origin with every such request: it must be the public one or
 * the one that was addressed. A request without one does not come from a page and passes.
 */
export function mayChangeState(request: Provenance, publicOrigin: string | undefined): boolean {
  const { method, origin, secFetchSite, host } = request;
  if (harmless.has(method)) return true;
  if (origin === undefined)
    return secFetchSite === undefined || ['same-origin', 'none'].includes(secFetchSite);
  return isOwn(origin, host, publicOrigin);
}

/** Pages of a site send the same origin and host each time; other clients may send any. */
const judged = cached<boolean>({ max: 1_000, longestKey: 300 });

function isOwn(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  // Header values cannot contain a line break.
  return judged.get(`${origin}\n${host}\n${publicOrigin}`, () => {
    const named = URL.parse(origin);
    return (
      named !== null && (named.origin === publicOrigin || named.host === normalHost(host, named.protocol))
    );
  });
}

/**
 * Whether a page of another site reads an admin resource. Cookies would not be sent anyway; the request is refused
 * outright. Following a link is a navigation and allowed.
 */
export function isForeignRead(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate';
}

/** The host in URL form, without the protocol's default port. */
function normalHost(host: string | undefined, protocol: string): string | undefined {
  return host && URL.parse(`${protocol}//${host}`)?.host;
}
