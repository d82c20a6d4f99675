import { randomUUID } from 'node:crypto';
import type { Address } from '@naughty-list/contracts/primitives';
import { addLogFields } from '@naughty-list/service-kit/telemetry/log-fields';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import {
  addToIntent,
  type ClaimTable,
  findStandingClaim,
  hasTooManyPending,
  insertClaim,
} from './claim-table.ts';
import { tooManyUnseen, type UnseenLimit } from './limit-unseen.ts';

export type Opened<Subject, Done extends string> = {
  /** `joined`: a claim of the same payment for the same subject stands, and its outcome applies. */
  outcome: 'opened' | 'joined';
  claim: Claim<Subject, Done>;
};

/**
 * The wallet that signed for the claim. `use` marks its proof used within the transaction that inserts the claim, or
 * throws.
 */
export type ProvenBy = { wallet: Address; use: (trx: Knex) => Promise<void> };

type Request<S> = {
  subject: S;
  signature: string;
  requestId: string | null;
  dueInMs: number;
  /** The intent that it pays for. */
  intentId?: string | null;
};

/**
 * Claims a transaction for a subject; committed on return. Undefined when no such claim stands and `mayOpen` reports
 * that no payment is due. Claims proven by different wallets coexist, so claiming someone else's payment never blocks
 * its payer. Throws an ApiError 429 when the transaction is unknown to all providers and too many such claims are
 * pending.
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
      addLogFields({ verificationId: standing.id });
      if (!claim && asked.intentId) await addToIntent(db, of, { id: standing.id, intentId: asked.intentId });
      return { outcome: claim ? 'opened' : 'joined', claim: standing };
    }
    if (!mayOpen) return undefined;
    if (unseen && client !== null && (await hasTooManyPending(db, of, client))) {
      if (!(await unseen.isSeen())) throw tooManyUnseen();
      client = null;
    }
    // Otherwise the standing claim was refused in between, and a new one may be opened.
  }
}

/** A claim that joins another leaves its proof unused. */
async function write<S extends string | number, D extends string>(
  db: Knex,
  of: ClaimTable<S, D>,
  { provenBy, ...claim }: Request<S> & { id: string; provenBy: ProvenBy | undefined; client: string | null },
): Promise<Claim<S, D> | undefined> {
  const intentId = claim.intentId ?? null;
  if (!provenBy) return insertClaim(db, of, { ...claim, intentId, provenWallet: null });
  return db.transaction(async (trx) => {
    const written = await insertClaim(trx, of, { ...claim, intentId, provenWallet: provenBy.wallet });
    if (written) await provenBy.use(trx);
    return written;
  });
}
