import { toastSuccess } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useWrite } from '../../api/calls.ts';
import type { ScreenProps } from '../../app/screenTypes.ts';
import { openPictureDialog } from '../../record/PictureDialog.tsx';
import { RecordProfile } from '../../record/RecordProfile.tsx';
import type { RecordValue } from '../../record/recordDefinition.ts';
import { useAllowed } from '../../session/hooks.ts';
import { investmentRecord } from './investmentRecord.ts';

/** An investment's profile; its logo is changed from here. */
export function InvestmentProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile record={investmentRecord} screen={screen} moreActions={(value) => <LogoButton value={value} />} />
  );
}

function LogoButton({ value }: { readonly value: RecordValue }) {
  const mayEdit = useAllowed('investment.edit');
  const [change] = useWrite('changeInvestmentLogo');
  if (!mayEdit) return null;
  const name = investmentRecord.nameOf(value);
  const save = async (logo: string | null) => {
    await change({ body: { id: value.id, rowVersion: value.rowVersion, logo } });
    toastSuccess(`${name} updated successfully`);
  };
  return (
    <Button
      variant="default"
      onClick={() =>
        void openPictureDialog({ title: `Logo of ${name}`, current: value['logo'] as string | null, save })
      }
    >
      Logo
    </Button>
  );
}
