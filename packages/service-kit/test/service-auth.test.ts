import { signCall, verifyCall } from '@naughty-list/service-kit/http/service-auth';
import { expect, it } from 'vitest';

const now = new Date('2026-12-24T18:00:00Z');
const call = { secret: 'a'.repeat(32), method: 'POST', path: '/api/verify-burn?x=1', now };
const header = signCall({ ...call, service: 'gateway' });
const later = (ms: number) => new Date(now.getTime() + ms);

it('identifies the caller of a signed call', () => {
  expect(verifyCall({ ...call, header })).toBe('gateway');
  expect(verifyCall({ ...call, header, now: later(59_000) })).toBe('gateway');
});

it.each([
  ['another method', { method: 'GET' }],
  ['another path', { path: '/api/verify-burn' }],
  ['another query', { path: '/api/verify-burn?x=2' }],
  ['another secret', { secret: 'b'.repeat(32) }],
  ['a minute later', { now: later(61_000) }],
  ['from the future', { now: later(-61_000) }],
  ['no header', { header: undefined }],
  ['two headers', { header: [header, header] }],
  ['an empty header', { header: '' }],
  ['another service', { header: header.replace('gateway', 'reports') }],
  ['a later time', { header: header.replace(/\.\d+\./, `.${later(1).getTime()}.`) }],
  ['a cut signature', { header: header.slice(0, -1) }],
  [
    'a changed signature',
    { header: header.slice(0, -5) + (header.at(-5) === 'A' ? 'B' : 'A') + header.slice(-4) },
  ],
])('is worthless with %s', (_what, change) => {
  expect(verifyCall({ ...call, header, ...change })).toBeUndefined();
});
