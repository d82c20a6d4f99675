import { buildBurnTransaction } from '@naughty-list/contracts/removal';
import { createFundedHolder, transferList } from '@naughty-list/local-chain/test/holders';
import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { burn, burnOtherMint } from './transactions.ts';
import { removalDemand, signed, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain }));
const app = closeAfterAll(await chainVerifier.buildApp(verifier.context));

const ask = (body: unknown) => {
  const { method, path } = buildBurnTransaction;
  return app.inject({ method, url: path, headers: signed(method, path), payload: body as object });
};
const order = (account: Keypair) => ({
  account: account.publicKey.toBase58(),
  tokens: '1000000',
  memo: 'LISTBURN007',
  subject: 'report:7',
});
const holder = (tokens: bigint) => {
  const { url: rpcUrl, richHolder, mint } = chain;
  return createFundedHolder({ rpcUrl, richHolder, mint, amount: tokens * 1_000_000n });
};

it('builds an unsigned burn that the account alone can sign and land', async () => {
  const account = await holder(1_000_000n);
  const answer = await ask(order(account));
  expect(answer.statusCode).toBe(200);
  const transaction = VersionedTransaction.deserialize(Buffer.from(answer.json().transaction, 'base64'));
  expect(transaction.version).toBe('legacy');
  expect(transaction.message.header.numRequiredSignatures).toBe(1);
  expect(transaction.message.staticAccountKeys[0]?.toBase58()).toBe(account.publicKey.toBase58());
  expect(transaction.signatures).toEqual([new Uint8Array(64)]);

  transaction.sign([account]);
  const connection = new Connection(chain.url, 'confirmed');
  const signature = await connection.sendTransaction(transaction);
  const filter = { mint: new PublicKey(chain.mint) };
  const held = async () => {
    const { value } = await connection.getTokenAccountsByOwner(account.publicKey, filter);
    return value[0]?.account.data.readBigUInt64LE(64);
  };
  await expect.poll(held).toBe(0n);
  const { mint, burnWallet } = chain;
  const key = new PublicKey(referenceKeyOf({ mint, burnWallet, reference: 'LISTBURN007' }));
  const named = async () => (await connection.getSignaturesForAddress(key)).map((one) => one.signature);
  await expect.poll(named).toEqual([signature]);
});

it('says what is missing where the account holds too little', async () => {
  const poor = await holder(999_999n);
  const answer = await ask(order(poor));
  expect(answer.statusCode).toBe(422);
  expect(answer.json().message).toBe(
    'This wallet holds 999,999 LIST; you need 1,000,000 LIST to remove the report.',
  );
  expect((await ask(order(Keypair.generate()))).json().message).toContain('holds 0 LIST');
  await transferList({
    rpcUrl: chain.url,
    payer: chain.richHolder,
    mint: chain.mint,
    amount: 1_000_000n,
    to: poor.publicKey.toBase58(),
  });
  await expect.poll(async () => (await ask(order(poor))).statusCode).toBe(200);
});

it('burns another mint than that of today for an offer that fixed one', async () => {
  const mint = Keypair.generate();
  await burnOtherMint(chain, 'none is left', mint);
  const answer = await ask({ ...order(chain.richHolder), mint: mint.publicKey.toBase58() });
  expect(answer.json().message).toContain('holds 0 LIST');
});

it.each(['11111111111111111111111111111111111', 'z'.repeat(44), '0OIl', ''])(
  'refuses %j, which is no address',
  async (account) => {
    const { publicKey } = Keypair.generate();
    for (const other of [{ account }, { mint: account }, { referenceKey: account }]) {
      const answer = await ask({ account: publicKey.toBase58(), tokens: '1', memo: 'x', ...other });
      expect(answer.statusCode).toBe(400);
    }
  },
);

it('is 503 while no provider answers', async () => {
  const account = Keypair.generate();
  await chain.control.addFault({ method: 'getTokenAccountsByOwner', kind: 'http', status: 500 });
  const answer = await ask(order(account));
  await chain.control.reset();
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
});

it('never takes the calls of payments, and refuses at once what exceeds its share', async () => {
  await chain.control.addFault({ method: 'getTokenAccountsByOwner', kind: 'hang' });
  const account = Keypair.generate();
  const refused = Promise.withResolvers<number>();
  const building = Array.from({ length: 60 }, async () => {
    const { statusCode } = await ask(order(account));
    refused.resolve(statusCode);
    return statusCode;
  });
  expect(await refused.promise).toBe(503);
  const claim = await verifier.claim(await burn(chain, 'LISTBURN008'), removalDemand(8));
  expect(await verifier.decided(claim)).toMatchObject({ outcome: 'accepted' });
  await chain.control.reset();
  await Promise.all(building);
});
