import { describe, expect } from 'vitest';
import { readEvidence } from '../../src/chain/evidence.ts';
import { type Answer, BLOCK_TIME, buildTransaction, type Scenario } from './build-transaction.ts';
import { conformance, further, holding, judged, M, N, tampered, U, uA, W, wA, X } from './judge-scenario.ts';
import { key, T22, TOK } from './keys.ts';
import { burn, call, close, memo, mintTo, open, raw, transfer } from './operations.ts';

const accounts = { [uA]: holding(U, 5n * N), [wA]: holding(W, 0n) };
const plain: Scenario = { operations: [memo('INV-1'), burn(uA, M, N)], accounts };
type Entry = Record<string, unknown> & { uiTokenAmount: Record<string, unknown> };
const entries = ({ meta }: Answer) => [
  ...(meta.preTokenBalances as Entry[]),
  ...(meta.postTokenBalances as Entry[]),
];
const answerWith = (tamper: (answer: Answer) => void, scenario = plain) =>
  tampered('payment', scenario, tamper);
const withMeta = (changes: Record<string, unknown>, scenario = plain) =>
  answerWith(({ meta }) => void Object.assign(meta, changes), scenario);

describe('C: what the node says about the message', () => {
  conformance('C20', 'the answer to another question is none', () => {
    const { answer } = buildTransaction(plain);
    const { signature } = buildTransaction({ ...plain, operations: [burn(uA, M, N)] });
    expect(readEvidence({ answer, signature })).toMatchObject({
      ok: false,
      fault: { code: 'response_mismatch' },
    });
  });
  conformance('C21', 'instructions without a signature are a contradiction', () => {
    const swap = ({ transaction }: Answer) => {
      const { instructions } = (transaction as { message: { instructions: unknown[] } }).message;
      instructions.reverse();
    };
    expect(answerWith(swap)).toBe('L:evidence_conflict');
  });
});

describe('D: faults are never verdicts', () => {
  conformance('D01', 'no transaction is not found yet', () => {
    expect(readEvidence({ answer: null, signature: 'x' })).toMatchObject({
      fault: { code: 'not_found_yet' },
    });
  });
  conformance('D10', 'what is no transaction is malformed', () => {
    for (const answer of [
      undefined,
      0,
      '',
      '<html>',
      [],
      true,
      {},
      { meta: {} },
      { meta: { err: null }, slot: 1 },
    ]) {
      const result = readEvidence({ answer, signature: 'x' });
      expect(result.ok ? '' : result.fault.code).toMatch(/^(malformed|incomplete)_response$/);
    }
  });
  conformance('D12', 'a version of the future asks for a newer reader', () => {
    expect(answerWith((answer) => void Object.assign(answer, { version: 2 }))).toBe('L:client_too_old');
    expect(answerWith((answer) => void Object.assign(answer, { version: 'second' }))).toBe(
      'L:malformed_response',
    );
  });
  conformance('D15', 'no meta is no success', () => {
    for (const meta of [null, undefined]) {
      expect(answerWith((answer) => void Object.assign(answer, { meta }))).toBe('L:incomplete_response');
    }
  });
  conformance('D16', 'only an explicit null is success, and the older status must agree', () => {
    expect(answerWith(({ meta }) => void delete meta.err)).toBe('L:incomplete_response');
    expect(withMeta({ err: undefined, status: { Ok: null } })).toBe('L:incomplete_response');
    expect(withMeta({ status: { Err: 'AccountInUse' } })).toBe('L:evidence_conflict');
    expect(withMeta({ err: 'AccountInUse' })).toBe('L:evidence_conflict');
    expect(answerWith(({ meta }) => void delete meta.status)).toBe('V');
    for (const err of [false, 0, '', {}, []])
      expect(withMeta({ err, status: undefined })).toBe('R:tx_failed');
  });
  conformance('D17', 'unrecorded inner instructions are missed only where there could be some', () => {
    const called = { ...plain, operations: [call(X), burn(uA, M, N)] };
    for (const innerInstructions of [null, undefined]) {
      expect(withMeta({ innerInstructions })).toBe('V');
      expect(withMeta({ innerInstructions }, called)).toBe('L:incomplete_response');
    }
  });
  conformance('D18', 'logs have no say', () => {
    for (const logMessages of [null, undefined, ['Log truncated'], 7])
      expect(withMeta({ logMessages })).toBe('V');
  });
  conformance('D19', 'history without token balances is not judged', () => {
    expect(withMeta({ preTokenBalances: null, postTokenBalances: undefined })).toBe('L:unsupported_history');
    expect(withMeta({ preTokenBalances: null })).toBe('L:incomplete_response');
    expect(withMeta({ preTokenBalances: [], postTokenBalances: [] })).toBe('L:evidence_conflict');
  });
  conformance('D20', 'balances without an owner are not judged', () => {
    for (const field of [['owner'], ['owner', 'programId']]) {
      const answer = answerWith((altered) => {
        for (const entry of entries(altered)) for (const name of field) delete entry[name];
      });
      expect(answer).toBe('L:incomplete_response');
    }
  });
  conformance('D21', 'lookups without their addresses and keys that are cut are malformed', () => {
    const lookedUp: Scenario = { ...plain, version: 0, lookedUp: [uA, wA] };
    expect(judged('payment', lookedUp)).toBe('V');
    const drop = ({ meta }: Answer) => void delete meta.loadedAddresses;
    expect(tampered('payment', lookedUp, drop)).toBe('L:malformed_response');
    const cut = ({ meta }: Answer) => void (meta.loadedAddresses as { writable: string[] }).writable.pop();
    expect(tampered('payment', lookedUp, cut)).toBe('L:malformed_response');
    expect(
      answerWith((answer) =>
        entries(answer).forEach((entry) => void Object.assign(entry, { accountIndex: 99 })),
      ),
    ).toBe('L:malformed_response');
    expect(withMeta({ preBalances: [1] })).toBe('L:malformed_response');
  });
  further('D21', 'cut lookups are found without lamport balances too', () => {
    const lookedUp: Scenario = { ...plain, version: 0, lookedUp: [uA, wA] };
    const cut = ({ meta }: Answer) => {
      for (const field of ['preBalances', 'postBalances']) delete meta[field];
      (meta.loadedAddresses as { writable: string[] }).writable.push(key('one too many'));
    };
    expect(tampered('payment', lookedUp, cut)).toBe('L:malformed_response');
  });
  further('D21', 'inner instructions that come twice, or belong to nothing, are malformed', () => {
    const called: Scenario = { ...plain, operations: [call(X, burn(uA, M, N)), memo('INV-1')] };
    const double = ({ meta }: Answer) => {
      const inner = meta.innerInstructions as unknown[];
      inner.push(inner[0]);
    };
    expect(answerWith(double, called)).toBe('L:malformed_response');
    expect(withMeta({ innerInstructions: [{ index: 2, instructions: [] }] }, called)).toBe(
      'L:malformed_response',
    );
  });
  conformance('D32', 'a mint with two numbers of decimals is a contradiction', () => {
    const answer = answerWith((altered) => {
      for (const { accountIndex, uiTokenAmount } of entries(altered)) {
        if (accountIndex === entries(altered)[0]?.accountIndex) uiTokenAmount.decimals = 9;
      }
    });
    expect(answer).toBe('L:evidence_conflict');
  });
  further('D32', 'a checked instruction with other decimals than the balances is a contradiction', () => {
    const wrong = [
      burn(uA, M, N, { decimals: 9 }),
      transfer(uA, wA, N, { mint: M, decimals: 9 }),
      { ...mintTo(uA, M, 5n), data: Buffer.from([14, 5, 0, 0, 0, 0, 0, 0, 0, 9]) },
    ];
    for (const operation of wrong) {
      const operations = [memo('INV-1'), burn(uA, M, N), operation];
      expect(judged('payment', { ...plain, operations })).toBe('L:evidence_conflict');
    }
  });
  further('D32', 'two checked instructions of different decimals are a contradiction', () => {
    const fresh = [key('opened'), key('opened too')] as const;
    const mint = key('mint without balances');
    const operations = [
      ...fresh.map((account) => open(account, mint, U)),
      transfer(fresh[0], fresh[1], 0n, { mint, decimals: 6 }),
      transfer(fresh[0], fresh[1], 0n, { mint, decimals: 7 }),
      ...fresh.map((account) => close(account, U)),
    ];
    expect(judged('payment', { ...plain, operations })).toBe('L:evidence_conflict');
  });
  further('D32', 'an account that another token program changed is a contradiction', () => {
    const held = { ...accounts, [uA]: holding(U, 5n * N, { program: T22 }) };
    for (const operation of [
      burn(uA, M, 1n),
      mintTo(uA, M, 1n),
      transfer(uA, wA, 1n),
      transfer(wA, uA, 0n, { mint: M }),
      close(uA, U),
    ]) {
      expect(judged('payment', { operations: [operation], accounts: held })).toBe('L:evidence_conflict');
    }
    const nameless = ({ meta }: Answer) => {
      for (const entry of entries({ meta } as Answer)) delete entry.programId;
    };
    const both = [burn(uA, M, N), mintTo(uA, M, N, { program: T22 })];
    expect(answerWith(nameless, { ...plain, operations: both })).toBe('L:evidence_conflict');
  });
  conformance('D27', 'without a block time only what needs no window is judged', () => {
    const timeless = { ...plain, blockTime: null };
    expect(judged('payment', timeless)).toBe('V');
    expect(judged('payment', timeless, { boundToleranceS: 0 })).toBe('L:time_unknown');
    expect(judged('payment', { ...timeless, operations: [burn(uA, M, N)] })).toBe('L:time_unknown');
  });
  conformance('D28', 'a block of the future has no usable time', () => {
    const unbound = { ...plain, operations: [burn(uA, M, N)] };
    expect(judged('payment', unbound, { now: BLOCK_TIME - 61 })).toBe('L:time_unknown');
    expect(judged('payment', unbound, { now: BLOCK_TIME - 60 })).toBe('V');
  });
  conformance('D30', 'an unknown token instruction is not judged where it could matter', () => {
    const other = key('unrelated account');
    const known = { ...accounts, [other]: holding(U, 1n, { mint: key('unrelated mint') }) };
    const unknownOn = (account: string) => [raw(TOK, [account], [99, 1, 2]), memo('INV-1'), burn(uA, M, N)];
    for (const account of [uA, wA, M]) {
      const operations = unknownOn(account);
      expect(judged('payment', { operations, accounts: known })).toBe('L:undecodable_token_instruction');
    }
    expect(judged('payment', { operations: unknownOn(other), accounts: known })).toBe('V');
  });
  further('D30', 'an unknown instruction of the other token program cannot matter, and hides nothing', () => {
    const operations = [raw(T22, [uA, M], [99]), memo('INV-1'), burn(uA, M, N)];
    expect(judged('payment', { operations, accounts })).toBe('V');
    const lie = answerWith(
      (answer) => {
        for (const { uiTokenAmount } of entries(answer)) uiTokenAmount.amount = '7';
      },
      { operations, accounts },
    );
    expect(lie).toBe('L:evidence_conflict');
  });
  conformance('D31', 'a large transaction is read', () => {
    const many = Array.from({ length: 200 }, () => transfer(uA, wA, 1n));
    const scenario = { ...plain, operations: [call(X, ...many), memo('INV-1'), burn(uA, M, N)] };
    expect(judged('payment', scenario, { minimum: N + 200n })).toBe('V');
    expect(judged('payment', scenario, { minimum: N + 201n })).toBe('R:amount_below_minimum');
  });
  further('D32', 'a balance that is no count of base units is malformed', () => {
    for (const amount of ['-1', '1.5', '1e3', '', ' 5', '05', '18446744073709551616', '0x10', '٥']) {
      expect(
        answerWith((answer) =>
          entries(answer).forEach(({ uiTokenAmount }) => void Object.assign(uiTokenAmount, { amount })),
        ),
      ).toBe('L:malformed_response');
    }
  });
  further('D32', 'two balances of one account are malformed', () => {
    const answer = answerWith(({ meta }) => {
      const list = meta.postTokenBalances as Entry[];
      list.push({ ...(list[0] as Entry) });
    });
    expect(answer).toBe('L:malformed_response');
  });
  conformance('D33', 'an amount that is no text of digits is malformed', () => {
    for (const amount of [5, undefined, null, 5.5, [], { amount: '5' }]) {
      expect(
        answerWith((answer) =>
          entries(answer).forEach(({ uiTokenAmount }) => void Object.assign(uiTokenAmount, { amount })),
        ),
      ).toBe('L:malformed_response');
    }
  });
  further('D23', 'the order in which a node lists balances makes no difference to the evidence', () => {
    const facts = (tamper: (answer: Answer) => void) => {
      const { answer, signature } = buildTransaction(plain);
      tamper(answer);
      return readEvidence({ answer, signature });
    };
    const reversed = facts(({ meta }) => {
      (meta.preTokenBalances as Entry[]).reverse();
      (meta.postTokenBalances as Entry[]).reverse();
    });
    expect(reversed).toEqual(facts(() => {}));
    expect(reversed.ok).toBe(true);
  });
});
