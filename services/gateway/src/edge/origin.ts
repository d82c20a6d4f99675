import type { IncomingHttpHeaders } from 'node:http';

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

/** Pages of a site send the same origin and host each time, so parsed results are cached. */
const judged = new Map<string, boolean>();
const JUDGED_MAX = 1_000;
/** Longer keys are not cached: clients control both headers. */
const KEY_MAX_LENGTH = 300;

function isOwn(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  // Header values cannot contain a line break.
  const key = `${origin}\n${host}\n${publicOrigin}`;
  const known = judged.get(key);
  if (known !== undefined) return known;
  const named = URL.parse(origin);
  const own =
    named !== null && (named.origin === publicOrigin || named.host === normalHost(host, named.protocol));
  if (judged.size >= JUDGED_MAX) judged.clear();
  if (key.length <= KEY_MAX_LENGTH) judged.set(key, own);
  return own;
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
