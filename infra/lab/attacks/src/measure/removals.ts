import { setTimeout as sleep } from 'node:timers/promises';
import { payRemoval } from '@naughty-list/bench/stage/product';
import type { Scene } from '../attack.ts';
import { newClient } from '../clients.ts';
import { insertReports } from '../target.ts';

type Removing = Pick<Scene, 'product' | 'scale'>;

const ASK_EVERY_MS = 50;
let made = 0;

/** Burns for a report until confirmed but not final; returns the seconds from claiming the burn to the removal. */
export async function timeRemoval({ product, scale }: Removing): Promise<number> {
  made += 1;
  const [report] = await insertReports(product, `payer${made}`, 1);
  if (!report) throw new Error('No report was made');
  const txHash = await payRemoval(product, report);
  const began = performance.now();
  const over = AbortSignal.timeout(scale.withinMs);
  const answer = await fetch(`${product.stack.url}/api/scammer-reports/${report.id}/remove-by-burn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newClient() },
    body: JSON.stringify({ txHash }),
    signal: over,
  });
  const text = await answer.text();
  if (answer.status !== 200 && answer.status !== 202)
    throw new Error(`The removal was answered ${answer.status}: ${text}`);
  const removed = 'select from reports.scammer_reports where id = $1 and is_removed';
  while ((await product.db.query(removed, [report.id])).rows.length === 0) {
    over.throwIfAborted();
    await sleep(ASK_EVERY_MS);
  }
  return (performance.now() - began) / 1_000;
}

/** One removal after another: as many as the scale has, and before them those while `work` is under way. */
export async function timeRemovals(scene: Removing, work?: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = !work;
  const end = () => {
    isOver = true;
  };
  work?.then(end, end);
  while (!isOver) times.push(await timeRemoval(scene));
  for (let n = 0; n < scene.scale.removals; n += 1) times.push(await timeRemoval(scene));
  return times;
}
