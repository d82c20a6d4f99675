import { callHttp, readLimited } from '@naughty-list/service-kit/http/http-call';
import { RetryLater } from '@naughty-list/service-kit/jobs/handler';
import { z } from 'zod';

/** The methods of the Telegram Bot API that are used (core.telegram.org/bots/api#createchatinvitelink). */
export type Telegram = {
  /**
   * Creates a single-use invite link. `name` (at most 32 characters) is shown to the chat's admins. Throws RetryLater, with
   * Telegram's `retry_after`, when it returned no link. The message contains no secret.
   */
  createInvite(name: string): Promise<string>;
};

const Created = z.object({ ok: z.literal(true), result: z.object({ invite_link: z.url() }) });
const Refused = z.object({
  description: z.string().optional(),
  parameters: z
    .object({ retry_after: z.number().min(0) })
    .partial()
    .optional(),
});

export function openTelegram(settings: {
  apiUrl: string;
  /** Part of every URL: neither may be logged. */
  token: string;
  chatId: string;
  timeoutMs: number;
}): Telegram {
  const { apiUrl, token, chatId, timeoutMs } = settings;
  const url = `${apiUrl.replace(/\/+$/, '')}/bot${token}/createChatInviteLink`;
  return {
    async createInvite(name) {
      const body = JSON.stringify({ chat_id: chatId, name: name.slice(0, 32), member_limit: 1 });
      const { status, answer } = await post(url, body, timeoutMs);
      const created = Created.safeParse(answer);
      if (status === 200 && created.success) return created.data.result.invite_link;
      const { description, parameters } = Refused.safeParse(answer).data ?? {};
      const said = (description ?? 'nothing that could be read').replaceAll(token, '…').slice(0, 200);
      throw new RetryLater((parameters?.retry_after ?? 0) * 1_000, `Telegram answered ${status}: ${said}`);
    },
  };
}

const MAX_BYTES = 100_000;

async function post(
  url: string,
  body: string,
  timeoutMs: number,
): Promise<{ status: number; answer: unknown }> {
  try {
    const response = await callHttp(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readLimited(response, MAX_BYTES);
    return { status: response.statusCode ?? 0, answer: parse(text.toString()) };
  } catch (error) {
    // Not set as the cause: it may contain the URL, and with it the token.
    const { name, code } = error as NodeJS.ErrnoException;
    throw new RetryLater(0, `Telegram could not be reached: ${code ?? name}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
