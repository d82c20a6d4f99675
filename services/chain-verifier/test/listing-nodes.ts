import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { encodeBase58 } from '../src/chain/base58.ts';
import type { ListedSignature, Rpc } from '../src/chain/rpc.ts';
import { openProviders, type Providers } from '../src/providers/providers.ts';

type Page = { before?: string; until?: string; limit: number };
export type ListingNode = Pick<Rpc, 'name' | 'signatures'>;

/** The signature for a number. */
export function nameOf(index: number): string {
  const bytes = Buffer.alloc(64, 1);
  bytes.writeUInt32BE(index);
  return encodeBase58(bytes);
}

/** A node that lists what it knows (oldest first) as real nodes do, limited to what `sees` allows. */
export function nodeOf(
  name: string,
  knows: () => ListedSignature[],
  { sees = (page) => page }: { sees?: (page: ListedSignature[], asked: Page) => ListedSignature[] } = {},
): ListingNode {
  return {
    name,
    async signatures(_address, asked) {
      const { before, until, limit } = asked;
      const newest = knows().toReversed();
      const from = before === undefined ? 0 : newest.findIndex(({ signature }) => signature === before) + 1;
      const end = newest.findIndex(({ signature }) => signature === until);
      const isUnknown = before !== undefined && from === 0;
      return sees(isUnknown ? [] : newest.slice(from, end < 0 ? undefined : end).slice(0, limit), asked);
    },
  };
}

/** Providers that only list; new ones in every round, so that no breaker stays open. */
export function fakeProviders(
  nodes: ListingNode[],
  { quorum, log }: { quorum: number; log: Log },
): Providers {
  const rpcs = nodes.map(
    (node) => ({ ...node, genesisHash: () => Promise.resolve('a chain') }) as unknown as Rpc,
  );
  return openProviders({
    rpcs,
    quorum,
    maxInFlight: 8,
    expected: { cluster: 'localnet', genesisHash: 'a chain' },
    log,
  });
}
