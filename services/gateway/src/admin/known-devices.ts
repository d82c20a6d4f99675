import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Browsers that an admin has logged in from before, recognised by a signed cookie (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies"). The cookie grants no access; it only gives the browser its own attempt budget, which
 * other clients at the same address cannot exhaust.
 */
export type KnownDevices = {
  cookieName: string;
  /** The device id, when the cookie was issued for that username. */
  recognise(cookie: string | undefined, username: string): string | undefined;
  /** The cookie value to set after a login. A device keeps its id. */
  remember(username: string, device: string | undefined): string;
};

const ID_BYTES = 18;

export function createKnownDevices(secret: string, { secure }: { secure: boolean }): KnownDevices {
  const key = createHmac('sha256', secret).update('admin-devices').digest();
  const sign = (id: string, username: string) =>
    createHmac('sha256', key).update(`${id}\n${username.toLowerCase()}`).digest();
  return {
    cookieName: secure ? '__Host-admin-device' : 'admin-device',
    recognise(cookie, username) {
      const [, id, signature] = /^([\w-]{24})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
      if (!id || !signature) return undefined;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id, username)) ? id : undefined;
    },
    remember(username, device) {
      const id = device ?? randomBytes(ID_BYTES).toString('base64url');
      return `${id}.${sign(id, username).toString('base64url')}`;
    },
  };
}
