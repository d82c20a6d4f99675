import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Knows visitors again by a signed cookie; what they own is kept under their id, which no page ever sees. */
export type Visitors = {
  /** The visitor's id, from the cookie or a new one; the answer carries the cookie (anew, so that it lasts). */
  welcome(request: FastifyRequest, reply: FastifyReply): string;
};

// The longest that browsers keep a cookie.
const MAX_AGE_S = 400 * 24 * 3_600;
const ID_BYTES = 18;

/** `secure`: the site is served over https, and its cookie is for this very host only. */
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
