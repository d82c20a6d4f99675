import { describe, expect, it } from 'vitest';
import { BLOCK_TIME, type Scenario } from '../../test/conformance/build-transaction.ts';
import {
  A,
  aX,
  demand,
  dumped,
  evidenceOf,
  holdings,
  M,
  N,
  U,
  uA,
  W,
  wA,
  wX,
} from '../../test/conformance/judge-scenario.ts';
import { key, T22 } from '../../test/conformance/keys.ts';
import { burn, harvest, memo, mintTo, raw, transfer } from '../../test/conformance/operations.ts';
import type { Evidence } from '../chain/facts.ts';
import { checkReference, checkWindow } from './check-binding.ts';
import { countBurned, countCredited, whyNothingBurned, whyNothingCredited } from './count-amounts.ts';
import { type Demand, inForceAt } from './demand.ts';
import {
  checkAmount,
  checkDecimals,
  checkReadable,
  checkSuccess,
  judgeInForce,
  judgePayment,
} from './judge-payment.ts';
import type { Finding, Stop } from './verdict.ts';

const accounts = holdings();
const of22 = { accounts: holdings(T22) };
const evidence = (operations: Scenario['operations'], rest: Partial<Scenario> = {}) =>
  evidenceOf({ operations, accounts, ...rest });

/** What a receipt shows of a finding, after its code where it stops the judging. */
const said = (finding: Finding | Stop | null) =>
  finding === null ? null : 'code' in finding ? `${finding.code}: ${finding.detail}` : finding.seen;
const burned = evidence([burn(uA, M, N)]);
const changed = (change: Partial<Evidence>): Evidence => ({ ...burned, ...change });

describe('a receipt says what was seen', () => {
  it('of the execution', () => {
    expect(said(checkSuccess(changed({ slot: 5 })))).toBe('slot 5');
    expect(said(checkSuccess(changed({ success: false, error: '"Oops"' })))).toBe(
      'tx_failed: the transaction failed: "Oops"',
    );
  });

  it('of unread instructions: one of the token’s program that names its accounts, or none, could change the verdict', () => {
    const unread = (accounts: string[], program = demand().tokenProgram) => [
      { path: '2.1', program, reason: 'unknown type 200', accounts },
    ];
    const checked = (undecodable: Evidence['undecodable']) =>
      said(checkReadable(changed({ undecodable }), demand()));
    const hit = 'undecodable_token_instruction: instruction 2.1: unknown type 200';
    expect(checked(unread([]))).toBe(hit);
    expect(checked(unread([key('elsewhere'), uA]))).toBe(hit);
    expect(checked(unread([key('elsewhere')]))).toBe('1 unread instructions, none on this mint');
    expect(checked(unread([uA], T22))).toBe('1 unread instructions, none on this mint');
  });

  it('of the decimals, where the chain shows them', () => {
    const [balance] = burned.balances;
    if (!balance) throw new Error('the burn has no balance');
    const shown = (decimals: number | null) =>
      said(checkDecimals(changed({ balances: [{ ...balance, decimals }] }), demand()));
    expect(shown(6)).toBe('6 decimals');
    expect(shown(null)).toBe('6 decimals');
    expect(shown(9)).toBe('decimals_mismatch: the mint has 9 decimals, not 6');
  });

  it('of the amount', () => {
    const prices = [
      { since: 0, minimum: 10n },
      { since: BLOCK_TIME, minimum: 20n },
    ];
    const timeless = changed({ blockTime: null });
    expect(said(checkAmount(10n, burned, demand({ prices })))).toBe('10 of at least 10 base units');
    expect(said(checkAmount(9n, burned, demand({ prices })))).toBe(
      'amount_below_minimum: 9 of at least 10 base units',
    );
    expect(said(checkAmount(9n, burned, demand({ prices, partial: true })))).toBe(
      '9, a part of 10 base units',
    );
    expect(checkAmount(9n, burned, demand({ prices }))).toMatchObject({ amount: 9n, minimum: 10n });
    // Without a block time, less than the lowest price is too little, and the highest is enough.
    const without = (amount: bigint) => said(checkAmount(amount, timeless, demand({ prices })));
    expect(without(9n)).toMatch('amount_below_minimum');
    for (const between of [10n, 19n])
      expect(without(between)).toBe(
        `time_unknown: ${between} of 10 to 20 base units, by a block time that is not known`,
      );
    expect(without(20n)).toMatch(/^20 of/);
  });

  it('of what was paid', () => {
    const paid = (operations: Scenario['operations'], wanted: Partial<Demand> = {}, rest = {}) => {
      const { rules } = judgePayment(evidence(operations, rest), demand({ minimum: 1n, ...wanted }));
      return rules.find(({ rule }) => rule === 'paid')?.seen;
    };
    const program = T22;
    const in22 = { tokenProgram: program };
    expect(paid([burn(uA, M, 2n), transfer(uA, wA, 3n)])).toBe(
      '2 base units burned, 3 credited to the burn wallet',
    );
    expect(paid([burn(wA, M, 1n)])).toBe('what was burned lay in the burn wallet already');
    expect(paid([burn(uA, M, 0n)])).toBe('burns of 0');
    expect(paid([transfer(wA, wX, 5n)])).toBe('the tokens went from the wallet to itself');
    expect(paid([burn(uA, M, 2n, { program }), raw(T22, [aX, M], [42, 3])], in22, of22)).toBe(
      'the amount that was minted is encrypted',
    );
    const fee = [transfer(uA, wA, 50n, { program, withheld: 5n }), harvest(M, wA, 5n)];
    expect(paid(fee, in22, of22)).toBe('fees and other inflows are indistinguishable');
  });

  it('of burns that come to nothing', () => {
    const why = (operations: Scenario['operations'], wanted: Partial<Demand> = {}, rest = {}) => {
      const [seen, asked] = [evidence(operations, rest), demand(wanted)];
      return said(whyNothingBurned(seen, asked, countBurned(seen, asked)));
    };
    expect(why([])).toBe('no_burn_of_mint: no instruction of its token program burned this mint');
    expect(why([raw(T22, [aX, M], [42, 4])], { tokenProgram: T22 }, of22)).toBe(
      'unsupported_confidential: the amount that was burned is encrypted',
    );
    expect(why([burn(dumped, M, 5n)])).toBe(
      'burn_of_abandoned_tokens: the burned tokens lay where anyone may burn them',
    );
    expect(why([burn(uA, M, 5n)], { burner: A })).toBe(`burner_mismatch: the burned tokens were not ${A}'s`);
    expect(why([burn(uA, M, 5n), mintTo(aX, M, 5n)])).toBe(
      'net_supply_not_reduced: 5 base units burned, 5 minted',
    );
    expect(why([burn(uA, M, 5n)])).toBeNull();
  });

  it('of transfers that come to nothing', () => {
    const why = (operations: Scenario['operations'], wanted: Partial<Demand> = {}, rest = {}) => {
      const [seen, asked] = [evidence(operations, rest), demand(wanted)];
      return said(whyNothingCredited(seen, asked, W, countCredited(seen, asked, W)));
    };
    expect(why([])).toBe('no_transfer: no instruction of its token program transferred this mint');
    const other = key('another mint');
    expect(why([transfer(uA, wA, 5n)], { mint: other })).toBe(
      `no_transfer_of_mint: what was sent is ${M}, not ${other}`,
    );
    expect(why([transfer(uA, aX, 5n)])).toBe(
      `wrong_destination_owner: nothing was sent to an account of ${W}`,
    );
    expect(why([transfer(wA, wX, 5n)])).toBe('self_transfer: the tokens went from the wallet to itself');
    expect(why([transfer(uA, wA, 5n), transfer(wA, uA, 5n)])).toBe(
      'no_net_credit: 5 base units arrived, but the wallet gained 0',
    );
    expect(why([raw(T22, [aX, M, wA], [27, 7])], { tokenProgram: T22 }, of22)).toBe(
      'unsupported_confidential: the amount that was sent is encrypted',
    );
    const fee = [
      transfer(uA, wA, 50n, { program: T22, withheld: 5n }),
      transfer(uA, wA, 50n, { program: T22, withheld: 5n }),
      harvest(M, wA, 5n),
    ];
    expect(why(fee, { tokenProgram: T22 }, of22)).toBe(
      'amount_undetermined: fees and other inflows are indistinguishable',
    );
  });

  it('of what binds a payment', () => {
    const bound = (texts: string[], wanted: Partial<Demand> = {}, extra: string[] = []) => {
      const operations = [...texts.map((text) => memo(text)), burn(uA, M, N, { extra, authority: U })];
      return checkReference(evidence(operations, { signers: [U] }), demand(wanted), N);
    };
    const referenceKey = key('reference key');
    expect(said(bound(['INV-1']))).toBe('memo INV-1');
    expect(said(bound([], { referenceKey }, [referenceKey]))).toBe(`reference key ${referenceKey}`);
    expect(said(bound([], { provenWallet: U }))).toBe(`signed for by ${U}, which paid`);
    expect(said(bound([]))).toBe('no reference');
    expect(said(bound(['LISTBURN008']))).toBe('memo_mismatch: it names "listburn008"');
    expect(said(bound([], {}, [key('k')]))).toBe(`memo_mismatch: it carries the reference key ${key('k')}`);
    expect(said(bound([], { unbound: 'reject' }))).toBe('memo_missing: it has no memo');
    for (const [texts, extra] of [[['gm']], [[], [key('k')]]] as const)
      expect(said(bound([...texts], { unbound: 'reject' }, [...(extra ?? [])]))).toBe(
        'memo_mismatch: none of its memos is the reference',
      );
    expect(said(bound([], { unbound: 'prove' }))).toBe(
      'proof_required: it names no reference, and no wallet signed for this claim',
    );
    expect(said(bound([], { unbound: 'prove', provenWallet: A }))).toBe(
      `proof_mismatch: ${A} signed for this claim, but did not pay`,
    );
  });

  it('of two references, and who could say which one it is for', () => {
    const both = (wanted: Partial<Demand>, signers = [U]) =>
      checkReference(
        evidence([memo('INV-1'), memo('INV-2'), burn(uA, M, N, { authority: U })], { signers }),
        demand(wanted),
        N,
      );
    const ambiguous = {
      outcome: 'rejected',
      code: 'memo_ambiguous',
      detail: 'it names "inv-2" too',
    };
    expect(both({ unbound: 'prove' })).toEqual({ ...ambiguous, payers: [U] });
    expect(both({ unbound: 'prove' }, [A])).toEqual(ambiguous);
    expect(both({ unbound: 'accept', provenWallet: U })).toEqual(ambiguous);
    expect(both({ unbound: 'prove', provenWallet: U })).toMatchObject({ boundBy: 'wallet' });
  });

  it('of a key in a memo: a typo’s payer may prove what it was for, where proofs count', () => {
    const keyed = (wanted: Partial<Demand>) =>
      checkReference(
        evidence([memo('PAID-other'), burn(uA, M, N, { authority: U })], { signers: [U] }),
        demand({ reference: 'PAID-mine', referencePrefixes: ['PAID-'], ...wanted }),
        N,
      );
    expect(keyed({ unbound: 'prove' })).toMatchObject({ code: 'proof_required', payers: [U] });
    expect(said(keyed({ unbound: 'accept' }))).toBe(
      'memo_mismatch: its memo is like a reference: "PAID-other"',
    );
    expect(said(keyed({ unbound: 'reject' }))).toBe('memo_mismatch: it names "paid-other"');
  });

  it('of the time', () => {
    const at = (blockTime: number | null, wanted: Partial<Demand> = {}, boundBy = 'nothing' as const) =>
      said(checkWindow(changed({ blockTime }), demand({ notBefore: 1_000, ...wanted }), boundBy));
    expect(at(1_000)).toBe('block time 1000');
    expect(at(null)).toBe('time_unknown: the node does not know the time of the block');
    expect(at(1_061, { now: 1_000 })).toBe('time_unknown: the block is 61 s ahead of the clock');
    expect(at(990)).toBe('outside_window: it is 10 s older than what it is to pay for');
    expect(at(1_000, { usesKnownSince: 1_500 })).toBe(
      'before_restore: what paid before 1500 is not known any more',
    );
    expect(at(2_000, { notAfter: 1_990 })).toBe('outside_window: it came 10 s too late');
    expect(at(1_990, { notAfter: 1_990 })).toBe('block time 1990');
    expect(said(checkWindow(changed({ blockTime: null }), demand(), 'memo'))).toBe(
      'payments that name their reference may be of any age',
    );
  });
});

describe('of the terms that were in force, the one that serves the payer best', () => {
  const terms = (...minimums: bigint[]) => minimums.map((minimum) => demand({ minimum }));

  it('is one by which the payment counts', () => {
    const { verdict, demand: by } = judgeInForce(burned, terms(N + 1n, N, N - 1n));
    expect(verdict.outcome).toBe('accepted');
    expect(by.minimum).toBe(N);
  });

  it('is else one by which it is not decided yet', () => {
    const undecided = demand({ minimum: N, now: BLOCK_TIME - 61 });
    const { verdict } = judgeInForce(burned, [demand({ minimum: N + 1n }), undecided]);
    expect(verdict).toMatchObject({ outcome: 'unknown', code: 'time_unknown' });
  });

  it('is else the one by which it passed the most rules', () => {
    const late = demand({ notAfter: BLOCK_TIME - 1 });
    const [tooLittle] = terms(N + 1n);
    if (!tooLittle) throw new Error('no terms');
    for (const order of [
      [late, tooLittle],
      [tooLittle, late],
    ]) {
      const { verdict } = judgeInForce(burned, order);
      expect(verdict).toMatchObject({ outcome: 'rejected', code: 'outside_window' });
    }
  });

  it('is never nothing', () => {
    expect(() => judgeInForce(burned, [])).toThrow(new RangeError('nothing was in force'));
  });

  it('are read newest first, all of them where the block’s time is not known', () => {
    const DAY = 86_400;
    const changes = [{ since: 5 * DAY }, { since: 0 }, { since: 9 * DAY }];
    const days = (blockTime: number | null) => inForceAt(changes, blockTime).map(({ since }) => since / DAY);
    expect(days(null)).toEqual([9, 5, 0]);
    expect(days(9 * DAY)).toEqual([9, 5]);
    expect(days(7 * DAY)).toEqual([5]);
    expect(days(-DAY)).toEqual([0]);
  });
});
