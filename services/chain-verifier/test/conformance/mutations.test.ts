import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvidence } from '../../src/chain/evidence.ts';
import type { Evidence } from '../../src/chain/facts.ts';
import { judgePayment } from '../../src/verdicts/judge-payment.ts';
import type { Verdict } from '../../src/verdicts/verdict.ts';
import { buildTransaction, type Scenario } from './build-transaction.ts';
import { A, demand, holding, M, N, U, uA, W, wA, wX, X } from './judge-scenario.ts';
import { INCINERATOR, key, SYSTEM, T22 } from './keys.ts';
import { batch, burn, call, memo, mintTo, transfer } from './operations.ts';
import { readAnswer, readManifest, skipRecorded } from './read-manifest.ts';
import { BUILT_SAMPLES, RUNS } from './runs.ts';

/** How a response gets damaged in transit: truncated, emptied, retyped, one character off, duplicated. */
type Mutation = { place: number; damage: number; detail: number };

const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(100_000),
  damage: fc.nat(11),
  detail: fc.nat(100_000),
});

type Slot = { parent: Record<string, unknown> | unknown[]; name: string };

function mutate(answer: unknown, mutations: readonly Mutation[]): unknown {
  const root = { answer: structuredClone(answer) };
  for (const { place, damage, detail } of mutations) {
    const slots = slotsOf(root);
    const slot = slots[place % slots.length];
    if (slot !== undefined) harm(slot, damage, detail);
  }
  return root.answer;
}

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Slot['parent'];
  return Object.keys(parent).flatMap((name) => [{ parent, name }, ...slotsOf(Reflect.get(parent, name))]);
}

const replacements: readonly unknown[] = [null, undefined, 0, -1, 1.5, '', {}, [], true];

function harm({ parent, name }: Slot, damage: number, detail: number): void {
  const value: unknown = Reflect.get(parent, name);
  if (damage <= 2) remove(parent, name);
  else if (damage <= 4) Reflect.set(parent, name, replacements[detail % replacements.length]);
  else if (Array.isArray(value) && value.length > 0) harmList(value, damage, detail);
  else if (typeof value === 'string') Reflect.set(parent, name, harmText(value, detail));
  else if (typeof value === 'number') Reflect.set(parent, name, value + (damage % 2 === 0 ? 1 : -1));
  else remove(parent, name);
}

function remove(parent: Slot['parent'], name: string): void {
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else Reflect.deleteProperty(parent, name);
}

function harmList(list: unknown[], damage: number, detail: number): void {
  const index = detail % list.length;
  if (damage % 3 === 0) list.push(structuredClone(list[index]));
  else if (damage % 3 === 1) list.splice(index, 1);
  else list.reverse();
}

function harmText(text: string, detail: number): string {
  const index = detail % Math.max(1, text.length);
  const other = text[index] === '2' ? '3' : '2';
  return detail % 4 === 0 ? text.slice(0, index) : text.slice(0, index) + other + text.slice(index + 1);
}

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
