import { buildPayment, referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { Keypair, PublicKey } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../src/token-instructions.ts';
import { EVENTUALLY, fundedWallet, startChain } from './chain-under-test.ts';
import { createMint } from './create-mint.ts';

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
