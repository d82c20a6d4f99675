import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { privacyHead, privacySections } from '../features/legal/privacy.ts';

export const Route = createFileRoute('/privacy')({
  component: () => (
    <LegalPage
      head={privacyHead}
      title="Privacy in plain words"
      intro="What this site stores about you, why, and for how long. No small print."
      sections={privacySections}
      ownText="privacyText"
    />
  ),
});
