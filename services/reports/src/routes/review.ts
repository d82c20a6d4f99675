import { randomUUID } from 'node:crypto';
import { checkPost, checkStatementPost } from '@naughty-list/contracts/kept-posts';
import {
  allowDecisions,
  confirmAccount,
  decideAppeal,
  decideHeldReport,
  decideStatement,
  decideTogether,
  getReviewedCase,
  listReview,
  markHandle,
  publishReply,
  rejectPostProof,
  setCaseStatus,
  writeToAccount,
} from '@naughty-list/contracts/review';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { allowDecisions as allow, readModeratorsAtLimit } from '../desk/moderation/decision-limit.ts';
import * as answers from '../desk/review/answer-appeal.ts';
import { decideHeldReport as decideReport } from '../desk/review/decide-held-report.ts';
import { decideStatement as decide } from '../desk/review/decide-statement.ts';
import { decideTogether as together } from '../desk/review/decide-together.ts';
import { markHandle as mark } from '../desk/review/mark-handle.ts';
import { countQueue, listQueue } from '../desk/review/queue.ts';
import { readReviewedCase } from '../desk/review/read-reviewed-case.ts';
import { setStatus } from '../desk/review/set-status.ts';
import { checkPost as readAgain } from '../register/posts/keep.ts';

/** The routes for moderators. Each decision returns the case as it then is. */
export function reviewRoutes({ db, fetchOembed, decisionLimit }: Context): Route[] {
  const operation = (who: string) => ({ operationId: randomUUID(), who, decisionLimit });
  const decider = (who: string, moderators: number) => ({
    ...operation(who),
    otherModerators: Math.max(0, moderators - 1),
  });
  return [
    route(listReview, async ({ query, moderators }) => {
      const [page, counted, needWord] = await Promise.all([
        listQueue(db, query),
        countQueue(db),
        readModeratorsAtLimit(db, decisionLimit),
      ]);
      const { report, statement, appeal, proof, reply, status } = counted;
      const waiting = {
        report: report.count,
        statement: statement.count,
        appeal: appeal.count,
        proof: proof.count,
        reply: reply.count,
        status: status.count,
      };
      const total = Object.values(waiting).reduce((sum, count) => sum + count, 0);
      return { ...page, waiting, total, needWord, moderators };
    }),
    route(allowDecisions, async ({ body: { who: of, count }, admin: who, role, moderators }) => {
      const otherModerators = Math.max(0, moderators - 1);
      await allow(db, { operationId: randomUUID(), who, of, count, role, otherModerators });
      return { allowed: count };
    }),
    route(decideTogether, ({ body, admin, role, moderators }) =>
      together(db, { ...body, ...decider(admin, moderators), role }),
    ),
    route(getReviewedCase, async ({ params }) => readReviewedCase(db, params.id)),
    route(setCaseStatus, async ({ params, body, admin, role, moderators }) => {
      await setStatus(db, { reportId: params.id, ...body, ...decider(admin, moderators), role });
      return readReviewedCase(db, params.id);
    }),
    route(markHandle, async ({ params, body, admin }) => {
      await mark(db, { reportId: params.id, ...body, ...operation(admin) });
      return readReviewedCase(db, params.id);
    }),
    route(decideStatement, async ({ params, body, admin }) =>
      readReviewedCase(db, await decide(db, { id: params.id, ...body, ...operation(admin) })),
    ),
    route(decideHeldReport, async ({ params, body, admin }) => {
      await decideReport(db, { id: params.id, ...body, ...operation(admin) });
      return readReviewedCase(db, params.id);
    }),
    route(decideAppeal, async ({ params, body, admin, role, moderators }) => {
      const decided = { appealId: params.id, ...body, ...decider(admin, moderators), role };
      return readReviewedCase(db, await answers.decideAppeal(db, decided));
    }),
    route(writeToAccount, async ({ params, body, admin }) => {
      const letter = { appealId: params.id, text: body.text, ...operation(admin) };
      return readReviewedCase(db, await answers.writeToAccount(db, letter));
    }),
    route(confirmAccount, async ({ params, body, admin }) => {
      const confirmation = { appealId: params.id, ...body, ...operation(admin) };
      return readReviewedCase(db, await answers.confirmAccount(db, confirmation));
    }),
    route(rejectPostProof, async ({ params, body, admin }) => {
      const rejection = { appealId: params.id, ...body, ...operation(admin) };
      return readReviewedCase(db, await answers.rejectPostProof(db, rejection));
    }),
    route(checkPost, async ({ params, admin }) =>
      readAgain(db, { kind: 'report', id: params.id, ...operation(admin) }, fetchOembed),
    ),
    route(checkStatementPost, async ({ params, admin }) =>
      readAgain(db, { kind: 'statement', id: params.id, ...operation(admin) }, fetchOembed),
    ),
    route(publishReply, async ({ params, body, admin, role }) => {
      await answers.decideReply(db, { reportId: params.id, ...body, ...operation(admin), role });
      return readReviewedCase(db, params.id);
    }),
  ];
}
