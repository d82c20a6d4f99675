import { type Access, accessTexts } from '@naughty-list/contracts/endpoint';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import { requireRole } from '@naughty-list/service-kit/http/route';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { findAdminOfSession } from './accounts.ts';

/**
 * The session's admin, if any. Ends a session whose account was removed or whose password changed.
 */
export async function adminOf(db: Database, request: FastifyRequest): ReturnType<typeof findAdminOfSession> {
  const { admin: opened } = request.session;
  if (!opened) return undefined;
  const admin = await findAdminOfSession(db, opened);
  if (!admin) await request.session.destroy();
  return admin;
}

/**
 * A hook for routes of admins, or of moderators too: sets `request.admin` and its role, or answers 401 without a session and 403
 * in the wrong role. A browser that opens a page (not a call under `/api/`) is redirected to the panel.
 */
export function requireAdmin(db: Database, access: Access): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const admin = await adminOf(db, request);
    if (admin) {
      request.admin = admin.username;
      request.adminRole = admin.role;
      request.moderators = admin.moderators;
      request.activeModerators = admin.activeModerators;
    }
    const mayEnter = admin && (access === 'moderator' || admin.role === 'admin');
    if (!mayEnter && opensPage(request)) return sendToLogin(reply);
    if (!admin) throw new ApiError('unauthorized', accessTexts.unauthorized);
    requireRole(access, admin.role);
  };
}

const sendToLogin = (reply: FastifyReply) => reply.redirect('/admin', 303);

function opensPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false);
}
