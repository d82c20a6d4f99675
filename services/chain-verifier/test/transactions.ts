import { buildBurnTransaction } from '@naughty-list/contracts/removal';
import { burnList, sendAll } from '@naughty-list/local-chain/actions';
import { createFundedHolder, transferList } from '@naughty-list/local-chain/test/holders';
import {
  associatedTokenAddress,
  burnChecked,
  createTokenAccount,
  initializeMint,
  MINT_SPACE,
  memo,
  mintTo,
  TOKEN_PROGRAM_ID,
  transferChecked,
} from '@naughty-list/local-chain/token-instructions';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { chainVerifier } from '../src/service.ts';
import { removalDemand, signed, type TestChain, type TestVerifier } from './verifier-under-test.ts';

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

/** Instructions that a holder of LIST can put into a transaction; amounts in base units. */
export function holderOf({ mint, richHolder, burnWallet }: TestChain) {
  const [mintKey, wallet] = [new PublicKey(mint), new PublicKey(burnWallet)];
  const account = associatedTokenAddress(mintKey, richHolder.publicKey);
  const destination = associatedTokenAddress(mintKey, wallet);
  const source = { mint: mintKey, account, owner: richHolder.publicKey, decimals: 6 };
  return {
    burn: (amount = MILLION) => burnChecked(source, amount),
    openWallet: () => createTokenAccount(richHolder.publicKey, mintKey, wallet),
    pay: (amount = MILLION) => transferChecked(source, destination, amount),
    /** Names no mint, only the token accounts. */
    payUnchecked: (amount = MILLION) => unchecked(account, destination, richHolder.publicKey, amount),
    memo,
  };
}

function unchecked(
  source: PublicKey,
  destination: PublicKey,
  owner: PublicKey,
  amount: bigint,
): TransactionInstruction {
  const data = Buffer.alloc(9, 3);
  data.writeBigUInt64LE(amount, 1);
  const keys = [source, destination, owner].map((pubkey) => ({
    pubkey,
    isSigner: pubkey === owner,
    isWritable: pubkey !== owner,
  }));
  return new TransactionInstruction({ programId: TOKEN_PROGRAM_ID, keys, data });
}

/** Appends a Solana Pay reference key to the instruction's accounts. */
export function withKey(instruction: TransactionInstruction, key: PublicKey): TransactionInstruction {
  instruction.keys.push({ pubkey: key, isSigner: false, isWritable: false });
  return instruction;
}

/** Sends without waiting; `salt` keeps identical transactions apart. Failures land too. */
export async function send(
  chain: TestChain,
  instructions: TransactionInstruction[],
  salt = Math.floor(Math.random() * 2 ** 31),
): Promise<string> {
  const connection = new Connection(chain.url, 'confirmed');
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: chain.richHolder.publicKey });
  transaction.add(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: salt }), ...instructions);
  transaction.sign(chain.richHolder);
  return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
}

/** Sends many, several at a time. */
export async function sendMany(
  chain: TestChain,
  count: number,
  make: (index: number) => TransactionInstruction[],
): Promise<string[]> {
  const signatures: string[] = [];
  const AT_ONCE = 50;
  for (let start = 0; start < count; start += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset) => start + offset);
    signatures.push(...(await Promise.all(indexes.map((index) => send(chain, make(index))))));
  }
  return signatures;
}

/** The burn that the service builds for a wallet, signed and sent by the wallet. */
export async function burnAsRequested(
  chain: TestChain,
  { context }: TestVerifier,
  reportId: number,
): Promise<string> {
  const [rpcUrl, amount] = [chain.url, list(1_000_000n)];
  const account = await createFundedHolder({
    rpcUrl,
    richHolder: chain.richHolder,
    mint: chain.mint,
    amount,
  });
  const { method, path } = buildBurnTransaction;
  // With metrics of its own, as its requests are registered once per app.
  const app = await chainVerifier.buildApp({ ...context, metrics: openMetrics() });
  const { reference: memo, subject } = removalDemand(reportId);
  const payload = { account: account.publicKey.toBase58(), tokens: '1000000', memo, subject };
  const answer = await app.inject({ method, url: path, headers: signed(method, path), payload });
  await app.close();
  const transaction = VersionedTransaction.deserialize(Buffer.from(answer.json().transaction, 'base64'));
  transaction.sign([account]);
  return new Connection(chain.url, 'confirmed').sendTransaction(transaction);
}
