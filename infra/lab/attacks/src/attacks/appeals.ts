import { setTimeout as sleep } from 'node:timers/promises';
import { CASE_CODE_HEADER, OpenedAppeal } from '@naughty-list/contracts/appeals';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { getCase, SubmittedStatement } from '@naughty-list/contracts/cases';
import { DecidedTogether, listReview, ReviewedCase } from '@naughty-list/contracts/review';
import { openDatabase } from '../../../../../packages/service-kit/src/database/database.ts';
import { makeDue } from '../../../../../services/reports/test/past-operations.ts';
import { type Attack, describeStatuses, noneFailed, number, seconds } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients, newClient, newClients } from '../clients.ts';
import { type Answer, countStatuses, type Sent } from '../sender/requests.ts';
import { type Desk, insertReports, openDesk } from '../target.ts';
import { sendAll, sendAllHonestly, sendHonestly } from '../writes.ts';

/** Of one network. */
const APPEALS_PER_DAY = 20;
/** What a network publishes on cases within a day. */
const STATEMENTS_PER_DAY = 10;
const ASKED_EVERY_MS = 1_000;

const post = (path: string, from: string, body: object, headers?: Record<string, string>): Sent => ({
  method: 'POST',
  path,
  from,
  body: JSON.stringify(body),
  ...(headers && { headers }),
});
const appeal = (from: string, username: string, text: string): Sent =>
  post('/api/appeals', from, { username, grounds: 'not_me', text });
const codeIn = (answer: Answer | undefined) => ({
  [CASE_CODE_HEADER]: OpenedAppeal.parse(JSON.parse(answer?.text ?? '')).caseCode,
});
const reply = (from: string, code: Record<string, string>, text: string): Sent =>
  post('/api/appeal/reply', from, { text, contradicts: true }, code);

const listed = listReview.answers[200];
const OURS = 'This is my account, and the post is not about me.';
const OUR_REPLY = 'I am another person, and I can show it.';

export const junkBesideAppeal: Attack = {
  name: 'junk-appeals',
  title: 'appeals, replies and statements of one /24 and one /48 on one case, beside genuine ones',
  bound: `at most ${APPEALS_PER_DAY} appeals and ${STATEMENTS_PER_DAY} public statements of each network; the genuine ones are taken, seen and shown`,
  prepare: async (product) => void (await insertReports(product, 'crowd', 1)),
  async run(scene) {
    const { product, scale, observe } = scene;
    const username = 'crowd_0';
    const statement = (from: string, at: number, description: string) =>
      post('/api/statements', from, {
        twitterUrl: `https://x.com/${username}/status/${1_000 + at}`,
        username,
        description,
      });
    const networks = [ipv4Neighbours(scale.junk), ipv6Clients(scale.junk, 'many /56')];
    const desk = await openDesk(product);
    const honest = newClient();
    const { value, seen } = await observe(async () => {
      // Held, as they contain a phone number; they name the posts that the genuine statements will name.
      const squatting = networks.map((from, at) =>
        statement(from[0] ?? '', at, 'He took my money. Call me on +1 202 555 0143 about it.'),
      );
      const squatted = await sendAllHonestly(scene, squatting);
      const junk = await Promise.all([
        sendAllHonestly(
          scene,
          networks
            .flat()
            .map((from, at) => appeal(from, username, `Please take it off, I beg you, number ${at}.`)),
        ),
        sendAllHonestly(
          scene,
          networks
            .flat()
            .map((from, at) => statement(from, 100 + at, `He took everything from me, number ${at}.`)),
        ),
      ]);
      const opened = junk[0].filter(({ status }) => status === 201);
      const replies = await sendAll(
        scene,
        opened.map((answer) => reply(newClient(), codeIn(answer), 'I did all of it and I am proud of it.')),
      );
      const ours = await sendHonestly(scene, appeal(honest, username, OURS));
      const stated = await sendAllHonestly(
        scene,
        newClients(2).map((from, at) => statement(from, at, 'I paid for a sleigh and got a drawing of one.')),
      );
      return { squatted, junk, replies, ours, stated };
    });
    const { squatted, junk, replies, ours, stated } = value;
    const first = await confirm(desk, username, await numberOf(scene.product.stack.url, username));
    const [replied] = await sendAll(scene, [reply(honest, codeIn(ours), OUR_REPLY)]);
    await publishReply(desk, await numberOf(product.stack.url, username));
    const shown = await readCase(product.stack.url, username);
    const { rows } = await product.db.query<{ appeals: number }>(
      'select count(*)::int as appeals from reports.appeals where network_key is not null and report_id = $1 group by network_key order by 1 desc',
      [shown.number],
    );
    const perNetwork = rows.map(({ appeals }) => appeals);
    const publicJunk = await product.db.query<{ published: number }>(
      `select count(*)::int as published from reports.statements
       where report_id = $1 and published_at is not null and description like 'He took everything%'`,
      [shown.number],
    );
    const published = publicJunk.rows[0]?.published ?? 0;
    const genuine = stated.filter(
      ({ status, text }) => status === 201 && !SubmittedStatement.parse(JSON.parse(text ?? '')).held,
    ).length;
    const isShown = shown.reply?.body === OUR_REPLY;
    return {
      sent: `in ${seconds(seen.seconds)}: ${junk[0].length} appeals: ${describeStatuses(countStatuses(junk[0]))}; ${junk[1].length} statements: ${describeStatuses(countStatuses(junk[1]))}; ${replies.length} replies without proof: ${describeStatuses(countStatuses(replies))}; beside them an appeal, 2 statements on posts that held ones name, and a reply`,
      saw: [
        `appeals stored, by network: ${perNetwork.join(', ')}; ${published} junk statements public`,
        `the genuine appeal: ${ours.status}${first ? ', first on the desk once proven' : ''}; its reply ${isShown ? 'shown' : 'not shown'}; ${genuine} of 2 genuine statements public`,
      ],
      checks: [
        {
          what: 'a network has its share of appeals',
          holds: perNetwork.every((each) => each <= APPEALS_PER_DAY),
        },
        { what: 'a network has its share of statements', holds: published <= 2 * STATEMENTS_PER_DAY },
        { what: 'no reply without proof is taken', holds: replies.every(({ status }) => status === 409) },
        { what: 'the squatting statements are held', holds: squatted.every(isHeld) },
        { what: 'the genuine appeal is taken and first on the desk', holds: ours.status === 201 && first },
        { what: 'the genuine reply is shown', holds: replied?.status === 200 && isShown },
        { what: 'the genuine statements are public', holds: genuine === 2 },
        noneFailed(seen),
      ],
    };
  },
};

export const unprovenAppeals: Attack = {
  name: 'unproven-appeals',
  title: 'unproven appeals on as many cases, first from one /24 and one /48, then from many networks',
  bound: `${APPEALS_PER_DAY} of each network; no case speaks for the account; the desk pages through all and refuses them in one operation`,
  prepare: async (product, scale) => void (await insertReports(product, 'unproven', scale.appealed + 1)),
  async run(scene) {
    const { product, scale, observe } = scene;
    const { url } = product.stack;
    const names = Array.from({ length: scale.appealed }, (_, at) => `unproven_${at}`);
    // Beside them a proven one: it shows when deadlines are applied, and what a page then says.
    const proven = `unproven_${scale.appealed}`;
    const desk = await openDesk(product);
    const half = names.length / 2;
    const near = [...ipv4Neighbours(half), ...ipv6Clients(half, 'many /56')];
    const { value, seen } = await observe(async () => {
      const one = (from: string, at: number) => appeal(from, names[at] ?? '', 'Take it off, I say.');
      const ofTwo = await sendAllHonestly(scene, near.map(one));
      const refused = ofTwo.flatMap(({ status }, at) => (status === 201 ? [] : [at]));
      const others = newClients(refused.length);
      const ofMany = await sendAllHonestly(
        scene,
        refused.map((at, which) => one(others[which] ?? '', at)),
      );
      return { ofTwo, ofMany };
    });
    const { ofTwo, ofMany } = value;
    await sendHonestly(scene, appeal(newClient(), proven, OURS));
    await confirm(desk, proven, await numberOf(url, proven));
    const db = openDatabase({ url: product.stack.databaseUrl, schema: 'reports', secret: product.secret });
    await makeDue(db, { decided_at: null }).finally(() => db.destroy());
    const over = AbortSignal.timeout(scale.withinMs);
    const pageOf = async (name: string) => (await fetch(`${url}/case/${name}`, from())).text();
    while (!(await pageOf(proven)).includes(caseTexts.status.disputed)) {
      over.throwIfAborted();
      await sleep(ASKED_EVERY_MS);
    }
    const pages = await sendAll(
      scene,
      newClients(names.length).map((client, at): Sent => ({ path: `/case/${names[at]}`, from: client })),
    );
    const says = (text: string) => pages.filter((page) => page.text?.includes(text)).length;
    const disputed = says(caseTexts.status.disputed);
    const spoken = says('The account has appealed');
    const underWay = says('Appeal under way');
    const found = await readAll(desk);
    const ids = found.items.filter(({ proven }) => !proven).flatMap((item) => item.ids);
    const began = performance.now();
    const refusal = {
      decision: 'refused',
      rule: 'appeal_unfounded',
      reason: 'Nothing in it shows an error.',
    };
    const { status, body } = await desk.post('/api/admin/review/decisions', {
      kind: 'appeal',
      ids,
      ...refusal,
      readAt: found.at,
    });
    const took = (performance.now() - began) / 1_000;
    const together = DecidedTogether.safeParse(body);
    const decided = together.success ? together.data.decided.length : 0;
    const left = (await readAll(desk)).items.filter(({ proven }) => !proven).length;
    const shared = (countStatuses(ofTwo)[201] ?? 0) <= 2 * APPEALS_PER_DAY;
    return {
      sent: `${number(ofTwo.length)} from one /24 and one /48: ${describeStatuses(countStatuses(ofTwo))}; the rest from as many networks: ${describeStatuses(countStatuses(ofMany))}; in ${seconds(seen.seconds)}; then their deadlines passed`,
      saw: [
        `of ${number(pages.length)} case pages ${disputed} say "${caseTexts.status.disputed}", ${spoken} "The account has appealed", ${number(underWay)} "Appeal under way"`,
        `the desk lists ${number(found.items.length)} on ${found.pages} pages; one operation refused ${number(decided)} in ${seconds(took)} (${status}), ${left} left`,
      ],
      checks: [
        { what: 'a network has its share', holds: shared },
        { what: 'no page speaks for the account', holds: disputed + spoken === 0 },
        { what: 'each page says that an appeal is under way', holds: underWay === names.length },
        { what: 'the desk pages through all', holds: ids.length >= names.length },
        { what: 'one operation refuses all', holds: decided === ids.length && left === 0 },
        noneFailed(seen),
      ],
    };
  },
};

const isHeld = ({ status, text }: Answer) =>
  status === 201 && SubmittedStatement.parse(JSON.parse(text ?? '')).held === true;

const from = () => ({ headers: { 'x-forwarded-for': newClient() } });

async function readCase(url: string, username: string) {
  return getCase.answers[200].parse(await (await fetch(`${url}/api/cases/${username}`, from())).json());
}

const numberOf = async (url: string, username: string) => (await readCase(url, username)).number;

/** Confirms that the genuine appeal comes from the account; returns whether it is then the first appeal of all. */
async function confirm(desk: Desk, username: string, caseNumber: number): Promise<boolean> {
  const read = await desk.get(`/api/admin/review/cases/${caseNumber}`);
  const ours = ReviewedCase.parse(read).appeals.find(({ messages }) => messages[0]?.body === OURS);
  if (!ours) return false;
  await desk.post(`/api/admin/review/appeals/${ours.id}/proof`, {
    reason: 'The sender wrote from the address on the website of the account.',
  });
  const [first] = listed.parse(await desk.get('/api/admin/review?kind=appeal')).items;
  return first?.username === username && first.proven && first.id === ours.id;
}

async function publishReply(desk: Desk, caseNumber: number): Promise<void> {
  const { reply: written } = ReviewedCase.parse(await desk.get(`/api/admin/review/cases/${caseNumber}`));
  await desk.post(`/api/admin/review/cases/${caseNumber}/reply`, { decision: 'publish', at: written?.at });
}

/** All appeals on the desk, page by page. */
async function readAll(desk: Desk) {
  const items = [];
  let pages = 0;
  let at = '';
  for (let after: string | null = ''; after !== null; ) {
    const query: string = after && `&after=${encodeURIComponent(after)}`;
    const page = listed.parse(await desk.get(`/api/admin/review?kind=appeal${query}`));
    items.push(...page.items);
    pages += 1;
    at ||= page.at;
    after = page.next;
  }
  return { items, pages, at };
}
