import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { type Answer, callPatiently, type Failure } from './patience.ts';

export type Report = { id: number; uniqueBurnAddress: string };
export type Visitor = { cookie: string; reference: string; key: string };

const FOLLOW_EVERY_MS = 500;

/** The site as people use it: they try again when it fails, and follow what takes longer. */
export type Site = {
  report(): Promise<Report>;
  /** Claims a payment for a report and stays to the end. */
  claimRemoval(report: Report, payment: string): Promise<void>;
  visit(): Promise<Visitor>;
  /** Claims a payment for a membership and stays to the end. */
  claimMembership(visitor: Visitor, payment: string): Promise<void>;
};

/** `onFailure` is told of every call that had to be made again. */
export function openSite(
  url: string,
  ledger: Ledger,
  signal: AbortSignal,
  onFailure?: (failure: Failure) => void,
): Site {
  const call = (path: string, init: RequestInit) => callPatiently(`${url}${path}`, init, signal, onFailure);
  const post = (path: string, body: unknown, cookie?: string): Promise<Answer> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
      body: JSON.stringify(body),
    });
  const follow = async (id: unknown): Promise<void> => {
    for (;;) {
      const { body, status } = await call(`/api/verifications/${String(id)}`, {});
      if (status === 200 && body.stage === 'done') return;
      await sleep(FOLLOW_EVERY_MS, undefined, { signal });
    }
  };
  /** Until the answer is final: what is pending is followed and asked again, what is not found yet is tried again. */
  const claim = async (path: string, body: unknown, cookie?: string): Promise<Answer> => {
    for (;;) {
      const answer = await post(path, body, cookie);
      if (answer.status === 202) await follow(answer.body.verificationId);
      else if (answer.body.reason === 'not_found') await sleep(FOLLOW_EVERY_MS, undefined, { signal });
      else return answer;
    }
  };
  const note = (subject: string, payment: string, { status, body }: Answer): void => {
    const reason = String(body.reason ?? body.code ?? status);
    ledger.told.push({ subject, payment, success: status === 200 && body.success === true, reason });
  };
  let reported = 0;
  const listed = (report: Report): Report => {
    ledger.reports.push(report.id);
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
      // The first answer was lost on its way: the report is there.
      const found = await call(`/api/scammer-reports/search?q=${username}`, {});
      const [report] = Object.values(found.body) as (Report & { username: string })[];
      if (report?.username !== username) throw new Error(`@${username} is listed and not found`);
      return listed(report);
    },
    async claimRemoval(report, payment) {
      const answer = await claim(`/api/scammer-reports/${report.id}/remove-by-burn`, { txHash: payment });
      note(`report:${report.id}`, payment, answer);
    },
    async visit() {
      const path = '/api/alpha-group/generate-burn-address';
      const { cookie, body } = await post(path, {});
      if (!cookie) throw new Error(`no cookie with ${JSON.stringify(body)}`);
      const key = new URL(String(body.paymentUrl)).searchParams.get('reference');
      return { cookie, reference: String(body.reference), key: String(key) };
    },
    async claimMembership({ cookie, reference }, payment) {
      const path = '/api/alpha-group/verify-transaction';
      const answer = await claim(path, { transactionHash: payment }, cookie);
      if (answer.body.success === true && !answer.body.telegramLink)
        throw new Error(`a member without a link: ${JSON.stringify(answer.body)}`);
      note(`member:${reference}`, payment, answer);
    },
  };
}
