import { zodResolver } from '@hookform/resolvers/zod';
import { errorText } from '@naughty-list/api-client/client';
import {
  AppealInput,
  appealGrounds,
  appealTexts,
  openAppeal,
  personalDataRights,
} from '@naughty-list/contracts/appeals';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { api } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { naughtyListQueries } from '../../lib/list-queries.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { controlClasses, Field, TextArea } from '../../ui/field.tsx';
import { keptCode, useDraft } from './kept-in-tab.ts';

type Fields = z.input<typeof AppealInput>;

/** Opens an appeal, then shows its case code. */
export function AppealForm({ username }: { username: string }) {
  const kept = keptCode.use();
  return kept?.username === username ? (
    <IssuedCode code={kept.code} username={username} />
  ) : (
    <Form username={username} />
  );
}

function Form({ username }: { username: string }) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [draft, keepDraft] = useDraft(`appeal ${username}`);
  const { control, register, handleSubmit, setValue, formState } = useForm<
    Fields,
    undefined,
    z.output<typeof AppealInput>
  >({
    resolver: zodResolver(AppealInput),
    defaultValues: { username, text: draft },
  });
  // Before the text: the first error in this order gets the focus.
  const groundsField = register('grounds');
  const [grounds, text] = useWatch({ control, name: ['grounds', 'text'] });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const { caseCode } = await api.call(openAppeal, { body });
      keepDraft('');
      keptCode.set({ code: caseCode, username });
      void naughtyListQueries.refresh(queryClient);
    } catch (error) {
      setFailure(errorText(error, 'The appeal could not be sent. Please try again.'));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="grid max-w-[44rem] gap-4">
      <p>
        What you write goes to the moderators and is not public. They have seven days to decide. If they don't
        decide in time, and you have proven that you control the account, the entry is shown as disputed.
      </p>
      <Field id="appeal-grounds" label="What is your appeal about?" error={errors.grounds?.message}>
        {({ id, describedBy }) => (
          <select
            id={id}
            {...groundsField}
            aria-invalid={errors.grounds !== undefined}
            aria-describedby={describedBy}
            aria-required="true"
            className={controlClasses}
          >
            <option value="">Choose…</option>
            {appealGrounds.map((each) => (
              <option key={each} value={each}>
                {appealTexts.grounds[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {grounds === 'personal_data' && text.trim() === '' && (
        <Rights onChoose={(request) => setValue('text', request, { shouldDirty: true })} />
      )}
      <TextArea
        id="appeal-text"
        label="What should the moderators know?"
        hint="Say what is wrong and how we can check it. Links are welcome."
        error={errors.text?.message}
        {...register('text', { onChange: (event) => keepDraft(event.target.value) })}
        rows={8}
        aria-required="true"
      />
      {failure && (
        <FailureNote
          title="The appeal was not sent"
          message={failure}
          advice="What you wrote is still here."
        />
      )}
      <Button look="gold" type="submit" isBusy={isSubmitting} className="sm:justify-self-start">
        {isSubmitting ? 'Sending…' : 'Send the appeal'}
      </Button>
    </form>
  );
}

/** Prefills the text with the requested right. */
function Rights({ onChoose }: { onChoose: (request: string) => void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-bold">Start with one of your data rights (GDPR)</legend>
      <div className="flex flex-wrap gap-2">
        {Object.values(personalDataRights).map(({ label, request }) => (
          <Button
            key={label}
            look="outline"
            onClick={() => {
              onChoose(`${request}\n`);
              document.getElementById('appeal-text')?.focus();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** The code of a new appeal, to copy or save; it is shown only once. */
function IssuedCode({ code, username }: { code: string; username: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const save = () => {
    const text = `Case code for the appeal about @${username}\n${code}\n\nEnter it at ${window.location.origin}/appeal\nAnyone with this code can read the appeal and write to the moderators.\n`;
    download(new File([text], `case-code-${username}.txt`, { type: 'text/plain' }));
  };
  return (
    <div className="grid gap-4">
      <h4 ref={title} tabIndex={-1} className="text-xl font-bold">
        Your appeal was received. This is your case code:
      </h4>
      <code className="figures rounded-sm border-2 border-gold-600 bg-parchment-100 p-4 font-mono text-lg wrap-anywhere">
        {code}
      </code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={code} label="Copy the code" isLabelShown />
        <Button look="outline" Icon={Download} onClick={save}>
          Save as a file
        </Button>
      </div>
      <p className="border-l-8 border-cranberry-600 bg-parchment-100 p-4">
        <strong>Save it now.</strong> It is the only key to your appeal: we show it once and can't send it
        again, and it is gone when you close this tab. Show it to no one; moderators never ask for it.
      </p>
      <Link to="/appeal" className={buttonClasses('gold', 'sm:justify-self-start')}>
        Go to your appeal
      </Link>
    </div>
  );
}
