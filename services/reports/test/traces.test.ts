import { editReport } from '@naughty-list/contracts/admin-reports';
import { undoAccount } from '@naughty-list/contracts/audit-log';
import { submitStatement } from '@naughty-list/contracts/cases';
import { CASES_NAMING_MAX, getCasesNaming } from '@naughty-list/contracts/cases-naming';
import { exportPersonalData } from '@naughty-list/contracts/personal-data';
import type { Trace } from '@naughty-list/contracts/traces';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { decideStatus, openAdmins } from './admins.ts';
import { removeReport } from './past-operations.ts';

const LIST_MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

const admins = closeAfterAll(await openAdmins({ LIST_MINT_ADDRESS: LIST_MINT }));
const { db, visitor, caseOf } = admins;

const naming = async (kind: Trace['kind'], value: string) =>
  (await visitor().call(getCasesNaming, { params: { kind, value } })).cases.map(({ username }) => username);

let names = 0;
const newName = () => `tracer${++names}`;
const newSite = () => `sleigh-${++names}.com`;
const report = (changes: object = {}, username = newName()) =>
  admins.service.report({
    username,
    twitterUrl: `https://x.com/${username}/status/${++names}`,
    ...changes,
  });
const state = (username: string, changes: object = {}) =>
  admins.service.as(`witness ${username}`).call(submitStatement, {
    body: {
      username,
      twitterUrl: `https://x.com/${username}/status/${++names}`,
      description: 'Me too.',
      ...changes,
    },
  });
const review = (id: number) => admins.changeRow(id, { status: 'corroborated' });
const naming10 = (site: string) => `He sent me to https://${site}/claim at night.`;

it('finds a case by a trace of its report, however it is written', async () => {
  const { id, username } = await report({
    description: 'Paid 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU on https://claim.Grotto-Gifts.com',
    alsoUsed: 't.me/GrottoGifts and @Grotto_Helper',
  });
  const { traces } = await caseOf(username);
  expect(traces).toEqual([
    { kind: 'domain', value: 'grotto-gifts.com' },
    { kind: 'solana', value: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' },
    { kind: 'telegram', value: 'grottogifts' },
    { kind: 'x', value: 'grotto_helper' },
  ]);
  for (const { kind, value } of traces)
    expect(await naming(kind, value)).toEqual(kind === 'x' ? [] : [username]);
  // A second account was not reported: it is named once a moderator has reviewed the case.
  await review(id);
  expect(await naming('x', 'grotto_helper')).toEqual([username]);
  expect(await naming('telegram', 'GROTTOGIFTS')).toEqual([username]);
  expect(await naming('solana', '7xkxtg2cw87d97txjsdpbd5jbkhetqa83tzrujosgasu')).toEqual([]);
});

it('refuses a value that no trace has, and PostgreSQL cannot store', async () => {
  await expect(naming('domain', 'sleigh\u0000.com')).rejects.toMatchObject({ status: 404 });
});

it('leaves out the account itself, LIST, and what the reporter left out', async () => {
  const site = newSite();
  const username = newName();
  const mine = { kind: 'domain', value: newSite() } as const;
  await report(
    { description: `@${username} sold ${LIST_MINT} on ${site}, not ${mine.value}`, leftOut: [mine] },
    username,
  );
  expect((await caseOf(username)).traces).toEqual([{ kind: 'domain', value: site }]);
});

it('links two reviewed cases with the same trace, and shows it', async () => {
  const site = newSite();
  const [one, two] = [
    await report({ description: naming10(site) }),
    await report({ description: naming10(site) }),
  ];
  const trace = { kind: 'domain', value: site };
  const sharing = async () =>
    [await caseOf(one.username), await caseOf(two.username)].map((each) => each.sharing);
  expect(await sharing()).toEqual([[], []]);
  await review(one.id);
  // Otherwise a stranger would put an innocent beside a scammer on the page of both.
  expect(await sharing()).toEqual([[], []]);
  await review(two.id);
  expect((await caseOf(one.username)).sharing).toEqual([
    expect.objectContaining({ number: two.id, username: two.username, status: 'corroborated', trace }),
  ]);
  expect((await caseOf(two.username)).sharing).toMatchObject([{ username: one.username, trace }]);
  expect(await naming('domain', site)).toEqual([two.username, one.username]);
});

it('says that the report alone names something: a scammer may have filed it himself, with a stranger’s wallet', async () => {
  const site = newSite();
  const { id, username } = await report({ description: naming10(site), alsoUsed: '@Snow_Stranger' });
  const isAlone = async (kind: Trace['kind'], value: string) => {
    const { cases } = await visitor().call(getCasesNaming, { params: { kind, value } });
    return cases.map(({ isReportAlone }) => isReportAlone);
  };
  expect(await isAlone('domain', site)).toEqual([false]);
  await review(id);
  const { id: statement } = await state(username, { description: `Me too, on https://${site}/claim.` });
  expect([await isAlone('domain', site), await isAlone('x', 'snow_stranger')]).toEqual([[true], [true]]);
  await admins.decideStatement(statement, 'publish');
  expect([await isAlone('domain', site), await isAlone('x', 'snow_stranger')]).toEqual([[false], [true]]);
});

it.each([
  ['deadline_passed', 'deadline'],
  // Of a moderator who has read the reply.
  ['reply_contradicts', 'moderator'],
] as const)(
  'names no second account, and shares no trace, for a dispute that no moderator has decided: %s',
  async (rule, role) => {
    const site = newSite();
    const other = await report({ description: naming10(site) });
    await review(other.id);
    // A scammer reports himself, appeals with proof, and waits for the deadline or replies.
    const { id, username } = await report({ description: naming10(site), alsoUsed: '@Snow_Victim' });
    // As its appeal brings it about.
    const dispute = () => decideStatus(db(), id, 'disputed', rule, { role, who: role, restores: rule });
    await dispute();
    const said = async () => [
      await naming('x', 'snow_victim'),
      (await caseOf(other.username)).sharing.map((each) => each.username),
    ];
    expect(await said()).toEqual([[], []]);
    await decideStatus(db(), id, 'corroborated', 'evidence_alone');
    await dispute();
    expect(await said()).toEqual([[username], [username]]);
    await decideStatus(db(), id, 'unreviewed', 'status_withdrawn');
    await dispute();
    expect(await said()).toEqual([[], []]);
  },
);

it('accuses no new owner of a name', async () => {
  const site = newSite();
  const former = await report({ description: naming10(site) });
  const other = await report({ description: naming10(site) });
  for (const { id } of [former, other]) await review(id);
  await admins.changeRow(former.id, { handle_changed_at: new Date() });
  const { cases } = await visitor().call(getCasesNaming, { params: { kind: 'domain', value: site } });
  const changed = [
    [other.username, null],
    [former.username, expect.stringMatching(/^20/)],
  ];
  expect(cases.map((each) => [each.username, each.handleChangedAt])).toEqual(changed);
  const { sharing } = await caseOf(other.username);
  expect(sharing.map((each) => [each.username, each.handleChangedAt])).toEqual([changed[1]]);
});

it('says so on the page of a case that shares it, too', async () => {
  const site = newSite();
  const hacked = await report();
  const { id: statement } = await state(hacked.username, { description: naming10(site) });
  await admins.decideStatement(statement, 'publish');
  await review(hacked.id);
  const scammers = await report({ description: naming10(site) });
  await review(scammers.id);
  const isAlone = async (username: string) =>
    (await caseOf(username)).sharing.map((each) => [each.username, each.isReportAlone]);
  expect(await isAlone(hacked.username)).toEqual([[scammers.username, true]]);
  expect(await isAlone(scammers.username)).toEqual([[hacked.username, false]]);
});

it('counts the cases that name a trace if it cannot list them all', async () => {
  const site = newSite();
  const known = await report({ description: naming10(site) });
  for (let count = 0; count < CASES_NAMING_MAX; count += 1) await report({ description: naming10(site) });
  const { cases, total } = await visitor().call(getCasesNaming, { params: { kind: 'domain', value: site } });
  expect([cases.length, total]).toEqual([CASES_NAMING_MAX, CASES_NAMING_MAX + 1]);
  expect(cases.map(({ number }) => number)).not.toContain(known.id);

  // Nor do reports of strangers push out what a moderator found corroborated.
  await review(known.id);
  expect((await naming('domain', site))[0]).toBe(known.username);
  expect((await caseOf(known.username)).sharing).toEqual([]);
});

it.each([
  ['a burn', (id: number) => removeReport(db(), id, `burn of ${id}`)],
  ['a deletion', (id: number) => admins.deleted(id)],
  ['clearing', (id: number) => decideStatus(db(), id, 'cleared', 'resolved')],
  ['holding', (id: number) => admins.changeRow(id, { is_removed: true, held_at: new Date() })],
  ['erasure', (reportId: number) => admins.erase({ reportId })],
])('forgets a trace with its case: %s', async (_way, remove) => {
  const site = newSite();
  const [gone, stays] = [
    await report({ description: naming10(site) }),
    await report({ description: naming10(site) }),
  ];
  await state(gone.username, { description: naming10(site) });
  await remove(gone.id);
  expect(await naming('domain', site)).toEqual([stays.username]);
  expect((await caseOf(stays.username)).sharing).toEqual([]);
});

it('brings a trace back with a restored case', async () => {
  const site = newSite();
  const { id, username } = await report({ description: naming10(site) });
  await admins.restore(await admins.deleted(id));
  expect(await naming('domain', site)).toEqual([username]);
});

it('shows the traces of a statement while it is published', async () => {
  const site = newSite();
  const { id, username } = await report();
  const { id: statement } = await state(username, { description: naming10(site) });
  expect(await naming('domain', site)).toEqual([username]);
  const decide = (decision: 'hold' | 'publish') => admins.decideStatement(statement, decision, 'A reason.');
  await decide('hold');
  expect(await naming('domain', site)).toEqual([]);
  await decide('publish');
  expect(await naming('domain', site)).toEqual([username]);
  const before = await db()('feed_changes').where({ report_id: id }).first('version');
  await decide('hold');
  const after = await db()('feed_changes').where({ report_id: id }).first('version');
  expect(BigInt(after.version)).toBeGreaterThan(BigInt(before.version));
});

it('follows an edit of the text, and its undo, and keeps what the reporter added', async () => {
  const [old, now, added] = [newSite(), newSite(), newSite()];
  const { id, username } = await report({ description: naming10(old), alsoUsed: added });
  const sites = async () => (await caseOf(username)).traces.map(({ value }) => value);
  const edited = { params: { id }, body: { description: naming10(now) } };
  await admins.service.asAdmin('editor').call(editReport, edited);
  expect(new Set(await sites())).toEqual(new Set([now, added]));
  const body = {
    who: 'editor',
    from: new Date(0).toISOString(),
    to: new Date(Date.now() + 1_000).toISOString(),
  };
  await admins.admin().call(undoAccount, { body: { ...body, dryRun: false } });
  expect(new Set(await sites())).toEqual(new Set([old, added]));
});

it('erases with an account the traces that name it, and exports the traces of its case', async () => {
  const username = newName();
  const other = await report({ description: `Works with @${username} all the time.` });
  const { id } = await report({ alsoUsed: 'sleigh-export.com' }, username);
  await review(other.id);
  const query = { username };
  const exported = await admins.admin().call(exportPersonalData, { query });
  expect(exported.traces).toEqual([{ caseNumber: id, kind: 'domain', value: 'sleigh-export.com' }]);
  expect(await naming('x', username)).toEqual([other.username]);
  expect(await admins.erase(query)).toMatchObject({ traces: 2 });
  expect(await naming('x', username)).toEqual([]);
  expect(await db()('traces').where({ report_id: id })).toEqual([]);
});
