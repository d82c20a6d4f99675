import { z } from 'zod';

/**
 * For how many days claims that were refused, and what their refusal rests on, are kept: by the owner of the claim and by
 * the chain verifier. Longer than any job is kept: one that is started again must find how its claim ended.
 */
export const RefusedClaimRetentionDays = z.coerce.number().int().min(30).max(36_500).default(90);

/** For how many days it is kept which network a report came from. */
export const SOURCE_RETENTION_DAYS = 7;
