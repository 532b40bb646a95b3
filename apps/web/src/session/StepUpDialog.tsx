import { DialogFrame, openDialog } from '@carrara/ui/feedback';
import { useState } from 'react';
import { OwnSecondFactor } from './OwnSecondFactor.tsx';

/** Answers whether the second factor was shown. The page and the dialogs below stay as they are. */
export const askSecondFactor = async (): Promise<boolean> =>
  (await openDialog<boolean>((close) => <StepUpDialog onClose={close} />)) ?? false;

function StepUpDialog({ onClose }: { readonly onClose: (isShown: boolean) => void }) {
  const [isEnabled, setEnabled] = useState(false);
  return (
    <DialogFrame title="Show your second factor" onClose={() => onClose(isEnabled)}>
      {isEnabled ? null : <p>What you typed is still here and is sent as soon as you have shown that it is you.</p>}
      <OwnSecondFactor
        onShown={() => onClose(true)}
        onEnabled={() => setEnabled(true)}
        cancelLabel="Cancel"
        onCancel={() => onClose(false)}
      />
    </DialogFrame>
  );
}
