import { randomBytes } from 'node:crypto';
import { Keypair, type PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { fundedWallet, rpc, SOL, send, startChain } from './chain-under-test.ts';
import { createControlClient } from './control-client.ts';

const transfer = (from: Keypair, to: PublicKey, lamports: number): Transaction =>
  new Transaction().add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }));

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
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(true);
    await control.advanceSlots(140);
    await connection.sendRawTransaction(signed(blockhash));
    await control.advanceSlots(20);
    expect(await connection.getBlockHeight()).toBeGreaterThan(lastValidBlockHeight);
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false);
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
