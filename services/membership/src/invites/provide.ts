import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import { findMember, rescheduleInvite, saveInvite } from '../members/repository.ts';
import { type Telegram, TelegramFault } from './telegram.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/**
 * Creates a member's invite, unless there is one or a newer round is under way. When Telegram fails, reschedules it:
 * after Telegram's `retry_after`, else with a backoff that doubles from a second to a minute.
 */
export async function provideInvite(
  db: Knex,
  telegram: Telegram,
  { memberId, round, log }: { memberId: number; round: number; log: Log },
): Promise<void> {
  const member = await findMember(db, memberId);
  if (!member || member.telegramLink !== null || member.inviteRound !== round) return;
  try {
    const link = await telegram.createInvite(`Member ${memberId}`);
    await saveInvite(db, memberId, link);
    log.info({ member: memberId }, 'invite created');
  } catch (error) {
    if (!(error instanceof TelegramFault)) throw error;
    const delayMs = error.retryAfterMs ?? Math.min(FIRST_DELAY_MS * 2 ** Math.min(round, 16), MAX_DELAY_MS);
    log.warn({ member: memberId, delayMs, reason: error.message }, 'invite rescheduled');
    await rescheduleInvite(db, memberId, delayMs);
  }
}
