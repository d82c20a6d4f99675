import { caseTexts } from '@naughty-list/contracts/case-texts';
import { type Case, type CaseStatus, caseStatuses, type Statement } from '@naughty-list/contracts/cases';
import type { CasesNaming } from '@naughty-list/contracts/cases-naming';
import type { Subject } from '@naughty-list/contracts/subject/subject';
import type { Trace } from '@naughty-list/contracts/traces';
import { expect, it } from 'vitest';
import { caseCardSvg, renderCasePage, renderListPage, renderTracePage } from './render.tsx';

const textOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<script[\s\S]*$/, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'");

const at = '2026-11-22T03:00:00.000Z';
const hostile = `</script><script>alert(1)</script><!--page-data--> $& "'&amp;`;
const shown: Case = {
  number: 7,
  username: 'SolRugKing',
  status: 'unreviewed',
  statusSince: at,
  report: {
    id: 7,
    twitterUrl: 'https://x.com/SolRugKing/status/1',
    username: 'SolRugKing',
    tweetContent: hostile,
    tweetDate: null,
    scamCategory: 'nft',
    description: `Sold a rug. ${hostile}`,
    evidenceUrls: [],
    reportedAt: at,
    reportCount: 1,
    isRemoved: false,
    uniqueBurnAddress: 'LISTBURN007',
    aliases: [{ username: 'SolRugQueen', seenAt: '2026-12-03T03:00:00.000Z', isCurrent: true }],
  },
  statements: [{ id: 1, twitterUrl: 'https://x.com/SolRugKing/status/2', description: hostile, madeAt: at }],
  losses: [],
  changes: [],
  reply: { body: `We were hacked. ${hostile}`, at, proven: true },
  appeal: { proven: true, dueAt: at },
  goneSince: '2026-12-05T03:00:00.000Z',
  traces: [
    { kind: 'domain', value: 'free-presents.com' },
    { kind: 'telegram', value: '+AbC_dEf12' },
  ],
  sharing: [
    {
      number: 9,
      username: 'OtherElf',
      status: 'corroborated',
      reportedAt: at,
      trace: { kind: 'domain', value: 'free-presents.com' },
    },
  ],
};
const ofFormerOwner: Case = { ...shown, report: { ...shown.report, handleChangedAt: at } };
const TEMPLATE = '<head><!--page-head--></head><body><!--page-body--><!--page-data--></body>';
const pageOf = (answer: Case | 'none' | 'burned') =>
  renderCasePage(TEMPLATE, { answer, origin: 'https://naughty.example', renderedAt: 0 });

it('has its own title, description, URL and preview image, and states a report, not a verdict', async () => {
  const html = await pageOf(shown);
  expect(html).toContain('<title>Reports about @SolRugKing, not reviewed - The Naughty List</title>');
  expect(html).toContain(
    'content="Reported on November 22, 2026. Status since November 22, 2026: Reported, not reviewed. ',
  );
  expect(html).toContain('<link rel="canonical" href="https://naughty.example/case/SolRugKing" />');
  expect(html).toContain(
    'property="og:image" content="https://naughty.example/case/SolRugKing/card.png?v=unreviewed-2026-11-22"',
  );
  expect(html).toContain('name="twitter:card" content="summary_large_image"');
  expect(html).toContain('the account itself');
  expect(html.split('</head>')[0]).not.toMatch(/scam|rug\b|hacked/i);
});

it('says nothing of an appeal against a report that was cleared: a stranger may have sent it', async () => {
  const appeal = { proven: false, dueAt: null };
  const says = async (status: CaseStatus) =>
    textOf(await pageOf({ ...shown, status, appeal })).includes('Appeal under way');
  expect([await says('unreviewed'), await says('cleared')]).toEqual([true, false]);
});

it('does not call the notice of a withdrawn report the words of its reporter', async () => {
  const says = async (description: string) =>
    textOf(await pageOf({ ...shown, report: { ...shown.report, description } })).includes('own words');
  expect([await says('Sold a rug.'), await says(caseTexts.withdrawn)]).toEqual([true, false]);
});

it('promises a reply only where there is one', async () => {
  const reply = { body: 'I sold no token.', at: shown.statusSince, proven: true };
  const descriptionOf = async (one: typeof shown) =>
    /name="description" content="([^"]*)"/.exec(await pageOf(one))?.[1];
  expect(await descriptionOf({ ...shown, reply: null })).not.toContain('reply');
  expect(await descriptionOf({ ...shown, reply })).toContain('the account&#39;s reply');
});

it('counts independent reporters, from three on, and no statements', async () => {
  const statements = Array.from({ length: 20 }, (_, n) => ({
    ...(shown.statements[0] as Statement),
    id: n + 1,
  }));
  const crowded = { ...shown, statements };
  expect(await pageOf(crowded)).toContain('1 report, at least one further statement.');
  expect(await pageOf(shown)).toContain('1 report, at least one further statement.');
  const html = await pageOf({ ...crowded, report: { ...shown.report, reportCount: 3 } });
  expect(html).toContain(
    'content="Reported on November 22, 2026; 3 independent reporters so far. Status since',
  );
  expect(html).toContain('Reported by 3 independent reporters.');
  expect(html).not.toMatch(/2[01] (further|statement|report)/);
});

it('shows reviewed statements before the report, and others after it', async () => {
  const [statement] = shown.statements as [Statement];
  const read: Statement = { ...statement, id: 2, description: 'Took 40 SOL for a mint.', reviewed: true };
  const text = textOf(await pageOf({ ...shown, statements: [read, statement] }));
  const places = ['Read by a moderator', read.description, 'What was reported', 'Further statements'].map(
    (part) => text.indexOf(part),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect([text.split(read.description).length, Math.min(...places) > 0]).toEqual([2, true]);
  expect(textOf(await pageOf(shown))).not.toContain('Read by a moderator');
  expect(textOf(await pageOf({ ...shown, statements: [read] }))).not.toContain('There are none yet.');
  expect(textOf(await pageOf({ ...shown, statements: [] }))).toContain('There are none yet.');
  // A statement may claim to be a moderator's note.
  const unread = 'no moderator has read it yet';
  expect([text.split(unread).length, text.lastIndexOf(unread) > text.indexOf('Further statements')]).toEqual([
    2,
    true,
  ]);
});

it('puts the case of the account that has the name now first, and links the others of that name', async () => {
  const other = { number: 9, username: 'SolRugDuke', status: 'corroborated', reportedAt: at } as const;
  const sameName = [{ ...other, isFirst: true }];
  const html = await pageOf({ ...shown, sameName });
  expect(html).toContain(
    'content="Another case is about @SolRugDuke, which now calls itself @SolRugKing. Status of that case: Corroborated. ',
  );
  expect(textOf(html).split('Case 7')[0]).toContain(
    '@SolRugDuke now calls itself @SolRugKing. Read that case first:@SolRugDukeCorroborated',
  );
  const beside = await pageOf({ ...shown, sameName: [{ ...other, isFirst: false }] });
  expect(textOf(beside)).toContain(
    'Accounts in other cases have, or had, the same name:@SolRugDukeCorroborated',
  );
  expect(beside).toContain('content="Reported on');
});

it('says before the report that the handle has changed hands, and gives the current name', async () => {
  const html = await pageOf(ofFormerOwner);
  const text = textOf(html);
  expect(html).toContain('<title>Reports about a former owner of @SolRugKing, not reviewed - ');
  expect(html).toContain('/card.png?v=unreviewed-2026-11-22-changed"');
  expect(text).toContain(
    '@SolRugKing has changed hands. On November 22, 2026, a moderator found that another account has this name.',
  );
  expect(text).toContain('@SolRugKing now calls itself @SolRugQueen, seen December 3, 2026.');
  expect(text.indexOf('has changed hands')).toBeLessThan(text.indexOf('What was reported'));
  expect(text).toContain('The post has been gone from X since December 5, 2026.');
});

it('links to the pages of its traces, and to the cases that share them', async () => {
  const html = await pageOf(shown);
  expect(html).toContain('href="/trace/domain/free-presents.com"');
  expect(html).toMatch(/href="\/trace\/telegram\/(?:\+|%2B)AbC_dEf12"/);
  expect(html).toContain('href="/case/OtherElf"');
  expect(textOf(html)).toContain('Named in reports. Ownership is not verified.');
});

it('speaks of the former owner of a name in the cases that share a trace', async () => {
  const [other] = shown.sharing;
  const sharing = other ? [{ ...other, handleChangedAt: at }] : [];
  expect(textOf(await pageOf({ ...shown, sharing }))).toContain('a former owner of @OtherElfCorroborated');
});

it('says who or what changed the status', async () => {
  const change = { status: 'disputed', rule: 'deadline_passed', reason: '', at, period: null } as const;
  const says = async (role: 'admin' | 'deadline') =>
    textOf(await pageOf({ ...shown, status: 'disputed', changes: [{ ...change, role }] }));
  expect(await says('admin')).toContain('Disputed by the account, set by a moderator');
  expect(await says('deadline')).toContain('Disputed by the account, when the deadline of an appeal passed');
});

it('links to no second account before a moderator has reviewed the case', async () => {
  const traces: Trace[] = [{ kind: 'x', value: 'innocent_elf' }];
  expect(await pageOf({ ...shown, traces, sharing: [] })).not.toContain('href="/trace/x/innocent_elf"');
  const reviewed = { ...shown, status: 'corroborated', traces } as const;
  expect(await pageOf(reviewed)).toContain('href="/trace/x/innocent_elf"');
  const reply = { rule: 'reply_contradicts', reason: '', role: 'moderator', at, period: null } as const;
  const changes = [{ ...reply, status: 'disputed' as const }];
  const disputed = { ...shown, status: 'disputed', changes, traces } as const;
  expect(await pageOf(disputed)).not.toContain('href="/trace/x/innocent_elf"');
});

it('says that a reply is about an earlier report, where the account was reported again since', async () => {
  const note = 'before this report; the reply is about an earlier one.';
  const reply = { body: 'Yes, that was me.', at: shown.report.reportedAt, proven: true };
  expect(textOf(await pageOf({ ...shown, reply }))).not.toContain(note);
  const before = { ...reply, at: '2026-01-01T00:00:00.000Z' };
  expect(textOf(await pageOf({ ...shown, reply: before }))).toContain(`January 1, 2026, ${note}`);
});

it('says whether the sender of an appeal is proven', async () => {
  // Also true once the deadline has passed.
  expect(textOf(await pageOf(shown))).toContain(
    'The account has appealed. Deadline for the decision: November 22, 2026.',
  );
  const appeal = { proven: false, dueAt: null };
  const unproven = "Appeal under way. The sender hasn't proven that @SolRugKing";
  expect(textOf(await pageOf({ ...shown, appeal }))).toContain(`${unproven} is theirs.`);
  expect(textOf(await pageOf({ ...ofFormerOwner, appeal }))).toContain(`${unproven} was theirs.`);
});

it('renders the page of a trace, with the cases that name it and their statuses', async () => {
  const [trace] = shown.traces as [Trace, ...Trace[]];
  const cases = shown.sharing.map(({ trace: _, ...found }) => found);
  const page = (answer: CasesNaming | 'none') =>
    renderTracePage(TEMPLATE, { answer, origin: 'https://naughty.example', renderedAt: 0 });
  const html = await page({ ...trace, cases, total: 1 });
  // No count: one reporter may have reported twenty handles with one site.
  const first = textOf(await page({ ...trace, cases, total: 20 }));
  expect(first).toContain('The cases that name it');
  expect(first).toContain('Only 1 are shown: corroborated cases first, then the newest.');
  expect(html).toContain('<title>Website free-presents.com - The Naughty List</title>');
  expect(html).toContain(
    '<link rel="canonical" href="https://naughty.example/trace/domain/free-presents.com" />',
  );
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(html).toContain('href="/case/OtherElf"');
  const text = textOf(html);
  expect(text).toContain('Named in reports. Ownership is not verified.');
  expect(text).toContain('Is this yours, and named by mistake? Appeal for free');
  expect(text).toContain('Corroborated');
  expect(textOf(await page('none'))).toContain("No report to show here.That doesn't mean a clean record.");
});

it('shows hostile text as text, in the page and in its data', async () => {
  const html = await pageOf(shown);
  expect(html).not.toContain('<script>alert');
  expect(html.match(/id="page-data"/g)).toHaveLength(1);
  expect(
    /<script|\sstyle=|<!--\$[?!]-->/.test(html.replace(/<script type="application\/json"[\s\S]*/, '')),
  ).toBe(false);
});

it('is indexable only while corroborated and under its own name, and shows the reason for its status', async () => {
  const change = {
    status: 'corroborated',
    rule: 'evidence_alone',
    reason: 'Two transfers.',
    role: 'admin',
    at,
    period: null,
  } as const;
  const html = await pageOf({ ...shown, status: 'corroborated', changes: [change] });
  expect(html).not.toContain('noindex');
  expect(html).toContain('The evidence is enough without a second statement.');
  expect(html).toContain('Two transfers.');
  for (const status of ['unreviewed', 'disputed', 'compromised', 'cleared'] as const)
    expect(await pageOf({ ...shown, status })).toContain('name="robots" content="noindex"');
  const report = { ...shown.report, handleChangedAt: at };
  expect(await pageOf({ ...shown, status: 'corroborated', report })).toContain('content="noindex"');
});

it('names no handle as the one that replied, or is renamed: another account may have it by now', async () => {
  const aliases = [{ username: 'SolRugQueen', seenAt: at, isCurrent: true }];
  const report = { ...shown.report, handleChangedAt: at, aliases };
  const text = textOf(await pageOf({ ...shown, report }));
  expect(text).toContain('the sender proved control of it.');
  expect(text).toContain('A former owner of @SolRugKing now calls itself @SolRugQueen');
});

it('offers no payment, statement or appeal once the case is cleared', async () => {
  const html = await pageOf({ ...shown, status: 'cleared' });
  const [, page] = /<main.*?>(.*)<\/main>/s.exec(html) ?? [];
  expect(page).not.toMatch(/Remove Report|Add what happened to you|Appeal for free/);
  expect(html).toContain('This case is closed.');
});

it.each([
  ['none', 'No report on file.', "That doesn't mean a clean record."],
  ['burned', 'This entry was removed by a payment.', "It doesn't clear the account"],
] as const)('says that there is no case, without the name: %s', async (answer, title, more) => {
  const html = await pageOf(answer);
  expect(html).toContain(`>${title}</h1>`);
  expect(textOf(html)).toContain(more);
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).not.toMatch(/canonical|og:|a_name/);
  expect(html).toContain(`"url":"","renderedAt":0,"queries":[[["scammer-reports","case"],"${answer}"]]`);
});

it('has a red seal and name only on the cards of statuses that count against the account', () => {
  const red = /fill="#(951a2e|7f1326)"/;
  const isRed = (status: CaseStatus) => red.test(caseCardSvg({ ...shown, status }));
  expect(caseStatuses.filter(isRed)).toEqual(['unreviewed', 'corroborated', 'disputed']);
  const compromised = caseCardSvg({ ...shown, status: 'compromised' });
  expect(compromised).toContain('decided on November 22, 2026');
  const svg = caseCardSvg({ ...ofFormerOwner, status: 'corroborated' });
  expect(svg).not.toMatch(red);
  expect(svg).not.toContain('Corroborated');
  for (const words of ['Handle changed hands', 'The report is about a former owner.'])
    expect(svg).toContain(`>${words}</text>`);
});

it('draws a card with the status in words, without reporters’ texts or counts', () => {
  const svg = caseCardSvg({ ...shown, username: 'W'.repeat(15) });
  for (const words of ['Reported, not reviewed', 'since November 22, 2026', 'Reported on November 22, 2026'])
    expect(svg).toContain(`>${words}</text>`);
  expect(svg).not.toMatch(/alert|rug|scammer/i);
  expect(caseCardSvg({ ...shown, username: 'W'.repeat(15), statements: [] })).toBe(svg);
  const losses = [{ mint: null, decimals: 9, amount: '12400000000', losses: 1 }];
  const ofLosses = caseCardSvg({ ...shown, losses });
  expect(ofLosses).toContain('>Sent by reporters: 12.4 SOL</text>');
  expect(ofLosses).toContain('>The chain doesn&#39;t say who owns the receiving addresses.</text>');
  expect(caseCardSvg({ ...shown, username: '<b>&"' })).toContain('>@&lt;b&gt;&amp;&quot;</text>');
});

it('gives sums of losses without a number of reporters, of whom there may be one', async () => {
  const losses = [{ mint: null, decimals: 9, amount: '12400000000', losses: 1 }];
  expect(await pageOf({ ...shown, losses })).toContain('card.png?v=unreviewed-2026-11-22-1-12400000000"');
  expect(textOf(await pageOf({ ...shown, losses }))).toContain(
    "Shown by the chain: 12.4 SOL, sent from reporters' wallets.",
  );
});

it('says on a card where to check it, whole, however long', () => {
  expect(caseCardSvg(shown, 'https://list.example')).toContain(`>list.example/case/${shown.username}</text>`);
  const long = 'W'.repeat(15);
  const svg = caseCardSvg({ ...shown, username: long }, `https://${'w'.repeat(60)}.example`);
  const [, size] = new RegExp(`font-size="(\\d+)"[^>]*>w+\\.example/case/${long}<`).exec(svg) ?? [];
  expect(Number(size)).toBeLessThan(20);
});

it('calls no account that looks like the name in a text one of this name', async () => {
  const names = ['KindElf'];
  const chat = { kind: 'trace' as const, of: 'telegram' as const, value: 'kindelf', names };
  const imitation = { kind: 'unknown' as const, why: 'not_a_handle' as const, text: 'Kind-Elf', names };
  const words = { kind: 'words' as const, text: 'ask kindelf', names };
  const answer = {
    ...{ naughty: null, burned: null, nice: null, near: [], isReceipt: false },
    naming: { trace: null, total: 0, cases: [] },
  };
  const hintAt = async (username: string, subject: Subject = chat) => {
    const meant = [
      { username, list: 'naughty' as const, status: 'unreviewed' as const, hasChangedHands: false },
    ];
    const found = { term: 't.me/KindElf', items: [], lookUp: { answers: [{ ...answer, subject, meant }] } };
    const url = '/?search=t.me%2FKindElf';
    const page = { url, newest: [], total: 0, found, origin: '', renderedAt: 0 };
    return textOf(await renderListPage(TEMPLATE, page));
  };
  expect(await hintAt('kindelf')).toContain('An X account with this name: @kindelf');
  expect(await hintAt('k1ndelf')).toContain('An X account whose name looks like this one: @k1ndelf');
  expect(await hintAt('kindelf', imitation)).toContain('name looks like this one: @kindelf');
  expect(await hintAt('kindelf', words)).toContain('An X account that this may mean: @kindelf');
});
