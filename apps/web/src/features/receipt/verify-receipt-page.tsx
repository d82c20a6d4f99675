import { type CheckedReceipt, checkLeafReceipt } from '@naughty-list/ledger/leaf-receipt';
import { useState } from 'react';
import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { Moment } from '../../ui/day.tsx';
import { controlClasses } from '../../ui/field.tsx';
import { Fact, Section } from '../../ui/section.tsx';

export const verifyReceiptHead: PageHead = {
  path: '/verify-receipt',
  title: 'Check a receipt from the Naughty List, without asking us',
  description:
    'Open a receipt from the public ledger: your browser checks the record, the proof and the signature by itself, offline if you like.',
};

/** No receipt is larger. */
const FILE_MAX_BYTES = 1_000_000;

/** Checks a ledger receipt in the browser, without sending it. */
export function VerifyReceiptPage() {
  usePageHead(verifyReceiptHead);
  const [key, setKey] = useState('');
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<CheckedReceipt>();
  const check = async (chosen: File | undefined, savedKey: string) => {
    setFile(chosen);
    setKey(savedKey);
    setChecked(chosen && (await checkFile(chosen, savedKey.trim())));
  };
  return (
    <article className="mx-auto my-10 grid max-w-[60rem] gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">Check a receipt</h1>
        <p className="max-w-prose text-lg">
          Your browser checks it by itself: the record, its place in the ledger, and the signature. The file
          doesn't leave your device, and the check works offline.
        </p>
        <p className="max-w-prose">
          In a checkout of this site's code, <code>npm run verify-receipt -- FILE</code> does the same.
        </p>
      </header>
      <div className="grid max-w-prose gap-4">
        <label className="grid gap-1 font-bold">
          Receipt (a JSON file)
          <input
            type="file"
            accept="application/json,.json"
            className={`${controlClasses} font-normal file:mr-3 file:cursor-pointer file:rounded-sm file:border file:px-3 file:font-bold`}
            onChange={({ target }) => void check(target.files?.[0], key)}
          />
        </label>
        <label className="grid gap-1 font-bold">
          The ledger key you saved (recommended)
          <input
            type="text"
            value={key}
            spellCheck={false}
            className={controlClasses}
            onChange={({ target }) => void check(file, target.value)}
          />
        </label>
      </div>
      <div aria-live="polite">{checked && <Result checked={checked} hasSavedKey={key.trim() !== ''} />}</div>
    </article>
  );
}

async function checkFile(file: File, savedKey: string): Promise<CheckedReceipt> {
  if (file.size > FILE_MAX_BYTES)
    return { isValid: false, problem: 'This file is not a receipt from the ledger.' };
  return checkLeafReceipt(await file.text(), savedKey === '' ? undefined : savedKey);
}

function Result({ checked, hasSavedKey }: { checked: CheckedReceipt; hasSavedKey: boolean }) {
  if (!checked.isValid)
    return (
      <Section id="result" title="Not proven">
        <p>{checked.problem}</p>
      </Section>
    );
  const { log, index, size, leaf, record, key } = checked;
  return (
    <Section id="result" title={hasSavedKey ? 'The receipt is valid' : 'The receipt matches its own key'}>
      <p className="max-w-prose">
        Entry {index.toLocaleString('en-US')} of {size.toLocaleString('en-US')} in the ledger {log}, recorded{' '}
        {typeof leaf.time === 'string' && <Moment at={leaf.time} />}.
      </p>
      {!hasSavedKey && (
        <p className="max-w-prose">
          Anyone can sign a receipt with a key of their own. Compare this receipt's key with one you saved:{' '}
          <code className="wrap-anywhere">{key}</code>
        </p>
      )}
      <dl className="grid gap-1">
        {Object.entries({ type: leaf.type, ...record }).map(([name, value]) => (
          <Fact key={name} term={name}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
      </dl>
      <p className="max-w-prose text-ink-700">The record holds texts as SHA-256 hashes in base64.</p>
    </Section>
  );
}
