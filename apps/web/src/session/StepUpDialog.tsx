import { DialogFrame, openDialog } from '@carrara/ui/feedback';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** Answers whether the second factor was shown. The page and the dialogs below stay as they are. */
export const askSecondFactor = async (): Promise<boolean> =>
  (await openDialog<boolean>((close) => (
    <DialogFrame title="Show your second factor" onClose={() => close(false)}>
      <p>This is sensitive. What you typed is still here and is sent as soon as you have shown it is you.</p>
      <SecondFactorForm onConfirmed={() => close(true)} cancelLabel="Cancel" onCancel={() => close(false)} />
    </DialogFrame>
  ))) ?? false;
