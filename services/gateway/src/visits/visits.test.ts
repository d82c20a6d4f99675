import { randomUUID } from 'node:crypto';
import type { Visit } from '@naughty-list/contracts/visits';
import { beforeEach, expect, it } from 'vitest';
import { createVisitIntake, type Refusal } from './visits.ts';

const settings = {
  RATE_LIMIT_READS_PER_MINUTE: 15,
  VISITOR_COUNTED_AGAIN_AFTER_MINUTES: 30,
  VISIT_MEGABYTES_PER_DAY: 256,
};

let now: Date;
let stored: Visit[];
let refused: Refusal[];
beforeEach(() => {
  now = new Date('2026-12-24T12:00:00Z');
  stored = [];
  refused = [];
});

const open = (changes: Partial<typeof settings> = {}) =>
  createVisitIntake({
    config: { ...settings, ...changes },
    clock: { now: () => now },
    add: (visit) => stored.push(visit),
    onRefused: (reason) => refused.push(reason),
  });
const visit = (changes: Partial<Visit> = {}): Visit => ({
  id: randomUUID(),
  at: now.toISOString(),
  pageUrl: '/',
  referrer: null,
  userAgent: 'Mozilla/5.0',
  ipAddress: null,
  ...changes,
});
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const visitors = () => stored.filter(({ isRepeat }) => !isRepeat).length;

it('stores so many visits of a client an hour, whatever it comes back with', () => {
  const intake = open();
  for (let n = 0; n < 1_000; n += 1) intake.take(visit({ userAgent: `Mozilla/5.0 ${n}` }), '203.0.113.7');
  expect(stored).toHaveLength(3);
  expect(refused).toEqual(Array(997).fill('client'));
  intake.take(visit(), '203.0.113.8');
  expect(stored).toHaveLength(4);
  later(61);
  intake.take(visit(), '203.0.113.7');
  expect(stored).toHaveLength(5);
});

it('counts an IPv6 network as a whole: twice a client’s budget per /56, four times per /48', () => {
  const intake = open();
  for (let n = 0; n < 100; n += 1) intake.take(visit(), `2001:db8:1:10${(n % 16).toString(16)}::${n}`);
  expect(stored).toHaveLength(6);
  for (let n = 0; n < 256; n += 1) intake.take(visit(), `2001:db8:2:${n.toString(16)}00::1`);
  expect(stored).toHaveLength(6 + 12);
});

it('stores so many bytes a day, and goes on the next day', () => {
  const intake = open({ RATE_LIMIT_READS_PER_MINUTE: 5_000_000, VISIT_MEGABYTES_PER_DAY: 1 });
  // A row of 200 bytes plus 800 of text: 1,000 fit.
  const large = () =>
    visit({ pageUrl: 'p'.repeat(300), referrer: 'r'.repeat(250), userAgent: 'u'.repeat(250) });
  for (let n = 0; n < 1_500; n += 1) intake.take(large(), '203.0.113.7');
  expect(stored).toHaveLength(1_000);
  expect(refused).toEqual(Array(500).fill('day'));
  later(13 * 60);
  intake.take(large(), '203.0.113.7');
  expect(stored).toHaveLength(1_001);
});

it('marks who comes again within half an hour, for the public counter', () => {
  const intake = open({ RATE_LIMIT_READS_PER_MINUTE: 5_000 });
  for (let n = 0; n < 24; n += 1) intake.take(visit(), '203.0.113.7');
  expect([stored.length, visitors()]).toEqual([24, 1]);
  // The same network and browser are one visitor; another browser is a second one.
  intake.take(visit(), '203.0.113.200');
  intake.take(visit({ userAgent: 'Mozilla/5.0 (another)' }), '203.0.113.7');
  intake.take(visit(), '198.51.100.7');
  expect([stored.length, visitors()]).toEqual([27, 3]);
  later(31);
  intake.take(visit(), '203.0.113.7');
  expect(visitors()).toBe(4);
});

it('marks no visitor if every page counts', () => {
  const intake = open({ RATE_LIMIT_READS_PER_MINUTE: 5_000, VISITOR_COUNTED_AGAIN_AFTER_MINUTES: 0 });
  for (let n = 0; n < 24; n += 1) intake.take(visit(), '203.0.113.7');
  expect(visitors()).toBe(24);
});

it('counts ten browsers of one address as visitors, however many it names', () => {
  const intake = open({ RATE_LIMIT_READS_PER_MINUTE: 5_000 });
  for (let n = 0; n < 300; n += 1) intake.take(visit({ userAgent: `Mozilla/5.0 ${n}` }), '203.0.113.7');
  expect([stored.length, visitors()]).toEqual([300, 10]);
  intake.take(visit({ userAgent: 'Mozilla/5.0 300' }), '203.0.113.8');
  expect(visitors()).toBe(11);
  for (let n = 0; n < 300; n += 1)
    intake.take(visit({ userAgent: `Mozilla/5.0 ${n}` }), `2001:db8:1:${(n * 200).toString(16)}::1`);
  expect(visitors()).toBe(11 + 40);
  later(31);
  intake.take(visit({ userAgent: 'Mozilla/5.0 400' }), '203.0.113.7');
  expect(visitors()).toBe(52);
});
