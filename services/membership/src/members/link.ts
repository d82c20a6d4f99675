import type { Telegram } from '../invites/telegram.ts';
import type { Member } from './repository.ts';

/** How members come into the chat: by one link for all, or by an invite that is made for each. */
export type Chat = { kind: 'fixed'; link: string } | { kind: 'invites'; telegram: Telegram };

/** The member's link to the chat; nothing while it is being made. */
export function linkOf(chat: Chat, member: Member): string | undefined {
  return chat.kind === 'fixed' ? chat.link : (member.telegramLink ?? undefined);
}

const CALL_SLACK_MS = 5_000;

/** For how long an invite that was started is left alone: longer than its call to Telegram may take. */
export function inviteLeaseMs({ TELEGRAM_TIMEOUT_MS: timeoutMs }: { TELEGRAM_TIMEOUT_MS: number }): number {
  return timeoutMs + CALL_SLACK_MS;
}
