import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { PasskeySetup } from './PasskeySetup.tsx';
import { supportsPasskeys, signByPasskey } from './passkeys.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

/** Reads the person's factors once. The result stays the same when one is set up, because the recovery codes are still to be displayed. */
export function useFactorsAtFirst() {
  const { data, error } = useRead('getOwnFactors', undefined);
  const [loaded, setLoaded] = useState(data);
  if (data && !loaded) setLoaded(data);
  const hasNoFactor = loaded !== undefined && !loaded.authenticator && !loaded.passkey && !loaded.recoveryCodes;
  return { loaded, error, hasNoFactor };
}

interface OwnSecondFactorProps {
  readonly onVisible: () => void;
  /** Runs when a factor has just been set up, which also counts as presenting it. The recovery codes are still to be read. */
  readonly onEnabled?: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/** Asks for the second factor. People without one have to set one up. */
export function OwnSecondFactor({ onVisible, onEnabled, cancelLabel, onCancel }: OwnSecondFactorProps) {
  const { loaded, error, hasNoFactor } = useFactorsAtFirst();
  const [confirm] = useWrite('confirmSecondFactor');
  const [prompt] = useWrite('requestPasskey');
  const [confirmPasskey] = useWrite('confirmPasskey');
  const [isByPasskey, setByPasskey] = useState(false);
  if (error && !loaded) return <Banner tone="bad">{failureText(error)}</Banner>;
  if (!loaded) return <LoadingState lines={2} />;
  const { authenticator, passkey, hasPassword } = loaded;
  const cancelProps = { cancelLabel, onCancel };
  if (!hasNoFactor) {
    const show = async () => confirmPasskey({ body: await signByPasskey(await prompt()) });
    return (
      <SecondFactorForm
        send={(code) => confirm({ body: { code } })}
        onDone={onVisible}
        codes={authenticator ? 'both' : 'recovery'}
        {...(passkey && supportsPasskeys() ? { showPasskey: show } : {})}
        {...cancelProps}
      />
    );
  }
  const setUp = { hasPassword, onDone: onVisible, ...(onEnabled ? { onEnabled } : {}), ...cancelProps };
  if (!supportsPasskeys()) return <SecondFactorSetup {...setUp} />;
  const alternative = (
    <Button variant="subtle" onClick={() => setByPasskey(!isByPasskey)}>
      {isByPasskey ? 'Set up an authenticator app instead' : 'Create a passkey instead'}
    </Button>
  );
  return isByPasskey ? (
    <PasskeySetup {...setUp} alternative={alternative} />
  ) : (
    <SecondFactorSetup {...setUp} alternative={alternative} />
  );
}
