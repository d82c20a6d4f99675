import { createHash, sign } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Checkpoint, openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { EMPTY_ROOT } from '@naughty-list/ledger/hashes';
import { createSigner, makePrivateKey, openNote, parseVerifierKey } from '@naughty-list/ledger/note';
import { isConsistent } from '@naughty-list/ledger/test/is-consistent';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startStandIn } from '@naughty-list/test-kit/stand-in-server';
import { beforeAll, expect, it } from 'vitest';
import { ReportsConfig } from '../src/config.ts';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { ledgerWorks } from '../src/publication/ledger/ledger-metrics.ts';
import { requestCosignature, visitWitness, type Witness } from '../src/publication/ledger/witnesses.ts';
import { openAdmins } from './admins.ts';
import { SECRET } from './running-service.ts';

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
  const { LEDGER_WITNESSES: witnesses } = ReportsConfig.pick({ LEDGER_WITNESSES: true }).parse({
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
  while ((await growLedger(admins.service.context.db)) > 0);
  return (await signedFetch(SECRET, 'gateway')(`${admins.service.baseUrl}${path}`)).text();
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
    const setting = ReportsConfig.pick({ LEDGER_WITNESSES: true });
    expect(setting.safeParse({ LEDGER_WITNESSES: text }).success).toBe(false);
  },
);
