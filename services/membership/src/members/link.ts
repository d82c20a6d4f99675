import type { Telegram } from '../invites/telegram.ts';
import type { Member } from './repository.ts';

/** How members enter the chat: by one shared link, or by an invite per member. */
export type Chat = { kind: 'fixed'; link: string } | { kind: 'invites'; telegram: Telegram };

/** The member's link to the chat; undefined until it is created. */
export function linkOf(chat: Chat, member: Member): string | undefined {
  return chat.kind === 'fixed' ? chat.link : (member.telegramLink ?? undefined);
}

const CALL_SLACK_MS = 5_000;

/** How long a started invite is not retried: longer than its Telegram call may take. */
export function inviteLeaseMs({ telegramTimeoutMs: timeoutMs }: { telegramTimeoutMs: number }): number {
  return timeoutMs + CALL_SLACK_MS;
}
