import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import { createFundedHolder, transferList } from '@naughty-list/local-chain/test/holders';
import type { Stack } from '../src/stack.ts';
import { query } from './query.ts';
import { whenThereIsRoom } from './removal-flow.ts';

const BASE_UNITS_PER_LIST = 1_000_000n;
export const FEE = 750_000n * BASE_UNITS_PER_LIST;

export type Terms = {
  burnAddress: string;
  reference: string;
  mint: string;
  amount: string;
  paymentUrl: string;
  telegramLink?: string;
};
export type Answer = { status: number; body: { success: boolean; message: string; [more: string]: unknown } };

type Keypair = Awaited<ReturnType<typeof createFundedHolder>>;

type Proof = { proofId: string; signature: string };

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs a text (or the bytes that a wallet wraps around it); returns base64. */
export function signText({ secretKey }: Keypair, text: string | Uint8Array): string {
  const der = Buffer.concat([PKCS8_ED25519, secretKey.subarray(0, 32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(text), key).toString('base64');
}

/** The membership calls of a browser; keeps its cookie. */
export class Visitor {
  readonly #stack: Stack;
  #cookie = '';

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  async #post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await whenThereIsRoom(() =>
      fetch(`${this.#stack.url}/api/alpha-group/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(this.#cookie ? { cookie: this.#cookie } : {}) },
        body: JSON.stringify(body),
      }),
    );
    this.#cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? this.#cookie;
    return { status: answer.status, body: await answer.json() };
  }

  async terms(): Promise<Terms> {
    const { status, body } = await this.#post('generate-burn-address', {});
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Terms;
  }

  async verify(transactionHash: string, proof?: Proof): Promise<Answer> {
    const { burnAddress } = await this.terms();
    return (await this.#post('verify-transaction', { transactionHash, burnAddress, proof })) as Answer;
  }

  /** Signs a challenge for a transaction, or for a wallet alone, like a wallet does. */
  async prove(wallet: Keypair, transactionHash?: string): Promise<Proof> {
    const issued = await this.#post('payment-proof', {
      wallet: wallet.publicKey.toBase58(),
      transactionHash,
    });
    const { proofId, message } = issued.body as { proofId: string; message: string };
    return { proofId, signature: signText(wallet, message) };
  }

  async recover(wallet: Keypair): Promise<Answer> {
    return (await this.#post('recover', { proof: await this.prove(wallet) })) as Answer;
  }

  /** Polls like the page until there is a result; with a wallet's signature, if given. */
  async settled(transactionHash: string, signer?: Keypair): Promise<Answer> {
    const proof = signer && (await this.prove(signer, transactionHash));
    for (;;) {
      const answer = await this.verify(transactionHash, proof);
      if (answer.status !== 202) return answer;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Sends LIST of a new wallet to the burn wallet, with or without a memo. @returns the signature */
export function payMemo(stack: Stack, memo?: string): Promise<string> {
  return pay(stack, memo === undefined ? {} : { memo });
}

/** The same with a Solana Pay reference key in place of a memo. */
export function payKey(stack: Stack, reference: string): Promise<string> {
  return pay(stack, { reference });
}

const payers = new Map<string, Keypair>();

/** The wallet that made a payment of this file. */
export function payerOf(signature: string): Keypair {
  const payer = payers.get(signature);
  if (!payer) throw new Error(`${signature} was not paid here`);
  return payer;
}

/** A wallet is admitted only once, so each payment uses a new one. */
async function pay(stack: Stack, by: { memo?: string; reference?: string }): Promise<string> {
  const { payer: richHolder, mint, burnWallet } = chainOf(stack);
  const { rpcUrl } = stack;
  const payer = await createFundedHolder({ rpcUrl, richHolder, mint, amount: FEE });
  const signature = await transferList({ rpcUrl, payer, mint, to: burnWallet, amount: FEE, ...by });
  payers.set(signature, payer);
  return signature;
}

export function chainOf(stack: Stack) {
  const folder = join(stack.dataDir, 'local-chain');
  const { mint, burnWallet } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8'));
  const payer = readKeypair(join(folder, 'rich-holder.json'));
  return { payer, mint: String(mint), burnWallet: String(burnWallet) };
}

/** The members created by a transaction: payer and amount. */
export function membersBy(stack: Stack, signature: string): Promise<unknown[]> {
  return query(
    stack.databaseUrl,
    `select wallet_address, burn_address, tokens_amount, telegram_link_provided
     from membership.alpha_group_members where transaction_hash = '${signature}'`,
  );
}

/** Every event of a verification up to the last, like an EventSource: reconnects after an interruption. */
export async function eventsOf(stack: Stack, id: string): Promise<{ stage: string; outcome: string }[]> {
  const seen: { stage: string; outcome: string }[] = [];
  for (;;) {
    const text = await fetch(`${stack.url}/api/verifications/${id}/events`)
      .then((answer) => readAll(answer.body))
      .catch(() => '');
    for (const [, data] of text.matchAll(/^data: (.*)$/gm)) seen.push(JSON.parse(String(data)));
    if (/^id: last$/m.test(text)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Reads until the stream ends or is interrupted. */
async function readAll(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    if (body) for await (const piece of body) text += decoder.decode(piece, { stream: true });
  } catch {
    // Interrupted: keep what has arrived.
  }
  return text;
}
