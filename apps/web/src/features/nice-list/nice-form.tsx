import { errorText } from '@naughty-list/api-client/client';
import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { showFailure, showToast } from '../../lib/toasts.ts';
import { usePostForm } from '../../lib/use-post-form.ts';
import { Flourish } from '../../ui/drawings.tsx';
import { asTyped, TextField } from '../../ui/field.tsx';
import { CaptchaAndSubmit, DescriptionField, PostUrlField } from '../../ui/post-fields.tsx';
import { niceListQueries } from './nice-list.tsx';

/** The praise form: link, username, description, captcha. */
export function NiceForm({ onPraised }: { onPraised: () => void }) {
  const post = useNiceForm(onPraised);
  const { errors } = post.form.formState;
  return (
    <section aria-labelledby="praise-title" className="mx-auto grid w-full max-w-[44rem] gap-6">
      <div className="grid gap-2">
        <h2 id="praise-title" className="text-2xl text-pine-700 md:text-3xl">
          Submit a Web3 hero
        </h2>
        <Flourish className="w-56 text-parchment-400" />
        <p className="text-lg text-ink-700">
          Did somebody warn you, teach you, or give it all back? Tell Santa, and the whole world can read
          about it. One entry per post.
        </p>
      </div>
      <form onSubmit={post.submit} noValidate className="grid gap-6">
        <PostUrlField
          post={post}
          hint="The post that shows what they did."
          error={errors.twitterUrl?.message}
        />
        <TextField
          id="username"
          label="Username"
          hint="Filled in from the link."
          error={errors.username?.message}
          {...asTyped}
          {...post.form.register('username')}
          placeholder="@username"
          aria-required="true"
          className="sm:max-w-80"
        />
        <DescriptionField
          post={post}
          label="What did they do?"
          placeholder="Who did they help, and what did it mean to you?"
          privateDataText={privateDataTexts.refused}
        />
        <CaptchaAndSubmit post={post} label="Submit Nice Report" className="min-h-14 text-lg sm:px-10" />
      </form>
    </section>
  );
}

function useNiceForm(onPraised: () => void) {
  const queryClient = useQueryClient();
  return usePostForm({
    draftKey: 'naughty-list.nice-draft',
    showsUsername: true,
    wrongAnswer: 'Incorrect math answer. Please try again.',
    send: (post, options) => api.call(submitNiceReport, { body: post }, options),
    onSent: ({ held, message }) => {
      showToast({ title: 'Success!', description: message });
      if (held) return;
      onPraised();
      void niceListQueries.refresh(queryClient);
    },
    onFailed: (error) => {
      showFailure('Error', errorText(error, 'Failed to submit nice report'));
    },
  });
}
