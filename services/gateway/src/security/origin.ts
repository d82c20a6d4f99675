import type { IncomingHttpHeaders } from 'node:http';

/** What a browser says about where a request comes from. */
export type Provenance = {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
  host: string | undefined;
};

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something. Browsers name the origin of every such request: it must be the public one
 * or the one that the request was sent to. A request that names none does not come from a page and passes.
 */
export function mayChangeState(request: Provenance, publicOrigin: string | undefined): boolean {
  const { method, origin, secFetchSite, host } = request;
  if (harmless.has(method)) return true;
  if (origin === undefined)
    return secFetchSite === undefined || ['same-origin', 'none'].includes(secFetchSite);
  const named = URL.parse(origin);
  if (!named) return false;
  return named.origin === publicOrigin || named.host === normalHost(host, named.protocol);
}

/**
 * Whether a page of another site reads what is an admin's: cookies are not sent along, and it is refused outright. A
 * person who follows a link from elsewhere navigates, and may.
 */
export function isForeignRead(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-mode'] !== 'navigate';
}

/** The host as URLs write it: without the protocol's own port. */
function normalHost(host: string | undefined, protocol: string): string | undefined {
  return host && URL.parse(`${protocol}//${host}`)?.host;
}
