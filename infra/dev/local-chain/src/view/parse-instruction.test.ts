import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../chain/account-state.ts';
import { parseInstruction } from './parse-instruction.ts';

const keyOf = (byte: number): string => bs58.encode(Buffer.alloc(32, byte));
const [A, B, C, D] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4)];
const KEYS = [A, B, C, D].map(String);

const parse = (programId: string, data: number[], accounts = [0, 1, 2]) =>
  parseInstruction(
    { programIdIndex: KEYS.length, accounts, data: bs58.encode(Uint8Array.from(data)), stackHeight: 1 },
    [...KEYS, programId],
  );

const AMOUNT = [5, 0, 0, 0, 0, 0, 0, 0];
const OWNER = [...Buffer.alloc(32, 4)];
const TOKEN_AMOUNT = { amount: '5', decimals: 1, uiAmount: 0.5, uiAmountString: '0.5' };

describe.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])('instructions of %s', (program) => {
  it.each([
    ['transfer', [3, ...AMOUNT], { source: A, destination: B, amount: '5', authority: C }],
    ['approve', [4, ...AMOUNT], { source: A, delegate: B, amount: '5', owner: C }],
    ['mintTo', [7, ...AMOUNT], { mint: A, account: B, amount: '5', mintAuthority: C }],
    ['burn', [8, ...AMOUNT], { account: A, mint: B, amount: '5', authority: C }],
    ['closeAccount', [9], { account: A, destination: B, owner: C }],
    ['freezeAccount', [10], { account: A, mint: B, freezeAuthority: C }],
    [
      'mintToChecked',
      [14, ...AMOUNT, 1],
      { mint: A, account: B, tokenAmount: TOKEN_AMOUNT, mintAuthority: C },
    ],
    ['burnChecked', [15, ...AMOUNT, 1], { account: A, mint: B, tokenAmount: TOKEN_AMOUNT, authority: C }],
    ['initializeAccount3', [18, ...OWNER], { account: A, mint: B, owner: D }],
    ['initializeMint2', [20, 6, ...OWNER, 0], { mint: A, decimals: 6, mintAuthority: D }],
    [
      'initializeMint2',
      [20, 6, ...OWNER, 1, ...OWNER],
      { mint: A, decimals: 6, mintAuthority: D, freezeAuthority: D },
    ],
  ])('%s', (type, data, info) => {
    expect(parse(program, data)).toEqual({
      program: 'spl-token',
      programId: program,
      parsed: { type, info },
      stackHeight: 1,
    });
  });

  it('name the signers of a multisig', () => {
    const { parsed } = parse(program, [12, ...AMOUNT, 1], [0, 1, 2, 3, 0, 1]) as { parsed: object };
    expect(parsed).toEqual({
      type: 'transferChecked',
      info: {
        source: A,
        mint: B,
        destination: C,
        tokenAmount: TOKEN_AMOUNT,
        multisigAuthority: D,
        signers: [A, B],
      },
    });
  });

  it('stay raw when they are unknown or end too early', () => {
    for (const data of [[], [3, 1], [200], [15, ...AMOUNT]]) {
      expect(parse(program, data)).toEqual({
        programId: program,
        accounts: [A, B, C],
        data: bs58.encode(Uint8Array.from(data)),
        stackHeight: 1,
      });
    }
  });
});

it('shows a transfer of SOL, a memo, and nothing it does not know', () => {
  expect(parse(SYSTEM_PROGRAM, [2, 0, 0, 0, ...AMOUNT])).toMatchObject({
    program: 'system',
    parsed: { type: 'transfer', info: { source: A, destination: B, lamports: 5 } },
  });
  expect(parse(MEMO_PROGRAM, [...Buffer.from('ünï')])).toMatchObject({ program: 'spl-memo', parsed: 'ünï' });
  expect(parse(SYSTEM_PROGRAM, [1])).toHaveProperty('data');
  expect(parse(keyOf(9), [1, 2])).toEqual({
    programId: keyOf(9),
    accounts: [A, B, C],
    data: '5T',
    stackHeight: 1,
  });
});
