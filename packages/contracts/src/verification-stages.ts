/**
 * How far a verification has come. `done` means that its effect is there (or, for a look, that it was judged).
 * A verification that is `refused` will not be accepted any more; another one may be.
 */
export const verificationStages = ['received', 'found', 'confirmed', 'finalised', 'judged', 'done'] as const;
export type VerificationStage = (typeof verificationStages)[number];
