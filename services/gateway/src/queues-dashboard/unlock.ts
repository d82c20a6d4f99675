import { createHash } from 'node:crypto';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { FastifyInstance } from 'fastify';
import { orUnavailable } from '../database.ts';
import { UNLOCK } from './change-in-words.ts';
import { recordAnswer, recordChange } from './changes.ts';

declare module 'fastify' {
  interface Session {
    /** When this admin's unlock expires, in milliseconds since 1970. */
    queuesUnlockedUntil?: number;
  }
}

export const DASHBOARD = '/admin/queues';
export const UNLOCKED_DASHBOARD = '/admin/queues/unlocked';

const MINUTES = 15;
const SEE_OTHER = 303;

/** The confirmation page; confirming unlocks changes for this session for a while. */
export function addUnlock(
  scope: FastifyInstance,
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
): void {
  // The page's form has no fields.
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  );
  scope.get(UNLOCK, async (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  );
  scope.post(UNLOCK, async (request, reply) => {
    const { admin, id: requestId } = request;
    const recorded = await orUnavailable(recordChange(db, { admin, change: `POST ${UNLOCK}`, requestId }));
    request.session.queuesUnlockedUntil = clock.now().getTime() + MINUTES * 60_000;
    // On response the plugin saves a secure session only over https, which may be terminated in front of the gateway.
    await request.session.save();
    await orUnavailable(recordAnswer(db, recorded, SEE_OTHER));
    log.warn({ admin, requestId, minutes: MINUTES }, 'queues may be changed');
    return reply.redirect(`${UNLOCKED_DASHBOARD}/`, SEE_OTHER);
  });
}

const style = `
:root { color-scheme: dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: #06151a; color: #f4f8f5; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 34rem; padding: 1.5rem; }
button { font: inherit; padding: 0.75rem 1.25rem; border: 0; border-radius: 0.5rem; background: #b3213a; color: #fff; cursor: pointer; }
a { color: #ffd37a; }
button:focus-visible, a:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Change queues? – The Naughty List</title>
<style>${style}</style>
<main>
<h1>Change queues?</h1>
<p>Jobs that are retried run again; jobs that are removed are gone, and a queue that is paused does nothing until it is resumed.
Payments, memberships and visits wait in these queues.</p>
<p>You can change them for ${MINUTES} minutes, in this browser. Every change is written down with your name.</p>
<form method="post" action="${UNLOCK}"><button>Yes, let me change queues</button></form>
<p><a href="${DASHBOARD}">No, just look</a></p>
</main>
</html>
`;
