/**
 * Days that refused claims and their evidence are kept, by the claim's owner and the chain verifier. Longer than any
 * job is kept, because a restarted job must find its claim's outcome.
 */
export const REFUSED_CLAIM_RETENTION_DAYS = 90;

/** Days that the network of a report is kept. */
export const SOURCE_RETENTION_DAYS = 7;

/** Days for which the rejection of an entry that was never public can be undone; then it is deleted for good. */
export const REJECTED_RETENTION_DAYS = 30;

/** Months that reporter keys are kept after their month. */
export const REPORTER_KEY_MONTHS = 3;

/** Days after its decision that the messages of an appeal are kept and its code leads to it. */
export const APPEAL_RETENTION_DAYS = 180;
