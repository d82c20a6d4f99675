import { createHmac, timingSafeEqual } from 'node:crypto';

export const SERVICE_AUTH_HEADER = 'x-service-auth';
/** The gateway's id of the client, for limits per client; trusted because the call is authenticated. */
export const CLIENT_ID_HEADER = 'x-client-id';
/** The gateway's id of the wider network that the client is in: IPv4 /24, IPv6 /48. */
export const NETWORK_ID_HEADER = 'x-network-id';
/** The gateway's id of the block allocated to the client's provider: IPv4 /24, IPv6 /32. */
export const ALLOCATION_ID_HEADER = 'x-allocation-id';
/** The gateway's id of the visitor, from a cookie that only it can read and issue. */
export const VISITOR_ID_HEADER = 'x-visitor-id';
/** The acting admin, from the gateway's session; only the gateway may set it. */
export const ADMIN_HEADER = 'x-admin-username';
/** The acting admin's role, from the gateway's session; without it, an admin. */
export const ADMIN_ROLE_HEADER = 'x-admin-role';
/** How many accounts may review, so that none allows itself more while there is another. */
export const MODERATORS_HEADER = 'x-moderators';
/** The names of those that logged in lately, so that an appeal goes to another moderator if there is one. */
export const ACTIVE_MODERATORS_HEADER = 'x-active-moderators';
/** The service that keeps sessions, and so the only one trusted to name an admin. */
export const SESSION_KEEPER = 'gateway';
export const REQUEST_ID_HEADER = 'x-request-id';

const VALID_FOR_MS = 60_000;

function mac(secret: string, service: string, at: number, method: string, path: string): Buffer {
  return createHmac('sha256', secret).update(`${service}\n${at}\n${method}\n${path}`).digest();
}

/**
 * The authentication header between services: `name.milliseconds.hmac` over method and path (with query). Valid only
 * for this call, for one minute.
 */
export function signCall(call: {
  secret: string;
  service: string;
  method: string;
  path: string;
  now: Date;
}): string {
  const at = call.now.getTime();
  return `${call.service}.${at}.${mac(call.secret, call.service, at, call.method, call.path).toString('base64url')}`;
}

/** The calling service's name; undefined when the header is absent, forged, for another call or expired. */
export function verifyCall(call: {
  header: string | string[] | undefined;
  secret: string;
  method: string;
  path: string;
  now: Date;
}): string | undefined {
  const match =
    typeof call.header === 'string' ? /^([a-z-]{1,40})\.(\d{1,16})\.([\w-]{43})$/.exec(call.header) : null;
  const [, service, atText, given] = match ?? [];
  if (!service || !atText || !given) return undefined;
  const at = Number(atText);
  if (Math.abs(call.now.getTime() - at) > VALID_FOR_MS) return undefined;
  const expected = mac(call.secret, service, at, call.method, call.path);
  const actual = Buffer.from(given, 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? service : undefined;
}
