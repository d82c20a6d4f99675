import type { Knex } from 'knex';
import { macOf } from '../src/intent.ts';

/** Moves the end of intents to a time, as the service would have written it. */
export async function endIntentsAt(db: Knex, expires_at: Date, which: { id?: string } = {}): Promise<void> {
  for (const row of await db('payment_intents').where(which)) {
    const { burn_wallet: burnWallet, reference_key: referenceKey } = row;
    const mac = macOf(db, { ...row, burnWallet, referenceKey, expiresAt: expires_at });
    await db('payment_intents').where({ id: row.id }).update({ expires_at, mac });
  }
}
