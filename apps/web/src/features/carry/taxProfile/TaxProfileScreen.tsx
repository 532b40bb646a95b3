import { confirm, toastError, toastSuccess } from '@carrara/ui/feedback';
import { valuesToSave } from '@carrara/ui/form';
import { Button } from '@mantine/core';
import { failureText } from '../../../api/failure.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { useSaveRecord } from '../../../record/recordCalls.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { savedRates } from './rates.ts';
import { taxRecord } from './taxRecord.ts';

/** A tax profile. It is never deleted, only archived, and can be restored. */
export function TaxProfileScreen({ screen }: ScreenProps) {
  return <RecordProfile record={taxRecord} screen={screen} moreActions={(value) => <ArchiveButton value={value} />} />;
}

function ArchiveButton({ value }: { readonly value: RecordValue }) {
  const allowed = useAllowed('taxProfile.edit');
  const [save, saving] = useSaveRecord(taxRecord);
  if (!allowed) return null;
  const archived = value['isInactive'] === true;
  const name = taxRecord.nameOf(value);
  const move = async () => {
    const question = {
      title: `Delete ${name}`,
      text: 'Are you sure you want to continue?',
      confirmLabel: 'Delete',
      danger: true,
    };
    if (!archived && !(await confirm(question))) return;
    const own = valuesToSave(taxRecord.fields, value);
    const head = { id: value.id, rowVersion: value.rowVersion };
    try {
      await save({ ...own, ...head, isInactive: !archived, taxProfileRates: savedRates(value) });
      toastSuccess(`${name} ${archived ? 'restored' : 'deleted'} successfully`);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  return (
    <Button variant="default" loading={saving} onClick={() => void move()}>
      {archived ? 'Restore' : 'Delete'}
    </Button>
  );
}
