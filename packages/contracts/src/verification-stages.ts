/**
 * The stages of a verification. `done` means that its effect took place (or, for a preview, that it was judged). A
 * `refused` verification is final; a new one may still be accepted.
 */
export const verificationStages = ['received', 'found', 'confirmed', 'finalised', 'judged', 'done'] as const;
export type VerificationStage = (typeof verificationStages)[number];
