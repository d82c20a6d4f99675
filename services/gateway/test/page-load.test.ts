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
});
