import { logOut } from '@naughty-list/contracts/admin-session';
import type { FastifyInstance } from 'fastify';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';
import { sessionCookie } from '../sessions/add-sessions.ts';

export function addLogOut(scope: FastifyInstance, context: Context, limits: RateLimits): void {
  const { name, secure } = sessionCookie(context);
  scope.route({
    method: logOut.method,
    url: logOut.path,
    onRequest: limits.admins,
    handler: async (request, reply) => {
      if (request.session.admin) await request.session.destroy();
      if (request.cookies[name]) {
        reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'strict', secure });
      }
      return reply.code(204).send();
    },
  });
}
