import { randomUUID } from 'node:crypto';
import type { Address } from '@naughty-list/contracts/primitives';
import { noteLogFields } from '@naughty-list/service-kit/log-fields';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import { type ClaimTable, findStandingClaim, hasTooManyPending, insertClaim } from './claim-table.ts';
import { tooManyUnseen, type UnseenLimit } from './limit-unseen.ts';

export type Opened<Subject, Done extends string> = {
  /** `joined`: the same payment for the same subject stands already, and its answer is this claim's too. */
  outcome: 'opened' | 'joined';
  claim: Claim<Subject, Done>;
};

/** The wallet that signed for the claim. `use` uses its proof up in the transaction that writes the claim, or throws. */
export type ProvenBy = { wallet: Address; use: (trx: Knex) => Promise<void> };

type Request<S> = {
  subject: S;
  signature: string;
  requestId: string | null;
  dueInMs: number;
};

/**
 * Writes down that a transaction is claimed for a subject; committed when this answers. Nothing where the same claim does
 * not stand and `mayOpen` says that there is nothing to pay for. Claims proven by different wallets stand side by side: whoever
 * claims a stranger's payment is never in its payer's way. Throws an ApiError 429 where too many are pending whose transaction no
 * provider knows, and this would be one of them.
 */
export async function openClaim<S extends string | number, D extends string>(
  db: Knex,
  of: ClaimTable<S, D>,
  request: Request<S> & {
    idPrefix: 'removal' | 'membership';
    mayOpen: boolean;
    provenBy?: ProvenBy | undefined;
    /** Without it the claim is always opened: the transaction was found on the chain. */
    unseen?: UnseenLimit;
  },
): Promise<Opened<S, D> | undefined> {
  const { idPrefix, mayOpen, provenBy, unseen, ...asked } = request;
  const provenWallet = provenBy?.wallet ?? null;
  let client = unseen?.client ?? null;
  for (;;) {
    const id = `${idPrefix}_${randomUUID()}`;
    const claim = mayOpen ? await write(db, of, { ...asked, id, provenBy, client }) : undefined;
    const standing = claim ?? (await findStandingClaim(db, of, { ...asked, provenWallet }));
    if (standing) {
      noteLogFields({ verificationId: standing.id });
      return { outcome: claim ? 'opened' : 'joined', claim: standing };
    }
    if (!mayOpen) return undefined;
    if (unseen && client !== null && (await hasTooManyPending(db, of, client))) {
      if (!(await unseen.isSeen())) throw tooManyUnseen();
      client = null;
    }
    // Otherwise the same claim stood, and was refused in between: it may be opened anew.
  }
}

/** A claim that joins another leaves its proof unused. */
async function write<S extends string | number, D extends string>(
  db: Knex,
  of: ClaimTable<S, D>,
  { provenBy, ...claim }: Request<S> & { id: string; provenBy: ProvenBy | undefined; client: string | null },
): Promise<Claim<S, D> | undefined> {
  if (!provenBy) return insertClaim(db, of, { ...claim, provenWallet: null });
  return db.transaction(async (trx) => {
    const written = await insertClaim(trx, of, { ...claim, provenWallet: provenBy.wallet });
    if (written) await provenBy.use(trx);
    return written;
  });
}
