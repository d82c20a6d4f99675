import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHandle } from '../src/subject/handle.ts';
import { normalizeText } from '../src/subject/normalize.ts';
import { parseSubjects } from '../src/subject/parse-subjects.ts';
import { SUBJECTS_MAX } from '../src/subject/subject.ts';

const ID = '1860000000000000123';
const WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

const account = (username: string, post?: string) => ({
  kind: 'account',
  username,
  ...(post ? { post } : {}),
});

/** Every wrapping of a username by itself. */
const ofName: ((name: string) => string)[] = [
  (name) => name,
  (name) => `@${name}`,
  (name) => `  ${name}  `,
  (name) => `@@${name}`,
  (name) => `＠${name}`,
  (name) => `${name}.`,
  (name) => `@${name}!?`,
  (name) => `"${name}"`,
  (name) => `“@${name}”`,
  (name) => `(@${name})`,
  (name) => `**@${name}**`,
  (name) => `${name}/`,
  (name) => `/${name}`,
  (name) => `from:${name}`,
  (name) => `from:@${name} since:2026-01-01`,
  (name) => `by @${name}`,
  (name) => `By ${name}`,
  (name) => `@${name} 🚀`,
  (name) => `🚨🚨${name}🚨`,
  (name) => `@${name}'s`,
  (name) => `@${name}’s wallet`,
  (name) => `Santa Claus (@${name})`,
  (name) => `Santa 🎅 Claus @${name}`,
  (name) => `hey is @${name} legit?`,
  (name) => `hey, is @${name}, legit`,
  (name) => `(3) Santa Claus (@${name}) / X`,
  (name) => `${name} on X`,
  (name) => `@${name} on Twitter`,
  (name) => `twitter: ${name}`,
  (name) => `X @${name}`,
  (name) => `RT @${name}: send one, get two back`,
  (name) => `\u200b@\u200d${name.slice(0, 2)}\u200b${name.slice(2)}\ufeff`,
  (name) => `\u202d@${name}\u202c\ufe0f`,
  (name) =>
    [...`@${name}`]
      .map((c) => (/[A-Za-z0-9]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c))
      .join(''),
  (name) => `x.com/${name}`,
  (name) => `https://x.com/${name}?s=21&t=abc`,
  (name) => `http://www.twitter.com/@${name}/`,
  (name) => `https://mobile.twitter.com/${name}/with_replies`,
  (name) => `m.twitter.com/${name}/media`,
  (name) => `//x.com/${name}`,
  (name) => `https://twitter.com/#!/${name}`,
  (name) => `https://x.com/intent/user?screen_name=${name}`,
  (name) => `https://twitter.com/intent/follow?screen_name=%40${name}&x=1`,
  (name) => `https://x.com/search?q=from%3A${name}&f=live`,
  (name) => `twitter://user?screen_name=${name}`,
  (name) => `hxxps://x[.]com/${name}`,
  (name) => `https://xcancel.com/${name}`,
  (name) => `https://nitter.net/${name}`,
  (name) => `https://nitter.example.org/${name}`,
  (name) => `twstalker.com/${name}`,
  (name) => `https://web.archive.org/web/2026/https://twitter.com/${name}`,
  (name) => `https://www.google.com/url?q=https%3A%2F%2Fx.com%2F${name}&sa=D`,
  (name) => `[${name}](https://x.com/${name})`,
  (name) => `look: https://x.com/${name}, he robbed me`,
];

/** Every address of a post of theirs. */
const ofPost: ((name: string) => string)[] = [
  (name) => `https://x.com/${name}/status/${ID}`,
  (name) => `x.com/${name}/status/${ID}?s=20`,
  (name) => `https://twitter.com/${name}/statuses/${ID}`,
  (name) => `https://x.com/${name}/status/${ID}/photo/1`,
  (name) => `https://other.x.com/${name}/status/${ID}`,
  (name) => `<https://x.com/${name}/status/${ID}>.`,
  (name) => `https://vxtwitter.com/${name}/status/${ID}`,
  (name) => `https://fxtwitter.com/${name}/status/${ID}/en`,
  (name) => `https://fixupx.com/${name}/status/${ID}`,
  (name) => `https://nitter.poast.org/${name}/status/${ID}#m`,
  (name) => `${name}/status/${ID}`,
  (name) => `@${name}/status/${ID}`,
];

const handle = fc.stringMatching(/^[A-Za-z0-9_]{1,15}$/);
/** Not a word that is a page of X, or a number, which has other meanings where no @ says what it is. */
const plainHandle = handle.filter(
  (name) =>
    /[a-z]/i.test(name.slice(1)) && !/^(?:by|from|to|x|on|intent|search|i)$/i.test(name) && name.length > 2,
);

describe('an X account', () => {
  it('is found in each of its wrappings, whatever its name', () => {
    const reserved =
      /^(?:account|compose|communities|download|explore|hashtag|home|i|intent|jobs|login|logout|lists|messages|notifications|oauth|personalization|premium|privacy|search|settings|share|signup|status|statuses|tos|who_to_follow)$/i;
    const name = plainHandle.filter((each) => !reserved.test(each));
    for (const [wrappings, post] of [[ofName], [ofPost, ID]] as const) {
      const found = fc.property(name, fc.constantFrom(...wrappings), (username, wrap) => {
        expect(parseSubjects(wrap(username))).toEqual([account(username, post)]);
      });
      fc.assert(found, { numRuns: 1000, examples: wrappings.map((wrap) => ['GoodElf_1', wrap]) });
    }
  });

  it('is understood with an @, whatever its name', () => {
    fc.assert(
      fc.property(handle, (name) => {
        expect(parseSubjects(`@${name}`)).toEqual([account(name)]);
      }),
    );
  });

  it('stands beside others in one text, at most five', () => {
    expect(parseSubjects('@One @Two')).toEqual([account('One'), account('Two')]);
    expect(parseSubjects('@One,@two/@TWO and x.com/Three')).toEqual(
      expect.arrayContaining([account('One'), account('two'), account('Three')]),
    );
    expect(parseSubjects('@a1 @a2 @a3 @a4 @a5 @a6')).toHaveLength(SUBJECTS_MAX);
    expect(parseSubjects(`send to ${WALLET} says @Elf`)).toEqual([
      account('Elf'),
      { kind: 'address', chain: 'solana', value: WALLET },
    ]);
  });
});

describe('everything else', () => {
  const trace = (of: string, value: string, ...names: string[]) => ({ kind: 'trace', of, value, names });
  it.each([
    [`https://x.com/i/status/${ID}`, { kind: 'post', id: ID }],
    [`https://x.com/i/web/status/${ID}?s=20`, { kind: 'post', id: ID }],
    [`twitter.com/statuses/${ID}`, { kind: 'post', id: ID }],
    [ID, { kind: 'post', id: ID }],
    [WALLET, { kind: 'address', chain: 'solana', value: WALLET }],
    [`CA: ${WALLET}`, { kind: 'address', chain: 'solana', value: WALLET }],
    [`https://pump.fun/coin/${WALLET}`, { kind: 'address', chain: 'solana', value: WALLET }],
    [`pump.fun/${WALLET}`, { kind: 'address', chain: 'solana', value: WALLET }],
    [`https://solscan.io/account/${WALLET}#portfolio`, { kind: 'address', chain: 'solana', value: WALLET }],
    [`https://solscan.io/token/${WALLET}`, { kind: 'address', chain: 'solana', value: WALLET }],
    [
      `https://explorer.solana.com/address/${WALLET}?cluster=devnet`,
      { kind: 'address', chain: 'solana', value: WALLET },
    ],
    [`https://dexscreener.com/solana/${WALLET}`, { kind: 'address', chain: 'solana', value: WALLET }],
    [`https://birdeye.so/token/${WALLET}?chain=solana`, { kind: 'address', chain: 'solana', value: WALLET }],
    [EVM, { kind: 'address', chain: 'evm', value: EVM.toLowerCase() }],
    [`https://etherscan.io/address/${EVM}`, { kind: 'address', chain: 'evm', value: EVM.toLowerCase() }],
    [SIGNATURE, { kind: 'transaction', chain: 'solana', value: SIGNATURE }],
    [`https://solscan.io/tx/${SIGNATURE}`, { kind: 'transaction', chain: 'solana', value: SIGNATURE }],
    [
      `https://etherscan.io/tx/0x${'ab'.repeat(32)}`,
      { kind: 'transaction', chain: 'evm', value: `0x${'ab'.repeat(32)}` },
    ],
    ['https://t.me/GoodElf', trace('telegram', 'goodelf', 'GoodElf')],
    ['t.me/s/GoodElf/12', trace('telegram', 'goodelf', 'GoodElf')],
    ['@GoodElf on Telegram', trace('telegram', 'goodelf', 'GoodElf')],
    ['telegram: @GoodElf', trace('telegram', 'goodelf', 'GoodElf')],
    ['GoodElf.sol', trace('sns', 'goodelf.sol', 'GoodElf')],
    ['@GoodElf.eth', trace('ens', 'goodelf.eth', 'GoodElf')],
    ['GoodElf.com', trace('domain', 'goodelf.com', 'goodelf')],
    ['https://app.goodelf.xyz/claim-now', trace('domain', 'goodelf.xyz', 'goodelf')],
    ['https://goodelf.vercel.app/', trace('domain', 'goodelf.vercel.app', 'goodelf')],
    ['https://x.com.goodelf.io/GoodElf', trace('domain', 'goodelf.io', 'GoodElf', 'goodelf')],
    ['https://x.com@goodelf.io/', trace('domain', 'goodelf.io', 'goodelf')],
    ['goodelf#1234', trace('discord', 'goodelf#1234', 'goodelf')],
    ['https://www.instagram.com/good.elf/', trace('instagram', 'good.elf')],
    ['https://www.tiktok.com/@goodelf/video/1', trace('tiktok', 'goodelf', 'goodelf')],
  ])('is understood for what it is: %j', (text, subject) => {
    expect(parseSubjects(text)).toEqual([subject]);
  });

  it.each([
    ['x.com/i/user/44196397', 'user_number', []],
    ['https://twitter.com/intent/user?user_id=44196397', 'user_number', []],
    ['https://t.co/AbC123', 'short_link', []],
    ['9xQe…VFin', 'short_address', []],
    ['0x71C7...976F', 'short_address', []],
    ['discord.gg/elves', 'invite', []],
    ['https://discord.com/invite/elves', 'invite', []],
    ['https://t.me/+AbCdEf', 'invite', []],
    ['https://x.com/home', 'x_page', []],
    ['https://help.x.com/en', 'x_page', []],
    ['https://x.com', 'x_page', []],
    ['https://www.youtube.com/watch?v=1', 'site_page', []],
    ['https://solscan.io/', 'site_page', []],
    [`https://${'a.'.repeat(150)}com/`, 'site_page', []],
    ['elf@goodelf.com', 'email', ['elf']],
    ['@elf@mastodon.social', 'other_network', ['elf']],
    ['@sixteen_letters_', 'not_a_handle', []],
    ['sixteen_letters_', 'not_a_handle', []],
    ['https://x.com/sixteen_letters_', 'not_a_handle', []],
    ['@good-elf', 'not_a_handle', ['good_elf', 'goodelf', 'good']],
    ['@Bad.is he', 'not_a_handle', ['Bad_is', 'Badis', 'Bad']],
    ['@рaypаl', 'foreign_letters', ['paypal']],
    ['раураl', 'foreign_letters', ['paypal']],
    ['https://x.com/рауpal', 'foreign_letters', ['paypal']],
    ['@Gööd_Elf', 'foreign_letters', ['Good_Elf']],
    ['@мошенник', 'foreign_letters', []],
  ])('is no account: %j', (text, why, names) => {
    expect(parseSubjects(text)).toEqual([expect.objectContaining({ kind: 'unknown', why, names })]);
  });

  it.each([
    ['free money for all', ['money']],
    ['is BadElf legit?', ['isBadElflegit', 'is_BadElf_legit', 'BadElf', 'legit']],
    ['Good Elf', ['GoodElf', 'Good_Elf', 'Good']],
    ['good...elf', ['goodelf', 'good_elf', 'good']],
    ['мошенник', []],
    ['$ELF', ['ELF']],
  ])('is words, which may mean a name: %j', (text, names) => {
    const [subject] = parseSubjects(text);
    expect(subject).toMatchObject({ kind: 'words' });
    expect(subject?.kind === 'words' && subject.names).toEqual(expect.arrayContaining(names));
  });

  it.each(['', ' ', '\u200b'])('is nothing: %j', (text) => {
    expect(parseSubjects(text)).toEqual([]);
  });

  it.each(['@', '!!!', '"" ()', '🚀', '...'])('has no name in it: %j', (text) => {
    expect(parseSubjects(text)).toEqual([{ kind: 'unknown', why: 'no_name', text, names: [] }]);
  });
});

it('never takes a part of something else for an account', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '@',
      '.',
      '/',
      ' ',
      'x.com/',
      'https://',
      'а',
      'é',
      '-',
      '_',
      'Elf',
      '#',
      ':',
      '\u200d',
      '1',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      for (const subject of parseSubjects(text)) {
        if (subject.kind !== 'account') continue;
        expect(isHandle(subject.username)).toBe(true);
        const decoded = normalizeText(text);
        const whole = new RegExp(
          `(?<![A-Za-z0-9_])${subject.username}(?![A-Za-z0-9_.-]*[^\\p{ASCII}\\P{L}])(?![A-Za-z0-9_])`,
          'u',
        );
        expect(decoded).toMatch(whole);
      }
    }),
    { numRuns: 3000 },
  );
});
