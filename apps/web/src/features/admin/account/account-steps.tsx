import {
  addPasskey,
  changeOwnPassword,
  confirmAuthenticator,
  makeRecoveryCodes,
  removeAuthenticator,
  removePasskey,
  startAuthenticator,
  startPasskey,
} from '@naughty-list/contracts/admin-accounts';
import { NewPassword } from '@naughty-list/contracts/admin-session';
import { startRegistration } from '@simplewebauthn/browser';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Prompt } from '../parts.tsx';
import { adminApi } from '../session/admin-api.ts';

/** The open dialog. */
export type Step =
  | { name: 'password' | 'authenticator' | 'no authenticator' | 'codes' | 'passkey' }
  | { name: 'no passkey'; id: string; passkey: string }
  | { name: 'set up'; secret: string; url: string }
  | { name: 'new codes'; codes: string[] };

const TYPED_MAX_LENGTH = 256;

/** Texts of the steps that require the current password. */
const texts: Record<
  Exclude<Step['name'], 'set up' | 'new codes'>,
  { title: string; description: string; action: string; field?: ComponentProps<typeof TextField> }
> = {
  password: {
    title: 'Change password',
    description: 'At least 12 characters. Length matters more than symbols.',
    action: 'Change',
    field: { label: 'New password', type: 'password', autoComplete: 'new-password' },
  },
  authenticator: {
    title: 'Set up an app',
    description: 'Your password first, then the app.',
    action: 'Continue',
  },
  'no authenticator': {
    title: 'Turn off the app',
    description: "You'll no longer be asked for codes from your app.",
    action: 'Turn off',
  },
  codes: {
    title: 'Make new codes',
    description: 'Earlier codes stop working.',
    action: 'Make new codes',
  },
  passkey: {
    title: 'Add a passkey',
    description: 'Your browser will ask for your fingerprint, face, PIN or security key.',
    action: 'Add',
    field: { label: 'Name', hint: 'Such as “Phone” or “Blue key”', autoComplete: 'off' },
  },
  'no passkey': { title: 'Remove a passkey', description: '', action: 'Remove' },
};

type StepDialogProps = {
  step: Step;
  onStep: (step: Step) => void;
  onDone: (title: string, codes?: string[]) => Promise<void>;
  onClose: () => void;
};

/** The dialog of a step. Changes of the login require the current password. */
export function StepDialog({ step, onStep, onDone, onClose }: StepDialogProps) {
  const [typed, setTyped] = useState('');
  if (step.name === 'set up') return <SetUp {...step} onDone={onDone} onClose={onClose} />;
  if (step.name === 'new codes') return <RecoveryCodes codes={step.codes} onClose={onClose} />;
  const send = async (password: string) => {
    if (password === '') throw new Error('Enter your password');
    const body = { password };
    const [fault] = NewPassword.safeParse(typed).error?.issues ?? [];
    switch (step.name) {
      case 'password':
        if (fault) throw new Error(`The new password ${fault.message}.`);
        await adminApi.call(changeOwnPassword, { body: { password, newPassword: typed } });
        return onDone('Password changed');
      case 'authenticator':
        return onStep({ name: 'set up', ...(await adminApi.call(startAuthenticator, { body })) });
      case 'no authenticator':
        await adminApi.call(removeAuthenticator, { body });
        return onDone('Authenticator app is off');
      case 'codes': {
        const { recoveryCodes } = await adminApi.call(makeRecoveryCodes, { body });
        return onDone('New codes made', recoveryCodes);
      }
      case 'passkey': {
        const optionsJSON = await adminApi.call(startPasskey, { body });
        const response = await startRegistration({ optionsJSON: optionsJSON as never }).catch(() => {
          throw new Error("Your browser didn't save a passkey. Please try again.");
        });
        const added = { name: typed.trim() || 'Passkey', response: { ...response } };
        const { recoveryCodes } = await adminApi.call(addPasskey, { body: added });
        return onDone('Passkey added', recoveryCodes);
      }
      case 'no passkey':
        await adminApi.call(removePasskey, { params: { id: step.id }, body });
        return onDone('Passkey removed');
    }
  };
  const { title, description, action, field } = texts[step.name];
  return (
    <Modal
      title={title}
      description={step.name === 'no passkey' ? `“${step.passkey}” will no longer log you in.` : description}
      onClose={onClose}
    >
      <Prompt
        label="Your password"
        type="password"
        autoComplete="current-password"
        action={action}
        onSend={send}
      >
        {field && <TextField {...field} maxLength={TYPED_MAX_LENGTH} value={typed} onType={setTyped} />}
      </Prompt>
    </Modal>
  );
}

type SetUpProps = Pick<StepDialogProps, 'onDone' | 'onClose'> & {
  secret: string;
  /** Shown as a QR code. */
  url: string;
};

/** The second step of setting up an authenticator app: scanning, and entering its code. */
function SetUp({ secret, url, onDone, onClose }: SetUpProps) {
  const confirm = async (code: string) => {
    if (code.trim() === '') throw new Error('Enter the code the app shows');
    const { recoveryCodes } = await adminApi.call(confirmAuthenticator, { body: { code } });
    await onDone('Authenticator app is on', recoveryCodes);
  };
  return (
    <Modal
      title="Set up your app"
      description="Scan this code with an authenticator app, or type in the secret. Then enter the six digits the app shows."
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-4">
        <div className="w-44">
          <QrCode text={url} label="QR code for the authenticator app" />
        </div>
        <div className="grid gap-2">
          <code className="max-w-60 font-mono wrap-anywhere">{secret}</code>
          <CopyButton text={secret} label="Copy the secret" isLabelShown />
        </div>
      </div>
      <Prompt
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        action="Turn on"
        onSend={confirm}
      />
    </Modal>
  );
}

/** Shows new recovery codes, once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal
      title="Your recovery codes"
      description="With your password, each one logs you in once if you lose your phone or key. You won't see them again: keep them in a password manager, or on paper."
      onClose={onClose}
    >
      <ul className="figures grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label="Copy the codes" isLabelShown />
        <Button look="gold" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </Modal>
  );
}
