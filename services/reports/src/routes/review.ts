import { randomUUID } from 'node:crypto';
import * as posts from '@naughty-list/contracts/kept-posts';
import * as review from '@naughty-list/contracts/review';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { allowDecisions, readModeratorsAtLimit } from '../desk/moderation/decision-limit.ts';
import {
  confirmAccount,
  decideAppeal,
  decideReply,
  rejectPostProof,
  writeToAccount,
} from '../desk/review/answer-appeal.ts';
import { decideHeldReport } from '../desk/review/decide-held-report.ts';
import { decideStatement } from '../desk/review/decide-statement.ts';
import { decideTogether } from '../desk/review/decide-together.ts';
import { markHandle } from '../desk/review/mark-handle.ts';
import { countQueue, listQueue } from '../desk/review/queue.ts';
import { readReviewedCase } from '../desk/review/read-reviewed-case.ts';
import { setStatus } from '../desk/review/set-status.ts';
import { checkPost } from '../register/posts/keep.ts';

/** The routes for moderators. Each decision returns the case as it then is. */
export function reviewRoutes({ db, fetchOembed, decisionLimit }: Context): Route[] {
  const operation = (who: string) => ({ operationId: randomUUID(), who, decisionLimit });
  const decider = (who: string, activeModerators: string[]) => ({ ...operation(who), activeModerators });
  return [
    route(review.listReview, async ({ query, moderators, activeModerators: active }) => {
      const [page, counted, needWord] = await Promise.all([
        listQueue(db, query),
        countQueue(db),
        readModeratorsAtLimit(db, decisionLimit),
      ]);
      const counts = review.reviewKinds.map((kind) => [kind, counted[kind].count] as const);
      const total = counts.reduce((sum, [, count]) => sum + count, 0);
      const waiting = Object.fromEntries(counts) as Record<(typeof counts)[number][0], number>;
      return { ...page, waiting, total, needWord, moderators, active };
    }),
    route(review.allowDecisions, async ({ body: { who: of, count }, admin: who, role, moderators }) => {
      const otherModerators = Math.max(0, moderators - 1);
      await allowDecisions(db, { operationId: randomUUID(), who, of, count, role, otherModerators });
      return { allowed: count };
    }),
    route(review.decideTogether, ({ body, admin, role, activeModerators }) =>
      decideTogether(db, { ...body, ...decider(admin, activeModerators), role }),
    ),
    route(review.getReviewedCase, async ({ params }) => readReviewedCase(db, params.id)),
    route(review.setCaseStatus, async ({ params, body, admin, role, activeModerators }) => {
      await setStatus(db, { reportId: params.id, ...body, ...decider(admin, activeModerators), role });
      return readReviewedCase(db, params.id);
    }),
    route(review.markHandle, async ({ params, body, admin }) => {
      await markHandle(db, { reportId: params.id, ...body, ...operation(admin) });
      return readReviewedCase(db, params.id);
    }),
    route(review.decideStatement, async ({ params, body, admin }) =>
      readReviewedCase(db, await decideStatement(db, { id: params.id, ...body, ...operation(admin) })),
    ),
    route(review.decideHeldReport, async ({ params, body, admin }) => {
      await decideHeldReport(db, { id: params.id, ...body, ...operation(admin) });
      return readReviewedCase(db, params.id);
    }),
    route(review.decideAppeal, async ({ params, body, admin, role, activeModerators }) => {
      const ruling = { appealId: params.id, ...body, ...decider(admin, activeModerators), role };
      return readReviewedCase(db, await decideAppeal(db, ruling));
    }),
    route(review.writeToAccount, async ({ params, body, admin }) => {
      const letter = { appealId: params.id, text: body.text, ...operation(admin) };
      return readReviewedCase(db, await writeToAccount(db, letter));
    }),
    route(review.confirmAccount, async ({ params, body, admin }) => {
      const confirmation = { appealId: params.id, ...body, ...operation(admin) };
      return readReviewedCase(db, await confirmAccount(db, confirmation));
    }),
    route(review.rejectPostProof, async ({ params, body, admin }) => {
      const rejection = { appealId: params.id, ...body, ...operation(admin) };
      return readReviewedCase(db, await rejectPostProof(db, rejection));
    }),
    route(posts.checkPost, async ({ params, admin }) =>
      checkPost(db, { kind: 'report', id: params.id, ...operation(admin) }, fetchOembed),
    ),
    route(posts.checkStatementPost, async ({ params, admin }) =>
      checkPost(db, { kind: 'statement', id: params.id, ...operation(admin) }, fetchOembed),
    ),
    route(review.publishReply, async ({ params, body, admin, role }) => {
      await decideReply(db, { reportId: params.id, ...body, ...operation(admin), role });
      return readReviewedCase(db, params.id);
    }),
  ];
}
