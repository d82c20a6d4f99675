import { randomUUID } from 'node:crypto';
import { noteLogFields } from '@naughty-list/service-kit/log-fields';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import { type ClaimTable, findStandingClaim, insertClaim } from './claim-table.ts';

export type Opened<Subject, Done extends string> = {
  /** `joined`: the same payment for the same subject stands already, and its answer is this claim's too. */
  outcome: 'opened' | 'joined';
  claim: Claim<Subject, Done>;
};

/**
 * Writes down that a transaction is claimed for a subject; committed when this answers. Nothing where the same claim does
 * not stand and `mayOpen` says that there is nothing to pay for.
 */
export async function openClaim<S extends string | number, D extends string>(
  db: Knex,
  of: ClaimTable<S, D>,
  request: {
    idPrefix: 'removal' | 'membership';
    subject: S;
    signature: string;
    requestId: string | null;
    dueInMs: number;
    mayOpen: boolean;
  },
): Promise<Opened<S, D> | undefined> {
  const { idPrefix, mayOpen, ...asked } = request;
  for (;;) {
    const id = `${idPrefix}_${randomUUID()}`;
    const claim = mayOpen ? await insertClaim(db, of, { ...asked, id }) : undefined;
    const standing = claim ?? (await findStandingClaim(db, of, asked));
    if (standing) {
      noteLogFields({ verificationId: standing.id });
      return { outcome: claim ? 'opened' : 'joined', claim: standing };
    }
    if (!mayOpen) return undefined;
    // The same claim stood, and was refused in between: it may be opened anew.
  }
}
