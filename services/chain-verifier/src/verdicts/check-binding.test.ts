import { expect, it } from 'vitest';
import { BLOCK_TIME } from '../../test/conformance/build-transaction.ts';
import { demand, evidenceOf, holding, M, N, U, uA, W, wA } from '../../test/conformance/judge-scenario.ts';
import { key, T22, TOK } from '../../test/conformance/keys.ts';
import { burn, memo, transfer } from '../../test/conformance/operations.ts';
import { checkReference, checkWindow } from './check-binding.ts';
import type { Demand } from './demand.ts';
import { judgePayment } from './judge-payment.ts';

const accounts = { [uA]: holding(U, N), [wA]: holding(W, 0n) };
const evidence = evidenceOf({ operations: [burn(uA, M, N)], accounts });

const at = (boundBy: Parameters<typeof checkWindow>[2], wanted: Partial<Demand>, blockTime = BLOCK_TIME) => {
  const finding = checkWindow({ ...evidence, blockTime }, demand(wanted), boundBy);
  return 'code' in finding ? finding.code : 'in time';
};

it.each([
  ['memo', 600],
  ['reference_key', 600],
  ['wallet', 60],
  ['nothing', 0],
] as const)('bound by %s, a payment may be %i s older than what it pays for', (boundBy, tolerance) => {
  const wanted = { boundToleranceS: 600, notBefore: BLOCK_TIME };
  expect(at(boundBy, wanted, BLOCK_TIME - tolerance)).toBe('in time');
  expect(at(boundBy, wanted, BLOCK_TIME - tolerance - 1)).toBe('outside_window');
});

it.each([
  ['memo', true],
  ['reference_key', true],
  ['wallet', false],
  ['nothing', false],
] as const)(
  'bound by %s, of any age, by any clock, before any restore where no tolerance is set: %s',
  (boundBy, isFree) => {
    expect(at(boundBy, { notBefore: BLOCK_TIME + 61 })).toBe(isFree ? 'in time' : 'outside_window');
    const set = { boundToleranceS: 600 };
    expect(at(boundBy, { ...set, now: BLOCK_TIME - 61 })).toBe(isFree ? 'in time' : 'time_unknown');
    expect(at(boundBy, { ...set, now: BLOCK_TIME - 60 })).toBe('in time');
    expect(at(boundBy, { ...set, usesKnownSince: BLOCK_TIME + 1 })).toBe(
      isFree ? 'in time' : 'before_restore',
    );
    expect(at(boundBy, { ...set, usesKnownSince: BLOCK_TIME })).toBe('in time');
  },
);

it('untrusted text is cut to 80 characters and stripped of control characters', () => {
  const text = `INV-${'x'.repeat(100)}`;
  const named = evidenceOf({ operations: [memo(`${text}\n"`), burn(uA, M, N)], accounts });
  const { detail } = checkReference(named, demand({ unbound: 'reject' }), N) as { detail: string };
  expect(detail).toBe(`it names "${text.slice(0, 80).toLowerCase()}"`);
  const careless = evidenceOf({ operations: [memo('INV\n#1"\u2028'), burn(uA, M, N)], accounts });
  expect(checkReference(careless, demand({ reference: 'INV-2' }), N)).toMatchObject({
    detail: 'its memo is like a reference: "INV\\n#1\\"\u2028"',
  });
});

it.each([
  ['a burn', [burn(uA, M, N, { extra: [key('k')] })], TOK],
  ['a transfer', [transfer(uA, wA, N, { mint: M, extra: [key('k')] })], TOK],
  ['a burn of Token-2022', [burn(uA, M, N, { program: T22, extra: [key('k')] })], T22],
])('a key behind %s that does not sign names a purpose', (_what, operations, program) => {
  const held = { [uA]: holding(U, N, { program }), [wA]: holding(W, 0n, { program }) };
  const asked = demand({ tokenProgram: program, unbound: 'accept' });
  const code = (signers: string[]) => {
    const finding = checkReference(evidenceOf({ operations, accounts: held, signers }), asked, N);
    return 'code' in finding ? finding.code : finding.boundBy;
  };
  expect(code([U])).toBe('memo_mismatch');
  expect(code([U, key('k')])).toBe('nothing');
});

it('keys behind a transfer in Token-2022 are those of its hook', () => {
  const program = T22;
  const held = { [uA]: holding(U, N, { program }), [wA]: holding(W, 0n, { program }) };
  const operations = [transfer(uA, wA, N, { program, mint: M, extra: [key('hook')] })];
  const asked = demand({ tokenProgram: program });
  expect(checkReference(evidenceOf({ operations, accounts: held }), asked, N)).toMatchObject({
    boundBy: 'nothing',
  });
});

it('a part of what an intent asks for counts if it is bound, or signed for by the wallet that gave all of it', () => {
  const part = (texts: string[], wanted: Partial<Demand> = {}) => {
    const operations = [...texts.map((text) => memo(text)), burn(uA, M, N)];
    const asked = demand({ minimum: N + 1n, partial: true, unbound: 'prove', ...wanted });
    const verdict = judgePayment(evidenceOf({ operations, accounts, signers: [U] }), asked);
    return verdict.outcome === 'accepted'
      ? [verdict.boundBy, verdict.amount]
      : verdict.outcome === 'rejected' && verdict.code;
  };
  const { reference } = demand({});
  expect(part([reference])).toEqual(['memo', N]);
  expect(part([reference], { minimum: N })).toEqual(['memo', N]);
  expect(part([reference], { provenWallet: U })).toEqual(['memo', N]);
  expect(part([])).toBe('proof_required');
  expect(part([], { referenceKey: key('k') })).toBe('proof_required');
  expect(part([], { minimum: N, unbound: 'accept', provenWallet: W })).toEqual(['nothing', N]);
  expect(part([], { provenWallet: U })).toEqual(['wallet', N]);
  expect(part([], { provenWallet: W })).toBe('proof_mismatch');
  expect(part([], { unbound: 'accept' })).toBe('amount_below_minimum');
});

it.each([
  ['memo', { texts: [demand({}).reference], extra: [] }],
  ['reference_key', { texts: [], extra: [key('k')] }],
])('a credit that is named by its %s counts once its payer signs', (boundBy, { texts, extra }) => {
  const operations = [...texts.map((text) => memo(text)), burn(uA, M, N, { extra })];
  const judged = (wanted: Partial<Demand>, signers = [U]) => {
    const asked = demand({ partial: 'signed', unbound: 'prove', referenceKey: key('k'), ...wanted });
    const verdict = judgePayment(evidenceOf({ operations, accounts, signers }), asked);
    return verdict.outcome === 'accepted' ? verdict.boundBy : verdict;
  };
  expect(judged({})).toMatchObject({
    code: 'proof_required',
    detail: 'it is a credit, or for another offer, and no wallet signed for this claim',
    payers: [U],
  });
  expect(judged({ provenWallet: W })).toMatchObject({ code: 'proof_mismatch', payers: [U] });
  expect(judged({ provenWallet: U })).toBe('wallet');
  expect(judged({}, [W])).toBe(boundBy);
  expect(judged({ unbound: 'accept' })).toBe(boundBy);
  expect(judged({ partial: true })).toBe(boundBy);
});

it('a payment that names the key of its intent may be older than what it pays for', () => {
  const keyed = evidenceOf({ operations: [burn(uA, M, N, { extra: [key('k')] })], accounts });
  const code = (wanted: Partial<Demand>, boundBy: Parameters<typeof checkWindow>[2] = 'memo') => {
    const asked = demand({ boundToleranceS: 600, notBefore: BLOCK_TIME + 10_000, ...wanted });
    const finding = checkWindow(keyed, asked, boundBy);
    return 'code' in finding ? finding.code : 'in time';
  };
  const intent = { partial: true, referenceKey: key('k') } as const;
  expect(code(intent)).toBe('in time');
  expect(code(intent, 'wallet')).toBe('outside_window');
  expect(code({ referenceKey: key('k') })).toBe('outside_window');
  expect(code({ partial: true })).toBe('outside_window');
  expect(code({ partial: true, referenceKey: key('another') })).toBe('outside_window');
});

it('a payment with a membership’s reference may be older than the row of a database that was restored', () => {
  const club = { referenceKey: key('k'), reference: `INV-${key('k')}` };
  const asked = { boundToleranceS: 600, notBefore: BLOCK_TIME + 10_000, ...club };
  for (const boundBy of ['memo', 'reference_key'] as const) expect(at(boundBy, asked)).toBe('in time');
  for (const boundBy of ['wallet', 'nothing'] as const) expect(at(boundBy, asked)).toBe('outside_window');
});

it('a payment that names something of this installation may be older than what its payer signs for', () => {
  const named = evidenceOf({ operations: [memo('INV-2'), burn(uA, M, N)], accounts });
  const asked = (wanted: Partial<Demand>) => {
    const finding = checkWindow(named, demand({ notBefore: BLOCK_TIME + 1_000, ...wanted }), 'wallet');
    return 'code' in finding ? finding.code : 'in time';
  };
  const { referencePrefixes } = demand({});
  expect(referencePrefixes.some((prefix) => 'INV-2'.startsWith(prefix))).toBe(true);
  expect(asked({})).toBe('outside_window');
  expect(asked({ creditNotBefore: BLOCK_TIME })).toBe('in time');
  expect(asked({ creditNotBefore: BLOCK_TIME + 1 })).toBe('outside_window');
  const credit = { notBefore: BLOCK_TIME + 1_000, creditNotBefore: BLOCK_TIME };
  expect(at('wallet', credit)).toBe('outside_window');
  expect(checkWindow(named, demand({ boundToleranceS: 600, ...credit }), 'memo')).toMatchObject({
    code: 'outside_window',
  });
});
