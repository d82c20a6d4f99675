import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvidence } from '../../src/chain/evidence.ts';
import type { Evidence } from '../../src/chain/facts.ts';
import { judgePayment } from '../../src/verdicts/judge-payment.ts';
import type { Verdict } from '../../src/verdicts/verdict.ts';
import { buildTransaction, type Scenario } from './build-transaction.ts';
import { A, demand, holding, M, N, U, uA, W, wA, wX, X } from './judge-scenario.ts';
import { INCINERATOR, key, SYSTEM, T22 } from './keys.ts';
import { anyMutation, mutate } from './mutations.ts';
import { batch, burn, call, memo, mintTo, transfer } from './operations.ts';
import { readAnswer, readManifest, skipRecorded } from './read-manifest.ts';
import { BUILT_SAMPLES, RUNS } from './runs.ts';

type Sample = { name: string; answer: unknown; signature: string };

const accounts = { [uA]: holding(U, 5n * N), [wA]: holding(W, N), [wX]: holding(W, N) };
const scenarios: Record<string, Scenario> = {
  'a burn and a transfer': { operations: [memo('gm'), burn(uA, M, N), transfer(uA, wA, N)], accounts },
  'a burn that is minted again': { operations: [burn(uA, M, N), call(X, mintTo(uA, M, N))], accounts },
  'a burn of abandoned tokens': { operations: [burn(uA, M, N)], accounts: { [uA]: holding(SYSTEM, N) } },
  'a burn of burnt tokens': { operations: [burn(uA, M, N)], accounts: { [uA]: holding(INCINERATOR, N) } },
  'a failed burn': { operations: [burn(uA, M, N)], accounts, err: { InstructionError: [0, 'Custom'] } },
  'a round trip': { operations: [call(X, transfer(uA, wA, N), transfer(wA, uA, N))], accounts },
  'a transfer to itself': { operations: [transfer(wX, wA, N, { mint: M })], accounts },
  'a batch': {
    operations: [batch(T22, [burn(uA, M, N, { program: T22 })])],
    accounts: { [uA]: holding(U, N, { program: T22 }) },
  },
  'a lookup': { operations: [transfer(uA, wA, N), memo('gm')], accounts, version: 0, lookedUp: [wA] },
  'a v1 transaction': { operations: [transfer(uA, wA, N, { mint: M })], accounts, version: 1 },
};

const built: Sample[] = Object.entries(scenarios).map(([name, scenario]) => ({
  name,
  ...buildTransaction(scenario),
}));
const manifest = readManifest();
skipRecorded(manifest, 'damaged');
const recorded: Sample[] = manifest.flatMap(({ file, encoding, signature }) =>
  signature === null ? [] : [{ name: file, answer: readAnswer(file, encoding), signature }],
);

describe('damaged answers', () => {
  test('are made of as many samples as are counted', () => expect(built).toHaveLength(BUILT_SAMPLES));

  for (const sample of [...built, ...recorded]) {
    test(`${sample.name}: any damage is read without throwing, and no single one makes it pay more`, () => {
      const sound = readEvidence(sample);
      const demands = demandsOn(sound.ok ? sound.evidence : null);
      const most = demands.map((wanted) => (sound.ok ? amountOf(judgePayment(sound.evidence, wanted)) : 0n));
      fc.assert(
        fc.property(fc.array(anyMutation, { minLength: 2, maxLength: 5 }), anyMutation, (many, one) => {
          readEvidence({ ...sample, answer: mutate(sample.answer, many) });
          const result = readEvidence({ ...sample, answer: mutate(sample.answer, [one]) });
          if (!result.ok) return;
          demands.forEach((wanted, index) => {
            expect(amountOf(judgePayment(result.evidence, wanted))).toBeLessThanOrEqual(most[index] ?? 0n);
          });
        }),
        { numRuns: RUNS.mutations },
      );
    });
  }

  test('a transaction that names another reference does not lose it, because its signatures are checked', () => {
    const scenario = { operations: [memo('LISTBURN008'), burn(uA, M, N)], accounts };
    const sample = buildTransaction(scenario);
    fc.assert(
      fc.property(fc.array(anyMutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        const result = readEvidence({ ...sample, answer: mutate(sample.answer, mutations) });
        if (result.ok) expect(judgePayment(result.evidence, demand()).outcome).not.toBe('accepted');
      }),
      { numRuns: RUNS.otherReference },
    );
  });
});

describe('answers that are none', () => {
  test('any value is read without throwing, and is no evidence', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
        (answer) => {
          expect(readEvidence({ answer, signature: 'x' }).ok).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('values that throw when they are looked at are no evidence either', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        has: () => {
          throw new Error('no');
        },
      },
    );
    const { answer, signature } = buildTransaction({ operations: [burn(uA, M, N)], accounts });
    for (const value of [hostile, { ...answer, meta: hostile }, { ...answer, transaction: hostile }]) {
      expect(readEvidence({ answer: value, signature })).toMatchObject({
        ok: false,
        fault: { code: 'malformed_response' },
      });
    }
  });
});

/** Every demand an attacker could make of a transaction: each of its mints, for each owner in it. */
function demandsOn(evidence: Evidence | null) {
  const base = [
    demand({ minimum: 1n, notBefore: 0 }),
    demand({ minimum: 1n, notBefore: 0, tokenProgram: T22 }),
  ];
  const wallets = [...new Set(evidence?.balances.map(({ ownerAfter }) => ownerAfter) ?? [])].slice(0, 5);
  const mints = new Map(evidence?.balances.map((balance) => [balance.mint, balance]) ?? []);
  const asked = [...mints.values()].slice(0, 4).flatMap(({ mint, program, decimals }) =>
    wallets.map((burnWallet) =>
      demand({
        mint,
        tokenProgram: program ?? T22,
        decimals: decimals ?? 6,
        burnWallet,
        minimum: 1n,
        notBefore: 0,
      }),
    ),
  );
  return [
    ...base,
    ...asked,
    demand({ minimum: 1n, notBefore: 0, burnWallet: A }),
    demand({ mint: key('no mint') }),
  ];
}

function amountOf(verdict: Verdict): bigint {
  return verdict.outcome === 'accepted' ? verdict.amount : 0n;
}
