import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLoadedAccountsDataSizeLimit,
  setTransactionMessagePriorityFeeLamports,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { associatedTokenAddress, burnChecked } from '../src/token-instructions.ts';
import { rpc, startChain } from './chain-under-test.ts';

const PRIORITY_FEE = 777n;
const UNIT_LIMIT = 50_000;
const DATA_LIMIT = 1_000_000;

/** Converts an instruction of @solana/web3.js for @solana/kit. */
function forKit({ programId, keys, data }: TransactionInstruction) {
  const role = (isSigner: boolean, isWritable: boolean): AccountRole =>
    isSigner ? AccountRole.READONLY_SIGNER : isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
  return {
    programAddress: address(programId.toBase58()),
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
      address: address(pubkey.toBase58()),
      role: role(isSigner, isWritable),
    })),
    data: Uint8Array.from(data),
  };
}

it('lands version 1 transactions and shows them to callers that know version 1', async () => {
  const { connection, url, mint: listMint, richHolder } = await startChain();
  const mint = new PublicKey(listMint);
  const burn = burnChecked(
    {
      mint,
      account: associatedTokenAddress(mint, richHolder.publicKey),
      owner: richHolder.publicKey,
      decimals: 6,
    },
    1_000_000n,
  );
  const signer = await createKeyPairSignerFromBytes(richHolder.secretKey);
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayerSigner(signer, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) },
        m,
      ),
    (m) => setTransactionMessagePriorityFeeLamports(PRIORITY_FEE, m),
    (m) => setTransactionMessageComputeUnitLimit(UNIT_LIMIT, m),
    (m) => setTransactionMessageLoadedAccountsDataSizeLimit(DATA_LIMIT, m),
    (m) => appendTransactionMessageInstruction(forKit(burn), m),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  const sent = await rpc(url, 'sendTransaction', [wire, { encoding: 'base64' }]);
  expect(sent.error).toBeUndefined();
  const signature = String(sent.result);

  const unknown = await rpc(url, 'getTransaction', [signature, { maxSupportedTransactionVersion: 0 }]);
  expect(unknown.error?.code).toBe(-32015);
  const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
  expect(landed?.version).toBe(1);
  expect(landed?.meta?.err).toBeNull();
  expect(landed?.meta?.fee).toBe(5000 + Number(PRIORITY_FEE));
  expect(landed?.transaction.message).toMatchObject({
    transactionConfig: {
      computeUnitLimit: UNIT_LIMIT,
      heapSize: null,
      loadedAccountsDataSizeLimit: DATA_LIMIT,
      priorityFee: Number(PRIORITY_FEE),
    },
  });
  const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 1 });
  expect(parsed?.transaction.message.instructions).toMatchObject([
    { program: 'spl-token', parsed: { type: 'burnChecked', info: { tokenAmount: { uiAmountString: '1' } } } },
  ]);
  expect((await connection.getTokenSupply(mint)).value.uiAmountString).toBe('999999999');
});
