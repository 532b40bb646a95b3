import { DialogFrame, openDialog, toastSuccess } from '@carrara/ui/feedback';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { RecoveryCodes } from '../../../session/RecoveryCodes.tsx';
import { SecondFactorForm } from '../../../session/SecondFactorForm.tsx';
import { SecondFactorSetup } from '../../../session/SecondFactorSetup.tsx';

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

export const removeSecondFactor = (): Promise<void> =>
  openDialog<void>((close) => <RemoveDialog onClose={() => close()} />, 'Remove the second factor');

export const makeRecoveryCodes = (): Promise<void> =>
  openDialog<void>((close) => <NewCodesDialog onClose={() => close()} />, 'New recovery codes');

function RemoveDialog({ onClose }: { readonly onClose: Close }) {
  const [remove] = useWrite('removeSecondFactor');
  return (
    <DialogFrame title="Remove the second factor" onClose={onClose}>
      <p>Your password alone will do to sign in as you. The recovery codes go as well.</p>
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

function NewCodesDialog({ onClose }: { readonly onClose: Close }) {
  const [make] = useWrite('makeRecoveryCodes');
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <DialogFrame title="New recovery codes" onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <>
          <p>They take the place of all that you have; none of those opens any more.</p>
          <SecondFactorForm
            send={async (code) => setCodes((await make({ body: { code } })).recoveryCodes)}
            onDone={() => undefined}
            action="Make new ones"
            isTimedOnly
            cancelLabel="Cancel"
            onCancel={onClose}
          />
        </>
      )}
    </DialogFrame>
  );
}
