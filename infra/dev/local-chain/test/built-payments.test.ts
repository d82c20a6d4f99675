import { withFee } from '@naughty-list/contracts/tokens';
import {
  associatedTokenAccount,
  buildPayment,
  chooseSourcesWithFee,
  referenceKeyOf,
} from '@naughty-list/payment-transactions/build-payment';
import { readTransferFee } from '@naughty-list/payment-transactions/transfer-fee';
import { Keypair, PublicKey } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../src/token-instructions.ts';
import { EVENTUALLY, fundedWallet, startChain } from './chain-under-test.ts';
import { createMint, transferFee } from './create-mint.ts';

const programs = [
  ['the classic program', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
] as const;

it.each(
  programs.flatMap(([name, program]) =>
    (['burn', 'transfer'] as const).map((kind) => ({ name, program, kind })),
  ),
)('a $kind with a reference key is executed by $name, and found by the key', async ({ program, kind }) => {
  const { connection } = await startChain();
  const payer = await fundedWallet(connection);
  const { mint, account } = await createMint(connection, payer, program, 6);
  const held = async () => (await connection.getTokenAccountBalance(account)).value.amount;
  await expect.poll(() => held().catch(() => undefined), EVENTUALLY).toBe('1000000000');
  const to = Keypair.generate().publicKey.toBase58();
  const memo = 'LISTBURN007';
  const referenceKey = referenceKeyOf({ mint: mint.toBase58(), burnWallet: to, reference: memo });
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = buildPayment({
    payer: payer.publicKey.toBase58(),
    mint: mint.toBase58(),
    decimals: 6,
    sources: [{ address: account.toBase58(), amount: 1_000_000n, tokenProgram: program.toBase58() }],
    purpose: kind === 'burn' ? { kind, memo, referenceKey } : { kind, to, memo, referenceKey },
    blockhash,
    version: 0,
  });
  transaction.sign([payer]);
  const signature = await connection.sendTransaction(transaction);
  await expect.poll(held, EVENTUALLY).toBe('999000000');
  const named = await connection.getSignaturesForAddress(new PublicKey(referenceKey));
  expect(named).toMatchObject([{ signature, err: null }]);
});

it.each([
  { basisPoints: 100, maximum: 2n ** 64n - 1n, fees: 1_010_102n },
  { basisPoints: 5_000, maximum: 7n, fees: 7n },
  { basisPoints: 0, maximum: 0n, fees: 0n },
])('the whole price arrives after a fee of $basisPoints basis points, at most $maximum', async (set) => {
  const { connection } = await startChain();
  const payer = await fundedWallet(connection);
  const program = TOKEN_2022_PROGRAM_ID;
  const { mint, account } = await createMint(connection, payer, program, 6, transferFee(set));
  const heldIn = async (address: PublicKey) =>
    (await connection.getTokenAccountBalance(address).catch(() => undefined))?.value.amount;
  await expect.poll(() => heldIn(account), EVENTUALLY).toBe('1000000000');
  const { epoch } = await connection.getEpochInfo();
  const { data } = (await connection.getAccountInfo(mint)) ?? {};
  const fee = data && readTransferFee(data, epoch);
  if (!fee) throw new Error('no fee was read');
  const holdings = [
    { address: account.toBase58(), amount: 1_000_000_000n, tokenProgram: program.toBase58() },
  ];
  const { sources = [], fees } = chooseSourcesWithFee(holdings, 100_000_001n, fee);
  expect(fees).toBe(set.fees);
  expect(withFee(100_000_001n, fee)).toBe(100_000_001n + set.fees);
  const to = Keypair.generate().publicKey;
  const referenceKey = Keypair.generate().publicKey.toBase58();
  const { blockhash } = await connection.getLatestBlockhash();
  const purpose = { kind: 'transfer', to: to.toBase58(), memo: 'LISTCLUB-1', referenceKey } as const;
  const order = { payer: payer.publicKey.toBase58(), mint: mint.toBase58(), decimals: 6, blockhash };
  const transaction = buildPayment({ ...order, sources, purpose, version: 0 });
  transaction.sign([payer]);
  await connection.sendTransaction(transaction);
  const received = associatedTokenAccount(mint, to, program);
  await expect.poll(() => heldIn(received), EVENTUALLY).toBe('100000001');
});
