import { type AdminStatus, getAdminStatus } from '@naughty-list/contracts/admin-session';
import type { FastifyInstance } from 'fastify';
import { adminOf } from '../admin/require-admin.ts';
import type { RateLimits } from '../clients/rate-limits.ts';
import type { Context } from '../context.ts';

export function addAdminStatus(scope: FastifyInstance, { db }: Context, limits: RateLimits): void {
  scope.route({
    method: getAdminStatus.method,
    url: getAdminStatus.path,
    onRequest: limits.admins,
    handler: async (request): Promise<AdminStatus> => {
      const username = await adminOf(db, request);
      return username === undefined ? { authenticated: false } : { authenticated: true, username };
    },
  });
}
