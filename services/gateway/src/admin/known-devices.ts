import { randomBytes } from 'node:crypto';
import { Signer } from '@fastify/cookie';

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
  const signerOf = (username: string) => new Signer(`admin-devices ${username.toLowerCase()} ${secret}`);
  return {
    cookieName: secure ? '__Host-admin-device' : 'admin-device',
    recognise(cookie, username) {
      const { valid, value } = signerOf(username).unsign(cookie ?? '');
      return valid ? value : undefined;
    },
    remember: (username, device) =>
      signerOf(username).sign(device ?? randomBytes(ID_BYTES).toString('base64url')),
  };
}
