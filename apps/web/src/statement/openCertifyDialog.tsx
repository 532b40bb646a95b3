import { DialogFrame, openDialog } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { CertifyForm } from './CertifyForm.tsx';

/** Asks what of an investor is to be certified, and fetches it. */
export const openCertifyDialog = (investor: { readonly id: string; readonly name: string }): Promise<boolean> =>
  openDialog<boolean>((close) => (
    <DialogFrame title={`Certified document of ${investor.name}`} onClose={() => close(false)} size="lg">
      <CertifyForm
        investorId={investor.id}
        onMade={() => close(true)}
        actions={
          <Button variant="default" onClick={() => close(false)}>
            Cancel
          </Button>
        }
      />
    </DialogFrame>
  ));
