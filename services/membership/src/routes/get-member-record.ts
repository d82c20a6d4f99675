import { ApiError } from '@naughty-list/contracts/errors';
import { ledgerTexts } from '@naughty-list/contracts/ledger';
import { getMemberRecord } from '@naughty-list/contracts/member-receipts';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { findMemberRecord } from '../members/ledger.ts';

export function getMemberRecordRoute({ db }: Context): Route {
  return route(getMemberRecord, async ({ params }) => {
    const record = await findMemberRecord(db, params.id);
    if (record === 'waiting') throw new ApiError('service_unavailable', ledgerTexts.waiting);
    if (!record) throw new ApiError('not_found', 'Not found');
    return record;
  });
}
