import { expect, it } from 'vitest';
import { demand, evidenceOf, holding, M, N, U, uA } from '../../test/conformance/judge-scenario.ts';
import { burn } from '../../test/conformance/operations.ts';
import { checkAmount } from './check-facts.ts';

const evidence = evidenceOf({ operations: [burn(uA, M, N)], accounts: { [uA]: holding(U, N) } });
const timeless = { ...evidence, blockTime: null };
const wanted = demand({
  notBefore: 0,
  prices: [
    { since: 0, minimum: 10n },
    { since: (evidence.blockTime ?? 0) - 1_000, minimum: 20n },
  ],
});

it('without a block time, less than the lowest price is too little and the highest is enough', () => {
  expect(checkAmount(9n, timeless, wanted)).toMatchObject({ code: 'amount_below_minimum', minimum: 10n });
  for (const between of [10n, 19n])
    expect(checkAmount(between, timeless, wanted)).toMatchObject({
      outcome: 'unknown',
      code: 'time_unknown',
    });
  expect(checkAmount(20n, timeless, wanted)).not.toHaveProperty('outcome');
});

it('too little is reported with what counted and what it cost', () => {
  expect(checkAmount(9n, evidence, wanted)).toMatchObject({ outcome: 'rejected', amount: 9n, minimum: 10n });
  expect(checkAmount(10n, evidence, wanted)).not.toHaveProperty('outcome');
});
