import { signCall } from '@naughty-list/service-kit/http/service-auth';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { reportInput, SECRET, startReports } from './running-service.ts';

const path = '/api/scammer-reports';

const service = closeAfterAll(await startReports());

const sign = (changes: { secret?: string; method?: string; path?: string; now?: Date } = {}) =>
  signCall({ secret: SECRET, service: 'gateway', method: 'POST', path, now: new Date(), ...changes });

async function post(header: string | undefined): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header === undefined ? {} : { 'x-service-auth': header }),
    },
    body: JSON.stringify(reportInput()),
  });
  return { status: response.status, body: await response.json() };
}

it.each<[string, () => string | undefined]>([
  ['without a signature', () => undefined],
  ['with an empty signature', () => ''],
  ['with nonsense', () => 'gateway.1.x'],
  ['signed with another secret', () => sign({ secret: 'another-secret-that-is-long-enough-too' })],
  ['signed for another method', () => sign({ method: 'GET' })],
  ['signed for another path', () => sign({ path: '/api/verify-burn' })],
  ['signed for the path with a query', () => sign({ path: `${path}?limit=1` })],
  ['signed two minutes ago', () => sign({ now: new Date(Date.now() - 120_000) })],
  ['signed for two minutes from now', () => sign({ now: new Date(Date.now() + 120_000) })],
  ['signed in the name of another', () => sign().replace('gateway', 'admin')],
])('a call %s is refused', async (_how, header) => {
  expect(await post(header())).toEqual({
    status: 401,
    body: { message: 'Unauthorized', code: 'unauthorized' },
  });
});

it('refused calls leave nothing behind, and a signed call succeeds', async () => {
  expect(await service.context.db('scammer_reports')).toEqual([]);
  expect((await post(sign())).status).toBe(201);
});

it.each([
  ['GET', '/api/scammer-reports'],
  ['GET', '/api/scammer-reports/search?q=grinch'],
  ['GET', '/api/nice-reports'],
  ['GET', '/api/nice-reports/search?q=rudolph'],
  ['POST', '/api/nice-reports'],
  ['POST', '/api/verify-burn'],
  ['POST', '/api/scammer-reports/1/remove-by-burn'],
  ['GET', '/api/verifications/removal_00000000-0000-4000-8000-000000000000'],
])('%s %s is refused to anonymous clients', async (method, url) => {
  expect((await fetch(`${service.baseUrl}${url}`, { method })).status).toBe(401);
});

it('health is public', async () => {
  expect((await fetch(`${service.baseUrl}/health/live`)).status).toBe(200);
  const ready = await fetch(`${service.baseUrl}/health/ready`);
  expect(await ready.json()).toEqual({ status: 'ok', checks: { database: 'ok', queue: 'ok', ledger: 'ok' } });
});

const adminCalls: [method: string, path: string][] = [
  ['GET', '/api/admin/reports'],
  ['PATCH', '/api/admin/reports/1'],
  ['DELETE', '/api/admin/reports/1'],
  ['POST', '/api/admin/reports/bulk-delete'],
  ['POST', '/api/admin/reports/1/refresh-pfp'],
  ['GET', '/api/admin/nice-reports'],
  ['PATCH', '/api/admin/nice-reports/1'],
  ['DELETE', '/api/admin/nice-reports/1'],
  ['POST', '/api/admin/nice-reports/bulk-delete'],
  ['GET', '/api/admin/audit-log'],
  ['POST', '/api/admin/audit-log/00000000-0000-4000-8000-000000000000/restore'],
];

describe.each(adminCalls)('%s %s', (method, url) => {
  const body = method === 'PATCH' ? { description: 'Was never here at all.' } : { ids: [1] };
  const call = (how: typeof fetch, headers: Record<string, string>) =>
    how(`${service.baseUrl}${url}`, {
      method,
      headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
  const admin = { 'x-admin-username': 'claus', 'x-admin-role': 'admin' };

  it.each<[who: string, how: typeof fetch, headers: Record<string, string>]>([
    ['a stranger', fetch, {}],
    ["a stranger with an admin's name", fetch, admin],
    ['the gateway without an admin', signedFetch(SECRET, 'gateway'), {}],
    [
      'the gateway with an empty name',
      signedFetch(SECRET, 'gateway'),
      { 'x-admin-username': '', 'x-admin-role': 'admin' },
    ],
    ["another service with an admin's name", signedFetch(SECRET, 'membership'), admin],
  ])('is not for %s', async (_who, how, headers) => {
    const answer = await call(how, headers);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
  });
});

it('refused admin calls changed nothing', async () => {
  const { db } = service.context;
  expect(await db('scammer_reports')).toHaveLength(1);
  expect(await db('audit_log')).toEqual([]);
});
