import type { Attack } from '../attack.ts';
import { newClient } from '../clients.ts';
import { countStatuses } from '../sender/requests.ts';
import { countReports } from '../target.ts';
import { describeStatuses, number } from '../words.ts';

/** Invisible characters: zero-width space, Hangul filler, blank braille, Mongolian separator, tag characters. */
const INVISIBLE = ['\u200b', '\u3164', '\u2800', '\u180e', '\u{e0041}'];
const REPEATED = 40;
const HOSTS = ['Host: a\r\nHost: b', 'Host: a\r\nhost: a', 'HOST: a\r\nAccept: */*\r\nhost: b'];

export const malformed: Attack = {
  name: 'malformed',
  title: 'duplicate `Host`; descriptions of invisible characters',
  bound: '400 for each',
  async run({ product, sender, scale, observe }) {
    const { url } = product.stack;
    const usernames = INVISIBLE.map((_, at) => `invisible_${at}`);
    const requests = INVISIBLE.map((character, at) => ({
      method: 'POST' as const,
      path: '/api/scammer-reports',
      from: newClient(),
      body: JSON.stringify({
        twitterUrl: `https://x.com/${usernames[at]}/status/1`,
        username: usernames[at],
        description: character.repeat(REPEATED),
        scamCategory: 'other',
      }),
    }));
    const texts = HOSTS.map(
      (hosts) => `GET /api/hit-counter HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`,
    );
    const { value } = await observe(async () => ({
      hosts: await sender.open({ url, texts, reads: 'all', withinMs: scale.withinMs }),
      reports: await sender.flood({ url, requests, connections: 1, withinMs: scale.withinMs }),
    }));
    await sender.closeAll();
    const hosts = countStatuses(value.hosts);
    const reports = countStatuses(value.reports);
    const { stored } = await countReports(product, usernames);
    return {
      sent: `${HOSTS.length} requests with two hosts: ${describeStatuses(hosts)}; ${number(requests.length)} reports: ${describeStatuses(reports)}`,
      saw: [`${stored} stored`],
      checks: [
        { what: 'two hosts are refused', holds: hosts[400] === HOSTS.length },
        {
          what: 'invisible descriptions are refused',
          holds: reports[400] === requests.length && stored === 0,
        },
      ],
    };
  },
};
