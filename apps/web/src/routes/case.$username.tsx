import { createFileRoute } from '@tanstack/react-router';
import { CasePage } from '../features/case/case-page.tsx';
import { LazyCaseForm } from './-case-chunks.tsx';

export const Route = createFileRoute('/case/$username')({ component: CaseRoute });

function CaseRoute() {
  const { username } = Route.useParams();
  return (
    <CasePage
      username={username}
      renderForm={(form, shown, onDone) => <LazyCaseForm form={form} shown={shown} onDone={onDone} />}
    />
  );
}
