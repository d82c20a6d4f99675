import bs58 from 'bs58';
import { describe, expect } from 'vitest';
import { parseSignature } from '../../src/chain/base58.ts';
import { judgePayment } from '../../src/verdicts/judge-payment.ts';
import { BLOCK_TIME } from './build-transaction.ts';
import {
  conformance,
  demand,
  evidenceOf,
  further,
  holding,
  judged,
  M,
  N,
  tampered,
  U,
  uA,
  W,
  wA,
  X,
} from './judge-scenario.ts';
import { key, MEMO1, MEMO3, MEMO4, T22, TOK } from './keys.ts';
import { burn, call, memo, type Operation, raw, transfer } from './operations.ts';

const accounts = { [uA]: holding(U, 5n * N), [wA]: holding(W, 0n) };
const bound = { unbound: 'reject' as const };
const paid = (before: Operation[], after: Operation[] = [], wanted: Parameters<typeof judged>[2] = bound) =>
  judged('payment', { operations: [...before, burn(uA, M, N), ...after], accounts }, wanted);

describe('C: memo, reference, identity', () => {
  conformance('C01', 'the memo may stand anywhere, under any memo program', () => {
    for (const program of [MEMO1, MEMO3, MEMO4]) {
      expect(paid([memo('INV-1', { program })])).toBe('V');
      expect(paid([], [raw(X, []), raw(X, []), memo('INV-1', { program })])).toBe('V');
    }
  });
  conformance('C02', 'the memo may be signed', () => {
    const operations = [memo('INV-1', { keys: [U] }), burn(uA, M, N)];
    expect(judged('payment', { operations, accounts, signers: [key('payer'), U] }, bound)).toBe('V');
  });
  conformance('C03', 'a log line is no memo', () => {
    const scenario = { operations: [call(X), burn(uA, M, N)], accounts };
    const answer = tampered(
      'payment',
      scenario,
      ({ meta }) => {
        meta.logMessages = ['Program log: Memo (len 5): "INV-1"'];
      },
      bound,
    );
    expect(answer).toBe('R:memo_missing');
  });
  conformance('C04', 'memo text under another program is no memo', () => {
    expect(paid([memo('INV-1', { program: X })])).toBe('R:memo_missing');
  });
  conformance('C05', 'a look-alike of the reference is not the reference, nor free for another', () => {
    for (const text of ['INV-10', 'ＩＮＶ-1', 'INV-\u200b1', 'xINV-1', 'INV-1.', 'ref INV-1']) {
      for (const unbound of ['reject', 'accept'] as const) {
        expect(paid([memo(text)], [], { unbound }), JSON.stringify(text)).toBe('R:memo_mismatch');
      }
    }
  });
  // Deviates from cases.md: a stray space must not void a burn, which cannot be undone. See docs/decisions/0005.
  further('C05', 'blanks around the reference, and the case of its letters, do no harm', () => {
    for (const text of ['INV-1 ', ' INV-1', 'inv-1', 'INV-1\n', '\t Inv-1\r\n'])
      expect(paid([memo(text)]), JSON.stringify(text)).toBe('V');
  });
  further('C05', 'another number, also with other zeros, is another reference', () => {
    for (const text of [
      'LISTBURN008',
      'LISTBURN7',
      'LISTBURN0007',
      'listburn008',
      'thanks for LISTBURN008!',
    ]) {
      expect(paid([memo(text)], [], { reference: 'LISTBURN007' })).toBe('R:memo_mismatch');
    }
  });
  conformance('C06', 'a memo of other bytes is only not the reference, and crashes nothing', () => {
    for (const [name, bytes] of [
      ['invalid UTF-8', Buffer.from([0x49, 0xff, 0xfe])],
      ['NUL', Buffer.from('INV-1\0')],
      ['600 bytes', Buffer.alloc(600, 0x61)],
      ['nothing', Buffer.alloc(0)],
    ] as const) {
      expect(paid([memo(bytes)]), name).toBe('R:memo_mismatch');
    }
  });
  conformance('C07', 'a payment that names two references pays for neither', () => {
    for (const unbound of ['reject', 'accept'] as const) {
      expect(paid([memo('INV-1'), memo('INV-2')], [], { unbound })).toBe('R:memo_ambiguous');
      expect(paid([memo('INV-1'), memo('for inv-2, please')], [], { unbound })).toBe('R:memo_ambiguous');
    }
  });
  conformance('C08', 'other text beside the reference does no harm', () => {
    for (const text of ['gm', 'invoice', 'listburns forever', 'INV', ''])
      expect(paid([memo('INV-1'), memo(text)])).toBe('V');
    expect(paid([memo('INV-1'), memo('INV-1'), memo('inv-1')])).toBe('V');
  });
  conformance('C09', 'a memo by another program counts', () => {
    expect(paid([call(X, memo('INV-1'))])).toBe('V');
  });
  conformance('C10', 'the right memo does not mend a failure', () => {
    const scenario = { operations: [memo('INV-1'), burn(uA, M, N)], accounts, err: 'AccountInUse' };
    expect(judged('payment', scenario, bound)).toBe('R:tx_failed');
  });
  conformance('C15', 'every spelling of a signature becomes the same text, or none', () => {
    const signature = bs58.encode(Buffer.alloc(64, 9));
    expect(parseSignature(signature)).toBe(signature);
    expect(parseSignature(` ${signature}\n`)).toBe(signature);
    const wrong = [
      `1${signature}`,
      signature.slice(1),
      `${signature}+`,
      `0${signature.slice(1)}`,
      `${signature}é`,
      '',
      'x'.repeat(99),
    ];
    for (const text of wrong) expect(parseSignature(text), text).toBeNull();
    expect(parseSignature('1'.repeat(64))).toBe('1'.repeat(64));
  });
  conformance(
    'C16',
    "another payer's payment without a reference is not claimed where references are required",
    () => {
      expect(paid([])).toBe('R:memo_missing');
      expect(judged('payment', { operations: [transfer(uA, wA, N)], accounts }, bound)).toBe(
        'R:memo_missing',
      );
    },
  );
  conformance('C17', 'a payment older than what it is to pay for does not count', () => {
    const window = { ...bound, boundToleranceS: 3_600, notBefore: BLOCK_TIME + 3_601 };
    expect(paid([memo('INV-1')], [], window)).toBe('R:outside_window');
    expect(paid([memo('INV-1')], [], { ...window, notBefore: BLOCK_TIME + 3_600 })).toBe('V');
    expect(paid([memo('INV-1')], [], { ...window, boundToleranceS: 0 })).toBe('R:outside_window');
  });
  // The product sets no end: a visitor may pay the quoted price for as long as there is something to pay for.
  conformance('C18', 'a payment after the end does not count, where a caller sets one', () => {
    const window = { ...bound, boundToleranceS: 0, notBefore: 0 };
    expect(paid([memo('INV-1')], [], { ...window, notAfter: BLOCK_TIME - 1 })).toBe('R:outside_window');
    expect(paid([memo('INV-1')], [], { ...window, notAfter: BLOCK_TIME })).toBe('V');
  });
  conformance('C22', 'a reference key ties a payment as a memo does', () => {
    const operations = [transfer(uA, wA, N, { mint: M, extra: [key('reference')] })];
    const wanted = { ...bound, referenceKey: key('reference') };
    expect(judged('payment', { operations, accounts }, wanted)).toBe('V');
    expect(judged('payment', { operations, accounts }, { ...bound, referenceKey: key('other') })).toBe(
      'R:memo_mismatch',
    );
    expect(judged('payment', { operations: [...operations, memo('INV-2')], accounts }, wanted)).toBe(
      'R:memo_ambiguous',
    );
  });
  further(
    'C22',
    'the memo decides first, and a key beside the memo of another reference pays for nothing',
    () => {
      for (const [program, extra] of [
        [TOK, {}],
        [T22, { program: T22 }],
      ] as const) {
        const operations = [burn(uA, M, N, { ...extra, extra: [key('of INV-1')] }), memo('INV-2')];
        const scenario = { operations, accounts: { [uA]: holding(U, 5n * N, extra) } };
        const by = (reference: string) =>
          judged('payment', scenario, {
            ...bound,
            tokenProgram: program,
            reference,
            referenceKey: key(`of ${reference}`),
          });
        expect(by('INV-1')).toBe('R:memo_ambiguous');
        expect(by('INV-2')).toBe('V');
        expect(by('INV-3')).toBe('R:memo_mismatch');
      }
    },
  );
  further('C22', "another report's key alone ties nothing, under either program", () => {
    for (const [program, extra] of [
      [TOK, {}],
      [T22, { program: T22 }],
    ] as const) {
      const operations = [burn(uA, M, N, { ...extra, extra: [key('of INV-1')] })];
      const scenario = { operations, accounts: { [uA]: holding(U, 5n * N, extra) } };
      const by = (referenceKey: string, unbound: 'reject' | 'accept') =>
        judged('payment', scenario, { tokenProgram: program, unbound, referenceKey });
      expect(by(key('of INV-1'), 'reject')).toBe('V');
      expect(by(key('of INV-2'), 'reject')).toBe('R:memo_mismatch');
      expect(by(key('of INV-2'), 'accept')).toBe('R:memo_mismatch');
    }
  });
});

describe('references of the product', () => {
  const open = { unbound: 'accept' as const };
  further('C', 'without any reference a payment counts from the second on in which its purpose began', () => {
    expect(paid([memo('gm')], [], { ...open, notBefore: BLOCK_TIME })).toBe('V');
    expect(paid([], [], { ...open, notBefore: BLOCK_TIME + 1 })).toBe('R:outside_window');
  });
  further('C', 'a payment with a reference key cannot be claimed by a stranger', () => {
    const operations = [transfer(uA, wA, N, { mint: M, extra: [key("another visitor's reference")] })];
    expect(judged('payment', { operations, accounts }, open)).toBe('R:memo_mismatch');
  });
  further('C', 'the verdict states what bound the payment', () => {
    const boundBy = (operations: Operation[], wanted = {}) => {
      const verdict = judgePayment(evidenceOf({ operations, accounts }), demand(wanted));
      return verdict.outcome === 'accepted' ? verdict.boundBy : verdict.code;
    };
    expect(boundBy([burn(uA, M, N)])).toBe('nothing');
    expect(boundBy([burn(uA, M, N), memo('INV-1')])).toBe('memo');
    const keyed = [burn(uA, M, N, { extra: [key('reference')] })];
    expect(boundBy(keyed, { referenceKey: key('reference') })).toBe('reference_key');
  });
});
