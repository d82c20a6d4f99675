import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { defineJob, untilDone } from './job.ts';
import { LeafReceipt, LedgerRecord } from './ledger.ts';
import { VerificationId } from './verifications.ts';

// A member's receipt has two halves, for no public log says who is a member: the membership service has record and salt,
// the ledger's owner only the commitment. Put together, they are a `LeafReceipt`.

/** As in the leaf, but in base64url: SHA-256 over the salt and the record. */
const Commitment = z.string().regex(/^[\w-]{43}$/, 'Not found');

/** A leaf for a membership. */
export const recordMemberJob = defineJob({
  queue: 'reports',
  name: 'record-member',
  payload: z.object({ commitment: Commitment }),
  id: ({ commitment }) => `record-member.${commitment}`,
  mustBeSigned: true,
  ...untilDone,
});

export const getMemberRecord = defineEndpoint({
  method: 'GET',
  path: '/api/alpha-group/members/:id/record',
  summary:
    "Salt and record of a membership's leaf, by the id of its claim, which only its member has; with /log/member/COMMITMENT they are a receipt that opens offline",
  access: 'public',
  params: z.object({ id: VerificationId }),
  answers: { 200: LedgerRecord.pick({ salt: true, record: true }).extend({ commitment: Commitment }) },
  errors: ['service_unavailable'],
});

export const getMemberLeaf = defineEndpoint({
  method: 'GET',
  path: '/log/member/:commitment',
  summary:
    "The receipt of a membership's leaf, without salt and record, by its commitment in base64url; 503 for a moment, until it is in the tree",
  access: 'public',
  params: z.object({ commitment: Commitment }),
  answers: { 200: LeafReceipt.omit({ salt: true, record: true }) },
  errors: ['service_unavailable'],
});
