import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** A wallet is admitted once. Wallets that have paid more than once keep all their rows; the first is their membership. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    update alpha_group_members member set wallet_paid_before = true
    where wallet_address <> 'unknown' and not wallet_paid_before and exists (
      select from alpha_group_members earlier
      where earlier.wallet_address = member.wallet_address and earlier.id < member.id)`);
  // Serves findMemberByWallet, and admits no wallet twice.
  await createIndex(db, {
    name: 'alpha_group_members_wallet',
    table: 'alpha_group_members',
    definition: "(wallet_address) where not wallet_paid_before and wallet_address <> 'unknown'",
    unique: true,
  });
}
