import { type AdminStatus, Login, logIn } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { sessionCookie } from '../sessions/add-sessions.ts';

const LOGIN_LIMIT_BYTES = 4_096;
// The maximum lifetime that browsers allow.
const DEVICE_MAX_AGE_S = 400 * 24 * 3_600;

export function addLogIn(scope: FastifyInstance, context: Context): void {
  const { logins, knownDevices: devices, sessions, clock } = context;
  const { secure, maxAgeMs } = sessionCookie(context);

  async function openSession(
    request: FastifyRequest,
    admin: { id: number; passwordVersion: number },
  ): Promise<void> {
    // A new session id prevents session fixation.
    await request.session.regenerate();
    const { id, passwordVersion } = admin;
    request.session.admin = { id, passwordVersion, until: clock.now().getTime() + maxAgeMs };
    sessions.open(request.session);
    await request.session.save().catch((error: unknown) => {
      // Otherwise the response would save the session again and change its cookie.
      delete request.session.admin;
      throw error;
    });
  }

  function rememberDevice(reply: FastifyReply, username: string, device: string | undefined): void {
    reply.setCookie(devices.cookieName, devices.remember(username, device), {
      path: '/',
      maxAge: DEVICE_MAX_AGE_S,
      httpOnly: true,
      sameSite: 'strict',
      secure,
    });
  }

  scope.route({
    method: logIn.method,
    url: logIn.path,
    bodyLimit: LOGIN_LIMIT_BYTES,
    handler: async (request, reply): Promise<AdminStatus> => {
      const login = Login.safeParse(request.body ?? {});
      if (!login.success) throw new ApiError('invalid_input', login.error.issues[0]?.message ?? '');
      const device = devices.recognise(request.cookies[devices.cookieName], login.data.username);
      const { clientId } = request;
      // Do not log the username: it may be a mistyped password.
      const admin = await logins.check(login.data, { clientId, device }).catch((error: unknown) => {
        if (error instanceof ApiError) request.log.warn({ clientId, code: error.code }, 'login refused');
        throw error;
      });
      await openSession(request, admin);
      rememberDevice(reply, admin.username, device);
      request.log.info({ admin: admin.username }, 'logged in');
      return { authenticated: true, username: admin.username };
    },
  });
}
