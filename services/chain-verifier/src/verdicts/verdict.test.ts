import { readFileSync } from 'node:fs';
import { removalTexts } from '@naughty-list/contracts/removal';
import { expect, it } from 'vitest';
import { type RefusalCode, refusalMessage } from './verdict.ts';

const facts = { minimum: 1_000_000_000_000n, decimals: 6, reference: 'LISTBURN007' };

/** Reads the codes from the source, because types do not exist at run time. */
function judgesCodes(): RefusalCode[] {
  const source = readFileSync(`${import.meta.dirname}/verdict.ts`, 'utf8');
  const union = /export type RejectionCode =([^;]*);/.exec(source)?.[1] ?? '';
  return [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code as RefusalCode);
}

it('every code of the judge has a text that a person can use', () => {
  const codes = judgesCodes();
  expect(codes.length).toBeGreaterThan(15);
  for (const code of [...codes, 'not_found', 'already_used', 'subject_already_paid'] as const) {
    const text = refusalMessage(code, facts);
    expect(text, code).toMatch(/^[A-Z].{20,}\.$/);
    expect(text, code).not.toMatch(/undefined|_|\d{7,}/);
  }
});

it.each(['memo_missing', 'memo_mismatch', 'memo_ambiguous', 'outside_window'] as const)(
  '%s names the reference that the report needs',
  (code) => expect(refusalMessage(code, facts)).toContain('LISTBURN007'),
);

it('too little says how much was burned and how much is needed, to the last unit', () => {
  const text = refusalMessage('amount_below_minimum', { ...facts, amount: 999_999_999_999n });
  expect(text).toBe(
    'Too few tokens were paid: 999,999.999999 LIST of 1,000,000 LIST. Payments add up: enter this transaction on the page where you pay, and send the rest from there.',
  );
});

it('too little in a former mint says that nothing can be added to it', () => {
  const too = { ...facts, amount: 400_000_000_000n };
  const text = refusalMessage('amount_below_minimum', { ...too, isFormerMint: true });
  expect(text).toBe(
    "Too few tokens were paid: 400,000 LIST of 1,000,000 LIST. They are former LIST tokens, so nothing can be added to them. Please contact us with the transaction's hash.",
  );
  expect(refusalMessage('amount_below_minimum', { ...too, isFormerMint: false })).not.toContain('former');
});

it("the catalogue's texts are used where it has one", () => {
  expect(refusalMessage('not_found', facts)).toBe(removalTexts.notFound);
  expect(refusalMessage('already_used', facts)).toBe(removalTexts.alreadyUsed);
  expect(refusalMessage('subject_already_paid', facts)).toContain(removalTexts.alreadyRemoved);
});

it.each(['proof_required', 'proof_mismatch'] as const)(
  '%s names the wallets that could prove it, or says that none can',
  (code) => {
    const of = (...payers: string[]) => refusalMessage(code, { ...facts, payers });
    expect(of('first', 'second', 'third', 'fourth')).toMatch(/wallet that paid: first or second or third\.$/);
    expect(of('first')).toMatch(/wallet that paid: first\.$/);
    // Also true of a part or a credit, whose memo may name this report.
    if (code === 'proof_required')
      expect(of('first')).toMatch(
        /^This transaction counts only after the wallet that paid says what it is for\. /,
      );
    for (const text of [of(), refusalMessage(code, facts)])
      expect(text).toMatch(/No single wallet .* contact us .* memo LISTBURN007\.$/);
  },
);
