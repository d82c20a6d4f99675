import { isPageLoad } from '@naughty-list/gateway/visits/page-load';
import { expect, it } from 'vitest';

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
const person = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const load = (headers: Record<string, string>, path = '/', method = 'GET') =>
  isPageLoad({ method, path, headers: { accept, 'user-agent': person, ...headers } });

it.each([
  person,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36 Phantom/android',
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36 Telegram-Android/12.1',
  'Mozilla/5.0 (Linux; Android 12; CUBOT X30) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
])('counts a person with %s', (userAgent) => {
  expect(load({ 'user-agent': userAgent })).toBe(true);
});

it.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp)',
  'Mozilla/5.0 (compatible; YandexBot/3.0)',
  'Mozilla/5.0 (Macintosh) AppleWebKit/600.2.5 (Applebot/0.1)',
  'TelegramBot (like TwitterBot)',
  'facebookexternalhit/1.1',
  'WhatsApp/2.23',
  'Slackbot-LinkExpanding 1.0',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0)',
  'Mozilla/5.0 Chrome/156.0 Safari/537.36 Chrome-Lighthouse',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Pingdom.com_bot_version_1.4; http://www.pingdom.com/)',
  'Mozilla/5.0 (compatible; StatusCake)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 DatadogSynthetics',
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  'Mozilla/5.0 (compatible; meta-externalagent/1.1)',
  'Twitterbot/1.0',
  '',
  'curl/8.14',
  'Wget/1.25',
  'python-requests/2.32',
  'Go-http-client/2.0',
  'node',
])('leaves %s out', (userAgent) => {
  expect(load({ 'user-agent': userAgent })).toBe(false);
});

it('leaves the admin panel out, and no page that is only named like it', () => {
  expect(load({}, '/admin')).toBe(false);
  expect(load({}, '/admin/reports')).toBe(false);
  expect(load({}, '/administrators')).toBe(true);
});

it('takes the word of the browser for what a request is for', () => {
  expect(load({ 'sec-fetch-dest': 'document', accept: '*/*' })).toBe(true);
  for (const destination of ['empty', 'image', 'iframe', 'script']) {
    expect(load({ 'sec-fetch-dest': destination })).toBe(false);
  }
  expect(load({ accept: '*/*' })).toBe(false);
});

it.each(['prefetch', 'prefetch;prerender', 'prerender', 'Preview'])(
  'does not count what is fetched ahead (%s)',
  (purpose) => {
    expect(load({ 'sec-purpose': purpose, 'sec-fetch-dest': 'document' })).toBe(false);
    expect(load({ purpose })).toBe(false);
  },
);

it('counts GET alone', () => {
  for (const method of ['HEAD', 'POST', 'OPTIONS']) expect(load({}, '/', method)).toBe(false);
});
