import { randomBytes } from 'node:crypto';
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress, createTokenAccount, transferChecked } from '../src/token-instructions.ts';
import { fundedWallet, rpc, SOL, send, startChain } from './chain-under-test.ts';
import { createControlClient } from './control-client.ts';

const transfer = (from: Keypair, to: PublicKey, lamports: number): Transaction =>
  new Transaction().add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }));

describe('sending', () => {
  it('gives SOL away, and the same amount twice in one moment', async () => {
    const { connection } = await startChain();
    const wallet = Keypair.generate().publicKey;
    const [first, second] = await Promise.all([
      connection.requestAirdrop(wallet, SOL),
      connection.requestAirdrop(wallet, SOL),
    ]);
    expect(first).not.toBe(second);
    expect(await connection.getBalance(wallet)).toBe(2 * SOL);
  });

  it('moves SOL with sendAndConfirmTransaction over the websocket', async () => {
    const { connection } = await startChain({ confirmAfterMs: 200, finalizeAfterMs: 400 });
    const wallet = await fundedWallet(connection);
    const to = Keypair.generate().publicKey;
    const signature = await sendAndConfirmTransaction(connection, transfer(wallet, to, SOL), [wallet]);
    expect(await connection.getBalance(to)).toBe(SOL);
    expect(await connection.getBalance(wallet.publicKey)).toBe(9 * SOL - 5000);
    const { value } = await connection.getSignatureStatus(signature);
    expect(value?.confirmationStatus).toMatch(/confirmed|finalized/);
  });

  it('charges the fee it names, and the priority fee', async () => {
    const { connection } = await startChain();
    const wallet = await fundedWallet(connection);
    const transaction = transfer(wallet, Keypair.generate().publicKey, SOL).add(
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_001 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 7000 }),
    );
    transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
    transaction.feePayer = wallet.publicKey;
    const { value: fee } = await connection.getFeeForMessage(transaction.compileMessage());
    const signature = await send(connection, transaction, [wallet]);
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
    expect(fee).toBe(5000);
    expect(landed?.meta?.fee).toBe(5000 + 7001);
  });

  it('keeps a failing transaction out with preflight, and lands it with its error without', async () => {
    const { connection, mint: listMint, richHolder } = await startChain();
    const mint = new PublicKey(listMint);
    const poor = await fundedWallet(connection);
    const source = {
      mint,
      account: associatedTokenAddress(mint, poor.publicKey),
      owner: poor.publicKey,
      decimals: 6,
    };
    const failing = new Transaction().add(
      createTokenAccount(poor.publicKey, mint, poor.publicKey),
      transferChecked(source, associatedTokenAddress(mint, richHolder.publicKey), 1n),
    );
    const refused: unknown = await send(connection, failing, [poor]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SendTransactionError);
    expect(String(refused)).toContain('Error processing Instruction 1: custom program error: 0x1');
    expect((refused as SendTransactionError).logs?.join('\n')).toContain('insufficient funds');
    const signature = await send(connection, failing, [poor], { skipPreflight: true });
    const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
    expect(landed?.meta?.err).toEqual({ InstructionError: [1, { Custom: 1 }] });
    expect(landed?.meta?.fee).toBe(5000);
    expect(landed?.meta?.preTokenBalances).toEqual([
      expect.objectContaining({ owner: richHolder.publicKey.toBase58() }),
    ]);
    expect(await connection.getBalance(poor.publicKey)).toBe(10 * SOL - 5000);
    expect((await connection.getSignatureStatus(signature)).value?.err).toEqual({
      InstructionError: [1, { Custom: 1 }],
    });
  });

  it('drops what cannot pay its fee', async () => {
    const { connection } = await startChain();
    const nobody = Keypair.generate();
    const transaction = transfer(nobody, Keypair.generate().publicKey, SOL);
    await expect(send(connection, transaction, [nobody])).rejects.toThrow(
      'Attempt to debit an account but found no record of a prior credit.',
    );
    const signature = await send(connection, transaction, [nobody], { skipPreflight: true });
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
  });

  it('simulates unsigned transactions, and replaces blockhashes', async () => {
    const { connection, url } = await startChain();
    const wallet = await fundedWallet(connection);
    const to = Keypair.generate().publicKey;
    const transaction = transfer(wallet, to, SOL);
    transaction.feePayer = wallet.publicKey;
    const simulated = await connection.simulateTransaction(transaction);
    expect(simulated.value.err).toBeNull();
    expect(await connection.getBalance(to)).toBe(0);
    transaction.recentBlockhash = Keypair.generate().publicKey.toBase58();
    const wire = transaction.serialize({ requireAllSignatures: false }).toString('base64');
    const stale = await rpc(url, 'simulateTransaction', [wire, { encoding: 'base64' }]);
    expect(stale.result).toMatchObject({ value: { err: 'BlockhashNotFound' } });
    const replaced = await rpc(url, 'simulateTransaction', [
      wire,
      { encoding: 'base64', replaceRecentBlockhash: true },
    ]);
    expect(replaced.result).toMatchObject({ value: { err: null } });
  });

  it('runs the memo program under all its addresses', async () => {
    const { connection } = await startChain();
    const wallet = await fundedWallet(connection);
    const programs = [
      'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
      'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
      'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
    ];
    const instructions = programs.map(
      (program) =>
        new TransactionInstruction({
          programId: new PublicKey(program),
          keys: [],
          data: Buffer.from('hello'),
        }),
    );
    const signature = await send(connection, new Transaction().add(...instructions), [wallet]);
    const { meta } =
      (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 })) ?? {};
    expect(meta?.logMessages?.filter((line) => line.includes('success'))).toEqual(
      programs.map((program) => `Program ${program} success`),
    );
  });

  it('gives a fee only for messages whose blockhash is alive', async () => {
    const { connection } = await startChain();
    const message = new TransactionMessage({
      payerKey: Keypair.generate().publicKey,
      recentBlockhash: Keypair.generate().publicKey.toBase58(),
      instructions: [],
    }).compileToV0Message();
    expect((await connection.getFeeForMessage(message)).value).toBeNull();
  });
});

describe('the chain', () => {
  it('refuses a bad signature with -32003', async () => {
    const { connection, url } = await startChain();
    const wallet = await fundedWallet(connection);
    const transaction = transfer(wallet, Keypair.generate().publicKey, SOL);
    transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
    transaction.sign(wallet);
    const bytes = transaction.serialize();
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    const { error } = await rpc(url, 'sendTransaction', [bytes.toString('base64'), { encoding: 'base64' }]);
    expect(error).toEqual({ code: -32003, message: 'Transaction signature verification failure' });
  });

  it('refuses a missing signature, and drops it without preflight', async () => {
    const { connection, url } = await startChain();
    const [wallet, other] = [await fundedWallet(connection), await fundedWallet(connection)];
    const transaction = transfer(other, wallet.publicKey, SOL);
    transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
    transaction.feePayer = wallet.publicKey;
    transaction.partialSign(wallet);
    const wire = transaction.serialize({ requireAllSignatures: false }).toString('base64');
    expect((await rpc(url, 'sendTransaction', [wire, { encoding: 'base64' }])).error?.code).toBe(-32003);
    const { result } = await rpc(url, 'sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
    expect(typeof result).toBe('string');
    expect((await connection.getSignatureStatus(String(result))).value).toBeNull();
    expect(await connection.getBalance(other.publicKey)).toBe(10 * SOL);
  });

  it('refuses the same transaction twice', async () => {
    const { connection } = await startChain();
    const wallet = await fundedWallet(connection);
    const to = Keypair.generate().publicKey;
    const transaction = transfer(wallet, to, SOL);
    const signature = await send(connection, transaction, [wallet]);
    const again = connection.sendRawTransaction(transaction.serialize());
    await expect(again).rejects.toThrow('This transaction has already been processed');
    const dropped = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    expect(dropped).toBe(signature);
    expect(await connection.getBalance(to)).toBe(SOL);
  });

  it('refuses unknown blockhashes, and known ones after 150 slots', async () => {
    const { connection, url } = await startChain();
    const control = createControlClient(url);
    const wallet = await fundedWallet(connection);
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    const signed = (recentBlockhash: string): Buffer => {
      const transaction = transfer(wallet, Keypair.generate().publicKey, SOL);
      transaction.recentBlockhash = recentBlockhash;
      transaction.sign(wallet);
      return transaction.serialize();
    };
    const unknown = connection.sendRawTransaction(signed(Keypair.generate().publicKey.toBase58()));
    await expect(unknown).rejects.toThrow('Blockhash not found');
    await control.advanceSlots(140);
    await connection.sendRawTransaction(signed(blockhash));
    await control.advanceSlots(20);
    expect(await connection.getBlockHeight()).toBeGreaterThan(lastValidBlockHeight);
    await expect(connection.sendRawTransaction(signed(blockhash))).rejects.toThrow('Blockhash not found');
    const { error } = await rpc(url, 'sendTransaction', [
      signed(blockhash).toString('base64'),
      { encoding: 'base64' },
    ]);
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0 },
    });
  });

  it('lets web3.js see that a dropped transaction expired', async () => {
    const { connection, url } = await startChain();
    const latest = await connection.getLatestBlockhash();
    await createControlClient(url).advanceSlots(160);
    const signature = bs58.encode(randomBytes(64));
    const never = connection.confirmTransaction({ signature, ...latest });
    await expect(never).rejects.toThrow('block height exceeded');
  });

  it('refuses what is no transaction, and base58', async () => {
    const { url } = await startChain();
    const code = async (text: string, config: object) =>
      (await rpc(url, 'sendTransaction', [text, config])).error?.code;
    expect(await code('', {})).toBe(-32602);
    expect(await code('3'.repeat(100), {})).toBe(-32602);
    expect(await code('AAAA', { encoding: 'base64' })).toBe(-32602);
    expect(await code('0OIl', {})).toBe(-32602);
    expect(await code('!!!', { encoding: 'base64' })).toBe(-32602);
    expect(await code(Buffer.alloc(1300, 1).toString('base64'), { encoding: 'base64' })).toBe(-32602);
    expect(await code('1'.repeat(900_000), {})).toBe(-32602);
    expect(await code('AA==', { encoding: 'hex' })).toBe(-32602);
  });
});
