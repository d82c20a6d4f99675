import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, Keypair, type Transaction } from '@solana/web3.js';
import { onTestFinished } from 'vitest';
import { CHAIN_FILES } from '../src/genesis/genesis.ts';
import { readKeypair } from '../src/genesis/keypair-file.ts';
import { type LocalChain, type LocalChainOptions, startLocalChain } from '../src/local-chain.ts';

export const SOL = 1_000_000_000;

/** For `expect.poll`: as long as a test may take. */
export const EVENTUALLY = { timeout: 50_000, interval: 20 };

/** A temporary data folder, removed with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-chain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type ChainUnderTest = LocalChain & { connection: Connection; dataDir: string; richHolder: Keypair };

/** Closes the connection's own websocket, which would keep calling a closed chain. */
function closeWebSocket(connection: Connection): void {
  const inner = connection as unknown as {
    _rpcWebSocket: { close(): void; setAutoReconnect(on: boolean): void };
  };
  inner._rpcWebSocket.setAutoReconnect(false);
  inner._rpcWebSocket.close();
}

/** A chain that finalises at once, closed after the test. */
export async function startChain(options: Partial<LocalChainOptions> = {}): Promise<ChainUnderTest> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const chain = await startLocalChain({
    port: 0,
    control: true,
    confirmAfterMs: 0,
    finalizeAfterMs: 0,
    ...options,
    dataDir,
  });
  const connection = new Connection(chain.url, 'confirmed');
  onTestFinished(async () => {
    closeWebSocket(connection);
    await chain.close();
  });
  return {
    ...chain,
    dataDir,
    connection,
    richHolder: readKeypair(join(chain.folder, CHAIN_FILES.richHolder)),
  };
}

/** A wallet with some SOL. */
export async function fundedWallet(connection: Connection, sol = 10): Promise<Keypair> {
  const wallet = Keypair.generate();
  await connection.requestAirdrop(wallet.publicKey, sol * SOL);
  return wallet;
}

/** Signs with the newest blockhash and sends without waiting. @returns the signature */
export async function send(
  connection: Connection,
  transaction: Transaction,
  signers: Keypair[],
  options: { skipPreflight?: boolean } = {},
): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  transaction.recentBlockhash = blockhash;
  transaction.lastValidBlockHeight = lastValidBlockHeight;
  transaction.sign(...signers);
  return connection.sendRawTransaction(transaction.serialize(), options);
}

export type RpcAnswer = {
  id: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
};

/** One bare JSON-RPC call. */
export async function rpc(url: string, method: string, params: unknown[] = []): Promise<RpcAnswer> {
  const response = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return (await response.json()) as RpcAnswer;
}

export const post = (url: string, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
