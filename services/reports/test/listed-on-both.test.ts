import { listNiceReports, searchNiceReports, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { listReports, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Admins, openAdmins } from './admins.ts';
import { praiseInput, reportInput } from './running-service.ts';

let admins: Admins;
beforeAll(async () => {
  admins = await openAdmins();
});
afterAll(() => admins.service.stop());

const visitor = () => admins.service.as('visitor');
const report = (username: string) => visitor().call(submitReport, { body: reportInput({ username }) });
const praise = (username: string) => visitor().call(submitNiceReport, { body: praiseInput({ username }) });

/** How both lists and both searches show a username. */
async function shown(username: string) {
  const is = (entry: { username: string }) => entry.username.toLowerCase() === username.toLowerCase();
  const query = { q: username };
  const [naughty, nice, naughtyFound, niceFound] = [
    await visitor().call(listReports, { query: {} }),
    await visitor().call(listNiceReports, { query: {} }),
    await visitor().call(searchReports, { query }),
    await visitor().call(searchNiceReports, { query }),
  ];
  expect(naughtyFound.find(is)).toEqual(naughty.find(is));
  expect(niceFound.find(is)).toEqual(nice.find(is));
  return [naughty.find(is)?.alsoOnNiceList, nice.find(is)?.alsoOnNaughtyList];
}

it('a listed scammer who is praised is shown as such in both places, whatever the case', async () => {
  await report('Two_Faced');
  expect(await shown('two_faced')).toEqual([undefined, undefined]);
  await praise('two_faced');
  expect(await shown('two_faced')).toEqual([true, true]);
});

it('so is a praised hero who is reported, until either entry goes', async () => {
  const hero = await praise('fallen_hero');
  const scammer = await report('fallen_hero');
  expect(await shown('fallen_hero')).toEqual([true, true]);
  const operation = await admins.deleted(scammer.id);
  expect(await shown('fallen_hero')).toEqual([undefined, undefined]);
  await admins.restore(operation);
  expect(await shown('fallen_hero')).toEqual([true, true]);
  await admins.send('DELETE', `/api/admin/nice-reports/${hero.id}`);
  expect(await shown('fallen_hero')).toEqual([undefined, undefined]);
});

it('a removed report says nothing about a hero', async () => {
  await praise('cleared_hero');
  const { id } = await report('cleared_hero');
  expect(await shown('cleared_hero')).toEqual([true, true]);
  await admins.service.context.db('scammer_reports').where({ id }).update({ is_removed: true });
  expect(await shown('cleared_hero')).toEqual([undefined, undefined]);
});

it('a praise of another username leaves the Naughty List’s pages as they are kept', async () => {
  const etag = async () => (await visitor().callFull(listReports, { query: {} })).headers.get('etag');
  const before = await etag();
  await praise('only_a_hero');
  expect(await etag()).toBe(before);
  await praise('two_faced');
  expect(await etag()).not.toBe(before);
});
