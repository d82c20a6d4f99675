import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of every origin may call and read this: it neither knows who calls nor changes anything. */
    anyOrigin?: boolean;
  }
}

const PREFLIGHT_SECONDS = '86400';

/** Lets pages of every origin read an answer (Fetch standard, "CORS protocol"); cookies are not sent with such calls. */
export function openToAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}

/** Answers what browsers ask before they send JSON to another origin. */
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
