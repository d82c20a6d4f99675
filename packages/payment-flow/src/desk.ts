import type { ApiClient } from '@naughty-list/api-client/client';
import { DESK_MAX, type DeskPayment, listPaymentsOf, SETTLED } from '@naughty-list/contracts/payment-desk';
import { Address, isSignature } from '@naughty-list/contracts/primitives';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import type { Knex } from 'knex';
import { type ClaimTable, findClaim } from './claim-table.ts';
import { followClaim } from './follow.ts';

const CALL_MS = 20_000;

/** What the settlement desk needs to know of one thing that is paid for. */
export type Desk<S extends string | number, D extends string> = {
  of: ClaimTable<S, D>;
  purpose: DeskPayment['purpose'];
  /** What a reference text is for. */
  subjectOf: (db: Knex, reference: string) => Promise<S | undefined>;
};

/** The newest payments with a signature, wallet, reference or intent. Throws what the call to the verifier throws. */
export async function searchPayments<S extends string | number, D extends string>(
  db: Knex,
  chainVerifier: ApiClient,
  { desk, q }: { desk: Desk<S, D>; q: string },
): Promise<DeskPayment[]> {
  const { table, subjectColumn } = desk.of;
  const query = db(table).orderBy('created_at', 'desc').limit(DESK_MAX);
  if (isSignature(q)) query.where({ signature: q });
  else if (Address.safeParse(q).success) {
    const options = { signal: AbortSignal.timeout(CALL_MS) };
    const ids = await chainVerifier.call(listPaymentsOf, { params: { wallet: Address.parse(q) } }, options);
    query.whereIn('id', ids).orWhere({ proven_wallet: q });
  } else if (q.startsWith(`${desk.purpose}_`)) query.where({ intent_id: q }).orWhere({ id: q });
  else {
    const subject = await desk.subjectOf(db, q);
    if (subject === undefined) return [];
    query.where({ [subjectColumn]: subject });
  }
  const ids: string[] = await query.pluck('id');
  const shown = await Promise.all(ids.map((id) => showPayment(db, chainVerifier, { desk, id })));
  return shown.flatMap((payment) => payment ?? []);
}

/** A payment with the outcome of each rule; undefined for an unknown id. */
export async function showPayment<S extends string | number, D extends string>(
  db: Knex,
  chainVerifier: ApiClient,
  { desk: { of, purpose }, id }: { desk: Desk<S, D>; id: string },
): Promise<DeskPayment | undefined> {
  const claim = await findClaim(db, of, id);
  const shown = claim && (await followClaim(db, of, chainVerifier, id));
  if (!claim || !shown) return undefined;
  const { created_at: at }: { created_at: Date } = await db(of.table).where({ id }).first('created_at');
  const { subject, signature, status, amount, decimals, intentId, provenWallet } = claim;
  const isSettled = status === of.done && claim.code === SETTLED;
  return {
    id: shown.id,
    purpose,
    signature,
    subject: subject === null ? null : String(subject),
    state: isSettled
      ? 'settled'
      : status === of.done
        ? 'paid'
        : (status as 'pending' | 'counted' | 'refused'),
    code: shown.code,
    message: shown.message,
    amount: amount === null || decimals === null ? null : decimalTokens(amount, decimals),
    at: at.toISOString(),
    intent: intentId,
    rules: shown.rules,
    wallets: provenWallet ? [Address.parse(provenWallet)] : (shown.payers ?? []),
  };
}
