import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { useState } from 'react';
import { OwnSecondFactor, useFactorsAtFirst } from './OwnSecondFactor.tsx';

/** Opens a dialog for the second factor. Resolves to true if it was presented. The page and the dialogs below stay as they are. */
export const requestSecondFactor = async (): Promise<boolean> =>
  (await openDialog<boolean>((close) => <StepUpDialog onClose={close} />)) ?? false;

function StepUpDialog({ onClose }: { readonly onClose: (isVisible: boolean) => void }) {
  const [isEnabled, setEnabled] = useState(false);
  const { hasNoFactor } = useFactorsAtFirst();
  const title = hasNoFactor ? 'Set up a second factor' : 'Use your second factor';
  const lead = hasNoFactor
    ? 'Your firm requires a second factor here, and you have none yet. Your request continues as soon as you set one up.'
    : 'This needs your second factor. After you confirm, your request continues with everything you typed.';
  return (
    <DialogFrame title={title} onClose={() => onClose(isEnabled)}>
      {isEnabled ? null : <p>{lead}</p>}
      <OwnSecondFactor
        onVisible={() => onClose(true)}
        onEnabled={() => setEnabled(true)}
        cancelLabel="Cancel"
        onCancel={() => onClose(false)}
      />
    </DialogFrame>
  );
}
