import { DialogFrame, openDialog } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { CertifyForm } from './CertifyForm.tsx';

/** Asks what of an investor is to be certified, at first of the quarter that is shown, and fetches it. */
export const openCertifyDialog = (
  investor: { readonly id: string; readonly name: string },
  endDate: string | undefined,
): Promise<boolean> =>
  openDialog<boolean>((close) => (
    <DialogFrame title={`Certified document of ${investor.name}`} onClose={() => close(false)} size="lg">
      <CertifyForm
        investorId={investor.id}
        shownDate={endDate}
        onMade={() => close(true)}
        actions={
          <Button variant="default" onClick={() => close(false)}>
            Cancel
          </Button>
        }
      />
    </DialogFrame>
  ));
