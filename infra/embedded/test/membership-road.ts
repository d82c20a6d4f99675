import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transferList } from '@naughty-list/local-chain/actions';
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

  async verify(transactionHash: string): Promise<Answer> {
    const { burnAddress } = await this.terms();
    return (await this.#post('verify-transaction', { transactionHash, burnAddress })) as Answer;
  }

  /** Asks again, as the page does, until there is an answer. */
  async settled(transactionHash: string): Promise<Answer> {
    for (;;) {
      const answer = await this.verify(transactionHash);
      if (answer.status !== 202) return answer;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Sends LIST of the rich holder to the burn wallet, with a memo or without. @returns the signature */
export function payMemo(stack: Stack, memo?: string, amount = FEE): Promise<string> {
  const { payer, mint, burnWallet } = chainOf(stack);
  const action = { rpcUrl: stack.rpcUrl, payer, mint, amount, to: burnWallet };
  return transferList(memo === undefined ? action : { ...action, memo });
}

/** The same with a Solana Pay reference key in place of a memo. */
export function payKey(stack: Stack, reference: string): Promise<string> {
  const { payer, mint, burnWallet } = chainOf(stack);
  return transferList({ rpcUrl: stack.rpcUrl, payer, mint, amount: FEE, to: burnWallet, reference });
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
