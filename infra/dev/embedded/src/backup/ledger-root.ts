import { type Hash, leafHash } from '@naughty-list/ledger/hashes';
import { growRows, type ReadRow, rootAt } from '@naughty-list/ledger/tree';
import type pg from 'pg';

/** The head of the current log as it was signed; `log` is its number, null where there can be only one. */
export type SignedHead = { log: number | null; name: string; size: number; root: string };

export async function readSignedHead(client: pg.ClientBase): Promise<SignedHead | undefined> {
  // The schema of the first release has no numbers.
  const { rows } = await client.query<{ log: number | null; checkpoint: string | null }>(
    "select (to_jsonb(head)->>'log')::int as log, checkpoint from reports.ledger_head head order by log desc limit 1",
  );
  const [name, size, root] = rows[0]?.checkpoint?.split('\n') ?? [];
  return name && root ? { log: rows[0]?.log ?? null, name, size: Number(size), root } : undefined;
}

/** The root of the tree over the entries themselves, up to a size. */
export async function rebuildRoot(client: pg.ClientBase, { log, size }: SignedHead): Promise<string> {
  const { rows } = await client.query<{ entry: Buffer }>(
    `select entry from reports.ledger_records where leaf_index < ${size} ${log === null ? '' : `and log = ${log}`} order by leaf_index`,
  );
  if (rows.length !== size) return `${rows.length} of ${size} entries`;
  const tree: Hash[][] = [];
  const read: ReadRow = async (row, from, to) => tree[row]?.slice(from, to) ?? [];
  const leaves = rows.map(({ entry }) => leafHash(entry));
  for (const { row, hashes } of await growRows(read, 0, leaves)) tree[row] = [...hashes];
  return (await rootAt(read, size)).toString('base64');
}
