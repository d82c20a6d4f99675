import { beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();

/** A page that opens with these entries in its storage. */
async function open(entries: Record<string, unknown>) {
  kept.clear();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const named = Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, String(value)]));
  for (const [name, value] of Object.entries(entries)) kept.set(name, JSON.stringify(value));
  vi.stubGlobal('localStorage', Object.assign(Object.create(storage), named));
  return import('./payments.ts');
}

beforeEach(() => vi.resetModules());

test('a removal of an earlier version goes on where it was', async () => {
  const { findPayment, isUnderWay, reportOf } = await open({
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
  expect(payment && [reportOf(payment), isUnderWay(payment)]).toEqual([7, true]);
});

test.each([
  ['under way', { hash: 'abc', stage: 'found', burnAddress: 'wallet' }],
  ['waiting for a signature', { hash: 'abc', stage: 'received', proof: { payers: ['payer'] } }],
])('a membership of an earlier version, %s, is claimed again', async (_, stored) => {
  const { findPayment, isUnderWay } = await open({ 'naughty-list.membership': stored });
  const payment = findPayment('membership');
  expect(payment).toMatchObject({ ...stored, phase: 'claiming' });
  expect(payment && isUnderWay(payment)).toBe(true);
});

test('what another part keeps, or is of another shape, is no payment', async () => {
  const { findPayment } = await open({
    'naughty-list.removal.7': { hash: 7 },
    'naughty-list.wallet': 'injected',
  });
  expect(findPayment('removal.7')).toBeUndefined();
});

test('a payment is kept under its key until it is forgotten', async () => {
  const { beginPayment, forgetPayment } = await open({});
  beginPayment('membership', { hash: 'abc' });
  expect(JSON.parse(kept.get('naughty-list.membership') ?? '')).toMatchObject({ phase: 'looking' });
  forgetPayment('membership');
  expect(kept.size).toBe(0);
});
