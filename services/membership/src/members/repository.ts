import { announceSubjects } from '@naughty-list/payment-flow/intent';
import type { Knex } from 'knex';
import { membershipClaims } from '../claims/claim.ts';

/** A wallet that has paid. */
export type Member = {
  id: number;
  /** `unknown` when the chain did not show the payer. */
  walletAddress: string;
  reference: string | null;
  claimId: string | null;
  transactionHash: string;
  telegramLink: string | null;
  telegramLinkProvided: boolean;
  inviteRound: number;
};

type Row = {
  id: number;
  wallet_address: string;
  wallet_paid_before: boolean;
  reference: string | null;
  claim_id: string | null;
  transaction_hash: string;
  telegram_link: string | null;
  telegram_link_provided: boolean;
  invite_round: number;
};

function toMember(row: Row): Member {
  return {
    id: row.id,
    walletAddress: row.wallet_address,
    reference: row.reference,
    claimId: row.claim_id,
    transactionHash: row.transaction_hash,
    telegramLink: row.telegram_link,
    telegramLinkProvided: row.telegram_link_provided,
    inviteRound: row.invite_round,
  };
}

export async function findMember(db: Knex, id: number): Promise<Member | undefined> {
  const row = await db<Row>('alpha_group_members').where({ id }).first();
  return row && toMember(row as Row);
}

/** The member that a visitor's browser belongs to: by the wallet proved last, else by its own payment. */
export async function findMemberBy(db: Knex, reference: string): Promise<Member | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select * from alpha_group_members where id = coalesce(
       (select member_id from payment_references where reference = :reference),
       (select id from alpha_group_members where reference = :reference))`,
    { reference },
  );
  return rows[0] && toMember(rows[0]);
}

/** The member whose payment named the reference, even if its browser has since joined another. */
export async function findMemberPaidBy(db: Knex, reference: string): Promise<Member | undefined> {
  const row = await db<Row>('alpha_group_members').where({ reference }).first();
  return row && toMember(row as Row);
}

export async function findMemberByWallet(db: Knex, wallet: string): Promise<Member | undefined> {
  const row = await db<Row>('alpha_group_members')
    .where({ wallet_address: wallet, wallet_paid_before: false })
    .whereNot('wallet_address', 'unknown')
    .first();
  return row && toMember(row as Row);
}

/** The row that a transaction paid for; a wallet that paid more than once has several. */
export async function findMemberByTransaction(db: Knex, signature: string): Promise<Member | undefined> {
  const row = await db<Row>('alpha_group_members').where({ transaction_hash: signature }).first();
  return row && toMember(row as Row);
}

export async function findMemberOf(db: Knex, claimId: string): Promise<Member | undefined> {
  const row = await db<Row>('alpha_group_members').where({ claim_id: claimId }).first();
  return row && toMember(row as Row);
}

/** Adds the browser of a reference to a member. The wallet proved last wins. */
export async function addBrowser(
  db: Knex,
  { reference, memberId }: { reference: string; memberId: number },
): Promise<void> {
  await db('payment_references').where({ reference }).update({ member_id: memberId });
  await announceSubjects(db, [reference]);
}

/**
 * Admits a member; the sweep creates the invite after `inviteDueInMs`. Undefined when the reference has a member, the
 * transaction already admitted one, or, unless `walletPaidBefore`, the wallet is a member.
 */
export async function insertMember(
  db: Knex,
  member: {
    reference: string;
    claimId: string;
    /** The wallet whose tokens paid. */
    walletAddress: string;
    burnAddress: string;
    transactionHash: string;
    /** Decimal. */
    tokensAmount: string;
    telegramLink: string | null;
    inviteDueInMs: number;
    walletPaidBefore: boolean;
  },
): Promise<Member | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `insert into alpha_group_members
       (reference, claim_id, wallet_address, burn_address, transaction_hash, tokens_amount, telegram_link, invite_due_at,
        wallet_paid_before)
     values (:reference, :claimId, :walletAddress, :burnAddress, :transactionHash, :tokensAmount, :telegramLink,
             now() + :inviteDueInMs * interval '1 millisecond', :walletPaidBefore)
     on conflict do nothing
     returning *`,
    member,
  );
  if (rows[0]) await announceSubjects(db, [member.reference]);
  return rows[0] && toMember(rows[0]);
}

/** Stores a member's invite; false when there is one already. */
export async function saveInvite(db: Knex, id: number, link: string): Promise<boolean> {
  const changed = await db<Row>('alpha_group_members')
    .where({ id })
    .whereNull('telegram_link')
    .update({ telegram_link: link })
    .returning(db.raw('pg_notify(?, claim_id)', [membershipClaims.channel]));
  return changed.length === 1;
}

/** Reschedules a member's invite. */
export async function rescheduleInvite(db: Knex, id: number, delayMs: number): Promise<void> {
  await db('alpha_group_members')
    .where({ id })
    .update({ invite_due_at: db.raw("now() + ? * interval '1 millisecond'", [delayMs]) });
}

/** Members whose invite is due, each at most once per `leaseMs`; starts a new round for each. */
export async function takeUninvited(
  db: Knex,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Member[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `update alpha_group_members member
     set invite_round = invite_round + 1, invite_due_at = now() + :leaseMs * interval '1 millisecond'
     from (select id from alpha_group_members
           where telegram_link is null and claim_id is not null and invite_due_at <= now()
           order by invite_due_at limit :limit for update skip locked) due
     where member.id = due.id
     returning member.*`,
    { limit, leaseMs },
  );
  return rows.map(toMember);
}

/** Records that the member has received the link. */
export async function recordLinkSent(db: Knex, id: number): Promise<void> {
  await db<Row>('alpha_group_members')
    .where({ id, telegram_link_provided: false })
    .update({ telegram_link_provided: true });
}

export async function countMembers(db: Knex): Promise<{ members: number; uninvited: number }> {
  const { rows } = await db.raw(
    `select count(*)::int as members,
            (count(*) filter (where telegram_link is null and claim_id is not null))::int as uninvited
     from alpha_group_members`,
  );
  return rows[0];
}
