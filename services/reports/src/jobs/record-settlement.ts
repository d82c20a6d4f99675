import type { Settlement } from '@naughty-list/contracts/payment-desk';
import type { Context } from '../context.ts';
import { recordSettlement as record } from '../removal/settle.ts';

/** A membership that an admin settled by hand. */
export async function recordSettlement({ db }: Context, settlement: Settlement): Promise<void> {
  await db.transaction((trx) => record(trx, settlement));
}
