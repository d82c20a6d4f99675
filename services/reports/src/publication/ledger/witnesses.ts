import { type Verifier, verifierKey } from '@naughty-list/ledger/note';
import { proveConsistency } from '@naughty-list/ledger/tree';
import { addCheckpointBody, COSIGNATURE, validCosignature } from '@naughty-list/ledger/witness';
import { callHttp, readLimited } from '@naughty-list/service-kit/http/http-call';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { readHead, rowReader } from './repository.ts';

const EVERY_MS = 5_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** C2SP tlog-witness: the witness has another size or root, or our proof is invalid. */
const REFUSALS = [409, 422];

/** The witness has seen a log that ours does not extend. */
class Refusal extends Error {}

/** A witness: its key, and the prefix of its URL (C2SP tlog-witness). */
export type Witness = { key: Verifier; url: string };

export const nameOf = ({ key }: Witness): string => verifierKey(key, COSIGNATURE);

/**
 * Has a witness cosign the signed head, unless it has; the witness checks that the tree only grew since the head that it
 * cosigned last. Returns whether the head is now cosigned.
 *
 * @throws Error when the witness does not cosign
 */
export async function requestCosignature(db: Knex, witness: Witness): Promise<boolean> {
  const head = await readHead(db);
  if (!head?.checkpoint) return false;
  const { checkpoint, size } = head;
  const { key, url } = witness;
  const last = await db('ledger_witnesses')
    .where({ key: nameOf(witness) })
    .first();
  // The row alone does not say that the witness has seen this head.
  const isCosigned = validCosignature(last?.cosignatures ?? '', checkpoint, key) !== undefined;
  if (isCosigned && last.checkpoint === checkpoint && last.refusal === null) return true;
  const submit = async (old: number) => {
    // Another copy of the service may have had a longer one cosigned meanwhile.
    if (old > size && ((await readHead(db))?.size ?? 0) > size)
      throw new Error('the log has grown meanwhile');
    if (old > size)
      throw new Refusal(`it has seen ${old} entries, and there are ${size}: the log was rolled back`);
    const proof = await proveConsistency(rowReader(db, head.log), old, size);
    return post(`${url}/add-checkpoint`, addCheckpointBody({ old, proof, checkpoint }));
  };
  let answer = await submit(Number(last?.size ?? 0));
  // The witness has another head, or this is the first request to it.
  if (answer.status === 409) answer = await submit(parseSize(answer.body));
  if (REFUSALS.includes(answer.status))
    throw new Refusal(`it returned ${answer.status}: it has seen another log under this name`);
  if (answer.status !== 200) throw new Error(`it returned ${answer.status}`);
  const cosignature = validCosignature(answer.body, checkpoint, key);
  if (cosignature === undefined) throw new Error('its answer has no valid signature');
  await db('ledger_witnesses')
    .insert({ key: nameOf(witness), size, checkpoint, cosignatures: `${cosignature}\n`, refusal: null })
    .onConflict('key')
    .merge();
  return true;
}

/** The witnesses' cosignature lines of a checkpoint. */
export async function readCosignatures(db: Knex, checkpoint: string): Promise<string> {
  const lines: string[] = await db('ledger_witnesses')
    .where({ checkpoint })
    .orderBy('key')
    .pluck('cosignatures');
  return lines.join('');
}

async function post(url: string, body: string): Promise<{ status: number; body: string }> {
  const response = await callHttp(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.statusCode ?? 0, body: (await readLimited(response, MAX_BYTES)).toString() };
}

function parseSize(body: string): number {
  if (!/^(0|[1-9]\d{0,15})\n$/.test(body)) throw new Error('its answer has no size');
  return Number(body);
}

/** Requests a cosignature, and stores a refusal, which stops the writer until the witness cosigns. Rethrows the error. */
export async function visitWitness(db: Knex, witness: Witness): Promise<void> {
  try {
    await requestCosignature(db, witness);
  } catch (error) {
    if (error instanceof Refusal)
      await db('ledger_witnesses')
        .insert({ key: nameOf(witness), size: 0, refusal: error.message })
        .onConflict('key')
        .merge(['refusal']);
    throw error;
  }
}

export const witnessRounds = every(
  EVERY_MS,
  async (
    {
      db,
      config,
      log,
    }: BaseContext & { config: { THIRD_PARTIES: 'on' | 'off'; LEDGER_WITNESSES: readonly Witness[] } },
    mayGoOn,
  ) => {
    if (config.THIRD_PARTIES === 'off') return;
    for (const witness of config.LEDGER_WITNESSES) {
      if (!mayGoOn()) return;
      await visitWitness(db, witness).catch((err: unknown) =>
        log.warn({ err, witness: witness.key.name }, 'a witness did not cosign the ledger'),
      );
    }
  },
);
