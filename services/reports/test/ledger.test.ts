import { createHash, sign } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Checkpoint, openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { tilePath, unpackEntries } from '@naughty-list/ledger/entries';
import { EMPTY_ROOT, leafHash } from '@naughty-list/ledger/hashes';
import { canonicalJson, commit, newSalt } from '@naughty-list/ledger/leaf';
import { checkLeafReceipt } from '@naughty-list/ledger/leaf-receipt';
import { createSigner, makePrivateKey, openNote, parseVerifierKey } from '@naughty-list/ledger/note';
import { isConsistent } from '@naughty-list/ledger/test/is-consistent';
import { growRows, type ReadRow, rootAt, TILE_WIDTH } from '@naughty-list/ledger/tree';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startStandIn } from '@naughty-list/test-kit/stand-in-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { Config } from '../src/config.ts';
import { auditDatabase, auditSnapshot } from '../src/publication/ledger/audit.ts';
import { ensureLog } from '../src/publication/ledger/begin-log.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { ledgerWorks } from '../src/publication/ledger/ledger-metrics.ts';
import { recordMember } from '../src/publication/ledger/members.ts';
import { endLog } from '../src/publication/ledger/repository.ts';
import { requestCosignature, visitWitness, type Witness } from '../src/publication/ledger/witnesses.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { decideStatus, openAdmins } from './admins.ts';
import { removeReport, rolledBack } from './past-operations.ts';
import { ANYTHING, openReports } from './running-service.ts';

const admins = closeAfterAll(await openAdmins({ PUBLIC_ORIGIN: 'https://list.example' }));

const db = () => admins.service.context.db;

type LedgerRecord = {
  id: string;
  type: string;
  burn: string | null;
  record: string | null;
  salt: Buffer | null;
  entry: Buffer;
};
const recordsOf = (id: number): Promise<LedgerRecord[]> =>
  db()('ledger_records').where({ report_id: id }).orderBy('id');
/** A published statement of a case. */
async function newStatement(id: number, description: string): Promise<number> {
  const post = { twitter_url: `https://x.com/other/status/${id}${description.length}` };
  const [made] = await db()('statements')
    .insert({ report_id: id, description, ...post, published_at: new Date() })
    .returning('id');
  await db().transaction((trx) => recordChanges(trx, { statements: [made.id] }, ANYTHING));
  return made.id;
}

const typesOf = async (id: number) => (await recordsOf(id)).map(({ type }) => type);

const growWhole = async () => {
  while ((await growLedger(db())) > 0);
};

const get = admins.service.fetch;
async function bytesOf(path: string): Promise<Buffer> {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Reads the published log, as a monitor does: the entries of the signed tree. */
async function readLog() {
  const key = parseVerifierKey((await (await get('/log/key')).text()).trim());
  if (!key) throw new Error('no key');
  const checkpoint = openCheckpoint(await (await get('/log/checkpoint')).text(), key);
  if (!checkpoint) throw new Error('the checkpoint is not signed');
  const entries: Buffer[] = [];
  for (let index = 0; index * TILE_WIDTH < checkpoint.size; index++) {
    const width = Math.min(TILE_WIDTH, checkpoint.size - index * TILE_WIDTH);
    entries.push(...unpackEntries(await bytesOf(`/log/tile/${tilePath({ of: 'entries', index, width })}`)));
  }
  return { key, checkpoint, entries };
}

/** The root of the entries, computed independently of what the service stores. */
async function rootOf(entries: readonly Buffer[]): Promise<Buffer> {
  const rows: Buffer[][] = [];
  const read: ReadRow = async (row, from, to) => rows[row]?.slice(from, to) ?? [];
  for (const { row, hashes } of await growRows(read, 0, entries.map(leafHash))) rows[row] = [...hashes];
  return rootAt(read, entries.length);
}

const canonical = (value: Record<string, unknown>) =>
  JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));

describe('the ledger', () => {
  it('has a leaf for everything that happens to a report, in the order in which it happened', async () => {
    const { id } = await admins.newReport();
    await admins.edit(id, { description: 'Stole every single present.' });
    const operation = await admins.deleted(id);
    await admins.restore(operation);
    await decideStatus(db(), id, 'corroborated', 'evidence_alone');
    const statement = await newStatement(id, 'Mine, too.');
    await db()('statements').where({ id: statement }).update({ published_at: null, rejected_at: new Date() });
    await db().transaction((trx) => recordChanges(trx, { statements: [statement] }, ANYTHING));
    await removeReport(db(), id, 'S1gnature');
    expect(await typesOf(id)).toEqual([
      'report-published',
      'report-changed',
      'report-deleted',
      'report-published',
      'report-changed',
      'status-changed',
      'statement-published',
      'statement-withdrawn',
      'report-removed',
    ]);
    expect((await recordsOf(id)).map(({ burn }) => burn)).toEqual([...Array(8).fill(null), 'S1gnature']);
  });

  it('has nothing that was never public', async () => {
    const { id } = await admins.newReport();
    const before = await typesOf(id);
    await db()('statements').insert({
      report_id: id,
      twitter_url: 'https://x.com/other/status/6',
      description: 'Held.',
      held_at: new Date(),
    });
    const held = await db()('statements').where({ report_id: id }).pluck('id');
    await db().transaction((trx) => recordChanges(trx, { cases: [id], statements: held }, ANYTHING));
    expect(await typesOf(id)).toEqual(before);
  });

  it('commits to what a report says, and publishes neither name nor text', async () => {
    const awkward = 'Quotes " and \\ and \u2028 and \u0007\t\n, emoji 🎅, umlauts äöü, and </script>';
    const { id, username } = await admins.newReport();
    await admins.changeRow(id, { description: awkward });
    await db().transaction((trx) => recordChanges(trx, { cases: [id] }, ANYTHING));
    const [, edited] = await recordsOf(id);
    if (!edited?.record || !edited.salt) throw new Error('no record');
    const record = JSON.parse(edited.record);
    expect(record).toMatchObject({ case: id, kind: 'report', username, status: 'unreviewed', rule: null });
    expect(record.text).toBe(createHash('sha256').update(awkward).digest('base64'));
    expect(edited.record).not.toContain('umlauts');
    expect(edited.record).toBe(canonical(record));
    const entry = JSON.parse(edited.entry.toString());
    expect(edited.entry.toString()).toBe(canonical(entry));
    expect(Object.keys(entry)).toEqual(['case', 'commitment', 'time', 'type']);
    expect(entry.commitment).toBe(
      createHash('sha256').update(edited.salt).update(edited.record).digest('base64'),
    );
    expect(new Date(entry.time).toISOString()).toBe(entry.time);
    expect(edited.entry.toString()).not.toContain(username);
  });

  it('salts each record anew', async () => {
    const { id } = await admins.newReport();
    await admins.restore(await admins.deleted(id));
    const [first, , again] = await recordsOf(id);
    expect(first?.record).toBe(again?.record);
    expect(first?.salt?.length).toBe(32);
    expect(first?.salt?.equals(again?.salt as Buffer)).toBe(false);
  });

  it('forgets the texts of an erased report, and stays valid', async () => {
    const { id } = await admins.newReport();
    await growWhole();
    const { checkpoint, entries } = await readLog();
    await admins.erase({ reportId: id });
    await growWhole();
    const records = await recordsOf(id);
    expect(records.map(({ type }) => type)).toEqual(['report-published', 'report-erased']);
    expect(records[0]).toMatchObject({ record: null, salt: null });
    const after = await readLog();
    expect(after.entries.slice(0, entries.length)).toEqual(entries);
    expect(after.checkpoint.size).toBeGreaterThan(checkpoint.size);
    expect(await rootOf(after.entries)).toEqual(after.checkpoint.root);
  });

  it('forgets the texts of an erased statement, and nothing else of its case', async () => {
    const { id } = await admins.newReport();
    const first = await newStatement(id, 'One story.');
    await newStatement(id, 'Another story.');
    await admins.erase({ statementId: first });
    const records = await recordsOf(id);
    expect(records.map(({ type, record }) => [type, record !== null])).toEqual([
      ['report-published', true],
      ['statement-published', false],
      ['statement-published', true],
      ['statement-erased', true],
    ]);
    expect(records.map(({ salt }) => salt !== null)).toEqual([true, false, true, true]);
  });

  it('cannot be changed, not even by SQL', async () => {
    const { id } = await admins.newReport();
    await growWhole();
    for (const change of [
      `update ledger_records set entry = 'x' where report_id = ${id}`,
      `update ledger_records set leaf_index = leaf_index + 1000 where report_id = ${id}`,
      `update ledger_records set record = 'x' where report_id = ${id}`,
      `delete from ledger_records where report_id = ${id}`,
      'truncate ledger_records',
    ])
      await expect(db().raw(change), change).rejects.toThrow('append only');
  });

  it('rolls back with the change that it records', async () => {
    const { id } = await admins.newReport();
    await expect(
      db().transaction(async (trx) => {
        await removeReport(trx, id, 'S1gnature of nothing');
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await typesOf(id)).toEqual(['report-published']);
  });
});

describe('the published log', () => {
  it('is signed under the name of the site, and its root is that of its entries', async () => {
    await admins.newReport();
    await growWhole();
    const { checkpoint, entries } = await readLog();
    expect(checkpoint.origin).toBe('list.example/log');
    expect(entries).toHaveLength(checkpoint.size);
    expect(await rootOf(entries)).toEqual(checkpoint.root);
  });

  it('keeps its name and key when the service starts again under another origin', async () => {
    const { key } = await readLog();
    const other = await openReports(admins.service.context.config.DATABASE_URL, {
      PUBLIC_ORIGIN: 'https://other.example',
    });
    await other.close();
    expect((await readLog()).key).toEqual(key);
  });

  it('has one order, however many writers and reports there are at once', async () => {
    const { rows: reports } = await db().raw(
      `insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
       select 'https://x.com/u' || n || '/status/1', 'u' || n, 'other', 'Sold fog.', 'U' || n
       from generate_series(1, 230) n returning id`,
    );
    await db().transaction((trx) =>
      recordChanges(trx, { cases: reports.map(({ id }: { id: number }) => id) }, ANYTHING),
    );
    const copies = await Promise.all(
      Array.from({ length: 4 }, () => openReports(admins.service.context.config.DATABASE_URL)),
    );
    let isDone = false;
    const writers = copies.map(async (copy) => {
      while (!isDone) await growLedger(copy.db);
    });
    try {
      // Ten at a time: on a busy machine fifty would wait past the service's own time limit.
      for (let round = 0; round < 4; round++)
        await Promise.all(Array.from({ length: 10 }, () => admins.newReport()));
    } finally {
      isDone = true;
      await Promise.all(writers);
      await Promise.all(copies.map((copy) => copy.close()));
    }
    await growWhole();
    const { checkpoint, entries } = await readLog();
    const { rows } = await db().raw(
      'select count(*)::int as all, max(leaf_index)::int as last from ledger_records',
    );
    expect(rows[0]).toEqual({ all: checkpoint.size, last: checkpoint.size - 1 });
    expect(await rootOf(entries)).toEqual(checkpoint.root);
    expect(checkpoint.size).toBeGreaterThan(TILE_WIDTH);
  });

  it('serves tiles for good and the checkpoint for a moment, and nothing beyond the tree', async () => {
    const tile = await get('/log/tile/0/000');
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    const checkpoint = await get('/log/checkpoint');
    expect(checkpoint.headers.get('cache-control')).toBe('public, max-age=1');
    expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const path of ['0/999', '9/000', '1/000', 'entries/999.p/1', '0/000.p/256', '0/x', 'x', ''])
      expect((await get(`/log/tile/${path}`)).status, path).toBe(404);
  });
});

describe('a receipt', () => {
  const receiptOf = async (kind: string, number: number) => {
    await growWhole();
    return get(`/log/receipt/${kind}/${number}`);
  };

  it('of a report opens offline, also after the site has forgotten it', async () => {
    const { id, username } = await admins.newReport();
    const receipt = await (await receiptOf('report', id)).text();
    await admins.erase({ reportId: id });
    expect(await checkLeafReceipt(receipt, (await (await get('/log/key')).text()).trim())).toMatchObject({
      isValid: true,
      leaf: { case: id, type: 'report-published' },
      record: { username, kind: 'report' },
    });
    // What is left says only that it was erased.
    expect(await checkLeafReceipt(await (await receiptOf('report', id)).text())).toMatchObject({
      leaf: { type: 'report-erased' },
      record: { kind: 'report', case: id },
    });
  });

  it('of a removal names the burn, for its payer', async () => {
    const { id } = await admins.newReport();
    await removeReport(db(), id, 'S1gnature of a burn');
    const receipt = await (await receiptOf('report', id)).text();
    expect(await checkLeafReceipt(receipt)).toMatchObject({
      leaf: { type: 'report-removed', burn: 'S1gnature of a burn' },
    });
  });

  it('does not exist for entries that are no longer public, nor before the log has them', async () => {
    const { id } = await admins.newReport();
    const statement = await newStatement(id, 'It is mine, too.');
    expect((await get(`/log/receipt/statement/${statement}`)).status).toBe(503);
    expect((await receiptOf('statement', statement)).status).toBe(200);
    await removeReport(db(), id, 'S1gnature of another burn');
    const gone = await receiptOf('statement', statement);
    expect([gone.status, await gone.json()]).toMatchObject([410, { code: 'record_gone', reason: 'removed' }]);
    expect((await receiptOf('statement', 9_999)).status).toBe(404);
    expect((await receiptOf('settled', 1)).status).toBe(404);
  });

  it('of a membership is assembled by its member; the log has only its commitment, also after a restore', async () => {
    const record = canonicalJson({ kind: 'member', payment: 'S1gnature of a member' });
    const salt = newSalt();
    const commitment = Buffer.from(commit(salt, record), 'base64').toString('base64url');
    const leaf = () => get(`/log/member/${commitment}`);
    expect((await leaf()).status).toBe(404);
    for (let time = 0; time < 2; time++) await recordMember(admins.service.context, { commitment });
    expect((await leaf()).status).toBe(503);
    await growWhole();
    expect(await db()('ledger_records').where({ type: 'member' })).toMatchObject([
      { record: null, salt: null, report_id: null },
    ]);
    const opens = async () => {
      const receipt = {
        ...((await (await leaf()).json()) as { index: number }),
        salt: salt.toString('base64'),
        record,
      };
      const checked = await checkLeafReceipt(
        JSON.stringify(receipt),
        (await (await get('/log/key')).text()).trim(),
      );
      expect(checked).toMatchObject({ isValid: true, leaf: { type: 'member' }, record: JSON.parse(record) });
      const gone = await get(`/log/record/${receipt.index}`);
      expect([gone.status, await gone.json()]).toMatchObject([410, { reason: 'private' }]);
    };
    await opens();
    expect((await auditDatabase(db())).named.filter((each) => each.includes('member'))).toEqual([]);
    await endLog(db());
    await ensureLog(db(), 'list.example/log');
    await growWhole();
    await opens();
  });
});

it('a log that begins has what an operation records meanwhile', async () => {
  const { id } = await admins.newReport();
  const isNamed = async () =>
    (await auditDatabase(db())).named.filter((each) => each.includes(`report ${id}:`));
  await db()
    .transaction(async (beginning) => {
      await beginning.raw('lock table ledger_records in share row exclusive mode');
      const edited = admins.edit(id, { description: 'Stole every single present.' });
      const waiting = db()('pg_stat_activity')
        .where({ wait_event_type: 'Lock' })
        .whereLike('query', '%waited%');
      await expect.poll(async () => (await waiting.clone()).length).toBe(1);
      await endLog(beginning);
      await ensureLog(beginning, 'list.example/log');
      return { edited };
    })
    .then(({ edited }) => edited);
  expect(await isNamed()).toEqual([]);
});

it.each([
  ['a leaf', 'delete from ledger_records where log = 1 and leaf_index = 1', 'log 1: leaf 1 is missing'],
  ['the key', 'update ledger_head set encrypted_key = null where log = 1', 'log 1: its key is gone'],
  ['the head', 'delete from ledger_head where log = 1', 'log 1: it is gone'],
  [
    'the last checkpoint',
    "update ledger_head set checkpoint = replace(checkpoint, '—', '— ') where log = 1",
    'log 1: its checkpoint is not the one that the next log names',
  ],
])(
  '%s of a log before the last is gone, from which operations go on: the audit names it',
  async (_, sql, named) => {
    await rolledBack(db(), async (trx) => {
      await trx.raw(sql);
      expect((await auditSnapshot(trx)).named).toContain(named);
    });
  },
);

describe('a witness', async () => {
  const NAME = 'witness.example/w1';
  const { publicKey, privateKey } = createSigner(NAME, makePrivateKey());
  const KEY_BYTES = Buffer.concat([Buffer.of(4), publicKey]);
  const keyId = createHash('sha256').update(`${NAME}\n`).update(KEY_BYTES).digest().subarray(0, 4);
  const KEY = `${NAME}+${keyId.toString('hex')}+${KEY_BYTES.toString('base64')}`;

  let witness: Witness;
  /** The checkpoint that the witness cosigned last. */
  let seen: Pick<Checkpoint, 'size' | 'root'> = { size: 0, root: EMPTY_ROOT };
  const refused: number[] = [];
  /** Alters what the witness signs. */
  let spoil = (message: string) => message;
  /** Alters the witness's response. */
  let answerWith = (answer: string) => answer;

  const admins = closeAfterAll(await openAdmins({ PUBLIC_ORIGIN: 'https://list.example' }));
  const server = closeAfterAll(
    await startStandIn((_path, response, request) => {
      void text(request).then((body) => {
        const { status, answer } = addCheckpoint(body);
        if (status !== 200) refused.push(status);
        response.writeHead(status, { 'content-type': 'text/x.tlog.size' }).end(answerWith(answer));
      });
    }),
  );
  beforeAll(async () => {
    const { LEDGER_WITNESSES: witnesses } = Config.pick({ LEDGER_WITNESSES: true }).parse({
      LEDGER_WITNESSES: `${KEY} ${server.url}/w1/`,
    });
    witness = witnesses[0] as Witness;
    logKey = (await logText('/log/key')).trim();
  });

  let logKey = '';
  const log = () => {
    const key = parseVerifierKey(logKey);
    if (!key) throw new Error('no key of the log');
    return key;
  };

  /** Behaves as C2SP tlog-witness specifies. */
  function addCheckpoint(body: string): { status: number; answer: string } {
    const end = body.indexOf('\n\n');
    const [first = '', ...lines] = body.slice(0, end).split('\n');
    const old = Number(/^old (0|[1-9]\d*)$/.exec(first)?.[1] ?? Number.NaN);
    const note = body.slice(end + 2);
    const checkpoint = openCheckpoint(note, log());
    if (!checkpoint) return { status: 403, answer: '' };
    if (old !== seen.size) return { status: 409, answer: `${seen.size}\n` };
    const proof = lines.map((line) => Buffer.from(line, 'base64'));
    if (!isConsistent({ first: seen, second: checkpoint, proof })) return { status: 422, answer: '' };
    seen = checkpoint;
    const time = 1_795_000_000;
    const signed = `cosignature/v1\ntime ${time}\n${note.slice(0, note.lastIndexOf('\n\n') + 1)}`;
    const at = Buffer.alloc(8);
    at.writeBigUInt64BE(BigInt(time));
    const signature = Buffer.concat([keyId, at, sign(null, Buffer.from(spoil(signed)), privateKey)]);
    return { status: 200, answer: `— ${NAME} ${signature.toString('base64')}\n` };
  }

  const logText = async (path: string) => {
    while ((await growLedger(admins.service.context.db, [witness])) > 0);
    return (await admins.service.fetch(path)).text();
  };
  const cosign = () => requestCosignature(admins.service.context.db, witness);
  /** Whether the published checkpoint has only the log's own signature, or the witness's too. */
  const signatures = async () => {
    const note = await logText('/log/checkpoint');
    expect(openNote(note, [log()])?.signedBy).toHaveLength(1);
    return note
      .split('\n')
      .filter((line) => line.startsWith('— '))
      .map((line) => line.split(' ')[1]);
  };

  it('publishes a checkpoint that a witness has cosigned, also as the log grows', async () => {
    const origin = 'list.example/log';
    for (let round = 0; round < 3; round += 1) {
      await admins.newReport();
      expect(await signatures()).toEqual([origin]);
      expect(await cosign()).toBe(true);
      expect(await signatures()).toEqual([origin, NAME]);
    }
    const asked = server.asked.length;
    await cosign();
    expect(server.asked).toHaveLength(asked);
    expect(server.asked.every((path) => path === '/w1/add-checkpoint')).toBe(true);
    expect(refused).toEqual([]);
  });

  it('goes on where the witness is, if this is not known here', async () => {
    await admins.newReport();
    await logText('/log/checkpoint');
    await admins.service.context.db('ledger_witnesses').delete();
    expect(await cosign()).toBe(true);
    expect(refused).toEqual([409]);
    expect(await signatures()).toHaveLength(2);
  });

  it('publishes no cosignature that is not of this checkpoint', async () => {
    await admins.newReport();
    await logText('/log/checkpoint');
    spoil = (message) => message.replace('time', 'date');
    await expect(cosign()).rejects.toThrow('no valid signature');
    spoil = (message) => message;
    expect(await signatures()).toHaveLength(1);
    expect(await cosign()).toBe(true);
  });

  it('takes no more from a witness than one line, so that readers can still open the checkpoint', async () => {
    await admins.newReport();
    await logText('/log/checkpoint');
    answerWith = (answer) => `${answer.repeat(400)}— another.example AAAAAAAA\n`;
    expect(await cosign()).toBe(true);
    expect(await signatures()).toEqual(['list.example/log', NAME]);
    await admins.newReport();
    await logText('/log/checkpoint');
    answerWith = (answer) => answer + ' '.repeat(70_000);
    seen = { size: 0, root: EMPTY_ROOT };
    await expect(cosign()).rejects.toThrow('more than 65536 bytes');
    answerWith = (answer) => answer;
    expect(await cosign()).toBe(true);
  });

  it('is not cosigned once it was rewritten or rolled back, and signs nothing more until it is', async () => {
    const { db } = admins.service.context;
    const visit = () => visitWitness(db, witness);
    await admins.newReport();
    const checkpoint = await logText('/log/checkpoint');
    const before = seen;
    seen = { ...before, root: Buffer.alloc(32, 1) };
    await expect(visit()).rejects.toThrow('422');
    await admins.newReport();
    expect(await logText('/log/checkpoint')).toBe(checkpoint);
    expect(await ledgerWorks(db)).toBe(false);
    seen = { ...before, size: before.size + 1_000 };
    await expect(visit()).rejects.toThrow('rolled back');
    expect(await logText('/log/checkpoint')).toBe(checkpoint);
    seen = before;
    await visit();
    expect(await logText('/log/checkpoint')).not.toBe(checkpoint);
    expect(await ledgerWorks(db)).toBe(true);
    await visit();
  });

  it('asks the witness whatever the database says of it, and takes no refusal of another', async () => {
    const { db } = admins.service.context;
    await admins.newReport();
    const checkpoint = await logText('/log/checkpoint');
    await db('ledger_witnesses').update({ checkpoint });
    const asked = server.asked.length;
    await cosign();
    expect(server.asked).toHaveLength(asked + 1);
    await db('ledger_witnesses').insert({ key: 'removed.example', size: 0, refusal: 'No.' });
    await admins.newReport();
    expect(await logText('/log/checkpoint')).not.toBe(checkpoint);
  });

  it('goes on while a witness cannot be reached, or does not know it', async () => {
    await admins.newReport();
    await logText('/log/checkpoint');
    const nowhere = { ...witness, url: 'http://127.0.0.1:9/w1' };
    await expect(visitWitness(admins.service.context.db, nowhere)).rejects.toThrow();
    expect(await ledgerWorks(admins.service.context.db)).toBe(true);
  });

  it.each(['x', KEY, `${KEY} ftp://witness.example`, `${KEY.replace('+', '0+')} https://witness.example`])(
    'is no witness: %s',
    (text) => {
      const setting = Config.pick({ LEDGER_WITNESSES: true });
      expect(setting.safeParse({ LEDGER_WITNESSES: text }).success).toBe(false);
    },
  );
});
