import type { Knex } from 'knex';

/** Somebody who has paid. */
export type Member = {
  id: number;
  reference: string | null;
  claimId: string | null;
  transactionHash: string;
  telegramLink: string | null;
  telegramLinkProvided: boolean;
  inviteRound: number;
};

type Row = {
  id: number;
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

export async function findMemberBy(db: Knex, reference: string): Promise<Member | undefined> {
  const row = await db<Row>('alpha_group_members').where({ reference }).first();
  return row && toMember(row as Row);
}

export async function findMemberOf(db: Knex, claimId: string): Promise<Member | undefined> {
  const row = await db<Row>('alpha_group_members').where({ claim_id: claimId }).first();
  return row && toMember(row as Row);
}

/**
 * Admits a member, whose invite is looked after by the sweep after `inviteDueInMs`. Nothing where the reference has a member, or
 * the transaction has admitted somebody.
 */
export async function insertMember(
  db: Knex,
  member: {
    reference: string;
    claimId: string;
    /** Whose tokens paid. */
    walletAddress: string;
    burnAddress: string;
    transactionHash: string;
    /** Decimal. */
    tokensAmount: string;
    telegramLink: string | null;
    inviteDueInMs: number;
  },
): Promise<Member | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `insert into alpha_group_members
       (reference, claim_id, wallet_address, burn_address, transaction_hash, tokens_amount, telegram_link, invite_due_at)
     values (:reference, :claimId, :walletAddress, :burnAddress, :transactionHash, :tokensAmount, :telegramLink,
             now() + :inviteDueInMs * interval '1 millisecond')
     on conflict do nothing
     returning *`,
    member,
  );
  return rows[0] && toMember(rows[0]);
}

/** Keeps a member's invite; false when there is one already. */
export async function saveInvite(db: Knex, id: number, link: string): Promise<boolean> {
  const changed = await db<Row>('alpha_group_members')
    .where({ id })
    .whereNull('telegram_link')
    .update({ telegram_link: link });
  return changed === 1;
}

/** Notes when the invite of a member is tried for again. */
export async function putOffInvite(db: Knex, id: number, delayMs: number): Promise<void> {
  await db('alpha_group_members')
    .where({ id })
    .update({ invite_due_at: db.raw("now() + ? * interval '1 millisecond'", [delayMs]) });
}

/** Members without an invite whose turn it is, each at most once in `leaseMs`; a new round for each. */
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

/** Notes that the member was given the link. */
export async function noteProvided(db: Knex, id: number): Promise<void> {
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
