import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** How far an address has been watched. */
export type Mark = {
  sinceSlot: number;
  cursor: { signature: string; slot: number; anchor: string | null } | null;
};

/** What is new, newest first, and what follows it: the cursor, or else what is older than the watch. */
export type NewList = { listed: ListedSignature[]; older: ListedSignature[] };

/**
 * Lists what is newer than the mark, back to it without a gap. The list is asked for down to the transaction *behind* the
 * cursor, so the cursor has to appear in it: a list that ends without it was cut short, by a node that is behind, has
 * forgotten or leaves pages out. Throws `history_unavailable` then, `malformed_response` where it goes in circles.
 */
export async function listNew(
  rpc: Rpc,
  { address, mark, pageSize }: { address: string; mark: Mark; pageSize: number },
): Promise<NewList> {
  const { sinceSlot, cursor } = mark;
  const listed: ListedSignature[] = [];
  const seen = new Set<string>();
  for (;;) {
    const last = listed.at(-1);
    const page = await rpc.signatures(address, {
      limit: pageSize,
      ...(last && { before: last.signature }),
      ...(cursor?.anchor && { until: cursor.anchor }),
    });
    if (page.length === 0) return ended(rpc, listed, mark);
    for (const [index, entry] of page.entries()) {
      if (entry.signature === cursor?.signature) return { listed, older: page.slice(index) };
      if (entry.slot < (cursor?.slot ?? sinceSlot))
        return cursor ? ended(rpc, listed, mark) : { listed, older: page.slice(index) };
      const previous = listed.at(-1);
      if (seen.has(entry.signature) || entry.slot > (previous?.slot ?? entry.slot))
        throw new RpcFault('malformed_response', 'the list goes in circles', { provider: rpc.name });
      seen.add(entry.signature);
      listed.push(entry);
    }
  }
}

function ended(rpc: Rpc, listed: ListedSignature[], { cursor }: Mark): NewList {
  if (!cursor) return { listed, older: [] };
  throw new RpcFault('history_unavailable', 'the list does not lead back to what was seen last', {
    provider: rpc.name,
  });
}

/**
 * What several providers' lists add up to: everything that any of them lists, and the newest transaction that all of
 * them know, up to which the watch is complete.
 */
export function joinLists(lists: readonly NewList[]): {
  found: ListedSignature[];
  cursor: NonNullable<Mark['cursor']> | null;
} {
  const found = new Map<string, ListedSignature>();
  for (const { listed } of lists)
    for (const entry of listed) if (entry.success) found.set(entry.signature, entry);
  const [first, ...others] = lists.map(({ listed, older }) => [...listed, ...older]);
  const known = others.map((entries) => new Set(entries.map(({ signature }) => signature)));
  const index = first?.findIndex(({ signature }) => known.every((set) => set.has(signature))) ?? -1;
  const newest = first?.[index];
  const cursor = newest && {
    signature: newest.signature,
    slot: newest.slot,
    anchor: first?.[index + 1]?.signature ?? null,
  };
  return { found: [...found.values()], cursor: cursor ?? null };
}
