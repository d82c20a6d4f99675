import { browse, type Doing, eitherWay, type World } from './people.ts';
import type { Report } from './site.ts';

const subject = ({ id }: Report) => `report:${id}`;

/** Pays for a report with its reference; the expected effect is exactly one removal. */
async function payFor(world: World, report: Report, kind: string): Promise<string> {
  const { wallet, runRecord, removalCost } = world;
  const memo = report.uniqueBurnAddress;
  const payment = await wallet.pay({ amount: removalCost, memo, ...eitherWay(world) });
  runRecord.expected.push({ kind, payments: [payment], subjects: [subject(report)] });
  return payment;
}

const bound: Doing = async (world) => {
  const report = await world.site.report();
  await world.site.claimRemoval(report, await payFor(world, report, 'removal, bound by memo'));
};

const leftToTheWatcher: Doing = async (world) => {
  await payFor(world, await world.site.report(), 'removal, found by the watcher');
};

const unbound: Doing = async (world) => {
  const { site, wallet, runRecord, removalCost } = world;
  const report = await site.report();
  await browse();
  const payment = await wallet.pay({ amount: removalCost, ...eitherWay(world) });
  runRecord.expected.push({ kind: 'removal, unbound', payments: [payment], subjects: [subject(report)] });
  await site.claimRemoval(report, payment, wallet.payerOf(payment));
  // As after a reload: the page has lost the signature.
  await site.claimRemoval(report, payment, wallet.payerOf(payment));
};

const underpaid: Doing = async (world) => {
  const { site, wallet, removalCost, random } = world;
  const report = await site.report();
  const memo = random.next() < 0.5 ? { memo: report.uniqueBurnAddress } : {};
  await site.claimRemoval(
    report,
    await wallet.pay({ amount: removalCost / 2n, ...memo, ...eitherWay(world) }),
  );
};

const otherMint: Doing = async (world) => {
  const { site, wallet, removalCost } = world;
  const report = await site.report();
  const memo = report.uniqueBurnAddress;
  const payment = await wallet.pay({ amount: removalCost, memo, otherMint: true, ...eitherWay(world) });
  await site.claimRemoval(report, payment);
};

/** The watcher settles it for the report in its reference; no other claim gets anything. */
const otherReference: Doing = async (world) => {
  const { site } = world;
  const [mine, named] = [await site.report(), await site.report()];
  await site.claimRemoval(mine, await payFor(world, named, "removal, claimed for another's report"));
};

const replayedBound: Doing = async (world) => {
  const { site } = world;
  const [paid, second] = [await site.report(), await site.report()];
  const payment = await payFor(world, paid, 'removal, replayed');
  await site.claimRemoval(paid, payment);
  await site.claimRemoval(second, payment);
  await site.claimRemoval(paid, payment);
};

/** The payer signs for both, if asked to: one of the two is removed, either one. */
const racedUnbound: Doing = async (world) => {
  const { site, wallet, runRecord, removalCost } = world;
  const reports = [await site.report(), await site.report()];
  await browse();
  const payment = await wallet.pay({ amount: removalCost, ...eitherWay(world) });
  const subjects = reports.map(subject);
  runRecord.expected.push({ kind: 'removal, unbound and raced for', payments: [payment], subjects });
  const payer = wallet.payerOf(payment);
  await Promise.all(reports.map((report) => site.claimRemoval(report, payment, payer)));
};

const failed: Doing = async ({ site, wallet }) => {
  const report = await site.report();
  const memo = report.uniqueBurnAddress;
  await site.claimRemoval(report, await wallet.pay({ amount: 10n ** 17n, memo, hopeless: true }));
};

const paidTwice: Doing = async (world) => {
  const { site, wallet, runRecord, removalCost } = world;
  const report = await site.report();
  const order = { amount: removalCost, memo: report.uniqueBurnAddress };
  const payments = await Promise.all([wallet.pay(order), wallet.pay({ ...order, ...eitherWay(world) })]);
  runRecord.expected.push({ kind: 'removal, paid twice', payments, subjects: [subject(report)] });
  await Promise.all(payments.map((payment) => site.claimRemoval(report, payment)));
};

/** An attacker reads the hash off the chain and claims it for another report, as early as the payer. */
const stranger: Doing = async (world) => {
  const { site } = world;
  const [payers, strangers] = [await site.report(), await site.report()];
  const payment = await payFor(world, payers, 'removal, claimed by a stranger too');
  await Promise.all([site.claimRemoval(strangers, payment), site.claimRemoval(payers, payment)]);
};

/** A membership payment does not pay for a report. */
const membershipPayment: Doing = async (world) => {
  const { site, wallet, runRecord, membershipFee } = world;
  const [visitor, report] = [await site.visit(), await site.report()];
  const order = { to: wallet.burnWallet, referenceKey: visitor.key };
  const payment = await wallet.pay({ amount: membershipFee * 2n, fromNewWallet: true, ...order });
  const subjects = [`member:${visitor.reference}`];
  runRecord.expected.push({ kind: 'membership, claimed for a report', payments: [payment], subjects });
  await site.claimRemoval(report, payment);
};

/** Removal scenarios, weighted in twentieths. */
export const removalDoings = [
  ['bound by memo', 4, bound],
  ['left to the watcher', 3, leftToTheWatcher],
  ['unbound', 2, unbound],
  ['underpaid', 2, underpaid],
  ['other mint', 1, otherMint],
  ["other report's reference", 1, otherReference],
  ['replayed', 1, replayedBound],
  ['unbound, two at once', 1, racedUnbound],
  ['failed transaction', 1, failed],
  ['two payments for one report', 1, paidTwice],
  ["stranger with another's hash", 2, stranger],
  ["member's payment for a report", 1, membershipPayment],
] as const;
