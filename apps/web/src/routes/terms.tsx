import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page.tsx';
import text from '../features/legal/terms.md?raw';

export const Route = createFileRoute('/terms')({
  component: () => <LegalPage text={text} ownText="termsText" />,
});
