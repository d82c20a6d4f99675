import type { CaseStatus } from '@naughty-list/contracts/cases';

/** Red only where a moderator found support for the report. */
export const stampOf = (status: CaseStatus): string =>
  status === 'corroborated' ? 'stamp' : 'stamp stamp-ink';
