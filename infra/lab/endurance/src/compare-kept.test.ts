import { describe, expect, it } from 'vitest';
import { keptWrongly, type Reported, type Standing } from './compare-kept.ts';
import { type Kept, openKept } from './kept.ts';

const report = (id: number, username: string, description = 'as it was', removed = false) => ({
  id,
  username,
  description,
  removed,
});

/**
 * A run without differences: one report paid for, one edited, one deleted, a praise, three visits of which one is
 * uncertain.
 */
function allWell(): { kept: Kept; at: Standing; reported: Reported } {
  const kept: Kept = {
    ...openKept(),
    moderated: new Map([
      [2, 'edited'],
      [3, 'edited too'],
    ]),
    deleted: new Set([3]),
    niceReports: new Set(['hero_1']),
    visits: new Map([
      ['/?visit=1', { by: 'one', at: 1_000 }],
      ['/?visit=2', { by: 'two', at: 99_900 }],
    ]),
    unanswered: new Set(['/?visit=3']),
    killedGateways: [{ url: 'two', at: 100_000 }],
  };
  const at: Standing = {
    reports: [report(1, 'rugger_1', 'as it was', true), report(2, 'moderated_1', 'edited')],
    deletions: new Map([[3, 1]]),
    niceReports: new Map([['hero_1', 1]]),
    visits: new Map([
      ['/?visit=1', 1],
      ['/?visit=3', 1],
    ]),
  };
  return { kept, at, reported: { listed: 1, niceReports: 1, hits: 2, dailyVisits: 2 } };
}

const wrong = (change: (run: ReturnType<typeof allWell>) => void): string[] => {
  const run = allWell();
  change(run);
  return keptWrongly(run.kept, [1], run.at, run.reported);
};

describe('what was promised besides payments', () => {
  it('is kept: a visit held by a killed gateway, or never answered, may count or not', () => {
    expect(wrong(() => {})).toEqual([]);
  });

  it('a report that is lost, doubled, unknown, or not as it was edited', () => {
    expect(wrong(({ at }) => void at.reports.shift())).toEqual(['report 1 is lost']);
    expect(
      wrong(({ at, reported }) => {
        at.reports.push(report(4, 'moderated_1'));
        reported.listed = 2;
      }),
    ).toEqual(['report 4 is unknown', '@moderated_1 is listed twice']);
    expect(wrong(({ kept }) => void kept.moderated.set(2, 'edited again'))).toEqual([
      'the edit of report 2 is lost',
    ]);
  });

  it('a deletion that came to nothing, or is not in the audit log', () => {
    expect(wrong(({ kept }) => void kept.deleted.add(2))).toEqual([
      'report 2 was deleted and is there',
      'the deletion of report 2 is in the audit log 0 times',
    ]);
  });

  it('a praise that is lost or doubled', () => {
    expect(wrong(({ at }) => void at.niceReports.set('hero_1', 2))).toHaveLength(2);
  });

  it('a visit that is lost, counted twice, or never made', () => {
    expect(
      wrong(({ at, reported }) => {
        at.visits.delete('/?visit=1');
        at.visits.set('/?visit=3', 2);
        at.visits.set('/?visit=4', 1);
        Object.assign(reported, { hits: 3, dailyVisits: 3 });
      }),
    ).toEqual([
      'the visit of /?visit=1 is lost',
      'the visit of /?visit=3 is counted 2 times',
      'the visit of /?visit=4 is counted 1 times',
    ]);
  });

  it('a site that returns other numbers than its tables hold', () => {
    expect(wrong(({ reported }) => Object.assign(reported, { listed: 2, hits: 1 }))).toEqual([
      'the list says 2, and there are 1',
      'the hit counter says 1, and there are 2',
    ]);
  });
});
