import { describe, expect, it } from 'vitest';
import { caseTexts } from '../src/case-texts.ts';
import {
  accountInUrl,
  Description,
  isDangerous,
  normalizePostUrl,
  PostInput,
  PostUrl,
  ReportInput,
  reportTexts,
  Username,
  whyNoPost,
  XUrl,
} from '../src/report-input.ts';

const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe('an address on X', () => {
  it.each([
    ['https://x.com/grinch/status/1', 'https://x.com/grinch/status/1'],
    ['https://twitter.com/grinch', 'https://twitter.com/grinch'],
    [
      ' https://mobile.twitter.com/grinch/status/1?s=20#top ',
      'https://mobile.twitter.com/grinch/status/1?s=20#top',
    ],
    ['http://x.com/a/status/1', 'https://x.com/a/status/1'],
    ['HTTPS://X.COM/A/status/1', 'https://x.com/A/status/1'],
    ['https://x.com:443/a', 'https://x.com/a'],
    ['https://x.com./a', 'https://x.com/a'],
    ['https://ｘ.com/a', 'https://x.com/a'],
    ['https://x.com/a"><script>', 'https://x.com/a%22%3E%3Cscript%3E'],
    ['https://x.com/%61/%73tatus/%31%32?s=%31', 'https://x.com/a/status/12?s=%31'],
    ['https://x.com/a%2Fstatus%2F1%2531%22', 'https://x.com/a%2Fstatus%2F1%2531%22'],
    ['https://x.com\\@evil.com/a', 'https://x.com/@evil.com/a'],
  ])('%j is taken as %j', (given, taken) => {
    expect(XUrl.parse(given)).toBe(taken);
  });

  it.each([
    undefined,
    null,
    7,
    {},
    [],
    ['https://x.com/a'],
    '',
    '   ',
    'x.com/a',
    'not an address',
    'javascript:alert(1)//x.com/',
    'java\nscript:alert(1)',
    'data:text/html,x.com',
    'ftp://x.com/a',
    'file:///x.com',
    '//x.com/a',
    'https://',
    'https://x.com:99999/a',
    'https://x .com/a',
    'https://x.com\u0000.evil.com/a',
    `https://x.com/${'a'.repeat(2_048)}`,
    `https://x.com/${'ж'.repeat(1_000)}`,
  ])('%j is no address', (given) => {
    expect(messageOf(PostUrl.safeParse(given))).toBe('Please enter a valid X (Twitter) URL');
  });

  it.each([
    'https://x.com.evil.com/a',
    'https://evilx.com/a',
    'https://nottwitter.com/a',
    'https://evil.com/x.com',
    'https://evil.com?x.com',
    'https://evil.com#x.com',
    'https://x.com@evil.com/a',
    'https://user@x.com/a',
    'https://evil.com:pass@x.com/a',
    'https://x.com:8443/a',
    'http://x.com:443/a',
    'https://x.co/a',
    'https://x.com..evil.com/a',
    'https://х.com/a',
    'https://xn--80ay.com/a',
    'https://twitter.com.ru/a',
    'https://t.co/a',
    'https://127.0.0.1/x.com',
    'https://[::1]/x.com',
    'https://localhost/a',
  ])('%j is not X’s', (given) => {
    expect(messageOf(PostUrl.safeParse(given))).toBe('Only Twitter/X URLs are allowed');
  });
});

describe('a post’s address', () => {
  it.each([
    ['https://x.com/grinch/status/1', 'https://x.com/grinch/status/1'],
    [' http://mobile.twitter.com/Grinch/status/1?s=20#top ', 'https://twitter.com/Grinch/status/1'],
    ['https://www.x.com./grinch/statuses/007/photo/1', 'https://x.com/grinch/status/7'],
    ['https://x.com//@grinch/status/12/', 'https://x.com/grinch/status/12'],
    ['https://x.com/%67rinch/%73tatus/%31%32', 'https://x.com/grinch/status/12'],
    ['https://twitter.com/?lang=en#!/grinch/status/1?s=20', 'https://twitter.com/grinch/status/1'],
  ])('%j is taken as %j', (given, taken) => {
    expect(PostUrl.parse(given)).toBe(taken);
    expect(whyNoPost(given)).toBeUndefined();
  });

  it.each([
    ['https://x.com/grinch', reportTexts.profileUrl],
    ['https://x.com/@grinch/?s=20', reportTexts.profileUrl],
    ['https://x.com/intent/user?screen_name=grinch', reportTexts.profileUrl],
    ['https://x.com/i/status/20', reportTexts.namelessPost],
    ['https://x.com/i/web/status/20', reportTexts.namelessPost],
    ['https://x.com/', reportTexts.notAPost],
    ['https://x.com/home', reportTexts.notAPost],
    ['https://x.com/explore', reportTexts.notAPost],
    ['https://x.com/home/status/1', reportTexts.notAPost],
    ['https://x.com/search?q=grinch', reportTexts.notAPost],
    ['https://help.x.com/en', reportTexts.notAPost],
    ['https://help.x.com/', reportTexts.notAPost],
    ['https://x.com/grinch/with_replies', reportTexts.notAPost],
    ['https://x.com/grinch/status/', reportTexts.notAPost],
    ['https://x.com/grinch/status/0', reportTexts.notAPost],
    ['https://x.com/grinch/status/1a', reportTexts.notAPost],
    ['https://x.com/grinch/status/12345678901234567890', reportTexts.notAPost],
    ['https://x.com/a%2Fstatus%2F1', reportTexts.profileUrl],
    ['https://x.com/grinch?x=/status/1', reportTexts.profileUrl],
  ])('%j is none: %s', (given, reason) => {
    expect(messageOf(PostUrl.safeParse(given))).toBe(reason);
    expect(whyNoPost(given)).toBe(reason);
  });

  it.each(['', 'gri', 'https://evil.com/a', 'https://x.com/grinch/status/1'])(
    '%j needs no reason',
    (given) => {
      expect(whyNoPost(given)).toBeUndefined();
    },
  );
});

describe('a username', () => {
  it.each([
    ['grinch', 'grinch'],
    ['@grinch', 'grinch'],
    [' @grinch ', 'grinch'],
    ['@ grinch', 'grinch'],
    ['_', '_'],
    ['A1_b2_C3_d4_E5_', 'A1_b2_C3_d4_E5_'],
  ])('%j is taken as %j', (given, taken) => {
    expect(Username.parse(given)).toBe(taken);
  });
  it.each([undefined, null, 7, {}, '', '  ', '\t\n'])('%j is none', (given) => {
    expect(messageOf(Username.safeParse(given))).toBe('Username is required');
  });
  it.each([
    '@',
    '@@grinch',
    'a'.repeat(16),
    'gr inch',
    'grinch!',
    'grïnch',
    'grinch\u0000',
    'grinch\u202e',
    '<b>',
    '../etc',
    '\ud800',
    '１２３',
    'аdmin',
  ])('%j is no handle', (given) => {
    expect(messageOf(Username.safeParse(given))).toBe(
      'Username must be a valid Twitter handle (1-15 characters, letters, numbers, and underscores only)',
    );
  });
});

describe('a description', () => {
  const fine = 'He stole it all.';
  it('is not the sentence that marks a withdrawn report', () => {
    const given = ` ${caseTexts.withdrawn}\n`;
    expect(messageOf(Description.safeParse(given))).toBe(reportTexts.descriptionTooShort);
  });
  it.each([
    ['a < b and b > a, I <3 it, </3, -> there, <- here, <= 5, 1<2', undefined],
    ['he is on = off again, once = twice', undefined],
    ['נוכל שמבטיח מתנות ולא שולח כלום', undefined],
    ['🎅'.repeat(10), undefined],
    ['🎅'.repeat(1_000), undefined],
    ['wrote javascript badly, said: nothing', undefined],
    ['first line\nsecond line\twith a tab', undefined],
    ['0123456789', undefined],
    ['x'.repeat(1_000), undefined],
    ['  padded text  ', 'padded text'],
    ['with\u0000 NUL and\u0007 bell', 'with NUL and bell'],
    ['turned \u202earound\u202c text', 'turned around text'],
    ['half a pair \ud83c here', 'half a pair \ufffd here'],
    ['one part\r\n \n\n\nanother', 'one part\n\nanother'],
    [`tall${'\n.'.repeat(40)}`, `tall${' .'.repeat(40)}`],
    [`tall${'\n'.repeat(5_000)}and more`, 'tall\n\nand more'],
  ])('%j is fine', (given, taken) => {
    expect(Description.parse(given)).toBe(taken ?? given);
  });

  it.each([
    undefined,
    null,
    7,
    {},
    [fine],
    '',
    'too short',
    '   short   ',
    '\u0000'.repeat(50),
    ' '.repeat(50),
  ])('%j is too short', (given) => {
    expect(messageOf(Description.safeParse(given))).toBe(
      'Please provide a detailed description (at least 10 characters)',
    );
  });

  it.each(['x'.repeat(1_001), '🎅'.repeat(1_001), `${'x'.repeat(1_001)}<script>`])('is too long', (given) => {
    expect(messageOf(Description.safeParse(given))).toBe('Description is too long (maximum 1000 characters)');
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT src=//evil>',
    '< script >alert(1)',
    '<scr\u0000ipt>',
    '<\u0000b>',
    '<b>bold</b>',
    '</b>',
    '<img src=x onerror=alert(1)>',
    '<img',
    '<svg/onload=alert(1)>',
    '<!-- comment -->',
    '<!DOCTYPE html>',
    '<![CDATA[x]]>',
    '<?xml version="1.0"?>',
    '<a href="https://evil.example">',
    '<x-custom-element>',
    'javascript:alert(1)',
    'JaVaScRiPt : alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\u200bscript:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;avascript:alert(1)',
    '&lt;script&gt;alert(1)',
    '&#60;img src=x>',
    'vbscript:msgbox(1)',
    'data:text/html,hello',
    'onclick=alert(1)',
    'x" onmouseover = "alert(1)',
    "' ONERROR='alert(1)",
  ])('%j is dangerous', (given) => {
    expect(messageOf(Description.safeParse(`${given} and more text`))).toBe(
      'Description contains potentially dangerous content',
    );
  });

  // On each of these, a naive regular expression takes quadratic time.
  it.each([
    '<',
    '< ',
    '</ ',
    '<\t',
    '&#',
    '&#x',
    '&#x6A;',
    'on',
    'onabc ',
    'javascript ',
    'data : ',
    '@',
    '\u200b',
  ])('is judged in time that does not explode: %j', (part) => {
    const text = part.repeat(100_000).slice(0, 100_000);
    expect(isDangerous(text)).toBeTypeOf('boolean');
    const report = { twitterUrl: text, username: text, description: text };
    expect(ReportInput.safeParse(report).error?.issues).toHaveLength(3);
  });
});

describe('a report', () => {
  const report = {
    twitterUrl: 'https://x.com/grinch/status/1',
    username: 'grinch',
    description: 'He stole it all.',
  };
  it('without a category is of the category other', () => {
    expect(ReportInput.parse(report).scamCategory).toBe('other');
  });
  it('keeps nothing that it does not know', () => {
    const hostile = JSON.parse(`{"__proto__":{"isRemoved":true},"constructor":1,"id":7,"reportCount":99}`);
    const parsed = ReportInput.parse({ ...hostile, ...report });
    expect(Object.keys(parsed).sort()).toEqual(['description', 'scamCategory', 'twitterUrl', 'username']);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });
  it.each(['NFT', '', null, 7, 'toString', '__proto__'])('is of no category %j', (scamCategory) => {
    expect(ReportInput.safeParse({ ...report, scamCategory }).success).toBe(false);
  });
  it('has a text for every field', () => {
    const issues = ReportInput.safeParse({}).error?.issues.map(({ message }) => message);
    expect(issues).toEqual([
      reportTexts.invalidUrl,
      reportTexts.usernameRequired,
      reportTexts.descriptionTooShort,
    ]);
  });
});

describe('what cannot be seen in a description', () => {
  const ten = (character: string) => character.repeat(10);
  it.each([
    ['zero-width spaces', ten('\u200b')],
    ['Hangul fillers', ten('\u3164')],
    ['blank Braille patterns', ten('\u2800')],
    ['Mongolian vowel separators', ten('\u180e')],
    ['tag characters', ten('\u{e0041}')],
    ['variation selectors', ten('\ufe0f') + ten('\u{e0100}')],
    ['combining marks alone', ten('\u0301')],
    ['combining marks on a blank', `. ${ten('\u0301')}`],
    ['one letter under combining marks', `a${ten('\u0301')}`],
    ['halfwidth and Hangul jamo fillers', ten('\uffa0') + ten('\u115f')],
    ['soft hyphens', ten('\u00ad')],
    ['a musical null', ten('\u{1d159}')],
    ['two letters far apart', `x${' '.repeat(20)}y`],
    ['nine letters and fillers', `abcdefghi${ten('\u3164')}`],
    ['nine letters and zero-width joiners', [...'abcdefghi'].join('\u200d')],
  ])('%s are not enough', (_what, text) => {
    expect(messageOf(Description.safeParse(text))).toBe(reportTexts.descriptionTooShort);
  });

  it.each([
    ['blanks between words', 'a b c d e f'],
    ['exactly ten', 'abcd efghi'],
    ['Thai, with its marks', 'สวัสดีครับ'],
    ['Hindi', 'यह ठग है सबका'],
    ['decomposed Vietnamese', 'Lừa đảo tiền'.normalize('NFD')],
    ['Arabic', 'هذا محتال كبير'],
    ['Chinese', '他偷走了所有的圣诞礼物'],
    ['emoji with selectors', '❤️'.repeat(10)],
    ['joined emoji', '👩‍👩‍👧‍👦'.repeat(10)],
    ['lines', 'one\ntwo\n\nthree'],
  ])('%s count', (_what, text) => {
    expect(Description.safeParse(text).success).toBe(true);
  });
});

describe('a post and a username', () => {
  const description = 'Stole every present in town.';
  const issuesOf = (twitterUrl: string, username: string, more: object = {}) =>
    ReportInput.safeParse({ twitterUrl, username, description, ...more }).error?.issues.map(
      ({ path, message }) => [path.join('.'), message],
    );

  it.each([
    ['https://x.com/elonmusk/status/1', '@ElonMusk'],
    ['http://www.TWITTER.com/ElonMusk/status/1', 'elonmusk'],
    ['https://mobile.x.com/elonmusk/status/1/photo/1', 'elonmusk'],
  ])('%j can be a post of %j', (url, username) => {
    expect(issuesOf(url, username)).toBeUndefined();
    expect(PostInput.safeParse({ twitterUrl: url, username, description }).success).toBe(true);
  });

  it.each([
    'https://x.com/totally_other/status/1',
    'https://www.x.com/totally_other/status/1',
    'https://MOBILE.twitter.com/totally_other/status/1',
    'https://x.com//totally_other/status/1',
    'https://x.com/%74otally_other/status/1',
    'https://x.com/@totally_other/status/1',
    'https://api.x.com/totally_other/status/1',
    'https://x.com/#!/totally_other/status/1',
    'https://twitter.com/?lang=en#!totally_other/status/1?s=20',
  ])('%j is not a post of another account', (url) => {
    const refused = [['username', reportTexts.usernameOfAnother]];
    expect(issuesOf(url, 'elonmusk')).toEqual(refused);
    const praise = PostInput.safeParse({ twitterUrl: url, username: 'elonmusk', description });
    expect(praise.error?.issues.map(({ message }) => message)).toEqual([reportTexts.usernameOfAnother]);
  });

  it.each([
    ['https://x.com/sixteen_letters_/status/1', 'sixteen_letters_'],
    ['https://x.com/sixteen_letters_/status/1', 'elonmusk'],
    ['https://x.com/no-handle/status/1', 'nohandle'],
  ])('%j with %j says what a handle is', (url, username) => {
    expect(issuesOf(url, username)).toEqual([['username', reportTexts.invalidUsername]]);
  });
});

describe('the account in an address', () => {
  it.each([
    ['https://x.com/grinch/status/1', 'grinch'],
    ['x.com/@grinch', 'grinch'],
    [' twitter.com/Grinch?s=20 ', 'Grinch'],
    ['https://mobile.x.com/grinch/', 'grinch'],
    ['https://x.com/i/status/1', undefined],
    ['https://x.com/home', undefined],
    ['https://x.com/', undefined],
    ['https://evil.com/grinch', undefined],
    ['https://x.com.evil.com/grinch', undefined],
    ['https://x.com@evil.com/grinch', undefined],
    ['https://x.com/a-name-that-is-no-handle', 'a-name-that-is-no-handle'],
    ['https://x.com/sixteen_letters_/status/1', 'sixteen_letters_'],
    ['https://x.com//grinch/status/1', 'grinch'],
    ['https://x.com/%67rinch/status/1', 'grinch'],
    ['https://x.com/%E0%A4%A/status/1', '%E0%A4%A'],
    ['https://www.twitter.com./grinch/status/1', 'grinch'],
    ['https://x.com/i/web/status/1', undefined],
    ['https://X.com/I/status/1', undefined],
    ['https://help.x.com/en', undefined],
    ['https://other.x.com/grinch/status/1', 'grinch'],
    ['x.com/intent/user?screen_name=grinch', 'grinch'],
    ['x.com/intent/user?screen_name=', undefined],
    ['x.com/intent/user?screen_name=a/../grinch', 'a/../grinch'],
    ['x.com/#!/grinch/status/1', 'grinch'],
    ['x.com/#!', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('of %j is %j', (given, username) => {
    expect(accountInUrl(given)).toBe(username);
  });
});

describe('an address made whole', () => {
  it.each([
    ['x.com/intent/user?screen_name=grinch', 'https://x.com/grinch'],
    ['twitter.com/#!/grinch/status/1?s=20', 'https://twitter.com/grinch/status/1'],
    ['x.com/grinch/status/1?s=20&t=x#top', 'https://x.com/grinch/status/1'],
    ['http://twitter.com/grinch', 'https://twitter.com/grinch'],
    ['https://X.com./grinch', 'https://x.com/grinch'],
    [' hello ', 'hello'],
    ['https://evil.com/a?b', 'https://evil.com/a?b'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', ''],
  ])('%j becomes %j', (given, whole) => {
    expect(normalizePostUrl(given)).toBe(whole);
    expect(normalizePostUrl(whole)).toBe(whole);
  });
});
