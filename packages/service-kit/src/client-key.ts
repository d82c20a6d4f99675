import { createHmac } from 'node:crypto';

/** Tells clients apart. The client's name may be an address; what is stored cannot be turned back into it. */
export function clientKey(secret: string, clientId: string): string {
  return createHmac('sha256', secret).update(`client ${clientId}`).digest('base64url').slice(0, 22);
}
