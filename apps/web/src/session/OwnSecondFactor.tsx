import { Banner, LoadingState } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../api/calls.ts';
import { failureText } from '../api/failure.ts';
import { PasskeySetup } from './PasskeySetup.tsx';
import { knowsPasskeys, signByPasskey } from './passkeys.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

interface OwnSecondFactorProps {
  readonly onShown: () => void;
  /** It was set up just now, and so shown; the recovery codes are still to be read. */
  readonly onEnabled?: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/** Asks for the second factor, and has whoever has none set one up. */
export function OwnSecondFactor({ onShown, onEnabled, cancelLabel, onCancel }: OwnSecondFactorProps) {
  const { data, error } = useRead('getOwnFactors', undefined);
  const [confirm] = useWrite('confirmSecondFactor');
  const [ask] = useWrite('askPasskey');
  const [confirmPasskey] = useWrite('confirmPasskey');
  const [isByPasskey, setByPasskey] = useState(false);
  const [isEnabled, setEnabled] = useState(false);
  // What it was as this was opened: once it is set up, the recovery codes are still to be shown.
  const [seen, setSeen] = useState(data);
  if (data && !seen) setSeen(data);
  if (error && !seen) return <Banner tone="bad">{failureText(error)}</Banner>;
  if (!seen) return <LoadingState lines={2} />;
  const { authenticator, passkey, recoveryCodes, hasPassword } = seen;
  const ways = { cancelLabel, onCancel };
  if (authenticator || passkey || recoveryCodes) {
    const show = async () => confirmPasskey({ body: await signByPasskey(await ask()) });
    return (
      <SecondFactorForm
        send={(code) => confirm({ body: { code } })}
        onDone={onShown}
        codes={authenticator ? 'both' : 'recovery'}
        {...(passkey && knowsPasskeys() ? { showPasskey: show } : {})}
        {...ways}
      />
    );
  }
  const enabled = () => {
    setEnabled(true);
    onEnabled?.();
  };
  const setUp = { hasPassword, onDone: onShown, onEnabled: enabled, ...ways };
  if (!knowsPasskeys()) return <SecondFactorSetup {...setUp} />;
  return (
    <>
      {isByPasskey ? <PasskeySetup {...setUp} /> : <SecondFactorSetup {...setUp} />}
      {isEnabled ? null : (
        <Button variant="subtle" onClick={() => setByPasskey(!isByPasskey)}>
          {isByPasskey ? 'Set an authenticator app up instead' : 'Make a passkey instead'}
        </Button>
      )}
    </>
  );
}
