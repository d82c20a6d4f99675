import { describe, expect, it } from 'vitest';
import type { Account, Answer } from '../../test/conformance/build-transaction.ts';
import { A, aX, holding, M, N, read, U, uA, W, wA } from '../../test/conformance/judge-scenario.ts';
import { key, T22, TOK, WSOL } from '../../test/conformance/keys.ts';
import {
  batch,
  burn,
  close,
  handOver,
  harvest,
  mintTo,
  type Operation,
  open,
  raw,
  syncNative,
  transfer,
} from '../../test/conformance/operations.ts';
import type { Evidence } from './facts.ts';

const other = key('another mint');
const fresh = key('opened here');
const SOME = key('some program');
const classic = { [uA]: holding(U, N), [wA]: holding(W, 7n), [aX]: holding(A, 9n) };
const of = (rest: Partial<Account>) =>
  Object.fromEntries(Object.entries(classic).map(([at, account]) => [at, { ...account, ...rest }]));
const in22 = of({ program: T22 });
const p22 = { program: T22 };

type Held = Record<string, Account>;
const failed = { err: { InstructionError: [0, 'Custom'] } };
const collected = (operations: Operation[], accounts: Held, tamper?: (answer: Answer) => void, rest = {}) =>
  read({ operations, accounts, ...rest }, tamper);
function facts(operations: Operation[], accounts: Held = classic, rest = {}): Evidence {
  const result = collected(operations, accounts, undefined, rest);
  if (!result.ok) throw new Error(result.fault.detail);
  return result.evidence;
}
const codeOf = (operations: Operation[], accounts: Held = classic, tamper?: (answer: Answer) => void) => {
  const result = collected(operations, accounts, tamper);
  return result.ok ? 'none' : result.fault.code;
};
const without =
  (...addresses: string[]) =>
  ({ meta, transaction }: Answer) => {
    const { accountKeys } = (transaction as { message: { accountKeys: string[] } }).message;
    for (const side of ['preTokenBalances', 'postTokenBalances'])
      meta[side] = (meta[side] as { accountIndex: number }[]).filter(
        ({ accountIndex }) => !addresses.includes(accountKeys[accountIndex] ?? ''),
      );
  };
const nameless = ({ meta }: Answer) => {
  for (const side of ['preTokenBalances', 'postTokenBalances'])
    for (const entry of meta[side] as Record<string, unknown>[]) delete entry.programId;
};

const ofU = { ownerBefore: U, ownerAfter: U, openedFor: null };
const ofW = { ownerBefore: W, ownerAfter: W, openedFor: null };

describe('what instructions did', () => {
  it('is listed with who had the accounts', () => {
    const operations = [
      burn(uA, M, 5n, { authority: U, extra: [A] }),
      mintTo(wA, M, 3n),
      transfer(uA, wA, 2n, { mint: M, authority: U, extra: [A] }),
      raw(T22, [aX, M], [42, 4]),
      handOver(aX, W),
      close(fresh, U),
    ];
    const { burns, mints, transfers, movements, confidential } = facts(operations);
    const common = { program: TOK, mint: M };
    expect(burns).toEqual([
      { ...common, ...ofU, path: '0', type: 'burn', account: uA, authority: U, extraKeys: [A], amount: '5' },
    ]);
    expect(mints).toEqual([{ ...common, ...ofW, path: '1', type: 'mintTo', account: wA, amount: '3' }]);
    expect(transfers).toEqual([
      {
        ...common,
        path: '2',
        type: 'transferChecked',
        source: uA,
        sourceOwners: ofU,
        destination: wA,
        destinationOwners: ofW,
        authority: U,
        extraKeys: [A],
        amount: '2',
        fee: '0',
      },
    ]);
    expect(confidential).toEqual([
      { path: '3', type: 'confidentialBurn', program: T22, kind: 'burn', accounts: [aX, M] },
    ]);
    const still = { program: TOK, amount: null, what: null, newAuthority: null };
    expect(movements).toEqual([
      {
        ...still,
        ...common,
        path: '4',
        type: 'setAuthority',
        kind: 'setAuthority',
        account: aX,
        what: 'accountOwner',
        newAuthority: W,
      },
      { ...still, path: '5', type: 'closeAccount', kind: 'close', account: fresh, mint: null },
    ]);
  });

  it('is listed for a failed transaction as far as known, without explaining balances', () => {
    const operations = [
      transfer(uA, fresh, 5n),
      transfer(key('nowhere'), key('unknown'), 5n),
      burn(uA, M, 5n, { ...p22, decimals: 9 }),
      burn(key('burned from'), M, 5n),
      transfer(key('burned from'), key('unknown too'), 5n),
    ];
    const { transfers, balances, undecodable } = facts(operations, classic, failed);
    const noOwners = { ownerBefore: null, ownerAfter: null, openedFor: null };
    expect(transfers).toMatchObject([
      { mint: M, sourceOwners: ofU, destinationOwners: noOwners },
      { mint: null, sourceOwners: noOwners, destinationOwners: noOwners },
      { mint: M, sourceOwners: noOwners, destinationOwners: noOwners },
    ]);
    expect(undecodable).toEqual([]);
    const common = { withheld: null, otherInflow: null, program: TOK, decimals: 6 };
    expect(balances).toMatchObject([uA, wA, aX].toSorted().map((account) => ({ account, ...common })));
  });

  it('in parts of a batch has places of its own, read or not', () => {
    const parts = [close(fresh, U), raw(TOK, [wA], [99]), burn(uA, M, 5n)];
    expect(facts([burn(uA, M, 1n), batch(TOK, parts)])).toMatchObject({
      burns: [{ path: '0' }, { path: '1#2' }],
      movements: [{ path: '1#0' }],
      undecodable: [{ path: '1#1', program: TOK, accounts: [wA], reason: expect.stringMatching(/99/) }],
    });
  });

  it('with an amount that is hidden or shown again is listed with it', () => {
    const amount = [5, 0, 0, 0, 0, 0, 0, 0];
    const hide = raw(T22, [uA, M, U], [27, 5, ...amount, 6], [{ change: uA, by: -5n }]);
    const show = raw(T22, [wA, M, W], [27, 6, ...amount, 6], [{ change: wA, by: 5n }]);
    expect(facts([hide, show], in22).movements).toMatchObject([
      { kind: 'deposit', account: uA, mint: M, amount: '5' },
      { kind: 'withdraw', account: wA, mint: M, amount: '5' },
    ]);
  });
});

describe('the mint of an unchecked transfer', () => {
  const two: Held = { ...classic, [key('x')]: holding(A, 5n, { mint: other }) };
  const mintOf = (...operations: Operation[]) => facts(operations, two).transfers[0]?.mint;

  it('is the one that both accounts have', () => {
    expect(mintOf(transfer(uA, wA, 1n))).toBe(M);
  });
  it('is that of the account that has only one where the other one had several', () => {
    const reopened = [transfer(aX, uA, 9n), close(aX, A), open(aX, other, A), transfer(aX, key('x'), 0n)];
    expect(facts(reopened, two).transfers.map(({ mint }) => mint)).toEqual([M, other]);
  });
  it('is unknown if the accounts share no mint, or two', () => {
    const apart = [transfer(uA, key('x'), 0n)];
    expect(facts(apart, two)).toMatchObject({
      transfers: [{ mint: null }],
      undecodable: [{ path: '0', program: TOK, accounts: [uA, key('x')] }],
    });
    const both = [uA, wA].flatMap((account) => [close(account, U), open(account, other, U)]);
    const empty = { [uA]: holding(U, 0n), [wA]: holding(W, 0n) };
    expect(facts([...both, transfer(uA, wA, 0n)], empty)).toMatchObject({
      transfers: [{ mint: null }],
      undecodable: [{ path: '4' }],
    });
  });
});

describe('an account that has no balances', () => {
  it('cannot have been changed by what was decoded', () => {
    for (const operation of [burn(uA, M, 5n), mintTo(uA, M, 5n), transfer(uA, wA, 5n), transfer(wA, uA, 5n)])
      expect(codeOf([operation], classic, without(uA))).toBe('evidence_conflict');
    expect(codeOf([transfer(uA, uA, 5n, { mint: M })], classic, without(uA))).toBe('evidence_conflict');
    expect(codeOf([harvest(M, uA, 0n)], in22, without(uA))).toBe('evidence_conflict');
  });
  it('may have been changed by what was not', () => {
    expect(codeOf([burn(uA, M, 5n), raw(TOK, [uA], [99])], classic, without(uA))).toBe('none');
    expect(codeOf([burn(uA, M, 5n), raw(TOK, [wA], [99])], classic, without(uA))).toBe('evidence_conflict');
  });
  it('may be one of wrapped SOL', () => {
    expect(codeOf([transfer(uA, wA, 5n)], of({ mint: WSOL, decimals: 9 }), without(uA))).toBe('none');
  });
  it('opened here, has them', () => {
    const life = [open(fresh, M, W), transfer(uA, fresh, 5n), burn(fresh, M, 5n), close(fresh, W)];
    expect(facts(life).balances.find(({ account }) => account === fresh)).toEqual({
      account: fresh,
      mint: M,
      program: TOK,
      decimals: 6,
      ownerBefore: null,
      ownerAfter: null,
      openedFor: W,
      before: '0',
      after: '0',
      withheld: '0',
      otherInflow: '0',
    });
  });
});

describe('decimals', () => {
  const alone = key('mint of no balances');
  const life = (...between: Operation[]) =>
    facts([open(fresh, alone, W), ...between, close(fresh, W)]).balances.find(
      ({ account }) => account === fresh,
    )?.decimals;

  it('of an account that was opened and closed are those of its mint, of a checked instruction, or unknown', () => {
    expect(life()).toBeNull();
    expect(life(burn(fresh, alone, 0n))).toBeNull();
    expect(life(burn(fresh, alone, 0n, { decimals: 3 }))).toBe(3);
    expect(life(burn(fresh, alone, 0n, { decimals: 0 }))).toBe(0);
  });
  it('of one mint are the same everywhere', () => {
    const more = { ...classic, [aX]: holding(A, 9n, { decimals: 7 }) };
    expect(codeOf([], more)).toBe('evidence_conflict');
    expect(codeOf([burn(uA, M, 5n, { decimals: 7 })])).toBe('evidence_conflict');
    expect(codeOf([burn(uA, M, 5n, { decimals: 6 }), transfer(uA, wA, 5n)])).toBe('none');
    expect(codeOf([], { ...classic, [aX]: holding(A, 9n, { mint: other, decimals: 7 }) })).toBe('none');
  });
});

describe('the program of an account', () => {
  const program = (operations: Operation[], tamper = nameless) => {
    const result = collected(operations, in22, tamper);
    if (!result.ok) return result.fault.code;
    return result.evidence.balances.find(({ account }) => account === uA)?.program;
  };
  it.each<[string, Operation]>([
    ['a burn', burn(uA, M, 1n, p22)],
    ['minting', mintTo(uA, M, 1n, p22)],
    ['a checked transfer from it', transfer(uA, wA, 1n, { ...p22, mint: M })],
    ['a transfer from it', transfer(uA, wA, 1n, p22)],
    ['a transfer to it', transfer(wA, uA, 1n, p22)],
    ['its closing', handOver(uA, A, T22)],
    ['harvested fees', harvest(M, uA, 1n)],
  ])('is given by %s if the balances do not state it, and never ambiguously', (_what, operation) => {
    expect(program([operation])).toBe(T22);
    expect(program([operation, transfer(uA, uA, 0n, { mint: M })])).toBe('evidence_conflict');
    expect(program([{ ...operation, program: TOK, effects: [] }], () => {})).toMatch(/conflict|Tokenz/);
  });
  it('is not given by instructions on other accounts', () => {
    expect(program([burn(wA, M, 1n, p22)])).toBeNull();
  });
});

describe('what explains a balance', () => {
  const balance = (operations: Operation[], accounts: Held, at = wA) => {
    const { balances, transfers } = facts(operations, accounts);
    const found = balances.find(({ account }) => account === at);
    return [found?.withheld, found?.otherInflow, ...transfers.map(({ fee }) => fee)];
  };
  const sol = of({ mint: WSOL, decimals: 9 });
  const to = (amount: bigint, withheld = 0n) => transfer(uA, wA, amount, { ...p22, withheld });
  const stated = transfer(uA, wA, 9n, { ...p22, mint: M, statedFee: 2n });
  const hidden = (sub: number, by: bigint) =>
    raw(T22, [wA, M, W], [27, sub, 5, 0, 0, 0, 0, 0, 0, 0, 6], [{ change: wA, by }]);

  it.each<[string, Operation[], Held, unknown[]]>([
    ['nothing', [], classic, ['0', '0']],
    ['a transfer', [transfer(uA, wA, 5n)], classic, ['0', '0', '0']],
    ['a transfer in Token-2022 without a fee', [to(5n)], in22, ['0', '0', '0']],
    ['one fee', [to(5n, 1n)], in22, ['1', '0', '1']],
    ['a fee of all', [to(5n, 5n)], in22, ['5', '0', '5']],
    ['two fees', [to(5n, 1n), to(7n, 2n)], in22, ['3', '0', null, null]],
    ['two transfers of no fee', [to(5n), to(7n)], in22, ['0', '0', '0', '0']],
    [
      'a fee in each of two accounts',
      [to(5n, 1n), transfer(uA, aX, 7n, { ...p22, withheld: 2n })],
      in22,
      ['1', '0', '1', '2'],
    ],
    ['a stated fee', [stated], in22, ['0', '0', '2']],
    ['a stated fee beside another', [stated, to(5n, 1n)], in22, ['1', '0', '2', '1']],
    ['a transfer to itself', [transfer(wA, wA, 5n, p22)], in22, ['0', '0', '0']],
    [
      'one that states a fee',
      [transfer(wA, wA, 5n, { ...p22, mint: M, statedFee: 1n })],
      in22,
      ['0', '0', '0'],
    ],
    ['harvested fees', [harvest(M, wA, 4n)], in22, ['0', '4']],
    ['harvested fees beside another one', [harvest(M, wA, 4n), to(5n)], in22, [null, null, null]],
    ['harvested fees of another', [harvest(M, uA, 4n), to(5n)], in22, ['0', '0', '0']],
    ['an amount that was hidden', [hidden(5, -5n)], in22, ['0', '0']],
    ['an amount that is shown again', [hidden(6, 5n)], in22, ['0', '0']],
    ['synced lamports', [syncNative(wA, 5n)], sol, ['0', '5']],
    ['fewer lamports', [syncNative(wA, -5n)], sol, ['0', '-5']],
    ['closing', [close(wA, W)], sol, ['0', '-7']],
    ['an unread instruction', [raw(TOK, [wA], [99], [{ change: wA, by: 5n }])], classic, [null, null]],
    ['one of the other program', [raw(T22, [wA], [99])], classic, ['0', '0']],
    ['one on another account', [raw(TOK, [uA], [99])], classic, ['0', '0']],
    ['an unread one beside a fee', [raw(T22, [wA], [99]), to(5n, 1n)], in22, [null, null, null]],
  ])('%s', (_what, operations, accounts, wanted) => {
    expect(balance(operations, accounts)).toEqual(wanted);
  });

  it('of wrapped SOL that is opened here is what it was opened with', () => {
    const funded = {
      ...open(fresh, WSOL, W),
      effects: [
        { open: fresh, mint: WSOL, owner: W, program: TOK },
        { change: fresh, by: 8n },
      ],
    };
    const { balances } = facts([funded as Operation], {});
    expect(balances).toMatchObject([{ account: fresh, withheld: '0', otherInflow: '8', after: '8' }]);
  });

  it.each<[string, Operation[], string]>([
    [
      'a checked transfer',
      [transfer(key('a'), key('b'), 5n, { mint: M }), transfer(key('b'), wA, 5n, { mint: M })],
      TOK,
    ],
    ['harvested fees', [harvest(M, key('b'), 4n), transfer(key('b'), wA, 4n, { ...p22, mint: M })], T22],
  ])(
    '%s: of the mint that the instruction says, whatever the account becomes',
    (_what, operations, program) => {
      const held = {
        [key('a')]: holding(U, program === TOK ? 5n : 0n, { program }),
        [key('b')]: holding(U, 0n, { program }),
      };
      const again = [key('a'), key('b')].flatMap((at) => [
        close(at, U, program),
        open(at, other, U, program),
      ]);
      const { transfers, movements } = facts([...operations, ...again], { ...held, ...of({ program }) });
      expect(new Set(transfers.map(({ mint }) => mint))).toEqual(new Set([M]));
      for (const { kind, mint } of movements) if (kind === 'harvest') expect(mint).toBe(M);
    },
  );

  it.each<[string, Operation[], Held]>([
    ['more than the instructions say', [raw(SOME, [wA], [1], [{ change: wA, by: 1n }])], classic],
    ['less', [raw(SOME, [wA], [1], [{ change: wA, by: -1n }])], classic],
    ['a fee in the classic program', [transfer(uA, wA, 5n, { withheld: 1n })], classic],
    ['a fee above the amount', [transfer(uA, wA, 5n, { ...p22, withheld: 6n })], in22],
    [
      'a fee above a stated one',
      [transfer(uA, wA, 9n, { ...p22, mint: M, statedFee: 2n, withheld: 3n })],
      in22,
    ],
    ['a fee below none', [transfer(uA, wA, 5n, { ...p22, withheld: -1n })], in22],
    ['lamports of what is no wrapped SOL', [syncNative(wA, 5n)], classic],
    ['an account of tokens that is closed', [close(wA, W)], classic],
  ])('never %s', (_what, operations, accounts) => {
    expect(codeOf(operations, accounts)).toBe('evidence_conflict');
  });
});
