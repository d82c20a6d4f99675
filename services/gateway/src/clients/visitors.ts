import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Recognises visitors by a signed cookie. What they own is stored under their id, which no page receives. */
export type Visitors = {
  /** The visitor's id, from the cookie or new. Sets the cookie again to extend it. */
  welcome(request: FastifyRequest, reply: FastifyReply): string;
};

// The maximum lifetime that browsers allow.
const MAX_AGE_S = 400 * 24 * 3_600;
const ID_BYTES = 18;

/** `secure`: the site is served over https; the cookie then gets the `__Host-` prefix. */
export function createVisitors(secret: string, { secure }: { secure: boolean }): Visitors {
  const key = createHmac('sha256', secret).update('visitors').digest();
  const name = secure ? '__Host-visitor' : 'visitor';
  const sign = (id: string) => createHmac('sha256', key).update(id).digest();
  const attributes = `; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  function known(cookies: string | undefined): string | undefined {
    for (const cookie of (cookies ?? '').split(/; */)) {
      const [, id, signature] = new RegExp(`^${name}=([\\w-]{24})\\.([\\w-]{43})$`).exec(cookie) ?? [];
      if (id && signature && timingSafeEqual(Buffer.from(signature, 'base64url'), sign(id))) return id;
    }
    return undefined;
  }

  return {
    welcome({ headers }, reply) {
      const id = known(headers.cookie) ?? randomBytes(ID_BYTES).toString('base64url');
      reply.header('set-cookie', `${name}=${id}.${sign(id).toString('base64url')}${attributes}`);
      return id;
    },
  };
}
