import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page.tsx';
import text from '../features/legal/privacy.md?raw';

export const Route = createFileRoute('/privacy')({
  component: () => <LegalPage text={text} ownText="privacyText" />,
});
