import { DialogFrame, openDialog } from '@carrara/ui/feedback';
import { useState } from 'react';
import { OwnSecondFactor, useFactorsAtFirst } from './OwnSecondFactor.tsx';

/** Answers whether the second factor was shown. The page and the dialogs below stay as they are. */
export const askSecondFactor = async (): Promise<boolean> =>
  (await openDialog<boolean>((close) => <StepUpDialog onClose={close} />)) ?? false;

function StepUpDialog({ onClose }: { readonly onClose: (isShown: boolean) => void }) {
  const [isEnabled, setEnabled] = useState(false);
  const { hasNone } = useFactorsAtFirst();
  const title = hasNone ? 'Set up a second factor' : 'Show your second factor';
  const lead = hasNone
    ? 'What you asked for is sensitive, and your firm shows it after a second factor, of which you have none yet. It goes on as soon as one is set up.'
    : 'What you asked for is sensitive. It goes on, with all that you typed, as soon as you have shown that it is you.';
  return (
    <DialogFrame title={title} onClose={() => onClose(isEnabled)}>
      {isEnabled ? null : <p>{lead}</p>}
      <OwnSecondFactor
        onShown={() => onClose(true)}
        onEnabled={() => setEnabled(true)}
        cancelLabel="Cancel"
        onCancel={() => onClose(false)}
      />
    </DialogFrame>
  );
}
