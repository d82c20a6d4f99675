import { deleteReport } from '@naughty-list/contracts/admin-reports';
import { restoreDeleted } from '@naughty-list/contracts/audit-log';
import { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import { removeByBurn } from '@naughty-list/contracts/removal';
import { claimFound } from '@naughty-list/payment-flow/open';
import {
  accepted,
  openFakeVerifier,
  type RequestPayload,
  rejected,
  signatureOf,
  type VerdictPayload,
} from '@naughty-list/payment-flow/test/verifier';
import { CLIENT_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { countListed } from '../src/register/lists/repository.ts';
import { naughtyList } from '../src/register/reports/naughty-list.ts';
import { reports as reportsService } from '../src/service.ts';
import { SECRET, startReports } from './running-service.ts';

/** The row of a report that a payment has removed. */
export const removedBy = (signature: string) => ({
  is_removed: true,
  removal_tx_hash: signature,
  burn_transaction_hash: signature,
});

export type Removals = Awaited<ReturnType<typeof openRemovals>>;

/** The service with its jobs, the other end of its queue, and helpers for tests of removals. */
export async function openRemovals(more: Record<string, string> = {}) {
  const service = await startReports({ ...more, VERIFY_WAIT_MS: '50000' });
  const { DATABASE_URL, QUEUE_URL } = service.context.config;
  const hasty = await startReports({ ...more, VERIFY_WAIT_MS: '0' }, DATABASE_URL);
  await reportsService.startJobs(service.context);
  let decide: (asked: RequestPayload) => VerdictPayload | undefined = accepted;
  const verifier = await openFakeVerifier(
    { url: QUEUE_URL, secret: SECRET, job: applyBurnVerdictJob },
    (asked) => decide(asked),
  );
  const { db } = service.context;
  let reports = 0;
  let signatures = 0;
  let clients = 0;

  const newReport = () => service.report({ username: `villain${++reports}` });
  const newSignature = () => signatureOf(++signatures);
  // One per claim: claims of unknown transactions are capped per client.
  const newClient = () => `payer${++clients}`;
  const claimOf = (id: string): Promise<Record<string, unknown>> =>
    db('removal_claims').where({ id }).first();
  const decidedAs = async (id: string, status: 'removed' | 'refused') => {
    while ((await claimOf(id))?.status !== status) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return {
    /** Waits for verdicts longer than any of them takes. */
    service,
    /** A second process on the same database; does not wait at all. */
    hasty,
    verifier,
    /** How to decide claims from now on; undefined leaves them undecided. */
    decideBy: (next: typeof decide) => {
      decide = next;
    },
    newReport,
    newSignature,
    /** Claims a transaction for a report, and waits. */
    claim: (id: number, txHash: string) =>
      service.as('payer').callFull(removeByBurn, { params: { id }, body: { txHash } }),
    /** The same with any id and any body. */
    send: (id: number | string, body: unknown) =>
      service.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, body, {
        [CLIENT_ID_HEADER]: newClient(),
      }),
    /** A claim that stays undecided. */
    async pendingClaim() {
      decide = () => undefined;
      const report = await newReport();
      const signature = newSignature();
      const input = { params: { id: report.id }, body: { txHash: signature } };
      const { verificationId } = await hasty.as(newClient()).call(removeByBurn, input);
      return { report, signature, id: String(verificationId) };
    },
    /** Waits until a claim has this status. */
    decidedAs,
    /** Sends the verdict on a pending claim, and waits until it has ended. */
    async accept(id: string) {
      await verifier.sendVerdict(accepted({ id, round: 0 }));
      await decidedAs(id, 'removed');
    },
    async refuse(id: string, code = 'no_burn_of_mint', message = 'No LIST was burned.') {
      await verifier.sendVerdict(rejected({ id, round: 0 }, code, message));
      await decidedAs(id, 'refused');
    },
    /** A second claim for a report, which stays undecided; returns its id. */
    async claimToo(reportId: number) {
      const path = `/api/scammer-reports/${reportId}/remove-by-burn`;
      return String((await hasty.send('POST', path, { txHash: newSignature() })).body.verificationId);
    },
    /** Claims a payment that the watcher found; returns the claim's id. */
    found: (reference: string, signature: string) =>
      claimFound(service.context, service.context.paymentKind, {
        found: { reference, signature: Signature.parse(signature) },
        dueInMs: 3_600_000,
      }),
    /** Deletes a report as an admin; returns what undoes it. */
    async remove(id: number) {
      const admin = service.asAdmin('claus');
      const { headers } = await admin.callFull(deleteReport, { params: { id } });
      const operationId = headers.get('x-operation-id') ?? '';
      return () => admin.call(restoreDeleted, { params: { operationId } });
    },
    claimOf,
    rowOf: (id: number): Promise<Record<string, unknown>> => db('scammer_reports').where({ id }).first(),
    /** How many reports are listed. */
    listed: () => countListed(db, naughtyList),
    async stop() {
      await verifier.close();
      await hasty.stop();
      await service.stop();
    },
  };
}
