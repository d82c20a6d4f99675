import type { ListedSignature, Rpc } from '../chain/rpc.ts';

const PAGE_SIZE = 1_000;
// Older spam beyond these pages was listed by an earlier poll, or is left to the watcher of the mint and burn wallet.
const MOST_PAGES = 3;

/** Transactions that name a key, newest first: all of them, or the newest pages. Any of them may be the payment. */
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
  // A provider may list an entry twice.
  return [...new Map(listed.map((entry) => [entry.signature, entry])).values()];
}
