import { createFileRoute } from '@tanstack/react-router';
import { CasePage } from '../features/case/case-page.tsx';
import { createChunk } from '../lib/chunk.ts';
import { Lazy } from '../ui/lazy.tsx';

export const Route = createFileRoute('/case/$username')({ component: CaseRoute });

const caseForm = createChunk(() => import('./-case-form.tsx').then(({ CaseFormContent }) => CaseFormContent));

function CaseRoute() {
  const { username } = Route.useParams();
  return (
    <CasePage
      username={username}
      renderForm={(form, shown, onDone) => (
        <Lazy chunk={caseForm} label="Fetching the form…" className="h-[32rem] w-full">
          {(CaseForm) => <CaseForm form={form} shown={shown} onDone={onDone} />}
        </Lazy>
      )}
    />
  );
}
