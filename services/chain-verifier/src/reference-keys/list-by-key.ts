import type { ListedSignature, Rpc } from '../chain/rpc.ts';

const PAGE_SIZE = 1_000;
// Older junk than this many was listed by an earlier poll, or is left to the watch of the mint and the burn wallet.
const MOST_PAGES = 3;

/** What names a key, newest first: all of it, or the newest pages. The payment may be any of them. */
export async function listByKey(
  rpc: Pick<Rpc, 'signatures'>,
  referenceKey: string,
): Promise<ListedSignature[]> {
  const listed: ListedSignature[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const last = listed.at(-1);
    const next = await rpc.signatures(referenceKey, {
      limit: PAGE_SIZE,
      ...(last && { before: last.signature }),
    });
    listed.push(...next);
    if (next.length < PAGE_SIZE) break;
  }
  // A provider that lists one twice is believed once.
  return [...new Map(listed.map((entry) => [entry.signature, entry])).values()];
}
