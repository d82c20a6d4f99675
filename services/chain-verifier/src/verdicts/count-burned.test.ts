import { expect, it } from 'vitest';
import { A, aX, demand, evidenceOf, holding, M, N, U, uA } from '../../test/conformance/judge-scenario.ts';
import { INCINERATOR, key, T22, TOK } from '../../test/conformance/keys.ts';
import { burn, mintTo, type Operation } from '../../test/conformance/operations.ts';
import { confidentialOf, countBurned, whyNothingBurned } from './count-amounts.ts';
import type { Demand } from './demand.ts';

const dumped = key('dumped');
const accounts = { [uA]: holding(U, N), [aX]: holding(A, N), [dumped]: holding(INCINERATOR, N) };

function counted(operations: Operation[], rest: Partial<Demand> = {}) {
  const evidence = evidenceOf({ operations, accounts });
  const wanted = demand(rest);
  const burned = countBurned(evidence, wanted);
  const stop = whyNothingBurned(evidence, wanted, burned);
  return { ...burned, stop: stop === null ? null : stop.code };
}

it.each<[string, Operation[], object]>([
  ['more burned than minted', [burn(uA, M, 5n), mintTo(aX, M, 2n)], { gross: 5n, minted: 2n, net: 3n }],
  ['one more burned than minted', [burn(uA, M, 2n), mintTo(aX, M, 1n)], { net: 1n, stop: null }],
  ['as much', [burn(uA, M, 1n), mintTo(aX, M, 1n)], { net: 0n, stop: 'net_supply_not_reduced' }],
  ['less', [burn(uA, M, 1n), mintTo(aX, M, 2n)], { net: 0n, stop: 'net_supply_not_reduced' }],
  ['nothing, by a burn', [burn(uA, M, 0n)], { gross: 0n, net: 0n, stop: null }],
  ['nothing, and minted', [burn(uA, M, 0n), mintTo(aX, M, 1n)], { net: 0n, stop: null }],
  ['abandoned tokens', [burn(dumped, M, 5n)], { gross: 0n, stop: 'burn_of_abandoned_tokens' }],
])('what was burned: %s', (_name, operations, wanted) => {
  expect(counted(operations)).toMatchObject(wanted);
});

it('where a burner is asked for, the burns of others do not count, and are not taken for abandoned ones', () => {
  const burns = [burn(uA, M, 5n), burn(dumped, M, 3n)];
  expect(counted(burns, { burner: U })).toMatchObject({ gross: 5n, stop: null });
  expect(counted(burns, { burner: A })).toMatchObject({ gross: 0n, stop: 'burner_mismatch' });
  expect(counted(burns.slice(1), { burner: A })).toMatchObject({ stop: 'burn_of_abandoned_tokens' });
});

it('hidden amounts matter of their kind, under the program of the mint, on its accounts', () => {
  const evidence = evidenceOf({ operations: [burn(uA, M, 1n)], accounts });
  const entry = { path: '1', type: 'confidentialBurn', program: TOK, kind: 'burn', accounts: [uA, 'other'] };
  const hidden = (rest: object = {}) => {
    const confidential = [{ ...entry, ...rest } as (typeof evidence.confidential)[number]];
    return confidentialOf({ ...evidence, confidential }, demand(), 'burn');
  };
  expect(hidden()).toBe(true);
  expect(hidden({ kind: 'mint' })).toBe(false);
  expect(hidden({ program: T22 })).toBe(false);
  expect(hidden({ accounts: ['other'] })).toBe(false);
});
