import { expect, it } from 'vitest';
import { key, SYSTEM, T22, TOK } from '../../test/conformance/keys.ts';
import { batch, burn, close, type Operation, raw } from '../../test/conformance/operations.ts';
import { type Instruction, readTokenInstructions } from './read-instructions.ts';

const [account, mint, to] = [key('account'), key('mint'), key('to')];
const named = ({ program, accounts, data }: Operation): Instruction => ({
  path: '3',
  program,
  accounts,
  data,
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
});
