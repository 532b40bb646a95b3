import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { PasskeySetup } from '../../../session/secondFactor/PasskeySetup.tsx';
import { RecoveryCodes } from '../../../session/secondFactor/RecoveryCodes.tsx';
import { SecondFactorForm } from '../../../session/secondFactor/SecondFactorForm.tsx';
import { SecondFactorSetup } from '../../../session/secondFactor/SecondFactorSetup.tsx';

type Close = () => void;

export const setUpSecondFactor = (hasPassword: boolean): Promise<void> =>
  openDialog<void>(
    (close) => (
      <DialogFrame title="Set up a second factor" onClose={() => close()}>
        <SecondFactorSetup
          hasPassword={hasPassword}
          onDone={() => {
            close();
            toastSuccess('Your second factor is set up');
          }}
          cancelLabel="Cancel"
          onCancel={() => close()}
        />
      </DialogFrame>
    ),
    'Set up a second factor',
  );

export const addPasskey = (hasPassword: boolean): Promise<void> =>
  openDialog<void>(
    (close) => (
      <DialogFrame title="Add a passkey" onClose={() => close()}>
        <PasskeySetup
          hasPassword={hasPassword}
          onDone={() => {
            close();
            toastSuccess('Your passkey is registered');
          }}
          cancelLabel="Cancel"
          onCancel={() => close()}
        />
      </DialogFrame>
    ),
    'Add a passkey',
  );

export const removeSecondFactor = (hasPasskeys: boolean): Promise<void> =>
  openDialog<void>(
    (close) => <RemoveDialog hasPasskeys={hasPasskeys} onClose={() => close()} />,
    'Remove the second factor',
  );

export const renewRecoveryCodes = (hasAuthenticator: boolean): Promise<void> =>
  openDialog<void>(
    (close) => <NewCodesDialog hasAuthenticator={hasAuthenticator} onClose={() => close()} />,
    'New recovery codes',
  );

function RemoveDialog({ hasPasskeys, onClose }: { readonly hasPasskeys: boolean; readonly onClose: Close }) {
  const [remove] = useWrite('removeSecondFactor');
  return (
    <DialogFrame title="Remove the second factor" onClose={onClose}>
      <p>
        {hasPasskeys
          ? 'After that, your passkeys are your second factor. Your recovery codes stay.'
          : 'After that, your password alone is enough to sign in. Your recovery codes are removed too.'}
      </p>
      <SecondFactorForm
        send={(code) => remove({ body: { code } })}
        onDone={() => {
          onClose();
          toastSuccess('Your second factor is removed');
        }}
        action="Remove"
        isRed
        cancelLabel="Cancel"
        onCancel={onClose}
      />
    </DialogFrame>
  );
}

interface NewCodesDialogProps {
  readonly hasAuthenticator: boolean;
  readonly onClose: Close;
}

function NewCodesDialog({ hasAuthenticator, onClose }: NewCodesDialogProps) {
  const [replaceCodes, isCreating] = useWrite('renewRecoveryCodes');
  const [codes, setCodes] = useState<readonly string[]>();
  const [error, setError] = useState<string>();
  const createThem = async () => {
    setError(undefined);
    try {
      setCodes((await replaceCodes({ body: {} })).recoveryCodes);
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return (
    <DialogFrame title="New recovery codes" onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <>
          <p>The new codes replace your current ones, which stop working.</p>
          {error ? <Banner tone="bad">{error}</Banner> : null}
          {hasAuthenticator ? (
            <SecondFactorForm
              send={async (code) => setCodes((await replaceCodes({ body: { code } })).recoveryCodes)}
              onDone={() => undefined}
              action="Create new ones"
              codes="timed"
              cancelLabel="Cancel"
              onCancel={onClose}
            />
          ) : (
            <DialogActions onCancel={onClose}>
              <Button data-autofocus loading={isCreating} onClick={() => void createThem()}>
                Create new ones
              </Button>
            </DialogActions>
          )}
        </>
      )}
    </DialogFrame>
  );
}
