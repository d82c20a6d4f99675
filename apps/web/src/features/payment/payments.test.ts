import { beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
const keptByTab = new Map<string, string>();

const storageOf = (entries: Map<string, string>) => ({
  getItem: (name: string) => entries.get(name) ?? null,
  setItem: (name: string, value: string) => void entries.set(name, value),
  removeItem: (name: string) => void entries.delete(name),
});

/** A page that opens with these entries in its storage. */
async function open(entries: Record<string, unknown>, { isFull = false } = {}) {
  kept.clear();
  const full = () => {
    throw new Error('The quota has been exceeded.');
  };
  const storage = { ...storageOf(kept), ...(isFull && { setItem: full }) };
  const named = Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, String(value)]));
  for (const [name, value] of Object.entries(entries)) kept.set(name, JSON.stringify(value));
  vi.stubGlobal('localStorage', Object.assign(Object.create(storage), named));
  const byTab = Object.assign(Object.create(storageOf(keptByTab)), Object.fromEntries(keptByTab));
  vi.stubGlobal('sessionStorage', byTab);
  return import('./payments.ts');
}

beforeEach(() => {
  vi.resetModules();
  keptByTab.clear();
});

test('a removal of an earlier version goes on where it was', async () => {
  const { findPayment, isRunning, reportOf } = await open({
    'naughty-list.removal.7': {
      reportId: 7,
      username: 'grinch',
      hash: 'abc',
      phase: 'following',
      verificationId: 'removal_1',
      stage: 'confirmed',
      amountBurned: 5,
    },
  });
  const payment = findPayment('removal.7');
  expect(payment).toMatchObject({ username: 'grinch', hash: 'abc', phase: 'following', stage: 'confirmed' });
  expect(payment && [reportOf(payment), isRunning(payment)]).toEqual([7, true]);
});

test.each([
  ['under way', { hash: 'abc', stage: 'found', burnAddress: 'wallet' }],
  ['waiting for a signature', { hash: 'abc', stage: 'received', proof: { payers: ['payer'] } }],
])('a membership of an earlier version, %s, is claimed again', async (_, stored) => {
  const { findPayment, isRunning } = await open({ 'naughty-list.membership': stored });
  const payment = findPayment('membership');
  expect(payment).toMatchObject({ ...stored, phase: 'claiming' });
  expect(payment && isRunning(payment)).toBe(true);
});

test('what another part keeps, or is of another shape, is no payment', async () => {
  const { findPayment } = await open({
    'naughty-list.removal.7': { hash: 7, stage: 'found' },
    'naughty-list.removal.8': { hash: 'abc', stage: 'unheard of' },
    'naughty-list.wallet': 'injected',
  });
  expect([findPayment('removal.7'), findPayment('removal.8')]).toEqual([undefined, undefined]);
});

test('a payment is kept under its key until it is forgotten', async () => {
  const { beginPayment, forgetPayment } = await open({});
  beginPayment('membership', { hash: 'abc' });
  expect(JSON.parse(kept.get('naughty-list.membership') ?? '')).toMatchObject({ phase: 'looking' });
  forgetPayment('membership');
  expect(kept.size).toBe(0);
});

test('what the browser has no room for is kept by its tab, and goes on after a reload', async () => {
  const draft = { 'naughty-list.removal.7': { hash: 'typed', phase: 'draft', stage: 'received' } };
  const before = await open(draft, { isFull: true });
  before.beginPayment('removal.7', { hash: 'sent', byWallet: true });
  vi.resetModules();
  const after = await open(draft, { isFull: true });
  expect(after.findPayment('removal.7')).toMatchObject({ hash: 'sent', phase: 'looking' });
  expect(after.takeOverPayment('removal.7')).toBe(true);
  after.forgetPayment('removal.7');
  expect([kept.size, keptByTab.size]).toEqual([0, 0]);
});

test('what is typed or closed in one tab leaves a payment that another has begun since', async () => {
  const { findPayment, forgetPayment, updatePayment } = await open({});
  const begun = { hash: 'sent', phase: 'looking', stage: 'received' };
  for (const key of ['removal.7', 'membership']) kept.set(`naughty-list.${key}`, JSON.stringify(begun));
  updatePayment('removal.7', { hash: 'typed' });
  forgetPayment('membership');
  expect([findPayment('removal.7'), findPayment('membership')]).toMatchObject([begun, begun]);
  expect([...kept.values()].map((stored) => JSON.parse(stored))).toMatchObject([begun, begun]);
});
