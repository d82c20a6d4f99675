import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the Bot API responds to a call: with a link, a refusal, a request to wait, a failure, or never. */
export type Mood =
  | 'gives'
  | 'hangs'
  | 'breaks'
  | 'hangs up'
  | 'talks nonsense'
  | { refuses: { error_code: number; description: string; parameters?: { retry_after: number } } };

export type TelegramServer = Awaited<ReturnType<typeof startTelegram>>;

export const BOT_TOKEN = '123456789:AAsecret-of-the-tests_0123456789';

/** A server that implements `createChatInviteLink` of the Telegram Bot API. */
export async function startTelegram() {
  const asked: { path: string; body: Record<string, unknown>; at: number }[] = [];
  const given: string[] = [];
  let moods: Mood[] = ['gives'];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    asked.push({ path: request.url ?? '', body, at: Date.now() });
    const mood = (moods.length > 1 ? moods.shift() : moods[0]) ?? 'gives';
    const answer = (status: number, json: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (mood === 'hangs') return;
    if (mood === 'hangs up') return void request.socket.destroy();
    if (mood === 'breaks')
      return void answer(500, { ok: false, error_code: 500, description: 'Internal Server Error' });
    if (mood === 'talks nonsense') return void response.end('<html>');
    if (typeof mood === 'object') return void answer(mood.refuses.error_code, { ok: false, ...mood.refuses });
    if (!request.url?.startsWith(`/bot${BOT_TOKEN}/createChatInviteLink`))
      return void answer(401, { ok: false, error_code: 401, description: 'Unauthorized' });
    const invite_link = `https://t.me/+invite${given.length + 1}`;
    given.push(invite_link);
    const { chat_id: _, ...settings } = body;
    answer(200, {
      ok: true,
      result: { invite_link, ...settings, creates_join_request: false, is_primary: false, is_revoked: false },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Calls received, in order. */
    asked,
    /** The links it has given. */
    given,
    /** How to respond to the next calls; the last mood applies to all that follow. */
    become: (...next: [Mood, ...Mood[]]) => {
      moods = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Settings of a service with a bot; its constants make it use this server. */
export const botSettings = {
  TELEGRAM_BOT_TOKEN: BOT_TOKEN,
  TELEGRAM_CHAT_ID: '-1001234567890',
};

export const botConstants = (server: TelegramServer) => ({
  telegramApiUrl: server.url,
  telegramTimeoutMs: 2_000,
});
