import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any origin may call and read this: it neither identifies the caller nor changes anything. */
    anyOrigin?: boolean;
  }
}

/** Lets pages of any origin read a response (Fetch standard, "CORS protocol"). Such calls carry no cookies. */
export function openToAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}
