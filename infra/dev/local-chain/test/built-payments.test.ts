import { withFee } from '@naughty-list/contracts/tokens';
import {
  associatedTokenAccount,
  buildPayment,
  chooseSourcesWithFee,
  referenceKeyOf,
} from '@naughty-list/payment-transactions/build-payment';
import { readTransferFee } from '@naughty-list/payment-transactions/transfer-fee';
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { expect, it } from 'vitest';
import {
  createTokenAccount,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../src/token-instructions.ts';
import { EVENTUALLY, fundedWallet, send, startChain } from './chain-under-test.ts';
import { createMint, transferFee } from './create-mint.ts';

/** A mint of 1,000 tokens, which its payer holds. */
async function startWithMint(program: PublicKey, extension?: Parameters<typeof createMint>[4]) {
  const { connection } = await startChain();
  const payer = await fundedWallet(connection);
  const { mint, account } = await createMint(connection, payer, program, 6, extension);
  const heldIn = async (address: PublicKey) =>
    (await connection.getTokenAccountBalance(address).catch(() => undefined))?.value.amount;
  await expect.poll(() => heldIn(account), EVENTUALLY).toBe('1000000000');
  return { connection, payer, mint, account, heldIn };
}

type Order = Parameters<typeof buildPayment>[0];
async function pay(
  { connection, payer, mint }: { connection: Connection; payer: Keypair; mint: PublicKey },
  order: Pick<Order, 'sources' | 'purpose' | 'version'>,
): Promise<string> {
  const { blockhash } = await connection.getLatestBlockhash();
  const of = { payer: payer.publicKey.toBase58(), mint: mint.toBase58(), decimals: 6, blockhash };
  const transaction = buildPayment({ ...of, ...order });
  transaction.sign([payer]);
  return connection.sendTransaction(transaction);
}

const programs = [
  ['the classic program', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
] as const;

it.each(
  programs.flatMap(([name, program]) =>
    (['burn', 'transfer'] as const).map((kind) => ({ name, program, kind })),
  ),
)('a $kind with a reference key is executed by $name, and found by the key', async ({ program, kind }) => {
  const chain = await startWithMint(program);
  const { connection, mint, account, heldIn } = chain;
  const to = Keypair.generate().publicKey.toBase58();
  const memo = 'LISTBURN007';
  const referenceKey = referenceKeyOf({ mint: mint.toBase58(), burnWallet: to, reference: memo });
  const signature = await pay(chain, {
    sources: [{ address: account.toBase58(), amount: 1_000_000n, tokenProgram: program.toBase58() }],
    purpose: kind === 'burn' ? { kind, memo, referenceKey } : { kind, to, memo, referenceKey },
    version: 0,
  });
  await expect.poll(() => heldIn(account), EVENTUALLY).toBe('999000000');
  const named = await connection.getSignaturesForAddress(new PublicKey(referenceKey));
  expect(named).toMatchObject([{ signature, err: null }]);
});

it.each([
  { basisPoints: 100, maximum: 2n ** 64n - 1n, fees: 1_010_102n },
  { basisPoints: 5_000, maximum: 7n, fees: 7n },
  { basisPoints: 0, maximum: 0n, fees: 0n },
])('the whole price arrives after a fee of $basisPoints basis points, at most $maximum', async (set) => {
  const program = TOKEN_2022_PROGRAM_ID;
  const chain = await startWithMint(program, transferFee(set));
  const { connection, mint, account, heldIn } = chain;
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
  const purpose = { kind: 'transfer', to: to.toBase58(), memo: 'LISTCLUB-1', referenceKey } as const;
  await pay(chain, { sources, purpose, version: 0 });
  const received = associatedTokenAccount(mint, to, program);
  await expect.poll(() => heldIn(received), EVENTUALLY).toBe('100000001');
});

it('two accounts pay a wallet that requires a memo of each transfer', async () => {
  const program = TOKEN_2022_PROGRAM_ID;
  const chain = await startWithMint(program);
  const { connection, payer, mint, account, heldIn } = chain;
  const receiver = await fundedWallet(connection);
  const [second, received] = [Keypair.generate(), associatedTokenAccount(mint, receiver.publicKey, program)];
  const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
  const instruct = (keys: TransactionInstruction['keys'], data: Buffer) =>
    new TransactionInstruction({ programId: program, keys, data });
  const owner = { pubkey: receiver.publicKey, isSigner: true, isWritable: true };
  const system = { pubkey: SystemProgram.programId, isSigner: false, isWritable: false };
  const setUp = new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: second.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(165),
      space: 165,
      programId: program,
    }),
    // InitializeAccount3.
    instruct([writable(second.publicKey), writable(mint)], Buffer.from([18, ...payer.publicKey.toBytes()])),
    mintTo(mint, second.publicKey, payer.publicKey, 50n, program),
    createTokenAccount(payer.publicKey, mint, receiver.publicKey, program),
    // Reallocate for MemoTransfer; then its Enable.
    instruct([writable(received), owner, system, owner], Buffer.from([29, 8, 0])),
    instruct([writable(received), owner], Buffer.from([30, 0])),
  );
  await send(connection, setUp, [payer, second, receiver]);
  await expect.poll(() => heldIn(received), EVENTUALLY).toBe('0');
  const sources = [account, second.publicKey].map((address) => ({
    address: address.toBase58(),
    amount: 50n,
    tokenProgram: program.toBase58(),
  }));
  const referenceKey = Keypair.generate().publicKey.toBase58();
  const to = receiver.publicKey.toBase58();
  const purpose = { kind: 'transfer', to, memo: 'LISTCLUB-1', referenceKey } as const;
  await pay(chain, { sources, purpose, version: 'legacy' });
  await expect.poll(() => heldIn(received), EVENTUALLY).toBe('100');
});
