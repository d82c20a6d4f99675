import { ApiError } from '@naughty-list/contracts/errors';
import * as log from '@naughty-list/contracts/ledger';
import { getMemberLeaf } from '@naughty-list/contracts/member-receipts';
import { packEntries, parseTilePath, type Tile } from '@naughty-list/ledger/entries';
import { HASH_BYTES } from '@naughty-list/ledger/hashes';
import { verifierKey } from '@naughty-list/ledger/note';
import { TILE_WIDTH } from '@naughty-list/ledger/tree';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { findLeaf, proofAbout, receiptAbout } from '../publication/ledger/leaf-receipt.ts';
import { signerOf } from '../publication/ledger/log-key.ts';
import { aboutMember } from '../publication/ledger/members.ts';
import { readRecords } from '../publication/ledger/records.ts';
import { type HeadRow, readEntries, readHead, readTile } from '../publication/ledger/repository.ts';
import { readCosignatures } from '../publication/ledger/witnesses.ts';

// C2SP tlog-tiles: a checkpoint is cached for a few seconds at most; a tile never changes.
const MUTABLE = 'public, max-age=1';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The ledger as static resources, all derived from what the writer committed. */
export function ledgerRoutes({ db, config, clock }: Context): Route[] {
  const { INTERNAL_SECRET: secret } = config;
  const readPublic = async (index: number) => {
    const [found] = await readRecords(db, { from: index, count: 1, now: clock.now() });
    if (!found) throw notFound();
    if ('gone' in found) throw new ApiError('record_gone', log.ledgerTexts.gone, { reason: found.gone });
    return found;
  };
  return [
    route(log.getCheckpoint, async () => {
      const { checkpoint } = await readSignedHead(db);
      return asText(checkpoint + (await readCosignatures(db, checkpoint)));
    }),
    route(log.getLedgerKey, async () => {
      return asText(`${verifierKey(signerOf(await readSignedHead(db), secret))}\n`);
    }),
    route(log.getLedgerTile, async ({ params }) => {
      const tile = parseTilePath(params['*']);
      const head = await readHead(db);
      const bytes = tile && head && (await readBytes(db, head.log, tile));
      if (!bytes) throw notFound();
      return new Answer(200, bytes, {
        'content-type': 'application/octet-stream',
        'cache-control': IMMUTABLE,
      });
    }),
    route(log.getLedgerRecord, ({ params: { index } }) => readPublic(index)),
    route(log.getLeafReceipt, async ({ params: { kind, number } }) => {
      const leaf = await findLeaf(db, { subject: `${kind} ${number}` });
      if (leaf && leaf.index !== null) await readPublic(leaf.index);
      return receiptAbout(db, `${kind} ${number}`, secret);
    }),
    route(getMemberLeaf, async ({ params }) => {
      const commitment = Buffer.from(params.commitment, 'base64url').toString('base64');
      const { row: _, ...proven } = await proofAbout(db, aboutMember(commitment), secret);
      return proven;
    }),
    route(log.getLedgerRecords, async ({ params: { bundle } }) => {
      const count = log.RECORDS_PER_BUNDLE;
      const records = await readRecords(db, { from: bundle * count, count, now: clock.now() });
      if (records.length === 0) throw notFound();
      return records;
    }),
    route(log.getPredecessor, async () => {
      const note = (await readHead(db))?.predecessor;
      if (!note) throw notFound();
      return asText(note);
    }),
  ];
}

async function readSignedHead(db: Knex): Promise<HeadRow & { checkpoint: string }> {
  const head = await readHead(db);
  if (!head?.checkpoint)
    throw new ApiError('service_unavailable', 'The ledger is not signed yet. Try again soon.');
  return { ...head, checkpoint: head.checkpoint };
}

const notFound = () => new ApiError('not_found', 'Not found');

const asText = (text: string) =>
  new Answer(200, Buffer.from(text), {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': MUTABLE,
  });

/** Undefined unless the tree contains the whole tile. */
async function readBytes(db: Knex, log: number, { of, index, width }: Tile): Promise<Buffer | undefined> {
  if (of === 'entries') {
    const entries = await readEntries(db, { log, from: index * TILE_WIDTH, count: width });
    return entries.length === width ? packEntries(entries) : undefined;
  }
  const hashes = (await readTile(db, { log, row: of, index }))?.subarray(0, width * HASH_BYTES);
  return hashes?.length === width * HASH_BYTES ? hashes : undefined;
}
