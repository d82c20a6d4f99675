import { buildBurnTransaction } from '@naughty-list/contracts/removal';
import { createFundedHolder } from '@naughty-list/local-chain/test/holders';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { Connection, VersionedTransaction } from '@solana/web3.js';
import { chainVerifier } from '../src/service.ts';
import { list } from './transactions.ts';
import { removalDemand, signed, type TestChain, type TestVerifier } from './verifier-under-test.ts';

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
