import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any origin may call and read this: it neither identifies the caller nor changes anything. */
    anyOrigin?: boolean;
  }
}

const PREFLIGHT_SECONDS = '86400';

/** Lets pages of any origin read a response (Fetch standard, "CORS protocol"). Such calls carry no cookies. */
export function openToAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}

/** Answers CORS preflight requests. */
export function addPreflight(app: FastifyInstance, path: string): void {
  app.options(path, { config: { anyOrigin: true } }, (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', 'content-type, accept, accept-encoding')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .code(204)
      .send(),
  );
}
