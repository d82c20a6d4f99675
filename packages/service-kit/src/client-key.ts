import { createHmac } from 'node:crypto';

/**
 * A keyed hash that identifies a client. The client id may be an address, which cannot be recovered from the hash.
 */
export function clientKey(secret: string, clientId: string): string {
  return createHmac('sha256', secret).update(`client ${clientId}`).digest('base64url').slice(0, 22);
}
