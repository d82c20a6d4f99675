import { markNiceReportsRead } from '@naughty-list/contracts/admin-reports';
import { listNiceReports, searchNiceReports, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import {
  getRegisterVersion,
  listReports,
  searchReports,
  submitReport,
} from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { recordChanges } from '../src/record/ledger/append.ts';
import { openAdmins } from './admins.ts';
import { removeReport } from './remove-report.ts';
import { ANYTHING, niceReportInput, reportInput } from './running-service.ts';

const admins = closeAfterAll(await openAdmins());

const visitor = () => admins.service.as('visitor');
const report = (username: string) => visitor().call(submitReport, { body: reportInput({ username }) });
/** Praise that a moderator has read. */
const niceReport = async (username: string) => {
  const praise = await visitor().call(submitNiceReport, { body: niceReportInput({ username }) });
  await admins.admin().call(markNiceReportsRead, { body: { ids: [praise.id] } });
  return praise;
};

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

it('a username on both lists is marked on both, in any case', async () => {
  await report('Two_Faced');
  expect(await shown('two_faced')).toEqual([undefined, undefined]);
  // A scammer who praises himself changes nothing on his card.
  await visitor().call(submitNiceReport, { body: niceReportInput({ username: 'two_faced' }) });
  expect(await shown('two_faced')).toEqual([undefined, 'unreviewed']);
  await niceReport('two_faced');
  expect(await shown('two_faced')).toEqual([true, 'unreviewed']);
});

it('so is one reported after its nice report, until either entry is deleted', async () => {
  const hero = await niceReport('fallen_hero');
  const scammer = await report('fallen_hero');
  expect(await shown('fallen_hero')).toEqual([true, 'unreviewed']);
  const operation = await admins.deleted(scammer.id);
  expect(await shown('fallen_hero')).toEqual([undefined, undefined]);
  await admins.restore(operation);
  expect(await shown('fallen_hero')).toEqual([true, 'unreviewed']);
  await admins.send('DELETE', `/api/admin/nice-reports/${hero.id}`);
  expect(await shown('fallen_hero')).toEqual([undefined, undefined]);
});

it('a hero is marked with the status of the report, which anyone can send', async () => {
  await niceReport('accused_hero');
  const { id } = await report('accused_hero');
  expect(await shown('accused_hero')).toEqual([true, 'unreviewed']);
  await admins.setStatus(id, 'corroborated', 'evidence_alone');
  expect(await shown('accused_hero')).toEqual([true, 'corroborated']);
});

it('a removed report says nothing about a hero', async () => {
  await niceReport('cleared_hero');
  const { id } = await report('cleared_hero');
  expect(await shown('cleared_hero')).toEqual([true, 'unreviewed']);
  await admins.service.context.db('scammer_reports').where({ id }).update({ is_removed: true });
  expect(await shown('cleared_hero')).toEqual([undefined, undefined]);
});

it('each change of what a list shows has a version of its own', async () => {
  const { db } = admins.service.context;
  const versions: string[] = [];
  const note = async () => {
    versions.push((await visitor().call(getRegisterVersion, {})).version);
  };
  await note();
  const { id } = await report('versioned');
  await note();
  await db('scammer_reports').where({ id }).update({ description: 'Sold it twice.' });
  await recordChanges(db, { cases: [id] }, ANYTHING);
  await note();
  const hero = await niceReport('versioned');
  await note();
  await removeReport(db, id, 'burn of a version');
  await note();
  await admins.send('DELETE', `/api/admin/nice-reports/${hero.id}`);
  await note();
  expect(new Set(versions).size).toBe(6);
  await note();
  expect(versions.at(-1)).toBe(versions.at(-2));
});
