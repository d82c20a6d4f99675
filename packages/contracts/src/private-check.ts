import { z } from 'zod';
import { CaseStatus } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { CHECK_PREFIX_LENGTH } from './look-alike.ts';

/** Cache time; a removed name leaves every cache after this, plus a margin. */
export const SHARD_SECONDS = 30;

const Hash = z.string().regex(/^[\da-f]{64}$/);

/**
 * An account on a list, without its name: SHA-256 of the lower-case username, and of what it looks like (`lookAlike`). The status is
 * that of the case, on the Naughty List, also for some days after it was cleared. A burned or cleared one is off the list since then.
 * `handleChangedAt`: since when the name belongs to another account, if a moderator has said so, or the account `hasLeft` it.
 */
const ShardEntry = z.object({
  account: Hash,
  looksLike: Hash,
  list: z.enum(['naughty', 'burned', 'nice']),
  status: CaseStatus.nullable(),
  times: z.number().int(),
  since: z.iso.datetime(),
  isReviewed: z.boolean(),
  handleChangedAt: z.iso.datetime().optional(),
  hasLeft: z.literal(true).optional(),
});

/** Shards have this size, so that the length of an encrypted response does not tell them apart: room for 30 accounts. */
export const SHARD_BYTES = 8_192;

export const PrivateCheckShard = z.object({ entries: z.array(ShardEntry), padding: z.string() });
export type PrivateCheckShard = z.infer<typeof PrivateCheckShard>;

/** One prefix finds an account and its look-alikes, because the hash is of their common look-alike form. */
export const getPrivateCheckShard = defineEndpoint({
  method: 'GET',
  path: '/api/private-check/:prefix',
  summary: `The listed accounts whose look-alike form has a SHA-256 that begins with these ${CHECK_PREFIX_LENGTH} hexadecimal digits, as hashes`,
  access: 'public',
  params: z.object({ prefix: z.string().regex(new RegExp(`^[\\da-f]{${CHECK_PREFIX_LENGTH}}$`)) }),
  answerHeaders: { etag: 'Send it in If-None-Match' },
  answers: { 200: PrivateCheckShard },
});
