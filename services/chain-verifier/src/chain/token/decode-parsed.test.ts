import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../base58.ts';
import { FaultError } from '../fault.ts';
import { TOKEN_PROGRAM } from '../programs.ts';
import { addressesIn, decodeParsed } from './decode-parsed.ts';
import { UndecodableError } from './instruction.ts';

const address = (seed: number) => encodeBase58(new Uint8Array(32).fill(seed));
const [account, mint, owner, extra] = [address(1), address(2), address(3), address(4)];
const decode = (type: string, info: object = {}) => decodeParsed(TOKEN_PROGRAM, { type, info });
const tokenAmount = { amount: '263', decimals: 6, uiAmount: 9 };
const [plain, checked] = [
  { amount: 263n, decimals: null },
  { amount: 263n, decimals: 6 },
];
const still = { mint: null, amount: null, what: null, newAuthority: null };

/** Type names as printed by agave (transaction-status/src/parse_token.rs and its extensions). */
const harmless = `
  initializeMint initializeMint2 initializeMultisig initializeMultisig2 initializeImmutableOwner
  initializeMintCloseAuthority initializeNonTransferableMint initializePermanentDelegate
  initializePermissionedBurnConfig initializeTransferFeeConfig initializeTransferHook initializeMetadataPointer
  initializeGroupPointer initializeGroupMemberPointer initializeInterestBearingConfig
  initializeScaledUiAmountConfig initializePausableConfig initializeDefaultAccountState
  initializeConfidentialTransferMint initializeConfidentialTransferFeeConfig initializeConfidentialMintBurnMint
  initializeTokenMetadata initializeTokenGroup initializeTokenGroupMember approve approveChecked revoke
  freezeAccount thawAccount getAccountDataSize amountToUiAmount uiAmountToAmount reallocate createNativeMint
  setTransferFee harvestWithheldTokensToMint withdrawExcessLamports enableRequiredMemoTransfers
  disableRequiredMemoTransfers enableRequiredTransferMemos disableRequiredTransferMemos enableCpiGuard
  disableCpiGuard updateDefaultAccountState updateInterestBearingConfigRate updateTransferHook
  updateMetadataPointer updateGroupPointer updateGroupMemberPointer updateMultiplier updateTokenMetadataField
  updateTokenMetadataAuthority removeTokenMetadataKey emitTokenMetadata updateTokenGroupMaxSize
  updateTokenGroupAuthority updateConfidentialTransferMint configureConfidentialTransferAccount
  approveConfidentialTransferAccount emptyConfidentialTransferAccount applyPendingConfidentialTransferBalance
  rotateConfidentialMintBurnSupplyElGamalPubkey updateConfidentialMintBurnDecryptableSupply pause resume`;

it('names that move no tokens are neutral', () => {
  for (const type of harmless.trim().split(/\s+/)) expect(decode(type)).toEqual({ kind: 'neutral', type });
});

it.each(['', 'teleport', 'toString', 'Approve'])('the name %j is undecodable', (type) => {
  expect(() => decode(type)).toThrow(UndecodableError);
});

describe('what moves tokens', () => {
  it.each<[string, object, object]>([
    ['burn', { account, mint, authority: owner, amount: '263' }, { kind: 'burn', ...plain, extraKeys: [] }],
    ['burnChecked', { account, mint, authority: owner, tokenAmount }, { kind: 'burn', ...checked }],
    ['permissionedBurn', { account, mint, authority: owner, amount: '263' }, { kind: 'burn', ...plain }],
    [
      'permissionedBurnChecked',
      { account, mint, authority: owner, tokenAmount },
      { kind: 'burn', ...checked },
    ],
    ['mintTo', { account, mint, amount: '263' }, { kind: 'mintTo', ...plain }],
    ['mintToChecked', { account, mint, tokenAmount }, { kind: 'mintTo', ...checked }],
  ])('%s', (type, info, fields) => {
    expect(decode(type, info)).toMatchObject({ type, account, mint, ...fields });
  });

  it.each<[string, object, object]>([
    ['transfer', { amount: '263' }, { mint: null, ...plain, fee: null }],
    ['transferChecked', { mint, tokenAmount }, { mint, ...checked, fee: null }],
    ['transferCheckedWithFee', { mint, tokenAmount, feeAmount: { ...tokenAmount } }, { mint, fee: 263n }],
  ])('%s', (type, info, fields) => {
    const read = decode(type, { source: account, destination: extra, authority: owner, ...info });
    expect(read).toMatchObject({ kind: 'transfer', type, source: account, destination: extra, ...fields });
    expect(read).toMatchObject({ authority: owner, extraKeys: [] });
  });

  it.each<[string, object, object]>([
    ['initializeAccount', { account, mint, owner }, { movement: 'open', mint, newAuthority: owner }],
    ['initializeAccount2', { account, mint, owner }, { movement: 'open', mint, newAuthority: owner }],
    ['initializeAccount3', { account, mint, owner }, { movement: 'open', mint, newAuthority: owner }],
    ['closeAccount', { account }, { ...still, movement: 'close' }],
    ['syncNative', { account }, { ...still, movement: 'native' }],
    ['unwrapLamports', { source: account }, { ...still, movement: 'native' }],
    ['withdrawWithheldTokensFromMint', { feeRecipient: account, mint }, { movement: 'harvest', mint }],
    ['withdrawWithheldTokensFromAccounts', { feeRecipient: account, mint }, { movement: 'harvest', mint }],
  ])('%s', (type, info, fields) => {
    expect(decode(type, info)).toMatchObject({ kind: 'movement', type, account, ...fields });
  });

  it.each([
    ['confidentialBurn', 'burn'],
    ['permissionedConfidentialBurn', 'burn'],
    ['confidentialMint', 'mint'],
    ['confidentialTransfer', 'transfer'],
    ['confidentialTransferWithFee', 'transfer'],
  ])('%s', (type, confidential) => {
    const read = { kind: 'confidential', type, confidential, accounts: [account, mint] };
    expect(decode(type, { account, mint })).toEqual(read);
  });

  it('authorities: one, a multisig with its signers, or none that is printed', () => {
    const burn = (rest: object) => decode('burn', { account, mint, amount: '1', ...rest });
    const multisig = { multisigAuthority: owner, signers: [extra] };
    expect(burn(multisig)).toMatchObject({ authority: owner, extraKeys: [extra] });
    expect(burn({})).toMatchObject({ authority: null, extraKeys: [] });
    expect(() => burn({ multisigAuthority: owner, signers: ['x'] })).toThrow(FaultError);
    expect(() => burn({ authority: 7 })).toThrow(FaultError);
  });

  it('setAuthority, of an account or a mint, with and without a new authority', () => {
    const set = (rest: object) => decode('setAuthority', { authorityType: 'accountOwner', ...rest });
    const what = 'accountOwner';
    expect(set({ account, newAuthority: owner })).toMatchObject({ account, what, newAuthority: owner });
    expect(set({ mint, newAuthority: null })).toMatchObject({ account: mint, newAuthority: null });
    expect(set({ account })).toMatchObject({
      type: 'setAuthority',
      movement: 'setAuthority',
      newAuthority: null,
    });
    for (const wrong of ['', 'account owner', 'x'.repeat(65), 7])
      expect(() => set({ account, authorityType: wrong })).toThrow(FaultError);
    expect(set({ account, authorityType: 'x'.repeat(64) })).toMatchObject({ what: 'x'.repeat(64) });
  });
});

it('a fee above its amount is undecodable', () => {
  const parties = { source: account, destination: extra, mint, authority: owner, tokenAmount };
  const feeAmount = { amount: '264', decimals: 6 };
  expect(() => decode('transferCheckedWithFee', { ...parties, feeAmount })).toThrow(UndecodableError);
});

it('fields of another shape than documented are malformed, not undecodable', () => {
  const burn = { account, mint, authority: owner };
  const wrong = [
    { ...burn },
    { ...burn, amount: 263 },
    { ...burn, amount: '1', account: 'x' },
    { ...burn, amount: '1', mint: undefined },
    { ...burn, tokenAmount: { amount: '1', decimals: 256 } },
    { ...burn, tokenAmount: { amount: '1', decimals: -1 } },
  ];
  for (const info of wrong) expect(() => decode('burnChecked', info)).toThrow(FaultError);
  expect(decode('burnChecked', { ...burn, tokenAmount: { amount: '1', decimals: 255 } })).toMatchObject({
    decimals: 255,
  });
});

describe('a batch', () => {
  const batch = (instructions: unknown) => decode('batch', { instructions });
  const close = { type: 'closeAccount', info: { account } };

  it('has parts that are parsed, wrapped in their program, or raw', () => {
    const closed = { ok: true, instruction: { movement: 'close', account } };
    const parts = [close, { parsed: close }, { data: encodeBase58(Uint8Array.of(9)), accounts: [account] }];
    expect(batch(parts)).toMatchObject({ kind: 'batch', nested: [closed, closed, closed] });
  });

  it('keeps what a part names that it cannot read', () => {
    const nested = [{ ok: false, accounts: [account] }, { ok: false }];
    expect(
      batch([
        { type: 'teleport', info: { from: account } },
        { type: 'batch', info: { instructions: [close] } },
      ]),
    ).toMatchObject({ nested });
  });

  it('is undecodable where it is empty, and malformed where a part is', () => {
    expect(() => batch([])).toThrow(UndecodableError);
    expect(() => batch([{ type: 'closeAccount', info: {} }])).toThrow(FaultError);
    expect(() => batch([7])).toThrow(FaultError);
  });
});

it('addresses are found at any depth that a parser prints', () => {
  expect(addressesIn({ a: account, b: [{ c: { d: mint } }], e: 7, f: null, g: 'text' })).toEqual([
    account,
    mint,
  ]);
  expect(addressesIn({ a: { b: { c: { d: account } } } })).toEqual([account]);
  expect(addressesIn({ a: { b: { c: { d: { e: account } } } } })).toEqual([]);
});
