import * as appeals from '@naughty-list/contracts/appeals';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { FastifyRequest } from 'fastify';
import { findAppeal, readAppeal } from '../cases/appeals/appeal.ts';
import { addAppealMessage } from '../cases/appeals/messages.ts';
import { appealAgain, openAppeal } from '../cases/appeals/open.ts';
import { checkPostProof, issuePostProof } from '../cases/appeals/post-proof.ts';
import { setReply } from '../cases/appeals/reply.ts';
import type { Context } from '../context.ts';
import { receiptAbout } from '../publication/ledger/leaf-receipt.ts';

/** The routes of the account. All but the first take the case code in a header, and return the updated appeal. */
export function appealRoutes({ db, config, clock, reporters, fetchOembed }: Context): Route[] {
  // Derived from the limit of reports, because both bound what a network adds unreviewed.
  const perNetwork = 2 * config.HOLD_REPORTS_ABOVE_PER_MINUTE || Number.POSITIVE_INFINITY;
  const codeIn = ({ headers }: FastifyRequest) => headers[appeals.CASE_CODE_HEADER];
  const read = (raw: FastifyRequest) => readAppeal(db, codeIn(raw), fetchOembed !== undefined);
  return [
    route(appeals.openAppeal, async ({ body, raw }) => {
      const { networkKey } = await reporters(raw);
      return openAppeal(db, { ...body, now: clock.now(), networkKey, perNetwork });
    }),
    route(appeals.getAppeal, ({ raw }) => read(raw)),
    route(appeals.getAppealReceipt, async ({ raw }) =>
      receiptAbout(db, `appeal ${await findAppeal(db, codeIn(raw))}`, config.INTERNAL_SECRET),
    ),
    route(appeals.addAppealMessage, async ({ raw, body }) => {
      await addAppealMessage(db, codeIn(raw), body.text);
      return read(raw);
    }),
    route(appeals.issuePostProof, async ({ raw }) => {
      await issuePostProof(db, codeIn(raw));
      return read(raw);
    }),
    route(appeals.checkPostProof, async ({ raw, body: { postUrl } }) => {
      await checkPostProof(db, { caseCode: codeIn(raw), postUrl, now: clock.now() }, fetchOembed);
      return read(raw);
    }),
    route(appeals.setReply, async ({ raw, body }) => {
      await setReply(db, codeIn(raw), body);
      return read(raw);
    }),
    route(appeals.appealAgain, async ({ raw, body }) => {
      await appealAgain(db, codeIn(raw), body.text);
      return read(raw);
    }),
  ];
}
