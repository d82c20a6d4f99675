import { codeOf, type Database } from '@naughty-list/service-kit/database/database';

/** What the codes of the verifier's rows cover: what its verdicts say and receipts show. */
const covered = {
  verifications:
    'id cluster signature subject demand outcome code amount sent decimals slot payer judged_demand judged_at',
  evidence: 'cluster signature facts providers response',
};
type Table = keyof typeof covered;
type Row = { [column: string]: unknown; mac?: Buffer | null; evidence_mac?: Buffer | null };

const macOf = (db: Database, table: Table, row: Row): Buffer => {
  const values = covered[table].split(' ').map((column) => row[column]);
  return codeOf(db, table, values);
};

/** Whether the service wrote an accepted claim, or evidence, as it stands: the database's password alone makes none. */
export const isCoded = (db: Database, table: Table, row: Row): boolean =>
  row.mac?.equals(macOf(db, table, row)) ?? false;

/** The same of a claim joined with its evidence, if there is any. */
export const isOwnVerdict = (db: Database, row: Row): boolean =>
  isCoded(db, 'verifications', row) &&
  (row.facts === null || isCoded(db, 'evidence', { ...row, mac: row.evidence_mac ?? null }));

/** Codes rows as they stand, in the transaction that wrote them. */
export async function codeRows(trx: Database, table: Table, where: object = {}): Promise<void> {
  for (const row of await trx(`chain.${table}`).where(where)) {
    const { id, cluster, signature } = row;
    await trx(`chain.${table}`)
      .where(id === undefined ? { cluster, signature } : { id })
      .update({ mac: macOf(trx, table, row) });
  }
}

/** Codes all that counts as accepted, and all evidence: of the previous release, or once INTERNAL_SECRET was lost. */
export async function codeAllVerdicts(trx: Database): Promise<void> {
  await codeRows(trx, 'verifications', { outcome: 'accepted' });
  await codeRows(trx, 'evidence');
}
