import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../base58.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.ts';
import { decodeBytes } from './decode-bytes.ts';
import { UndecodableError } from './instruction.ts';

const accounts = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5'];
const amount = [7, 1, 0, 0, 0, 0, 0, 0];
const zeros = Array<number>(64).fill(0);
const decode = (data: number[], program = TOKEN_2022_PROGRAM, named = accounts) =>
  decodeBytes(program, Uint8Array.from(data), named);

/** The kind, with the type name if that says more; or `undecodable`. */
function kindOf(data: number[], program = TOKEN_2022_PROGRAM): string {
  try {
    const read = decode(data, program);
    return read.kind === 'neutral' || read.kind === 'batch' ? read.kind : `${read.kind} ${read.type}`;
  } catch (error) {
    if (error instanceof UndecodableError) return 'undecodable';
    throw error;
  }
}

const ofBoth: Record<number, string> = {
  1: 'movement initializeAccount',
  3: 'transfer transfer',
  6: 'movement setAuthority',
  7: 'mintTo mintTo',
  8: 'burn burn',
  9: 'movement closeAccount',
  12: 'transfer transferChecked',
  14: 'mintTo mintToChecked',
  15: 'burn burnChecked',
  16: 'movement initializeAccount2',
  17: 'movement syncNative',
  18: 'movement initializeAccount3',
  45: 'movement unwrapLamports',
};
const neutral = [0, 2, 4, 5, 10, 11, 13, 19, 20, 21, 22, 23, 24, 38];
const neutralOf2022 = [25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 39, 40, 41, 42, 43, 44, 46];

describe.each([
  ['the classic program', TOKEN_PROGRAM, neutral],
  ['Token-2022', TOKEN_2022_PROGRAM, [...neutral, ...neutralOf2022]],
])('in %s', (_name, program, harmless) => {
  it('each first byte is what its sources say, and every other one is undecodable', () => {
    for (let tag = 0; tag < 255; tag++) {
      const wanted = ofBoth[tag] ?? (harmless.includes(tag) ? 'neutral' : 'undecodable');
      expect(kindOf([tag, ...zeros], program), `tag ${tag}`).toBe(wanted);
    }
  });
});

it.each<[number, Record<number, string>, number[]]>([
  [
    26,
    {
      1: 'transfer transferCheckedWithFee',
      2: 'movement withdrawWithheldTokensFromMint',
      3: 'movement withdrawWithheldTokensFromAccounts',
    },
    [0, 4, 5],
  ],
  [
    27,
    {
      5: 'movement depositConfidentialTransfer',
      6: 'movement withdrawConfidentialTransfer',
      7: 'confidential confidentialTransfer',
      13: 'confidential confidentialTransferWithFee',
    },
    [0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 14],
  ],
  [42, { 3: 'confidential confidentialMint', 4: 'confidential confidentialBurn' }, [0, 1, 2, 5]],
  [
    46,
    {
      1: 'burn permissionedBurn',
      2: 'burn permissionedBurnChecked',
      3: 'confidential permissionedConfidentialBurn',
    },
    [0],
  ],
])('of extension %i, each second byte is what its sources say', (tag, moving, harmless) => {
  for (let sub = 0; sub < 256; sub++) {
    const wanted = moving[sub] ?? (harmless.includes(sub) ? 'neutral' : 'undecodable');
    expect(kindOf([tag, sub, ...zeros]), `${tag} ${sub}`).toBe(wanted);
  }
});

it('the instructions of metadata and groups are known by their first eight bytes, in Token-2022 alone', () => {
  const known =
    'd2e11ea258b84d8d dde9312db5cadcc8 ea122038598d25b5 d7e4a6e45464567b faa6b4fa0d0cb846 79716c2736330004 ' +
    '6c25ab8ff81e126e a1695801edddd8cb 9820deb0dfed7486';
  for (const text of known.split(' ')) {
    const data = [...Buffer.from(text, 'hex'), 1, 2, 3];
    expect(decode(data), text).toEqual({ kind: 'neutral', type: 'interface' });
    expect(kindOf(data, TOKEN_PROGRAM), text).toBe('undecodable');
    expect(kindOf([...data.slice(0, 7), 1]), text).toBe('undecodable');
  }
});

const authority = (at: number) => ({ authority: `a${at}`, extraKeys: accounts.slice(at + 1) });
const owner = encodeBase58(Uint8Array.from(Array(32).fill(9)));
const [source, mint, moved] = [{ source: 'a0' }, { mint: 'a1' }, { amount: 263n }];
const still = { mint: null, amount: null, what: null, newAuthority: null };
const ownerBytes = Array<number>(32).fill(9);

it.each<[string, number[], object]>([
  [
    'transfer',
    [3, ...amount],
    { ...source, mint: null, destination: 'a1', ...authority(2), ...moved, fee: null, decimals: null },
  ],
  [
    'transferChecked',
    [12, ...amount, 6],
    { ...source, ...mint, destination: 'a2', ...authority(3), ...moved, fee: null, decimals: 6 },
  ],
  [
    'transferCheckedWithFee',
    [26, 1, ...amount, 6, ...amount],
    { ...source, ...mint, destination: 'a2', ...authority(3), ...moved, fee: 263n, decimals: 6 },
  ],
  ['burn', [8, ...amount], { account: 'a0', ...mint, ...authority(2), ...moved, decimals: null }],
  ['burnChecked', [15, ...amount, 6], { account: 'a0', ...mint, ...authority(2), ...moved, decimals: 6 }],
  [
    'permissionedBurn',
    [46, 1, ...amount],
    { account: 'a0', ...mint, ...authority(3), ...moved, decimals: null },
  ],
  [
    'permissionedBurnChecked',
    [46, 2, ...amount, 6],
    { account: 'a0', ...mint, ...authority(3), ...moved, decimals: 6 },
  ],
  ['mintTo', [7, ...amount], { account: 'a1', mint: 'a0', ...moved, decimals: null }],
  ['mintToChecked', [14, ...amount, 6], { account: 'a1', mint: 'a0', ...moved, decimals: 6 }],
  ['initializeAccount', [1], { ...still, movement: 'open', account: 'a0', ...mint, newAuthority: 'a2' }],
  [
    'initializeAccount2',
    [16, ...ownerBytes],
    { ...still, movement: 'open', account: 'a0', ...mint, newAuthority: owner },
  ],
  [
    'initializeAccount3',
    [18, ...ownerBytes],
    { ...still, movement: 'open', account: 'a0', ...mint, newAuthority: owner },
  ],
  ['closeAccount', [9], { ...still, movement: 'close', account: 'a0' }],
  ['syncNative', [17], { ...still, movement: 'native', account: 'a0' }],
  ['unwrapLamports', [45], { ...still, movement: 'native', account: 'a0' }],
  ['withdrawWithheldTokensFromMint', [26, 2], { ...still, movement: 'harvest', account: 'a1', mint: 'a0' }],
  [
    'withdrawWithheldTokensFromAccounts',
    [26, 3],
    { ...still, movement: 'harvest', account: 'a1', mint: 'a0' },
  ],
  [
    'depositConfidentialTransfer',
    [27, 5, ...amount],
    { ...still, movement: 'deposit', account: 'a0', ...mint, ...moved },
  ],
  [
    'withdrawConfidentialTransfer',
    [27, 6, ...amount],
    { ...still, movement: 'withdraw', account: 'a0', ...mint, ...moved },
  ],
  ['confidentialTransfer', [27, 7], { confidential: 'transfer', accounts }],
  ['confidentialTransferWithFee', [27, 13], { confidential: 'transfer', accounts }],
  ['confidentialMint', [42, 3], { confidential: 'mint', accounts }],
  ['confidentialBurn', [42, 4], { confidential: 'burn', accounts }],
  ['permissionedConfidentialBurn', [46, 3], { confidential: 'burn', accounts }],
])('%s is read field by field', (type, data, fields) => {
  expect(decode(data)).toMatchObject({ type, ...fields });
});

it('set-up is named by its number or its name', () => {
  expect(decode([26, 0])).toEqual({ kind: 'neutral', type: 'transferFee0' });
  expect(decode([46, 0])).toEqual({ kind: 'neutral', type: 'initializePermissionedBurnConfig' });
});

it.each([
  ['mintTokens', 0],
  ['freezeAccount', 1],
  ['accountOwner', 2],
  ['closeAccount', 3],
  ['authority4', 4],
])('the authority %s is named', (what, tag) => {
  expect(decode([6, tag, 0])).toMatchObject({ account: 'a0', what, newAuthority: null });
  expect(decode([6, tag, 1, ...ownerBytes])).toMatchObject({ what, newAuthority: owner });
  expect(kindOf([6, tag, 2, ...ownerBytes])).toBe('undecodable');
  expect(kindOf([6, tag, 1, ...ownerBytes.slice(1)])).toBe('undecodable');
});

it.each([
  ['no data', []],
  ['an amount that is cut', [8, 1, 2, 3, 4, 5, 6, 7]],
  ['checked, without decimals', [15, ...amount]],
  ['a fee above its amount', [26, 1, ...amount, 6, 8, 1, 0, 0, 0, 0, 0, 0]],
  ['a batch that is empty', [255]],
  ['a batch with a byte behind its last part', [255, 1, 1, 9, 0]],
  ['a batch in a batch', [255, 0, 1, 255]],
  ['a batch of more accounts than there are', [255, 7, 9, 8, ...amount]],
])('%s is undecodable', (_what, data) => {
  expect(kindOf(data)).toBe('undecodable');
});

it('accounts that are missing make an instruction undecodable', () => {
  expect(() => decode([8, ...amount], TOKEN_PROGRAM, ['a0', 'a1'])).toThrow(UndecodableError);
  expect(decode([8, ...amount], TOKEN_PROGRAM, ['a0', 'a1', 'a2'])).toMatchObject({ extraKeys: [] });
});

it('the parts of a batch have their accounts one behind the other, and stand or fall alone', () => {
  expect(decode([255, 3, 9, 8, ...amount, 2, 2, 99, 0, 1, 1, 9])).toMatchObject({
    kind: 'batch',
    nested: [
      { ok: true, instruction: { kind: 'burn', account: 'a0', mint: 'a1', authority: 'a2', amount: 263n } },
      { ok: false, accounts: ['a3', 'a4'] },
      { ok: true, instruction: { movement: 'close', account: 'a5' } },
    ],
  });
});
