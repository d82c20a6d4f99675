import { randomUUID } from 'node:crypto';
import { removalTexts } from '@naughty-list/contracts/removal';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterEach, describe, expect, it } from 'vitest';
import { loadMint } from '../src/mint/mint.ts';
import { findTerms, newestToken, toDemand } from '../src/terms/terms.ts';
import { findRefusal } from '../src/verifications/record-verdict.ts';
import type { VerificationRecord } from '../src/verifications/verification.ts';
import { verify } from '../src/verifications/verify.ts';
import { burn } from './transactions.ts';
import {
  eventually,
  recordVerdicts,
  removalDemand,
  startTestChain,
  startVerifier,
} from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
// Two instances of the service, as on two machines.
const one = closeAfterAll(await startVerifier({ chain }));
const start = (workers = true) =>
  startVerifier({ databaseUrl: one.context.config.DATABASE_URL, chain, workers });
const two = closeAfterAll(await start());
const verdicts = await recordVerdicts(one.context);

const newId = () => `removal_${randomUUID()}`;
const accepted = (records: VerificationRecord[]) => records.filter(({ outcome }) => outcome === 'accepted');
const notifications = (id: string) => verdicts.filter((verdict) => verdict.id === id);

describe('a transaction', () => {
  it('C11 that paid for one report is used up for every other', async () => {
    const signature = await burn(chain, 'once');
    const first = await one.decided(await one.claim(signature, removalDemand(11)));
    const second = await two.decided(await two.claim(signature, removalDemand(12)));
    expect(first.outcome).toBe('accepted');
    expect(second).toMatchObject({
      outcome: 'rejected',
      code: 'already_used',
      message: removalTexts.alreadyUsed,
    });
  });

  it('C12 claimed by two instances at once for two reports is accepted for exactly one', async () => {
    const signature = await burn(chain, 'at once');
    const records = await Promise.all([
      one.claim(signature, removalDemand(13)).then(one.decided),
      two.claim(signature, removalDemand(14)).then(two.decided),
    ]);
    expect(accepted(records)).toHaveLength(1);
    expect(records.map(({ code }) => code).sort()).toEqual(['already_used', null].sort());
  });

  it('claimed 50 times over 20 reports is accepted for exactly one, and fetched once by each instance', async () => {
    await chain.control.reset();
    const signature = await burn(chain, 'fifty');
    const claims = Array.from({ length: 50 }, (_, index) => {
      const instance = index % 2 === 0 ? one : two;
      return instance.claim(signature, removalDemand(100 + (index % 20))).then(instance.decided);
    });
    const records = await Promise.all(claims);
    expect(accepted(records)).toHaveLength(1);
    const refused = records.filter(({ outcome }) => outcome === 'rejected');
    expect(refused.map(({ code }) => code)).toEqual(Array(49).fill('already_used'));
    const { calls } = await chain.control.state();
    expect(calls.getTransaction).toBeLessThanOrEqual(2);
    // Accepted claims notify once; so does every refusal.
    const ids = records.map(({ id }) => id);
    await eventually(() => ids.every((id) => notifications(id).length === 1)).toBe(true);
  });

  it('and its subject are looked up in one query: no payment can come between two', async () => {
    const claimed = await one.decided(await one.claim(await burn(chain, 'one question'), removalDemand(130)));
    const asking = await start(false);
    const { db, verifier } = asking.context;
    const mint = await loadMint(verifier, verifier.mint);
    const terms = await findTerms(verifier.db, mint.cluster);
    const demand = toDemand(claimed.demand, {
      token: newestToken(terms),
      unbound: verifier.unbound,
      terms,
      now: new Date(),
    });
    const questions: string[] = [];
    db.on('query', ({ sql }: { sql: string }) => {
      // Ignore queries from the start, which loads the mint in the meantime.
      if (sql.includes('verifications')) questions.push(sql);
    });
    // Both reasons apply: its transaction is used, and its report is paid for. The first takes precedence.
    const again = await findRefusal(db, { ...claimed, id: newId() }, { cluster: mint.cluster, demand });
    expect(again?.code).toBe('already_used');
    const unpaid = { ...claimed, id: newId(), subject: 'report:131', signature: 'unpaid' };
    expect(await findRefusal(db, unpaid, { cluster: mint.cluster, demand })).toBeUndefined();
    expect(questions).toHaveLength(2);
    await asking.close();
  });

  it('C13 used before a restart is used after it', async () => {
    const signature = await burn(chain, 'restart');
    const before = await start();
    await before.decided(await before.claim(signature, removalDemand(15)));
    await before.close();
    const after = await start();
    expect(await after.decided(await after.claim(signature, removalDemand(16)))).toMatchObject({
      code: 'already_used',
    });
    await after.close();
  });

  it('claimed in vain by a stranger pays for the report that it names', async () => {
    const signature = await burn(chain, 'LISTBURN017');
    const stranger = await one.decided(await one.claim(signature, removalDemand(18)));
    expect(stranger).toMatchObject({ outcome: 'rejected', code: 'memo_mismatch' });
    expect((await one.decided(await one.claim(signature, removalDemand(17)))).outcome).toBe('accepted');
  });
});

describe('a claim', () => {
  it('that is repeated gets the same answer, and its owner is notified again', async () => {
    const signature = await burn(chain, 'again');
    const id = newId();
    const first = await one.decided(await one.claim(signature, removalDemand(21), id));
    await eventually(() => notifications(id).length).toBe(1);
    const asked = { id, signature, demand: removalDemand(21), round: 0 };
    const { verifier } = two.context;
    expect(await Promise.all([verify(verifier, asked), verify(verifier, asked)])).toEqual([first, first]);
    await one.idle();
    await one.claim(signature, removalDemand(21), id, 1);
    await eventually(() => notifications(id)).toMatchObject([
      { round: 0, outcome: 'accepted' },
      { round: 1, outcome: 'accepted' },
    ]);
  });

  it('said in the database to be accepted, or to rest on evidence there, is judged by the chain', async () => {
    const { db } = one.context;
    const real = await burn(chain, 'made up');
    const id = await one.claim(real, removalDemand(28));
    await one.decided(id);
    const signature = `${'1'.repeat(62)}zz`;
    await db.raw(
      `insert into evidence (cluster, signature, facts, providers, response, is_accepted, mac)
       select cluster, :signature, facts || jsonb_build_object('signature', :signature::text), providers, null, true, mac from evidence
       where signature = :real`,
      { signature, real },
    );
    await db.raw(
      `insert into verifications (id, purpose, cluster, signature, subject, demand, stage, outcome, amount, decimals, slot, received_at,
         judged_at, mac)
       select 'removal_made-up', purpose, 'another', :signature, 'report:29', demand, stage, outcome, amount, decimals, slot,
         received_at, judged_at, mac from verifications where id = :id`,
      { signature, id },
    );
    const asked = { id: 'removal_made-up', signature, demand: removalDemand(29), round: 1 };
    await expect(verify(two.context.verifier, asked)).rejects.toThrow('not_found_yet');
    expect(await one.find(asked.id)).toMatchObject({ outcome: 'pending', code: 'not_found_yet' });
  });

  it('received ten times at once, by both instances, is one claim', async () => {
    const signature = await burn(chain, 'ten times');
    const asked = { id: newId(), signature, demand: removalDemand(22), round: 0 };
    await one.claim(signature, asked.demand, asked.id);
    const first = await one.decided(asked.id);
    const records = await Promise.all(
      Array.from({ length: 10 }, (_, index) => verify((index % 2 ? one : two).context.verifier, asked)),
    );
    expect(first.outcome).toBe('accepted');
    for (const record of records) expect(record).toEqual(first);
  });

  it('that its owner requests again is left to the newest job', async () => {
    const signature = await burn(chain, 'asked again');
    const day = 24 * 3_600_000;
    await chain.control.setDelays({ signature, finalizeMs: day });
    const id = newId();
    const demand = removalDemand(26);
    for (const round of [0, 1, 2]) {
      await one.claim(signature, demand, id, round);
      await one.idle();
    }
    const older = { id, signature, demand, round: 1 };
    await eventually(() =>
      verify(two.context.verifier, older).catch((error: Error) => error.name),
    ).toMatchObject({
      outcome: 'pending',
      round: 2,
    });
    await chain.control.reset();
    expect((await one.decided(id)).outcome).toBe('accepted');
    // An older job that runs after the verdict notifies again; the owner applies only the first.
    await eventually(() => notifications(id)).toContainEqual(
      expect.objectContaining({ outcome: 'accepted', round: 2 }),
    );
    expect(notifications(id).every(({ outcome }) => outcome === 'accepted')).toBe(true);
  });

  it('C14 whose process died between verdict and notification is delivered by the next run, with the same verdict', async () => {
    const signature = await burn(chain, 'crash');
    const asked = { id: newId(), signature, demand: removalDemand(23), round: 0 };
    const dying = await start(false);
    await eventually(() =>
      verify(dying.context.verifier, asked).catch((error: Error) => error.name),
    ).toMatchObject({ outcome: 'accepted' });
    // Discarded after the verdict is written and before the owner is notified.
    await dying.close();
    expect(notifications(asked.id)).toEqual([]);
    await one.claim(signature, asked.demand, asked.id, 1);
    await eventually(() => notifications(asked.id)).toMatchObject([{ outcome: 'accepted', round: 1 }]);
    expect(await one.context.db('verifications').where({ signature, outcome: 'accepted' })).toHaveLength(1);
  });

  it('for a report that is paid for leaves the second transaction to another report', async () => {
    const [first, second] = [await burn(chain, 'first of two'), await burn(chain, 'second of two')];
    const records = await Promise.all([
      one.claim(first, removalDemand(24)).then(one.decided),
      two.claim(second, removalDemand(24)).then(two.decided),
    ]);
    expect(accepted(records)).toHaveLength(1);
    const unused = records.find(({ outcome }) => outcome === 'rejected');
    expect(unused).toMatchObject({ code: 'subject_already_paid' });
    expect(unused?.message).toContain(removalTexts.alreadyRemoved);
    const other = await one.decided(await one.claim(unused?.signature ?? '', removalDemand(25)));
    expect(other.outcome).toBe('accepted');
  });
});

describe('a payment that is final when first asked for', async () => {
  // Payments that are already final when first requested, judged without a job.
  const verifier = closeAfterAll(await startVerifier({ chain, workers: false }));
  afterEach(() => chain.control.reset());

  async function finalBurn(reportId: number) {
    const signature = await burn(chain, `LISTBURN${reportId}`);
    await chain.untilFinal(signature);
    return { id: `removal_${randomUUID()}`, signature, demand: removalDemand(reportId), round: 0 };
  }

  it('followers of a claim are notified', async () => {
    const { client } = verifier.context.db;
    const listener = await client.acquireConnection();
    const notified: string[] = [];
    listener.on('notification', ({ payload }: { payload: string }) => notified.push(payload));
    await listener.query(`listen ${CHAIN_VERIFICATIONS_CHANNEL}`);
    const asked = await finalBurn(702);
    await verify(verifier.context.verifier, asked);
    await eventually(() => notified).toEqual([asked.id]);
    expect((await verifier.find(asked.id)).seen_at).toBeInstanceOf(Date);
    await client.releaseConnection(listener);
  });

  it('where the verdict cannot be written, neither is its evidence', async () => {
    const { db, verifier: judging } = verifier.context;
    const asked = await finalBurn(703);
    await db.raw("alter table verifications add constraint refuse check (subject <> 'report:703')");
    await expect(verify(judging, asked)).rejects.toThrow('refuse');
    await db.raw('alter table verifications drop constraint refuse');
    expect(await db('evidence').where({ signature: asked.signature })).toEqual([]);
    expect((await verify(judging, asked)).outcome).toBe('accepted');
  });

  it('one that is final and cannot be read yet says that it is final, and is decided later', async () => {
    const asked = await finalBurn(704);
    await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
    await expect(verify(verifier.context.verifier, asked)).rejects.toThrow();
    const row = await verifier.find(asked.id);
    expect(row).toMatchObject({ outcome: 'pending', stage: 'finalised', code: 'history_unavailable' });
    expect(row.seen_at).toBeInstanceOf(Date);
    await chain.control.reset();
    const later = { ...asked, round: 1 };
    expect(await verify(verifier.context.verifier, later)).toMatchObject({ outcome: 'accepted', round: 1 });
  });
});
