import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { Button } from '@mantine/core';
import { CertifyForm } from './CertifyForm.tsx';

/** Opens the form that creates certified data of an investor. The displayed quarter is preselected. */
export const openCertifyDialog = (
  investor: { readonly id: string; readonly name: string },
  endDate: string | undefined,
): Promise<boolean> =>
  openDialog<boolean>((close) => (
    <DialogFrame title={`Certified document of ${investor.name}`} onClose={() => close(false)} size="lg">
      <CertifyForm
        investorId={investor.id}
        displayedDate={endDate}
        onCreated={() => close(true)}
        actions={
          <Button variant="default" onClick={() => close(false)}>
            Cancel
          </Button>
        }
      />
    </DialogFrame>
  ));
