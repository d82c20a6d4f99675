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
  return isOwn(origin, host, publicOrigin);
}

/** The pages of a site name one origin and one host, in every call: they are taken apart once. */
const judged = new Map<string, boolean>();
const JUDGED_MAX = 1_000;
/** Strangers write as much into them as a head may hold. */
const KEY_MAX_LENGTH = 300;

function isOwn(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  // No header holds a line break.
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
