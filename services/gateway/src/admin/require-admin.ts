import { adminSessionTexts } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { orUnavailable } from '../database.ts';
import { findAdminOfSession } from './accounts.ts';

/**
 * The username of the session's admin, if any. Ends a session whose account was removed or whose password changed.
 */
export async function adminOf(db: Database, request: FastifyRequest): Promise<string | undefined> {
  const { admin: opened } = request.session;
  if (!opened) return undefined;
  const admin = await orUnavailable(findAdminOfSession(db, opened));
  if (!admin) await request.session.destroy();
  return admin?.username;
}

/**
 * A hook for admin routes: sets `request.admin` for a logged-in admin and answers 401 otherwise. A browser that opens
 * a page (not a call under `/api/`) is redirected to the login form.
 */
export function requireAdmin(db: Database): onRequestAsyncHookHandler {
  return async (request, reply) => {
    request.admin = (await adminOf(db, request)) ?? '';
    if (request.admin !== '') return;
    if (!opensPage(request)) throw new ApiError('unauthorized', adminSessionTexts.unauthorized);
    return sendToLogin(reply);
  };
}

const sendToLogin = (reply: FastifyReply) => reply.redirect('/admin', 303);

function opensPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false);
}
