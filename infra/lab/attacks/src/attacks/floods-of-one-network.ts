import { type Attack, noneFailed } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients, newClients } from '../clients.ts';
import { type Answer, countStatuses } from '../sender/requests.ts';
import { describeStatuses } from '../words.ts';
import { type NewEntry, newReport, sendAllHonestly, sendHonestly } from '../writes.ts';

/** The default of `HOLD_REPORTS_ABOVE_PER_MINUTE`, and a network's share of a day. */
const PER_MINUTE = 10;
const PER_DAY = 10 * PER_MINUTE;
const HONEST = 15;

/** Floods a list from one /24 and one /48 while others use it; each call has its proof of work. */
const flood = (of: Pick<Attack, 'name' | 'title'> & { path: string; listed: string }): Attack => ({
  ...of,
  bound: `${PER_MINUTE} a minute and ${PER_DAY} a day of each network are public, as many wait, then 429; ${HONEST} of ${HONEST} honest ones are public at once`,
  async run(scene) {
    const { product, scale, observe } = scene;
    const entries = (from: string[]) => from.map((each) => newReport(each, of.path));
    const attackers = [
      entries(ipv4Neighbours(scale.fromNetwork)),
      entries(ipv6Clients(scale.fromNetwork, 'many /56')),
    ];
    const honest = entries(newClients(HONEST));
    const listed = async (sent: readonly NewEntry[]) => {
      const names = sent.map(({ username }) => username);
      const { rows } = await product.db.query<{ all: number; listed: number }>(
        `select count(*)::int as all, count(*) filter (where ${of.listed})::int as listed from ${tableOf(of.path)}
         where username = any ($1)`,
        [names],
      );
      return rows[0] ?? { all: 0, listed: 0 };
    };
    const { value, seen } = await observe(async () => {
      const began = performance.now();
      const flooding = sendAllHonestly(
        scene,
        attackers.flat().map(({ sent }) => sent),
      );
      const genuine: Answer[] = [];
      for (const { sent } of honest) genuine.push(await sendHonestly(scene, sent));
      return { answers: await flooding, genuine, minutes: (performance.now() - began) / 60_000 };
    });
    const { answers, genuine, minutes } = value;
    const share = Math.min(PER_DAY, PER_MINUTE * Math.ceil(minutes + 1));
    const counted = await Promise.all(attackers.map(listed));
    const taken = await listed(honest);
    return {
      sent: `${answers.length} in ${(minutes * 60).toFixed(0)} s, half of them of one /24, half of one /48: ${describeStatuses(countStatuses(answers))}; beside them ${HONEST} honest ones: ${describeStatuses(countStatuses(genuine))}`,
      saw: [
        counted
          .map((one, at) => `${at === 0 ? '/24' : '/48'}: ${one.listed} public, ${one.all - one.listed} wait`)
          .join('; '),
        `${taken.listed} of ${HONEST} honest ones public`,
      ],
      checks: [
        { what: 'a network has its share', holds: counted.every((one) => one.listed <= share) },
        { what: 'what waits has a limit', holds: counted.every((one) => one.all - one.listed <= PER_DAY) },
        { what: 'all honest ones are public', holds: taken.listed === HONEST },
        noneFailed(seen),
      ],
    };
  },
});

const tableOf = (path: string) =>
  path === '/api/nice-reports' ? 'reports.nice_reports' : 'reports.scammer_reports';

export const reportFlood = flood({
  name: 'report-flood',
  title: 'reports from one /24 and one /48, with proofs of work',
  path: '/api/scammer-reports',
  listed: 'not is_removed',
});

export const praiseFlood = flood({
  name: 'praise-flood',
  title: 'praise from one /24 and one /48, with proofs of work',
  path: '/api/nice-reports',
  listed: 'held_at is null',
});
