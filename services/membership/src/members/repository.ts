import { announceSubjects } from '@naughty-list/payment-flow/intent';
import { type Proof, useProof } from '@naughty-list/payment-flow/proofs';
import type { Knex } from 'knex';
import { membershipClaims } from '../claims/claim.ts';
import type { Telegram } from '../invites/telegram.ts';
import { lockReference } from '../references/references.ts';

/** A wallet that has paid. */
export type Member = {
  id: number;
  /** `unknown` when the chain did not show the payer. */
  walletAddress: string;
  reference: string | null;
  claimId: string | null;
  transactionHash: string;
  /** The invite from the bot; null with a shared link. */
  telegramLink: string | null;
};

const columns = [
  'id',
  'wallet_address as walletAddress',
  'reference',
  'claim_id as claimId',
  'transaction_hash as transactionHash',
  'telegram_link as telegramLink',
];

const findOne = (db: Knex, where: Record<string, string | number | boolean>): Promise<Member | undefined> =>
  db('alpha_group_members').where(where).first(columns);

export const findMember = (db: Knex, id: number) => findOne(db, { id });

/** The member that a visitor's browser belongs to: by the wallet proved last, else by its own payment. */
export async function findMemberBy(db: Knex, reference: string): Promise<Member | undefined> {
  return db('alpha_group_members')
    .whereRaw(
      `id = coalesce(
         (select member_id from payment_references where reference = :reference),
         (select id from alpha_group_members where reference = :reference))`,
      { reference },
    )
    .first(columns);
}

/** The member whose payment named the reference, even if its browser has since joined another. */
export const findMemberPaidBy = (db: Knex, reference: string) => findOne(db, { reference });

export async function findMemberByWallet(db: Knex, wallet: string): Promise<Member | undefined> {
  return wallet === 'unknown'
    ? undefined
    : findOne(db, { wallet_address: wallet, wallet_paid_before: false });
}

/** The row that a transaction paid for; a wallet that paid more than once has several. */
export const findMemberByTransaction = (db: Knex, signature: string) =>
  findOne(db, { transaction_hash: signature });

export const findMemberOf = (db: Knex, claimId: string) => findOne(db, { claim_id: claimId });

/** Adds the browser of a reference to a member. The wallet proved last wins. */
export async function addBrowser(
  db: Knex,
  { reference, memberId }: { reference: string; memberId: number },
): Promise<void> {
  await db('payment_references').where({ reference }).update({ member_id: memberId });
  await announceSubjects(db, [reference]);
}

/**
 * Admits a member. Undefined when the reference has a member, the transaction already admitted one, or, unless
 * `wallet_paid_before`, the wallet is a member.
 */
export async function insertMember(
  db: Knex,
  member: {
    reference: string;
    claim_id: string;
    /** The wallet whose tokens paid. */
    wallet_address: string;
    burn_address: string;
    transaction_hash: string;
    /** Decimal. */
    tokens_amount: string;
    wallet_paid_before: boolean;
  },
): Promise<Member | undefined> {
  const [written] = await db('alpha_group_members')
    .insert(member)
    .onConflict()
    .ignore()
    .returning<Member[]>(columns);
  if (written) await announceSubjects(db, [member.reference]);
  return written;
}

/** Stores a member's invite; false when there is one already. */
export async function saveInvite(db: Knex, id: number, link: string): Promise<boolean> {
  const changed = await db('alpha_group_members')
    .where({ id })
    .whereNull('telegram_link')
    .update({ telegram_link: link })
    .returning(db.raw('pg_notify(?, claim_id)', [membershipClaims.channel]));
  return changed.length === 1;
}

/** Members without an invite, the oldest first. */
export const findUninvited = (db: Knex): Promise<number[]> =>
  db('alpha_group_members')
    .where({ telegram_link: null })
    .whereNotNull('claim_id')
    .orderBy('id')
    .limit(50)
    .pluck('id');

/** Records that the member has received the link. */
export async function recordLinkSent(db: Knex, id: number): Promise<void> {
  await db('alpha_group_members')
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

/** How members enter the chat: by one shared link, or by an invite per member. */
export type Chat = { kind: 'fixed'; link: string } | { kind: 'invites'; telegram: Telegram };

/** The member's link to the chat; undefined until it is created. */
export function linkOf(chat: Chat, member: Member): string | undefined {
  return chat.kind === 'fixed' ? chat.link : (member.telegramLink ?? undefined);
}

/**
 * Adds a browser to the member whose wallet signed the proof, and marks the proof used. Idempotent, as the call may
 * be repeated. Throws `proof_invalid` or `proof_expired`.
 */
export async function joinMember(
  db: Knex,
  { reference, member, proof }: { reference: string; member: Member; proof: Proof },
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockReference(trx, reference);
    const own = await findMemberBy(trx, reference);
    if (own?.id === member.id) return;
    await useProof(trx, proof);
    await addBrowser(trx, { reference, memberId: member.id });
  });
}
