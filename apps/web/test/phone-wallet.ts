import { createWalletClient } from '@solana/pay';
import {
  Connection,
  type Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';

type Client = ReturnType<typeof createWalletClient>;
type TransferFields = Parameters<Client['pay']['createTransfer']>[0];
type Instruction = Awaited<ReturnType<Client['pay']['createTransfer']>>[number];

/** A wallet that pays scanned codes, by the Solana Foundation's Solana Pay client. */
export function phoneWallet(rpcUrl: string, key: Keypair) {
  const address = key.publicKey.toBase58() as Parameters<Client['pay']['fetchTransaction']>[0];
  const client = createWalletClient({ rpcUrl, payer: { address } as never });
  const chain = new Connection(rpcUrl, 'confirmed');

  async function messageFor(code: string, { tokens, served }: { tokens?: number; served?: string }) {
    const request = client.pay.parseURL(code);
    if ('link' in request) {
      const link = served ? new URL(`${request.link.pathname}${request.link.search}`, served) : request.link;
      const { messageBytes } = await client.pay.fetchTransaction(address, link);
      return VersionedMessage.deserialize(Uint8Array.from(messageBytes));
    }
    const fields = { ...request, amount: tokens ?? request.amount } as TransferFields;
    const instructions = await client.pay.createTransfer(fields);
    const { blockhash } = await chain.getLatestBlockhash();
    return new TransactionMessage({
      payerKey: key.publicKey,
      recentBlockhash: blockhash,
      instructions: instructions.map(toWeb3),
    }).compileToV0Message();
  }

  return {
    /** Pays the code's amount, or `tokens`. `served` replaces the origin of a transaction request. */
    async pay(code: string, options: { tokens?: number; served?: string } = {}) {
      const transaction = new VersionedTransaction(await messageFor(code, options));
      transaction.sign([key]);
      await chain.sendTransaction(transaction);
    },
  };
}

const SIGNS = 2;
const WRITES = 1;

/** Converts an instruction of `@solana/kit`, whose account roles are bit flags. */
function toWeb3({ programAddress, accounts = [], data }: Instruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(programAddress),
    keys: accounts.map(({ address, role }) => ({
      pubkey: new PublicKey(address),
      isSigner: (role & SIGNS) > 0,
      isWritable: (role & WRITES) > 0,
    })),
    data: Buffer.from(data ?? []),
  });
}
