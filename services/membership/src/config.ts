import { commonSettings, HttpUrl } from '@naughty-list/service-kit/lifecycle/config';
import { z } from 'zod';

export const Config = z
  .object({
    ...commonSettings,
    CHAIN_VERIFIER_URL: HttpUrl,
    /** Named in the messages that wallets sign. */
    PUBLIC_ORIGIN: HttpUrl.default('http://localhost'),
    VERIFY_WAIT_MS: z.coerce.number().int().min(0).max(50_000).default(5_000),
    /** One link shared by all members. */
    TELEGRAM_INVITE_LINK: HttpUrl.optional(),
    /** Alternatively, a bot that creates an invite per member. */
    TELEGRAM_BOT_TOKEN: z
      .string()
      .regex(/^\d+:[\w-]+$/, 'must be a bot token, as BotFather writes it')
      .optional(),
    TELEGRAM_CHAT_ID: z
      .string()
      .regex(/^(-?\d+|@\w+)$/, 'must be the number of a chat, or its @name')
      .optional(),
  })
  .superRefine(({ TELEGRAM_INVITE_LINK, TELEGRAM_BOT_TOKEN, TELEGRAM_CHAT_ID }, issues) => {
    const missing = (name: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [name], message });
    if (TELEGRAM_BOT_TOKEN && !TELEGRAM_CHAT_ID)
      missing('TELEGRAM_CHAT_ID', 'is needed with TELEGRAM_BOT_TOKEN');
    if (!TELEGRAM_BOT_TOKEN && !TELEGRAM_INVITE_LINK)
      missing('TELEGRAM_INVITE_LINK', 'is needed, or TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID');
  });
export type Config = z.infer<typeof Config>;

/** Numbers that no operator changes. */
export const constants = {
  /** When a pending claim is sent again; doubles up to 30 s. */
  claimSweepAfterMs: 5_000,
  telegramApiUrl: 'https://api.telegram.org',
  telegramTimeoutMs: 10_000,
};
export type Constants = typeof constants;
