import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFundedHolder, transferList } from '@naughty-list/local-chain/actions';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import type { Stack } from '../src/stack.ts';
import { query } from './query.ts';

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

/** A signature of a text (or of the bytes that a wallet puts around it), in base64. */
export function signText({ secretKey }: Keypair, text: string | Uint8Array): string {
  const der = Buffer.concat([PKCS8_ED25519, secretKey.subarray(0, 32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(text), key).toString('base64');
}

/** A browser, as far as the membership goes: it keeps its cookie. */
export class Visitor {
  readonly #stack: Stack;
  #cookie = '';

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  async #post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${this.#stack.url}/api/alpha-group/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.#cookie ? { cookie: this.#cookie } : {}) },
      body: JSON.stringify(body),
    });
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

  /** A message for a transaction, or for a wallet alone, signed as a wallet does it. */
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

  /** Asks again, as the page does, until there is an answer; with a signature of a wallet, where one is given. */
  async settled(transactionHash: string, signer?: Keypair): Promise<Answer> {
    const proof = signer && (await this.prove(signer, transactionHash));
    for (;;) {
      const answer = await this.verify(transactionHash, proof);
      if (answer.status !== 202) return answer;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Sends LIST of a new wallet to the burn wallet, with a memo or without. @returns the signature */
export function payMemo(stack: Stack, memo?: string, amount = FEE): Promise<string> {
  return pay(stack, memo === undefined ? { amount } : { amount, memo });
}

/** The same with a Solana Pay reference key in place of a memo. */
export function payKey(stack: Stack, reference: string): Promise<string> {
  return pay(stack, { amount: FEE, reference });
}

const payers = new Map<string, Keypair>();

/** The wallet that a payment of this file was made from. */
export function payerOf(signature: string): Keypair {
  const payer = payers.get(signature);
  if (!payer) throw new Error(`${signature} was not paid here`);
  return payer;
}

/** A wallet is admitted once, so each payment comes from one of its own. */
async function pay(
  stack: Stack,
  payment: { amount: bigint; memo?: string; reference?: string },
): Promise<string> {
  const { payer: richHolder, mint, burnWallet } = chainOf(stack);
  const { rpcUrl } = stack;
  const payer = await createFundedHolder({ rpcUrl, richHolder, mint, amount: payment.amount });
  const signature = await transferList({ rpcUrl, payer, mint, to: burnWallet, ...payment });
  payers.set(signature, payer);
  return signature;
}

export function chainOf(stack: Stack) {
  const folder = join(stack.dataDir, 'local-chain');
  const { mint, burnWallet } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8'));
  const payer = readKeypair(join(folder, 'rich-holder.json'));
  return { payer, mint: String(mint), burnWallet: String(burnWallet) };
}

/** The members that a transaction made: who paid, and how much. */
export function membersBy(stack: Stack, signature: string): Promise<unknown[]> {
  return query(
    stack.databaseUrl,
    `select wallet_address, burn_address, tokens_amount, telegram_link_provided
     from membership.alpha_group_members where transaction_hash = '${signature}'`,
  );
}

/** Every event of a verification up to the last, as an EventSource would see them: it calls again where it was cut off. */
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

/** As much as arrives before the stream ends or is cut. */
async function readAll(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    if (body) for await (const piece of body) text += decoder.decode(piece, { stream: true });
  } catch {
    // Cut off: what arrived counts.
  }
  return text;
}
