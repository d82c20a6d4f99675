import { OWN_PAYMENTS_MAX, type OwnPaymentState, WalletPayment } from '@naughty-list/contracts/own-payments';
import { DESK_MAX } from '@naughty-list/contracts/payment-desk';
import { decimalTokens, toBaseUnits } from '@naughty-list/contracts/tokens';
import { SETTLED, WHOLE_PRICE } from '@naughty-list/contracts/verifications';
import type { Database } from '@naughty-list/service-kit/database/database';
import { CREDIT_S } from '../terms/terms.ts';
import { isOfIntents, namesOf } from './repository.ts';

/** Restricts a query of claims to those that a wallet paid, signed for, or may sign for. */
const OF_WALLET = `purpose <> 'look' and (${namesOf('verifications')} @> array[:wallet::text] or payers @> jsonb_build_array(:wallet::text))`;

/** The newest claims that a wallet paid, signed for, or may sign for. */
export async function findOfWallet(db: Database, wallet: string): Promise<string[]> {
  return db('verifications')
    .whereRaw(OF_WALLET, { wallet })
    .orderBy('received_at', 'desc')
    .limit(DESK_MAX)
    .pluck('id');
}

type Row = {
  id: string;
  purpose: 'removal' | 'membership';
  signature: string;
  subject: string;
  outcome: 'pending' | 'accepted' | 'rejected';
  code: string | null;
  message: string | null;
  amount: string | null;
  decimals: number | null;
  received_at: Date;
  /** Whole tokens. */
  price: string;
  may_sign: boolean | null;
  /** Unix seconds. */
  block_time: number | null;
  /** Whether its offer was in a mint that was replaced since. */
  is_former: boolean | null;
  /** Whether its transaction has paid for something. */
  is_used: boolean;
  /** What came for its intent, in base units, and whether an admin settled it. */
  received: string | null;
  is_settled: boolean | null;
};

/**
 * Anyone may claim any transaction, so one has several claims: the one that counts is shown, else one under way, else
 * that of a credit, else the one that the wallet signed for, else the newest.
 */
const query = `
  with own as (
    select * from (
      select distinct on (signature) * from verifications where ${OF_WALLET}
      order by signature, outcome = 'accepted' desc, outcome = 'pending' desc, num_nulls(amount),
        demand->>'provenWallet' is not distinct from :wallet desc, received_at desc
    ) shown order by received_at desc limit :limit
  )
  select own.id, own.purpose, own.signature, own.subject, own.outcome, own.code, own.message, own.amount, own.decimals,
    own.received_at, coalesce(parts.price, own.demand->>'minimumTokens') as price, own.payers @> jsonb_build_array(:wallet::text) as may_sign,
    own.demand->'fixed'->>'mint' <> (select tokens->-1->>'mint' from state) as is_former,
    (evidence.facts->>'blockTime')::float8 as block_time, parts.received, parts.is_settled,
    exists (select from verifications used where used.cluster = own.cluster and used.signature = own.signature
      and used.outcome = 'accepted' and used.purpose <> 'look') as is_used
  from own
  left join evidence on evidence.cluster = own.cluster and evidence.signature = own.signature
  left join lateral (
    select sum(amount)::text as received, bool_or(code = :settled) as is_settled,
      (array_agg(part.demand->>'minimumTokens' order by part.received_at desc))[1] as price from verifications part
    where ${isOfIntents("array[own.demand->>'intent']", 'part')}
  ) parts on true
  order by own.received_at desc`;

/** The newest transactions that a wallet paid, signed for, or may sign for. */
export async function paymentsOfWallet(db: Database, wallet: string, now: Date): Promise<WalletPayment[]> {
  const bindings = { wallet, limit: OWN_PAYMENTS_MAX, settled: SETTLED };
  const { rows } = await db.raw<{ rows: Row[] }>(query, bindings);
  return rows.map((row) => toPayment(row, now));
}

const FORMER =
  "It was made in a former LIST token, so nothing can be added to it. You can use it for anything that cost no more than this when you paid. If it is too little, please contact us with this transaction's hash.";

function toPayment(row: Row, now: Date): WalletPayment {
  const { id, purpose, signature, subject, message, amount, decimals, received_at, block_time } = row;
  const missing = missingOf(row);
  const creditUntil = block_time === null ? null : new Date((block_time + CREDIT_S) * 1_000);
  const state = stateOf(row, { isPart: missing > 0n, isOver: creditUntil === null || creditUntil <= now });
  const tokens = (units: bigint) => decimalTokens(units, decimals ?? 0);
  return WalletPayment.parse({
    signature,
    purpose,
    report: purpose === 'removal' ? Number(subject.replace('report:', '')) : null,
    state,
    message: ['pending', 'refused'].includes(state)
      ? message
      : state === 'credit' && row.is_former
        ? FORMER
        : null,
    amount: amount === null || decimals === null ? null : tokens(BigInt(amount)),
    missing: state === 'part' ? tokens(missing) : null,
    at: (block_time === null ? received_at : new Date(block_time * 1_000)).toISOString(),
    creditUntil: state === 'credit' && creditUntil ? creditUntil.toISOString() : null,
    receipt: state !== 'paid' ? null : purpose === 'removal' ? signature : id,
  });
}

/** What the parts of an intent lack. */
function missingOf({ outcome, code, received, is_settled: isSettled, price, decimals }: Row): bigint {
  if (outcome !== 'accepted' || received === null || isSettled || decimals === null) return 0n;
  if (code === WHOLE_PRICE) return 0n;
  return toBaseUnits(price, decimals) - BigInt(received);
}

function stateOf(row: Row, { isPart, isOver }: { isPart: boolean; isOver: boolean }): OwnPaymentState {
  if (row.outcome === 'pending') return 'pending';
  if (row.outcome === 'accepted') return row.code === SETTLED ? 'settled' : isPart ? 'part' : 'paid';
  if (row.is_used) return 'refused';
  if (row.may_sign) return 'to-sign';
  const isCredit = row.code === 'subject_already_paid' || row.amount !== null;
  return isCredit && !isOver ? 'credit' : 'refused';
}
