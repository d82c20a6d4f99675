import { signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { sealLeaf } from '@naughty-list/ledger/leaf';
import { checkLeafReceipt, LEAF_RECEIPT, type LeafReceipt } from '@naughty-list/ledger/leaf-receipt';
import { createSigner, makePrivateKey, verifierKey } from '@naughty-list/ledger/note';
import { proveInclusion, rootAt } from '@naughty-list/ledger/tree';
import { expect, it } from 'vitest';
import { MemoryLog, numbered } from './memory-log.ts';

const signer = createSigner('list.example/log', makePrivateKey());
const key = verifierKey(signer);

async function receiptOf(size: number, index: number): Promise<LeafReceipt> {
  const head = { type: 'report-published', case: 7, time: '2026-12-24T18:00:00.000Z' };
  const { entry, salt, record } = sealLeaf(head, '{"case":7,"kind":"report"}');
  const log = new MemoryLog();
  await log.append(numbered(size).with(index, entry));
  const proof = await proveInclusion(log.read, index, size);
  return {
    format: LEAF_RECEIPT,
    key,
    checkpoint: signCheckpoint({ size, root: await rootAt(log.read, size) }, signer),
    index,
    entry: entry.toString(),
    salt: salt.toString('base64'),
    record,
    proof: proof.map((hash) => hash.toString('base64')),
  };
}

it.each([
  [1, 0],
  [2, 1],
  [3, 2],
  [255, 100],
  [256, 255],
  [257, 256],
  [600, 0],
  [600, 599],
])('a receipt of a log of %i opens offline at leaf %i', async (size, index) => {
  const receipt = await receiptOf(size, index);
  expect(await checkLeafReceipt(JSON.stringify(receipt), key)).toMatchObject({
    isValid: true,
    log: 'list.example/log',
    size,
    index,
    leaf: { type: 'report-published', time: '2026-12-24T18:00:00.000Z' },
    record: { case: 7, kind: 'report' },
  });
});

it('proves nothing with any part changed, left out or of another kind', async () => {
  const receipt = await receiptOf(600, 300);
  const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const changes: Partial<Record<keyof LeafReceipt, unknown>>[] = [
    { index: 301 },
    { index: -1 },
    { index: 600 },
    { entry: receipt.entry.replace('"case":7', '"case":8') },
    { entry: 'x' },
    { salt: flip(receipt.salt) },
    { salt: '?' },
    { record: receipt.record.replace('7', '8') },
    { proof: receipt.proof.slice(1) },
    { proof: receipt.proof.toReversed() },
    { proof: [...receipt.proof, receipt.proof[0]] },
    { proof: receipt.proof.map(flip) },
    { proof: [] },
    { checkpoint: receipt.checkpoint.replace('\n600\n', '\n601\n') },
    { checkpoint: receipt.checkpoint.slice(0, receipt.checkpoint.indexOf('\n\n') + 2) },
    { checkpoint: '' },
    { key: verifierKey(createSigner(signer.name, makePrivateKey())) },
    { key: key.replace('list', 'lost') },
    { key: 'x' },
    { format: 'another' },
    { record: undefined },
  ];
  for (const change of changes)
    expect(
      await checkLeafReceipt(JSON.stringify({ ...receipt, ...change })),
      JSON.stringify(change),
    ).toMatchObject({
      isValid: false,
      problem: expect.stringMatching(/\.$/),
    });
  for (const text of ['', '[]', 'null', '{}', '1'])
    expect(await checkLeafReceipt(text)).toMatchObject({ isValid: false });
  const another = verifierKey(createSigner(signer.name, makePrivateKey()));
  expect(await checkLeafReceipt(JSON.stringify(receipt), another)).toMatchObject({
    isValid: false,
    problem: "The receipt's key is not the one you saved.",
  });
});
