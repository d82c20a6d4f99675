import { readFile } from 'node:fs/promises';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { readEvidence } from '../chain/evidence.ts';
import type { Evidence } from '../chain/facts.ts';
import { FaultError } from '../chain/fault.ts';
import { isObject } from '../chain/read-json.ts';
import { openRpc } from '../chain/rpc.ts';
import { collectEvidence } from '../evidence/collect.ts';
import { findStatus } from '../evidence/find-status.ts';
import { nameProviders } from '../providers/name-providers.ts';
import { clusterOf, openProviders, type Providers } from '../providers/providers.ts';
import { NotDecidedYet } from '../verifications/verification.ts';
import { UsageError } from './read-options.ts';

/** A transaction's facts, their source, and the mint on the chain if the chain was read. */
export type Source = {
  evidence: Evidence;
  from: string;
  mint?: { tokenProgram: string; decimals: number };
};

const TIMEOUT_MS = 20_000;

/** Reads a finalised transaction from providers that must all agree. Throws an RpcFault or a NotDecidedYet. */
export async function readFromChain(
  urls: readonly string[],
  { signature, mint }: { signature: string; mint: string },
): Promise<Source> {
  const rpcs = nameProviders(urls).map(({ url, name }) => openRpc({ url, name, timeoutMs: TIMEOUT_MS }));
  const [first] = rpcs;
  if (!first) throw new UsageError('from where? --rpc, --site or --file');
  const genesisHash = await first.genesisHash();
  const providers: Providers = openProviders({
    rpcs,
    quorum: rpcs.length,
    maxInFlight: 4,
    expected: { cluster: clusterOf(genesisHash), genesisHash },
    // The command itself reports errors, once.
    log: createLog('verify-burn', 'silent'),
  });
  const status = await findStatus(providers, signature);
  if (!status) throw new NotDecidedYet('not_found_yet', 'no provider knows this transaction');
  if (status.commitment !== 'finalized') throw new NotDecidedYet('not_finalized', status.commitment);
  const { evidence, providers: names } = await collectEvidence(providers, {
    signature,
    commitment: 'finalized',
    status,
  });
  return {
    evidence,
    from: `${names.join(', ')} (${clusterOf(genesisHash)})`,
    mint: await providers.first((rpc) => rpc.mint(mint)),
  };
}

/**
 * Reads a saved response of getTransaction (encoding json), with or without its JSON-RPC envelope. Throws a UsageError if the file is
 * not one, and a FaultError if the response is not usable as evidence.
 */
export async function readFromFile(path: string, signature: string | undefined): Promise<Source> {
  let saved: unknown;
  try {
    saved = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
  const answer = isObject(saved) && 'result' in saved ? saved.result : saved;
  const result = readEvidence({ answer, signature: signature ?? signatureOf(answer, path) });
  if (!result.ok) throw new FaultError(result.fault.code, result.fault.detail);
  return { evidence: result.evidence, from: path };
}

/** The transaction's own signature; used when none was given, trusting that the file holds the intended transaction. */
function signatureOf(answer: unknown, path: string): string {
  const transaction = isObject(answer) ? answer.transaction : undefined;
  const signatures = isObject(transaction) ? transaction.signatures : undefined;
  const first: unknown = Array.isArray(signatures) ? signatures[0] : undefined;
  if (typeof first === 'string') return first;
  throw new UsageError(`${path} does not contain its signature: name it`);
}
