import { expect, it } from 'vitest';
import type { Account } from '../../test/conformance/build-transaction.ts';
import {
  A,
  answerOf,
  aX,
  demand,
  evidenceOf,
  holding,
  judges,
  M,
  N,
  U,
  uA,
  W,
  wA,
  wX,
} from '../../test/conformance/judge-scenario.ts';
import { INCINERATOR, key, T22, WSOL } from '../../test/conformance/keys.ts';
import {
  burn,
  close,
  handOver,
  harvest,
  mintTo,
  type Operation,
  open,
  raw,
  syncNative,
  transfer,
} from '../../test/conformance/operations.ts';
import { countCredited } from './count-amounts.ts';
import type { Demand } from './demand.ts';

const wE = key('an empty account of W');
const accounts = {
  [uA]: holding(U, N),
  [aX]: holding(A, N),
  [wA]: holding(W, 7n),
  [wX]: holding(W, 100n),
  [wE]: holding(W, 0n),
};
const of = (rest: Partial<Account>) =>
  Object.fromEntries(Object.entries(accounts).map(([at, account]) => [at, { ...account, ...rest }]));

type Case = [string, Operation[], object | null];
const evidence = (operations: Operation[], held: Record<string, Account> = accounts) =>
  evidenceOf({ operations, accounts: held });
const counted = (operations: Operation[], held?: Record<string, Account>, wanted: Partial<Demand> = {}) =>
  countCredited(evidence(operations, held), demand(wanted), W);

it.each<Case>([
  ['a transfer', [transfer(uA, wA, 5n)], { received: 5n, gain: 5n, credited: 5n, burnedOnArrival: 0n }],
  ['one that is sent on', [transfer(uA, wA, 5n), transfer(wA, aX, 3n)], { received: 5n, gain: 2n }],
  ['one beside a loss', [transfer(uA, wA, 5n), transfer(wX, aX, 9n)], { gain: -4n, credited: 0n }],
  ['the wallet to itself', [transfer(wX, wA, 5n)], { received: 0n, gain: 0n }],
  ['an account to itself, and then to the wallet', [transfer(aX, aX, 5n), handOver(aX, W)], { received: 0n }],
  [
    'an account that was filled before the wallet got it',
    [transfer(uA, aX, 5n), handOver(aX, W)],
    { received: 5n, gain: 5n, credited: 5n },
  ],
  ['an account handed away', [transfer(uA, wA, 5n), handOver(wA, A)], { received: 0n, gain: -7n }],
  [
    'an account got and another one given away',
    [transfer(uA, wX, 5n), handOver(aX, W), handOver(wA, A)],
    { received: 5n, gain: 5n },
  ],
  [
    'burned by the wallet, and sent to others',
    [transfer(uA, aX, 9n), burn(wX, M, 5n)],
    { received: 0n, burnedOnArrival: 0n },
  ],
  [
    'arrived and burned in an account that is given away',
    [transfer(uA, wX, 10n), transfer(uA, wE, 5n), burn(wE, M, 5n), handOver(wE, A)],
    { received: 10n, gain: 10n, credited: 10n, burnedOnArrival: 0n },
  ],
  ['minted to the wallet', [transfer(uA, wA, 5n), mintTo(wX, M, 2n)], { received: 5n, gain: 5n }],
  ['minted to others', [transfer(uA, wA, 5n), mintTo(aX, M, 2n)], { received: 5n, gain: 5n }],
  [
    'burned from what it had',
    [transfer(uA, wA, 5n), burn(wX, M, 3n)],
    { gain: 2n, credited: 2n, burnedOnArrival: 3n },
  ],
  [
    'burned more than arrived',
    [transfer(uA, wA, 5n), burn(wX, M, 9n)],
    { gain: -4n, credited: 0n, burnedOnArrival: 5n },
  ],
  [
    'burned by others',
    [transfer(uA, wA, 5n), transfer(wX, uA, 5n), burn(aX, M, 9n)],
    { credited: 0n, burnedOnArrival: 0n },
  ],
  [
    'arrived, burned and closed',
    [transfer(wX, aX, 100n), transfer(uA, wX, 5n), burn(wX, M, 5n), close(wX, W)],
    { received: 0n, gain: -100n, burnedOnArrival: 5n },
  ],
  [
    'arrived, burned and closed again in an account that was opened here',
    [open(key('new'), M, W), transfer(uA, key('new'), 5n), burn(key('new'), M, 5n), close(key('new'), W)],
    { received: 0n, gain: 0n, burnedOnArrival: 5n },
  ],
  [
    'its own, burned and closed again',
    [transfer(wX, wA, 5n), burn(wA, M, 5n)],
    { credited: 0n, burnedOnArrival: 0n },
  ],
  [
    'given up, and burned by anyone',
    [transfer(uA, wA, 5n), handOver(wA, INCINERATOR), burn(wA, M, 5n)],
    { received: 0n, burnedOnArrival: 0n },
  ],
  [
    'received by one account, and given up and burned in another',
    [transfer(uA, wA, 5n), transfer(wA, uA, 5n), handOver(wX, INCINERATOR), burn(wX, M, 5n)],
    { received: 5n, credited: 0n, burnedOnArrival: 0n },
  ],
])('%s', (_name, operations, wanted) => {
  expect(counted(operations)).toMatchObject(wanted as object);
});

const t22 = { program: T22 };
it.each<Case>([
  ['a fee that is stated', [transfer(uA, wA, 50n, { ...t22, mint: M, statedFee: 3n })], { received: 47n }],
  ['a fee that the balances determine', [transfer(uA, wA, 50n, { ...t22, withheld: 4n })], { received: 46n }],
  [
    'fees whose sum the balances determine',
    [transfer(uA, wA, 50n, { ...t22, withheld: 4n }), transfer(aX, wA, 60n, { ...t22, withheld: 5n })],
    { received: 101n },
  ],
  [
    'such a sum beside a stated fee, and beside such a sum of another account',
    [
      transfer(uA, wA, 50n, { ...t22, withheld: 4n }),
      transfer(aX, wA, 60n, { ...t22, withheld: 5n }),
      transfer(uA, wA, 70n, { ...t22, mint: M, statedFee: 3n }),
      transfer(uA, wX, 80n, { ...t22, withheld: 6n }),
      transfer(aX, wX, 90n, { ...t22, withheld: 7n }),
    ],
    { received: 325n },
  ],
  [
    'such a sum to which the wallet itself gave most, which leaves nothing for the others',
    [transfer(wX, wA, 90n, { ...t22, withheld: 9n }), transfer(uA, wA, 5n, t22)],
    { received: 0n },
  ],
  ['an undetermined fee', [transfer(wX, wA, 50n, { ...t22, withheld: 5n }), harvest(M, wA, 5n)], null],
  ['harvested fees', [transfer(uA, wA, 50n, t22), harvest(M, wX, 5n)], { received: 50n, gain: 50n }],
  [
    'what was hidden before',
    [transfer(uA, wA, 50n, t22), raw(T22, [wX, M, W], [27, 6, 5, 0, 0, 0, 0, 0, 0, 0, 6], inflow(wX, 5n))],
    { received: 50n, gain: 50n },
  ],
  [
    'what others had hidden before',
    [transfer(uA, wA, 50n, t22), raw(T22, [aX, M, A], [27, 6, 5, 0, 0, 0, 0, 0, 0, 0, 6], inflow(aX, 5n))],
    { received: 50n, gain: 50n },
  ],
  [
    'what the wallet hides',
    [transfer(uA, wA, 50n, t22), raw(T22, [wA, M, W], [27, 5, 5, 0, 0, 0, 0, 0, 0, 0, 6], inflow(wA, -5n))],
    { received: 50n, gain: 45n },
  ],
])('in Token-2022: %s', (_name, operations, wanted) => {
  const result = counted(operations, of(t22), { tokenProgram: T22 });
  if (wanted === null) expect(result).toBeNull();
  else expect(result).toMatchObject(wanted);
});

function inflow(change: string, by: bigint) {
  return [{ change, by }];
}

it.each([
  ['comes into', 9n, 5n],
  ['one comes into', 1n, 5n],
  ['leaves', -3n, 2n],
])('of wrapped SOL, what %s the wallet without a transfer does not count for it', (_name, by, gain) => {
  const held = of({ mint: WSOL, decimals: 9 });
  const result = counted([transfer(uA, wA, 5n), syncNative(wX, by)], held, { mint: WSOL, decimals: 9 });
  expect(result).toMatchObject({ received: 5n, gain });
});

it('an undetermined balance of one of its accounts makes the credit undetermined', () => {
  const complete = evidence([transfer(uA, wA, 5n)]);
  for (const missing of [{ withheld: null }, { otherInflow: null }]) {
    const withMissing = (at: string) =>
      complete.balances.map((balance) => (balance.account === at ? { ...balance, ...missing } : balance));
    expect(countCredited({ ...complete, balances: withMissing(wA) }, demand(), W)).toBeNull();
    expect(countCredited({ ...complete, balances: withMissing(uA) }, demand(), W)).toMatchObject({
      gain: 5n,
    });
  }
});

const answer = (operations: Operation[], wanted: Partial<Demand> = {}) =>
  answerOf(judges.transfer(evidence(operations), demand(wanted)));

it.each<[string, Operation[], string]>([
  ['a transfer of 0 is too little', [transfer(uA, wA, 0n)], 'R:amount_below_minimum'],
  ['one base unit is too little', [transfer(uA, wA, 1n)], 'R:amount_below_minimum'],
  ['a transfer of 0 beside one to itself', [transfer(uA, wA, 0n), transfer(wX, wX, 5n)], 'R:no_net_credit'],
  [
    'a transfer of 0 beside one that is sent back',
    [transfer(uA, wA, 0n), transfer(uA, wA, 5n), transfer(wA, uA, 5n)],
    'R:no_net_credit',
  ],
])('%s', (_name, operations, wanted) => {
  expect(answer(operations)).toBe(wanted);
});
