import { expect, it } from 'vitest';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';
import { readMintAccount } from './rpc.ts';

const from = { address: 'mint', provider: 'test' };

/** A mint of 9 decimals in the layout of spl-token. */
function mint(size = 82, changes: Record<number, number> = {}): Uint8Array {
  const data = new Uint8Array(size);
  Object.assign(data, { 44: 9, 45: 1, ...changes });
  return data;
}

it('a mint has a program and decimals', () => {
  expect(readMintAccount(TOKEN_PROGRAM, mint(), from)).toEqual({ tokenProgram: TOKEN_PROGRAM, decimals: 9 });
  const extended = mint(300, { 165: 1 });
  expect(readMintAccount(TOKEN_2022_PROGRAM, extended, from)).toEqual({
    tokenProgram: TOKEN_2022_PROGRAM,
    decimals: 9,
  });
});

it.each([
  ['of another program', SYSTEM_PROGRAM, mint()],
  ['a token account', TOKEN_PROGRAM, mint(165)],
  ['a token account with extensions', TOKEN_2022_PROGRAM, mint(300, { 165: 2 })],
  ['not initialised', TOKEN_PROGRAM, mint(82, { 45: 0 })],
  ['empty', TOKEN_PROGRAM, new Uint8Array(0)],
])('what is %s is no mint', (_what, program, data) => {
  expect(() => readMintAccount(program, data, from)).toThrow(
    expect.objectContaining({ code: 'mint_unusable' }),
  );
});

it.each([
  ['interest-bearing', 10],
  ['scaled', 25],
])('of a mint whose amounts are %s, wallets would send another sum than the price', (_how, type) => {
  const data = mint(300, { 165: 1, 166: 3, 168: 2, 172: type, 174: 56 });
  expect(() => readMintAccount(TOKEN_2022_PROGRAM, data, from)).toThrow(
    expect.objectContaining({ code: 'mint_unusable', message: expect.stringContaining('other amounts') }),
  );
});
