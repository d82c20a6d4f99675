import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, callWithRetries, type Failure } from './call-with-retries.ts';
import type { RunRecord } from './run-record.ts';
import type { Payer } from './wallet.ts';

export type Report = { id: number; uniqueBurnAddress: string };
export type Visitor = { cookie: string; reference: string; key: string };

const FOLLOW_EVERY_MS = 500;

/** The site as users experience it: failed calls are retried, and longer operations followed. */
export type Site = {
  report(): Promise<Report>;
  /** Claims a payment for a report and follows it to the end; the payer signs a message if the site asks for it. */
  claimRemoval(report: Report, payment: string, payer?: Payer): Promise<void>;
  visit(): Promise<Visitor>;
  /** The same for a membership. */
  claimMembership(visitor: Visitor, payment: string, payer?: Payer): Promise<void>;
};

/** Endpoints for claiming a payment and for the message to sign. */
type ClaimTarget = {
  claim: { path: string; body: object };
  proof: { path: string; body: object };
  cookie?: string;
  payer: Payer | undefined;
};

/** `onFailure` is called for every call that was retried. */
export function openSite(
  url: string,
  runRecord: RunRecord,
  signal: AbortSignal,
  onFailure?: (failure: Failure) => void,
): Site {
  const call = (path: string, init: RequestInit) => callWithRetries(`${url}${path}`, init, signal, onFailure);
  const post = (path: string, body: unknown, cookie?: string): Promise<Answer> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
      body: JSON.stringify(body),
    });
  const follow = async (id: unknown): Promise<Answer['body']> => {
    for (;;) {
      const { body, status } = await call(`/api/verifications/${String(id)}`, {});
      if (status === 200 && body.stage === 'done') return body;
      await sleep(FOLLOW_EVERY_MS, undefined, { signal });
    }
  };
  const prove = async ({ proof: { path, body }, cookie }: ClaimTarget, payer: Payer) => {
    const issued = await post(path, { ...body, wallet: payer.address }, cookie);
    const { proofId, message } = issued.body;
    if (issued.status !== 200) throw new Error(`no message to sign: ${JSON.stringify(issued)}`);
    runRecord.signed += 1;
    return { proofId, signature: await payer.sign(String(message)) };
  };
  /**
   * Repeats the claim until the response is final, like the page: a pending one is followed and, when accepted, claimed
   * again for its response; one not found yet starts again.
   */
  const claim = async (target: ClaimTarget): Promise<Answer['body']> => {
    const { path, body } = target.claim;
    let proof: object | undefined;
    for (;;) {
      let answer = (await post(path, { ...body, ...(proof && { proof }) }, target.cookie)).body;
      if (answer.pending) {
        const { outcome, code, payers } = await follow(answer.verificationId);
        if (outcome === 'accepted') continue;
        answer = { success: false, reason: code, payers };
      }
      if (answer.reason === 'not_found') {
        proof = undefined;
        await sleep(FOLLOW_EVERY_MS, undefined, { signal });
      } else if (answer.reason === 'proof_required' && target.payer && !proof) {
        const { address } = target.payer;
        if (!(answer.payers as string[]).includes(address))
          throw new Error(`${address} paid, and is not among those asked to sign: ${JSON.stringify(answer)}`);
        proof = await prove(target, target.payer);
      } else return answer;
    }
  };
  const note = (subject: string, payment: string, { success, reason, code }: Answer['body']): void => {
    runRecord.answered.push({ subject, payment, success: success === true, reason: String(reason ?? code) });
  };
  let reported = 0;
  const listed = (report: Report): Report => {
    runRecord.reports.push(report.id);
    return report;
  };

  return {
    async report() {
      reported += 1;
      const username = `rugger_${reported}`;
      const { status, body } = await post('/api/scammer-reports', {
        twitterUrl: `https://x.com/${username}/status/${reported}`,
        username,
        description: 'Sold us a sleigh that was never built.',
        scamCategory: 'other',
      });
      if (status === 201) return listed(body as Report);
      if (status !== 409) throw new Error(`report refused: ${status} ${JSON.stringify(body)}`);
      // The first response was lost: the report exists.
      const found = await call(`/api/scammer-reports/search?q=${username}`, {});
      const [report] = Object.values(found.body) as (Report & { username: string })[];
      if (report?.username !== username) throw new Error(`@${username} is listed and not found`);
      return listed(report);
    },
    async claimRemoval({ id }, payment, payer) {
      const path = `/api/scammer-reports/${id}`;
      const body = { txHash: payment };
      const answer = await claim({
        claim: { path: `${path}/remove-by-burn`, body },
        proof: { path: `${path}/payment-proof`, body },
        payer,
      });
      note(`report:${id}`, payment, answer);
    },
    async visit() {
      const path = '/api/alpha-group/generate-burn-address';
      const { cookie, body } = await post(path, {});
      if (!cookie) throw new Error(`no cookie with ${JSON.stringify(body)}`);
      const key = new URL(String(body.paymentUrl)).searchParams.get('reference');
      return { cookie, reference: String(body.reference), key: String(key) };
    },
    async claimMembership({ cookie, reference }, payment, payer) {
      const body = { transactionHash: payment };
      const answer = await claim({
        claim: { path: '/api/alpha-group/verify-transaction', body },
        proof: { path: '/api/alpha-group/payment-proof', body },
        cookie,
        payer,
      });
      if (answer.success === true && !answer.telegramLink)
        throw new Error(`a member without a link: ${JSON.stringify(answer)}`);
      note(`member:${reference}`, payment, answer);
    },
  };
}
