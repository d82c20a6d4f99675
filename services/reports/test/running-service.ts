import type { AddressInfo } from 'node:net';
import { createApiClient } from '@naughty-list/api-client/client';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { submitReport } from '@naughty-list/contracts/reports';
import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import type { Route } from '@naughty-list/service-kit/http/route';
import {
  ADMIN_HEADER,
  ADMIN_ROLE_HEADER,
  CLIENT_ID_HEADER,
  MODERATORS_HEADER,
  NETWORK_ID_HEADER,
} from '@naughty-list/service-kit/http/service-auth';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { queueUrlBeside } from '@naughty-list/test-kit/queue-url';
import { Config, type Constants } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import type { Change } from '../src/record/ledger/changes.ts';
import { reports } from '../src/service.ts';

/** Of tests that write past the operations what these would have written. */
export const ANYTHING = [
  ...(['report', 'text', 'status', 'names', 'statement', 'confirmation'] as const),
  ...(['appeal', 'proof', 'verdict', 'reply', 'praise', 'burn', 'post', 'gone', 'erasure'] as const),
  ...(['link', 'lead', 'loss', 'handle'] as const),
  // What no operation changes.
  'never' as Change,
];

export const SECRET = 'a-secret-of-the-tests-that-is-long-enough';

/** The headers of someone in a network. */
export const sender = (client: string, network = `network of ${client}`) => ({
  [CLIENT_ID_HEADER]: client,
  [NETWORK_ID_HEADER]: network,
});

/** Those of an admin or moderator, who is logged in at the gateway. */
export const staff = (who: string, role = 'admin', moderators = 0) => ({
  [ADMIN_HEADER]: who,
  [ADMIN_ROLE_HEADER]: role,
  [MODERATORS_HEADER]: String(moderators),
});

export type RunningService = Awaited<ReturnType<typeof startReports>>;

export type Sent = { status: number; headers: Headers; body: Record<string, unknown> };

/**
 * The service on its own database, or as a second process on another's, listening on a free port; tests that need jobs
 * start them.
 */
export async function startReports(
  settings: Record<string, string> = {},
  existingDatabaseUrl?: string,
  constants: Partial<Constants> = {},
) {
  const database = existingDatabaseUrl
    ? { url: existingDatabaseUrl, drop: async () => {} }
    : await createTestDatabase(reports);
  const context = await openReports(database.url, settings, constants);
  const app = await reports.buildApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const signed = signedFetch(SECRET, 'gateway');
  const withHeaders = (headers: Record<string, string>) =>
    createApiClient({ baseUrl, fetch: signed, headers });
  const as = (clientId: string) => withHeaders({ [CLIENT_ID_HEADER]: clientId });
  return {
    context,
    baseUrl,
    /** The typed client, signing as the gateway; each client id is a separate visitor. */
    as,
    report: (changes?: Parameters<typeof reportInput>[0], from = 'reporter') =>
      as(from).call(submitReport, { body: reportInput(changes) }),
    praise: (changes?: Parameters<typeof niceReportInput>[0], from = 'fan') =>
      as(from).call(submitNiceReport, { body: niceReportInput(changes) }),
    /** The same for an admin logged in at the gateway. */
    asAdmin: (username: string) => withHeaders(staff(username)),
    withHeaders,
    /** A signed call. */
    fetch: (path: string, init: RequestInit = {}) => signed(`${baseUrl}${path}`, init),
    /** A signed call with an arbitrary body; returns status, headers and parsed body. */
    async send(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Sent> {
      const response = await signed(`${baseUrl}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : JSON.parse(text),
      };
    },
    async stop() {
      await app.close();
      await context.close();
      await database.drop();
    },
  };
}

/** Sends again what is answered 503, as clients do: a busy machine may be too slow for many calls at once. */
export async function untilAnswered(send: () => Promise<Sent>): Promise<Sent> {
  const sent = await send();
  return sent.status === 503 ? untilAnswered(send) : sent;
}

/** A context of the service on a database; a second one acts as a second process. */
export function openReports(
  databaseUrl: string,
  settings: Record<string, string> = {},
  constants: Partial<Constants> = {},
): Promise<Context> {
  return reports.open(
    Config.parse({
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_URL: queueUrlBeside(databaseUrl),
      INTERNAL_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      CHAIN_VERIFIER_URL: 'http://127.0.0.1:9',
      HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
      CONSEQUENTIAL_DECISIONS_PER_DAY: '100000',
      // Only tests that stand in for X may ask it.
      THIRD_PARTIES: settings.OEMBED_URL ? 'on' : 'off',
      ...settings,
    }),
    {
      constants: {
        claimSweepAfterMs: 3_600_000,
        ...constants,
      },
    },
  );
}

/** At the top of a file: listens with these routes in place of the chain verifier. */
export async function standInVerifier(...routes: Route[]) {
  const log = createLog('tests', 'silent');
  const app = buildServiceApp({ log, clock: systemClock, secret: SECRET, checks: {}, routes });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return closeAfterAll({ url, close: () => app.close() });
}

/** A valid report, with the test's changes. */
export function reportInput(changes: { username?: string; [field: string]: unknown } = {}) {
  const username = typeof changes.username === 'string' ? changes.username : 'grinch';
  return {
    twitterUrl: `https://x.com/${username}/status/1`,
    username,
    description: 'Stole every present in town.',
    ...changes,
  };
}

let posts = 1_000;

/** A valid nice report of a new post, with the test's changes. */
export function niceReportInput(changes: { username?: string; [field: string]: unknown } = {}) {
  const username = typeof changes.username === 'string' ? changes.username : 'rudolph';
  return {
    twitterUrl: `https://x.com/${username}/status/${++posts}`,
    username,
    description: 'Led the sleigh through fog, for free.',
    ...changes,
  };
}
