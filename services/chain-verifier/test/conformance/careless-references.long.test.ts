import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/chain/facts.ts';
import type { Demand } from '../../src/verdicts/demand.ts';
import { judgePayment } from '../../src/verdicts/judge-payment.ts';
import { answerOf, demand, evidenceOf, holding, M, N, U, uA, W, wA, X } from './judge-scenario.ts';
import { key } from './keys.ts';
import { burn, call, memo, type Operation, transfer } from './operations.ts';

const RUNS = 10_000;
const stranger = key('a stranger');
const accounts = { [uA]: holding(U, 5n * N), [wA]: holding(W, 0n) };
const number = fc.integer({ min: 1, max: 12_000 });
const referenceOf = (id: number) => `LISTBURN${String(id).padStart(3, '0')}`;

const gaps = [
  '',
  ' ',
  '  ',
  ' #',
  ':',
  ': ',
  '\n',
  '\t',
  '/',
  '.',
  '-',
  '_',
  '\u2011',
  '–',
  '\u200b',
  '\u00a0',
  '(',
  '=',
  ' no. ',
];
const spelling = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => `${text.slice(0, 1)}${text.slice(1).toLowerCase()}`,
  (text) => [...text].join(' '),
  (text) => text.replace('I', 'І').replace('S', 'Ѕ'),
  (text) => text.replace('B', 'В').replace('T', 'Т'),
  (text) => text.replace(/[A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  (text) => `${text.slice(0, 4)}\u00ad${text.slice(4)}`,
);
const digits = fc.constantFrom<(id: number) => string>(
  (id) => String(id),
  (id) => String(id).padStart(3, '0'),
  (id) => String(id).padStart(5, '0'),
  (id) => [...String(id)].join(' '),
);
const around = fc.constantFrom('', ' ', '\n', ' thanks', 'for ', '"', '!', '\r\n');

/** Memos that a human reader would take for a reference, and that are not one. */
const careless = fc
  .tuple(number, spelling, fc.constantFrom(...gaps), digits, around, around)
  .map(([id, spell, gap, write, before, after]) => ({
    id,
    text: `${before}${spell('LISTBURN')}${gap}${write(id)}${after}`,
  }));

/** Nothing is signed with it. */
const key32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bs58.encode(bytes));
const byU = { authority: U };

const payment = fc.oneof(
  careless.map(({ id, text }) => ({ id, operations: [memo(text), burn(uA, M, N, byU)] })),
  fc.tuple(number, key32).map(([id, foreign]) => ({ id, operations: [memo(foreign), burn(uA, M, N, byU)] })),
  fc.tuple(number, key32, fc.boolean()).map(([id, foreign, isInner]) => {
    const paying = transfer(uA, wA, N, { mint: M, extra: [foreign], ...byU });
    return { id, operations: [isInner ? call(X, paying) : paying] };
  }),
);

const evidenceFor = (operations: Operation[]) => evidenceOf({ operations, accounts, signers: [U] });

function judged(evidence: Evidence, id: number, wanted: Partial<Demand>): string {
  const rules = { reference: referenceOf(id), unbound: 'prove' as const, ...wanted };
  const verdict = judgePayment(evidence, demand(rules));
  return verdict.outcome === 'accepted' ? verdict.boundBy : answerOf(verdict);
}

it(`${RUNS} careless references and foreign keys: none is free for another, each is its payer's`, {
  timeout: 600_000,
}, () => {
  let ofOthers = 0;
  fc.assert(
    fc.property(payment, number, ({ operations, id }, another) => {
      fc.pre(another !== id);
      const evidence = evidenceFor(operations);
      // For another reference: never without a proof or with another wallet's proof, but with the payer's own.
      expect(judged(evidence, another, {})).toMatch(/^R:(proof_required|memo_mismatch)$/);
      expect(judged(evidence, another, { provenWallet: stranger })).toMatch(
        /^R:(proof_mismatch|memo_mismatch)$/,
      );
      expect(judged(evidence, another, { provenWallet: U })).toBe('wallet');
      expect(judged(evidence, another, { unbound: 'accept' })).toBe('R:memo_mismatch');
      // For the intended reference: bound if unambiguous, or else proven by the payer.
      expect(judged(evidence, id, { provenWallet: U })).toMatch(/^(memo|wallet)$/);
      expect(judged(evidence, id, {})).toMatch(/^(memo|R:proof_required)$/);
      ofOthers += 1;
    }),
    { numRuns: RUNS },
  );
  console.log(`careless references: ${ofOthers} payments, none accepted without the payer's proof`);
});

it('the reference with blanks around it, or in another case, is bound', () => {
  const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 4 });
  const casing = fc.infiniteStream(fc.boolean());
  fc.assert(
    fc.property(number, blanks, blanks, casing, (id, before, after, upper) => {
      const cased = [...referenceOf(id)].map((char) => (upper.next().value ? char : char.toLowerCase()));
      const evidence = evidenceFor([memo(`${before}${cased.join('')}${after}`), burn(uA, M, N, byU)]);
      expect(judged(evidence, id, { unbound: 'reject' })).toBe('memo');
      expect(judged(evidence, id + 1, { provenWallet: stranger })).toBe('R:memo_mismatch');
    }),
    { numRuns: 500 },
  );
});

it.each([
  'LISTBURN007\u00a0',
  '\ufeffLISTBURN007',
  'LISTBURN007\0',
  'LİSTBURN007',
  'ＬISTBURN007',
  'LISTBURN007.',
  'LISTBURN7',
])('%j is not the reference without the payer’s signature', (text) => {
  const evidence = evidenceFor([memo(text), burn(uA, M, N, byU)]);
  expect(judged(evidence, 7, {})).toBe('R:proof_required');
  expect(judged(evidence, 7, { provenWallet: U })).toBe('wallet');
});

describe('a slip in the key of a membership', () => {
  const own = `LISTCLUB-${key('visitor')}`;
  const wanted = { reference: own, referencePrefixes: ['LISTBURN', 'LISTCLUB-'] };
  const judgedAs = (texts: string[], rest: Partial<Demand>) =>
    judged(evidenceFor([...texts.map((text) => memo(text)), burn(uA, M, N, byU)]), 7, { ...wanted, ...rest });
  const swapped = `${own.slice(0, -1)}${own.endsWith('z') ? 'y' : 'z'}`;
  it.each([
    ['another letter', swapped],
    ['a letter too few', own.slice(0, -1)],
    ['a letter too many', `${own}z`],
    ['only its beginning', own.slice(0, 14)],
    ['the key of another visitor', `LISTCLUB-${key('another visitor')}`],
    ['within a sentence', `for ${swapped}, please`],
  ])('%s: only its payer can use the payment', (_case, text) => {
    expect(judgedAs([text], {})).toBe('R:proof_required');
    expect(judgedAs([text], { provenWallet: stranger })).toBe('R:proof_mismatch');
    expect(judgedAs([text], { provenWallet: U })).toBe('wallet');
    expect(judgedAs([text], { unbound: 'accept' })).toBe('R:memo_mismatch');
    expect(judgedAs([text], { unbound: 'accept', provenWallet: U })).toBe('wallet');
    expect(judgedAs([text], { unbound: 'reject', provenWallet: U })).toBe('R:memo_mismatch');
  });
  it('beside a report, or beside the reference itself, is no slip: the payer’s signature decides', () => {
    expect(judgedAs([swapped, 'LISTBURN008'], {})).toBe('R:memo_mismatch');
    expect(judgedAs([swapped, 'LISTBURN008'], { provenWallet: stranger })).toBe('R:memo_mismatch');
    expect(judgedAs([swapped, 'LISTBURN008'], { provenWallet: U })).toBe('wallet');
    expect(judgedAs([swapped, own], { provenWallet: stranger })).toBe('R:memo_ambiguous');
    expect(judgedAs([swapped, own], { provenWallet: U })).toBe('wallet');
  });
});

it('a reference beside another one is ambiguous, however it is written, until its payer has signed', () => {
  for (const text of [' listburn007 ', 'LISTBURN007']) {
    const evidence = evidenceFor([memo(text), memo('and listburn008'), burn(uA, M, N, byU)]);
    for (const wanted of [{}, { provenWallet: stranger }, { unbound: 'accept' as const }])
      expect(judged(evidence, 7, wanted)).toBe('R:memo_ambiguous');
    for (const report of [7, 8]) expect(judged(evidence, report, { provenWallet: U })).toBe('wallet');
  }
});
