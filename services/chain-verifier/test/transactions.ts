import { burnList, sendAll } from '@naughty-list/local-chain/actions';
import { transferList } from '@naughty-list/local-chain/test/holders';
import {
  associatedTokenAddress,
  burnChecked,
  createTokenAccount,
  initializeMint,
  MINT_SPACE,
  memo,
  mintTo,
  TOKEN_PROGRAM_ID,
} from '@naughty-list/local-chain/token-instructions';
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { TestChain } from './verifier-under-test.ts';

/** Whole LIST in base units. */
export const list = (tokens: bigint): bigint => tokens * 1_000_000n;

const MILLION = list(1_000_000n);

/** Sends until it is a transaction of its own: equal ones of one slot have the same blockhash, and only the first is taken. */
async function sendAnother(send: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!String(error).includes('already been processed')) throw error;
    }
  }
}

/** Burns LIST of the rich holder. */
export function burn(chain: TestChain, text?: string, amount = MILLION): Promise<string> {
  const action = { rpcUrl: chain.url, payer: chain.richHolder, mint: chain.mint, amount };
  return sendAnother(() => burnList(text === undefined ? action : { ...action, memo: text }));
}

/** Sends LIST of the rich holder to the burn wallet. */
export function payBurnWallet(
  chain: TestChain,
  text: string,
  amount = MILLION,
  to = chain.burnWallet,
): Promise<string> {
  const { url: rpcUrl, mint, richHolder: payer } = chain;
  return sendAnother(() => transferList({ rpcUrl, payer, mint, amount, to, memo: text }));
}

/** Burns tokens of a new mint with the decimals of LIST. */
export async function burnOtherMint(
  chain: TestChain,
  text: string,
  mint: Keypair = Keypair.generate(),
): Promise<string> {
  const { richHolder: payer } = chain;
  const account = associatedTokenAddress(mint.publicKey, payer.publicKey);
  const rent = await new Connection(chain.url).getMinimumBalanceForRentExemption(MINT_SPACE);
  const create = SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: mint.publicKey,
    lamports: rent,
    space: MINT_SPACE,
    programId: TOKEN_PROGRAM_ID,
  });
  const source = { mint: mint.publicKey, account, owner: payer.publicKey, decimals: 6 };
  const instructions = [
    create,
    initializeMint(mint.publicKey, 6, payer.publicKey),
    createTokenAccount(payer.publicKey, mint.publicKey, payer.publicKey),
  ];
  await sendAll(
    chain.url,
    [...instructions, mintTo(mint.publicKey, account, payer.publicKey, MILLION)],
    [payer, mint],
  );
  return sendAll(chain.url, [burnChecked(source, MILLION), memo(text)], [payer]);
}

/** A burn of more than the holder has: it lands and fails. */
export async function burnTooMuch(chain: TestChain, text: string): Promise<string> {
  const { richHolder: payer } = chain;
  const mint = new PublicKey(chain.mint);
  const account = associatedTokenAddress(mint, payer.publicKey);
  const source = { mint, account, owner: payer.publicKey, decimals: 6 };
  const connection = new Connection(chain.url, 'confirmed');
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: payer.publicKey });
  transaction.add(burnChecked(source, list(10_000_000_000n)), memo(text));
  transaction.sign(payer);
  return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
}

/** The signature of a transaction that was never sent. */
export async function unsentBurn(
  chain: TestChain,
  text: string,
): Promise<{ signature: string; send: () => Promise<string> }> {
  const { richHolder: payer } = chain;
  const mint = new PublicKey(chain.mint);
  const account = associatedTokenAddress(mint, payer.publicKey);
  const connection = new Connection(chain.url, 'confirmed');
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: payer.publicKey });
  transaction.add(burnChecked({ mint, account, owner: payer.publicKey, decimals: 6 }, MILLION), memo(text));
  transaction.sign(payer);
  if (!transaction.signature) throw new Error('not signed');
  const raw = transaction.serialize();
  return { signature: bs58.encode(transaction.signature), send: () => connection.sendRawTransaction(raw) };
}
