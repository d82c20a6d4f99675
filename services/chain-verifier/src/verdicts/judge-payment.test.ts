import { expect, it } from 'vitest';
import {
  A,
  aX,
  demand,
  dumped,
  evidenceOf,
  holdings,
  judged,
  M,
  N,
  U,
  uA,
  wA,
  wX,
} from '../../test/conformance/judge-scenario.ts';
import { key, T22 } from '../../test/conformance/keys.ts';
import { burn, harvest, mintTo, type Operation, raw, transfer } from '../../test/conformance/operations.ts';
import { judgePayment } from './judge-payment.ts';

const accounts = holdings();
const inSecret = (sub: number[], ...named: string[]) => raw(T22, named, sub);

it.each<[string, Operation[], object]>([
  ['one burned', [burn(uA, M, 1n)], { amount: 1n, burned: 1n, credited: 0n }],
  ['one sent', [transfer(uA, wA, 1n)], { amount: 1n, burned: 0n, credited: 1n }],
  ['both', [burn(uA, M, 2n), transfer(uA, wA, 3n)], { amount: 5n, burned: 2n, credited: 3n }],
  ['burned and minted', [burn(uA, M, 5n), mintTo(aX, M, 2n)], { amount: 3n, burned: 3n }],
  [
    'sent, and more minted than burned',
    [transfer(uA, wA, 5n), burn(uA, M, 1n), mintTo(aX, M, 3n)],
    { amount: 5n, burned: 0n, credited: 5n },
  ],
  [
    'sent, and burned there with what was there before',
    [transfer(uA, wA, 5n), burn(wA, M, 8n)],
    { amount: 5n, burned: 5n, credited: 0n },
  ],
  [
    'burned, and burned by the burn wallet',
    [burn(uA, M, 5n), burn(wA, M, 3n)],
    { amount: 5n, burned: 5n, credited: 0n },
  ],
])('a payment: %s', (_name, operations, wanted) => {
  const evidence = evidenceOf({ operations, accounts });
  expect(judgePayment(evidence, demand({ minimum: 1n }))).toMatchObject({ outcome: 'accepted', ...wanted });
});

it('where there is no burn wallet, only what was burned counts, to the last unit', () => {
  const only = (operations: Operation[], minimum = N) =>
    judged('payment', { operations, accounts }, { burnWallet: null, minimum });
  expect(only([burn(uA, M, N)])).toBe('V');
  expect(only([burn(uA, M, N - 1n)])).toBe('R:amount_below_minimum');
  expect(only([burn(wA, M, 5n)], 5n)).toBe('V');
  expect(only([transfer(uA, wA, N)])).toBe('R:no_burn_of_mint');
  const operations = [
    burn(uA, M, 5n, { program: T22 }),
    harvest(M, wA, 5n),
    transfer(uA, wA, 9n, { program: T22 }),
  ];
  const wanted = { burnWallet: null, minimum: 5n, tokenProgram: T22 };
  expect(judged('payment', { operations, accounts: holdings(T22) }, wanted)).toBe('V');
});

it.each<[string, Operation[], string]>([
  ['nothing', [], 'R:no_burn_of_mint'],
  ['sending nothing', [transfer(uA, wA, 0n)], 'R:no_burn_of_mint'],
  ['burning nothing', [burn(uA, M, 0n)], 'R:amount_below_minimum'],
  ['one from the burn wallet', [burn(wA, M, 1n)], 'R:burn_from_burn_wallet'],
  ['nothing from the burn wallet', [burn(wA, M, 0n)], 'R:amount_below_minimum'],
  ['to another owner', [transfer(uA, aX, 5n)], 'R:wrong_destination_owner'],
  ['to itself', [transfer(wA, wX, 5n)], 'R:self_transfer'],
  ['to and fro', [transfer(uA, wA, 5n), transfer(wA, uA, 5n)], 'R:no_net_credit'],
  [
    'abandoned tokens, and to another owner',
    [burn(dumped, M, 5n), transfer(uA, aX, 5n)],
    'R:burn_of_abandoned_tokens',
  ],
  [
    'a burn and a mint, and to another owner',
    [burn(uA, M, 5n), mintTo(aX, M, 5n), transfer(uA, aX, 5n)],
    'R:net_supply_not_reduced',
  ],
])('what pays nothing says why: %s', (_name, operations, wanted) => {
  expect(judged('payment', { operations, accounts })).toBe(wanted);
});

it.each<[string, Operation, string]>([
  ['minted', inSecret([42, 3], aX, M), 'R:unsupported_confidential'],
  ['minted of another mint', inSecret([42, 3], key('elsewhere'), key('another mint')), 'V'],
  ['burned', inSecret([42, 4], aX, M), 'V'],
  ['sent', inSecret([27, 7], aX, M, wA), 'V'],
])('beside a burn, tokens that were %s in secret', (_what, hidden, wanted) => {
  const operations = [burn(uA, M, N, { program: T22 }), hidden];
  expect(judged('payment', { operations, accounts: holdings(T22) }, { tokenProgram: T22 })).toBe(wanted);
});

it('what another token program mints in secret is another token', () => {
  expect(judged('payment', { operations: [burn(uA, M, N), inSecret([42, 3], aX, M)], accounts })).toBe('V');
});

const RULES = ['succeeded', 'readable', 'paid', 'decimals', 'amount', 'reference', 'window'];

it('every rule is listed in order, up to the one that fails', () => {
  const results = (minimum: bigint) =>
    judgePayment(evidenceOf({ operations: [burn(uA, M, N)], accounts }), demand({ minimum })).rules.map(
      ({ rule, passed }) => [rule, passed],
    );
  expect(results(N)).toEqual(RULES.map((rule) => [rule, true]));
  expect(results(N + 1n)).toEqual(RULES.slice(0, 5).map((rule) => [rule, rule !== 'amount']));
});

it('each of two wallets that gave the whole price can sign for it', () => {
  const operations = [burn(uA, M, N), burn(aX, M, N, { authority: A })];
  for (const provenWallet of [U, A])
    expect(
      judged('payment', { operations, accounts, signers: [U, A] }, { unbound: 'prove', provenWallet }),
    ).toBe('V');
  expect(judged('payment', { operations, accounts, signers: [U, A] }, { unbound: 'prove' })).toBe(
    'R:proof_required',
  );
});

it('a burn beside indistinguishable fees is undecided', () => {
  const fee = transfer(uA, wA, 50n, { program: T22, withheld: 5n });
  const operations = [burn(uA, M, N - 50n, { program: T22 }), fee, harvest(M, wA, 5n)];
  const wanted = { tokenProgram: T22, minimum: 1n };
  expect(judged('payment', { operations, accounts: holdings(T22) }, wanted)).toBe('L:amount_undetermined');
});
