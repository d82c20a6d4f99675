import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '@naughty-list/embedded/stack';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import {
  newHolder,
  type PaymentOrder,
  type SignedTransaction,
  signNewMint,
  signPayment,
} from '@naughty-list/local-chain/sign-payment';
import { signText } from '@naughty-list/local-chain/sign-text';
import { callWithRetries } from './call-with-retries.ts';
import type { RunRecord } from './run-record.ts';

export type Payment = Omit<PaymentOrder, 'payer' | 'feePayer' | 'mint' | 'amount'> & {
  /** Base units. */
  amount: bigint;
  /** From a new wallet, which gets the tokens first: a wallet is admitted to membership once. */
  fromNewWallet?: boolean;
  otherMint?: boolean;
  /** Sent although it cannot succeed. */
  hopeless?: boolean;
};

/** A wallet that has paid and signs messages. */
export type Payer = { address: string; sign(message: string): Promise<string> };

export type Wallet = {
  burnWallet: string;
  /** Signs, sends and ensures that it landed; returns the signature. */
  pay(payment: Payment): Promise<string>;
  /** Throws for a payment that was not made here. */
  payerOf(payment: string): Payer;
};

type RpcAnswer = { result?: unknown; error?: { message: string } };

const SUPPLY = 10n ** 18n;

/** Opens the wallet that funds all payments of a run: the local chain's rich holder. */
export async function openWallet(stack: Stack, runRecord: RunRecord, signal: AbortSignal): Promise<Wallet> {
  const folder = join(stack.dataDir, 'local-chain');
  const payer = readKeypair(join(folder, 'rich-holder.json'));
  const { mint, burnWallet } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as {
    mint: string;
    burnWallet: string;
  };

  async function ask(method: string, params: unknown[]): Promise<RpcAnswer> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    };
    return (await callWithRetries(stack.rpcUrl, init, signal)).body as RpcAnswer;
  }

  /**
   * A landed transaction is rejected when sent again, so it is sent until then: that is the proof, whatever the chain
   * reports.
   */
  async function land<T extends SignedTransaction>(build: (blockhash: string) => T, skipPreflight = false) {
    for (;;) {
      const { result } = await ask('getLatestBlockhash', []);
      const { blockhash } = ((result ?? {}) as { value?: { blockhash?: string } }).value ?? {};
      if (!blockhash) continue;
      const signed = build(blockhash);
      let refusal = '';
      while (!/blockhash/i.test(refusal)) {
        if (skipPreflight) await ask('sendTransaction', [signed.wire, { encoding: 'base64', skipPreflight }]);
        const { error } = await ask('sendTransaction', [signed.wire, { encoding: 'base64' }]);
        refusal = error?.message ?? '';
        if (/already been processed/i.test(refusal)) return signed;
      }
    }
  }

  let payments = 0n;
  const payers = new Map<string, Payer>();
  const other = await land((blockhash) => signNewMint(payer, SUPPLY, blockhash));
  return {
    burnWallet,
    async pay({ amount, fromNewWallet, otherMint, hopeless, ...rest }) {
      // Adds a few base units each time: equal payments in one block would be one transaction.
      payments += 1n;
      const tokens = { mint: otherMint ? other.mint : mint, amount: amount + payments };
      const holder = fromNewWallet ? newHolder() : payer;
      const fund = { ...tokens, payer, to: holder.publicKey.toBase58() };
      if (fromNewWallet) await land((blockhash) => signPayment(fund, blockhash));
      const order = { ...rest, ...tokens, payer: holder, feePayer: payer };
      const { signature } = await land((blockhash) => signPayment(order, blockhash), hopeless);
      runRecord.sent.push({ payment: signature, carriedOut: hopeless !== true });
      const address = holder.publicKey.toBase58();
      payers.set(signature, { address, sign: (message) => signText(holder, message) });
      return signature;
    },
    payerOf(payment) {
      const payer = payers.get(payment);
      if (!payer) throw new Error(`${payment} was not paid here`);
      return payer;
    },
  };
}
