import { createFileRoute } from '@tanstack/react-router';
import { CasePage } from '../features/case/case-page.tsx';
import { CaseFormPlace } from './-case-pieces.tsx';

export const Route = createFileRoute('/case/$username')({ component: CaseRoute });

function CaseRoute() {
  const { username } = Route.useParams();
  return (
    <CasePage
      username={username}
      renderForm={(form, shown, onDone) => <CaseFormPlace form={form} shown={shown} onDone={onDone} />}
    />
  );
}
