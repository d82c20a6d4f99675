import { z } from 'zod';

/**
 * Days for which refused claims and their evidence are kept, by the claim's owner and by the chain verifier. Longer
 * than any job is kept: a restarted job must find its claim's outcome.
 */
export const RefusedClaimRetentionDays = z.coerce.number().int().min(30).max(36_500).default(90);

/** Days for which the network a report came from is kept. */
export const SOURCE_RETENTION_DAYS = 7;

/** Months for which a month's reporter keys are kept after it. */
export const REPORTER_KEY_MONTHS = 3;

/** Days for which the letters of an appeal are kept after its decision, and its code leads to it. */
export const APPEAL_RETENTION_DAYS = 180;
