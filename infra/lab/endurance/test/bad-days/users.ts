import type { Stack } from '@naughty-list/embedded/stack';
import { noLimits } from '@naughty-list/embedded/test/lasting-stack';
import { burn, type Submitted, submitReport } from '@naughty-list/embedded/test/removal-flow';
import { expect } from 'vitest';

export const ADMIN = { ADMIN_USERNAME: 'santa', ADMIN_PASSWORD: 'a password that only tests know' };

/** Settings for fault tests: calls do not wait for verdicts, and no limit is reached. */
export const settings = {
  ...ADMIN,
  VERIFY_WAIT_MS: '0',
  ...noLimits,
  RATE_LIMIT_LOGINS_PER_15_MINUTES: '1000000',
};

type Answer = { status: number; body: string; headers: Headers };

/** The site's users: a visitor with a payment to claim, and an admin logged in before the fault. */
export type Users = { report: Submitted; signature: string; admin: string };

export async function prepareUsers(stack: Stack): Promise<Users> {
  const report = await submitReport(stack);
  const signature = await burn(stack, report.uniqueBurnAddress);
  const { status, headers } = await logIn(stack);
  expect(status).toBe(200);
  const admin = headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
  return { report, signature, admin };
}

let reports = 0;

/** A report of a new username, and a praise. */
export function newReport() {
  reports += 1;
  const username = `bad_day_${reports}`;
  const twitterUrl = `https://x.com/${username}/status/${reports}`;
  return { twitterUrl, username, description: 'Came on a bad day, and it is on the list.' };
}

/**
 * Makes each kind of call once and returns the statuses. In any fault, a call that cannot be served must return a
 * declared 503 with a displayable message, a code, and Retry-After.
 */
export async function callEverything(stack: Stack, users: Users): Promise<Record<string, number>> {
  const { report, signature, admin } = users;
  const headers = { cookie: admin };
  const answers = {
    page: await call(stack, 'GET', '/'),
    list: await call(stack, 'GET', '/api/scammer-reports?limit=1000&offset=0'),
    search: await call(stack, 'GET', '/api/scammer-reports/search?q=bad_day'),
    counter: await call(stack, 'GET', '/api/hit-counter'),
    token: await call(stack, 'GET', '/api/token-config'),
    report: await call(stack, 'POST', '/api/scammer-reports', { body: newReport() }),
    niceReport: await call(stack, 'POST', '/api/nice-reports', { body: newReport() }),
    look: await call(stack, 'POST', '/api/verify-burn', { body: { txHash: signature, reportId: report.id } }),
    claim: await call(stack, 'POST', `/api/scammer-reports/${report.id}/remove-by-burn`, {
      body: { txHash: signature },
    }),
    reference: await call(stack, 'POST', '/api/alpha-group/generate-burn-address'),
    login: await logIn(stack),
    session: await call(stack, 'GET', '/api/admin/status', { headers }),
    moderation: await call(stack, 'GET', '/api/admin/reports', { headers }),
    edit: await call(stack, 'PATCH', `/api/admin/reports/${report.id}`, {
      headers,
      body: { description: `Edited on a bad day, ${reports}.`, twitterUrl: report.twitterUrl },
    }),
    queues: await call(stack, 'GET', '/admin/queues/api/queues', { headers }),
  };
  for (const [name, answer] of Object.entries(answers)) expectDeclared(name, answer);
  return Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]));
}

export async function call(
  stack: Stack,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(`${stack.url}${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.text(), headers: answer.headers };
}

function logIn(stack: Stack): Promise<Answer> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = ADMIN;
  return call(stack, 'POST', '/api/admin/login', { body: { username, password } });
}

function expectDeclared(name: string, { status, body, headers }: Answer): void {
  if (status < 500) return;
  expect([name, status, body]).toEqual([name, 503, expect.stringContaining('"code":"service_unavailable"')]);
  const { message, ...rest } = JSON.parse(body) as Record<string, unknown>;
  expect([name, message]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
  expect([name, Object.keys(rest).sort()]).toEqual([name, ['code', 'retryAfter']]);
  expect([name, headers.get('retry-after')]).toEqual([name, String(rest.retryAfter)]);
}

/** The state of every part, from the gateway's private port. */
export async function healthOf(stack: Stack): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${stack.environmentOf('gateway').METRICS_PORT}/health/ready`);
  return ((await answer.json()) as { checks: Record<string, string> }).checks;
}

export const POLLING = { timeout: 240_000, interval: 200 };

export const untilAllIsWell = (stack: Stack): Promise<void> =>
  expect
    .poll(async () => Object.values(await healthOf(stack)).every((state) => state === 'ok'), POLLING)
    .toBe(true);
