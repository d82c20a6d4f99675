import { expect, it } from 'vitest';
import { key, SYSTEM, T22, TOK } from '../../test/conformance/keys.ts';
import {
  batch,
  burn,
  close,
  mintTo,
  type Operation,
  raw,
  transfer,
} from '../../test/conformance/operations.ts';
import { FaultError } from './fault.ts';
import type { Instruction } from './read-instructions.ts';
import { checkAccounts, readTokenInstructions } from './read-token-instructions.ts';

const [account, mint, to] = [key('account'), key('mint'), key('to')];
const named = ({ program, accounts, data }: Operation): Instruction => ({
  path: '3',
  program,
  accounts,
  data,
});
const parsed = (info: object, type = 'x'): Instruction => ({
  path: '3',
  program: TOK,
  parsed: { type, info },
});
const read = (...instructions: Instruction[]) => readTokenInstructions(instructions);

it('instructions of the two token programs are decoded, and no others', () => {
  for (const program of [TOK, T22])
    expect(read(named(burn(account, mint, 5n, { program })))).toMatchObject({
      placed: [{ path: '3', program, instruction: { kind: 'burn', amount: 5n } }],
      undecodable: [],
    });
  expect(read(named(burn(account, mint, 5n, { program: SYSTEM })))).toEqual({ placed: [], undecodable: [] });
});

it('parts of a batch have places of their own, read or not', () => {
  const parts = [close(account, to), raw(TOK, [to], [99]), burn(account, mint, 5n)];
  expect(read(named(batch(TOK, parts)))).toMatchObject({
    placed: [
      { path: '3#0', program: TOK, instruction: { movement: 'close' } },
      { path: '3#2', program: TOK, instruction: { kind: 'burn' } },
    ],
    undecodable: [{ path: '3#1', program: TOK, accounts: [to] }],
  });
});

it('what is not known is kept with the accounts that it may have touched', () => {
  expect(read(named(raw(TOK, [account, to], [99])))).toMatchObject({
    placed: [],
    undecodable: [{ path: '3', program: TOK, accounts: [account, to], reason: expect.stringMatching(/99/) }],
  });
  const twice = { from: account, deeper: [{ from: account, to }] };
  expect(read(parsed(twice))).toMatchObject({ undecodable: [{ path: '3', accounts: [account, to] }] });
  expect(() => read(parsed({}, 'burn'))).toThrow(FaultError);
});

it.each<[string, Operation, string[]]>([
  ['a transfer', transfer(account, to, 5n, { mint }), [account, to]],
  ['a burn', burn(account, mint, 5n), [account, mint]],
  ['minting', mintTo(account, mint, 5n), [account, mint]],
  ['closing', close(account, to), [account]],
  ['what moves nothing', raw(T22, [account], [42, 4]), []],
])('the accounts that %s changes are among those of the transaction', (_what, operation, needed) => {
  const { placed } = read(named(operation));
  expect(() => checkAccounts(placed, needed)).not.toThrow();
  for (const missing of needed) {
    const rest = needed.filter((one) => one !== missing);
    expect(() => checkAccounts(placed, rest)).toThrow(FaultError);
  }
});
