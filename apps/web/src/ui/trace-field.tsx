import { ALSO_USED_MAX_LENGTH } from '@naughty-list/contracts/report-input';
import { traceText, traceTexts } from '@naughty-list/contracts/trace-texts';
import type { Trace } from '@naughty-list/contracts/traces';
import { useWatch } from 'react-hook-form';
import { createChunk } from '../lib/chunk.ts';
import type { PostForm } from '../lib/use-post-form.ts';
import { asTyped, TextArea } from './field.tsx';

/** Loaded once there is text, since it contains the list of all top-level domains. */
const traceReader = createChunk(() => import('@naughty-list/contracts/traces-in'));

const isSame = (one: Trace, other: Trace) => one.kind === other.kind && one.value === other.value;

/** A field for the account's wallets, sites and chats, and a checkbox for each trace found in the texts. */
export function TraceField({ post: { form } }: { post: PostForm }) {
  const [username, description, alsoUsed = '', leftOut = []] = useWatch({
    control: form.control,
    name: ['username', 'description', 'alsoUsed', 'leftOut'],
  });
  const { value } = traceReader.use(description !== '' || alsoUsed !== '');
  const found = value?.tracesOf({ username: username.replace(/^@/, ''), description, alsoUsed }) ?? [];
  const unread = value
    ? alsoUsed.split(/[\n,;]/).filter((part) => part.trim() && value.tracesIn(part).length === 0)
    : [];
  const toggle = (trace: Trace, isIncluded: boolean) =>
    form.setValue(
      'leftOut',
      isIncluded ? leftOut.filter((each) => !isSame(each, trace)) : [...leftOut, trace],
    );
  return (
    <div className="grid gap-3">
      <TextArea
        id="alsoUsed"
        label={
          <>
            Wallets, sites or chats they used <span className="font-normal text-ink-700">(optional)</span>
          </>
        }
        hint="Addresses, transactions, links or @names. Anyone who looks one up will find what you wrote; for @names, only after a review."
        error={form.formState.errors.alsoUsed?.message}
        {...asTyped}
        {...form.register('alsoUsed')}
        rows={2}
        maxLength={ALSO_USED_MAX_LENGTH}
        placeholder="free-presents.com, t.me/…, 7xKX…"
      />
      {unread.length > 0 && (
        <p className="wrap-anywhere">
          Not an address, link or @name, so it won't be saved:{' '}
          <b>{unread.map((part) => part.trim()).join(', ')}</b>. Describe it under “What happened?” instead.
        </p>
      )}
      {found.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="font-bold">Also found in your text. Uncheck what isn't theirs:</legend>
          {found.map((trace) => (
            <label
              key={`${trace.kind} ${trace.value}`}
              className="flex min-h-11 items-center gap-3 wrap-anywhere"
            >
              <input
                type="checkbox"
                checked={!leftOut.some((each) => isSame(each, trace))}
                onChange={({ target }) => toggle(trace, target.checked)}
                className="size-5 shrink-0"
              />
              <span>
                {traceTexts.kind[trace.kind]}: <span className="figures">{traceText(trace)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
