import { randomBytes } from 'node:crypto';
import { Signer } from '@fastify/cookie';
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
  const signer = new Signer(`visitors ${secret}`);
  const name = secure ? '__Host-visitor' : 'visitor';
  const cookie = new RegExp(`(?<=^|; *)${name}=([^;]+)`, 'g');
  const attributes = `; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    welcome({ headers }, reply) {
      const known = [...(headers.cookie ?? '').matchAll(cookie)]
        .map(([, signed = '']) => signer.unsign(signed))
        .find(({ valid }) => valid)?.value;
      const id = known ?? randomBytes(ID_BYTES).toString('base64url');
      reply.header('set-cookie', `${name}=${signer.sign(id)}${attributes}`);
      return id;
    },
  };
}
