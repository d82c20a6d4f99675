import {
  addAppealMessage,
  appealAgain,
  CASE_CODE_HEADER,
  checkPostProof,
  getAppeal,
  getAppealReceipt,
  issuePostProof,
  openAppeal,
  setReply,
} from '@naughty-list/contracts/appeals';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { FastifyRequest } from 'fastify';
import { findAppeal, readAppeal } from '../cases/appeals/appeal.ts';
import { addMessage } from '../cases/appeals/messages.ts';
import { open, openAgain } from '../cases/appeals/open.ts';
import { checkPost, issueCode } from '../cases/appeals/post-proof.ts';
import { setReply as set } from '../cases/appeals/reply.ts';
import type { Context } from '../context.ts';
import { receiptAbout } from '../publication/ledger/leaf-receipt.ts';

/** The routes of the account. All but the first take the case code in a header, and return the updated appeal. */
export function appealRoutes({ db, config, clock, reporters, fetchOembed }: Context): Route[] {
  // Derived from the limit of reports, because both bound what a network adds unreviewed.
  const perNetwork = 2 * config.HOLD_REPORTS_ABOVE_PER_MINUTE || Number.POSITIVE_INFINITY;
  const codeIn = ({ headers }: FastifyRequest) => headers[CASE_CODE_HEADER];
  const read = (raw: FastifyRequest) => readAppeal(db, codeIn(raw), fetchOembed !== undefined);
  return [
    route(openAppeal, async ({ body, raw }) => {
      const { networkKey } = await reporters(raw);
      return open(db, {
        ...body,
        now: clock.now(),
        networkKey,
        perNetwork,
      });
    }),
    route(getAppeal, ({ raw }) => read(raw)),
    route(getAppealReceipt, async ({ raw }) =>
      receiptAbout(db, `appeal ${await findAppeal(db, codeIn(raw))}`, config.INTERNAL_SECRET),
    ),
    route(addAppealMessage, async ({ raw, body }) => {
      await addMessage(db, codeIn(raw), body.text);
      return read(raw);
    }),
    route(issuePostProof, async ({ raw }) => {
      await issueCode(db, codeIn(raw));
      return read(raw);
    }),
    route(checkPostProof, async ({ raw, body: { postUrl } }) => {
      await checkPost(db, { caseCode: codeIn(raw), postUrl, now: clock.now() }, fetchOembed);
      return read(raw);
    }),
    route(setReply, async ({ raw, body }) => {
      await set(db, codeIn(raw), body);
      return read(raw);
    }),
    route(appealAgain, async ({ raw, body }) => {
      await openAgain(db, codeIn(raw), body.text);
      return read(raw);
    }),
  ];
}
