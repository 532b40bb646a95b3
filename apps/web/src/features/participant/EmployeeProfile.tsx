import { defineFields } from '@carrara/contract/fields';
import { toastSuccess } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { api } from '../../api/api.ts';
import { useWrite } from '../../api/calls.ts';
import type { ScreenProps } from '../../app/screenTypes.ts';
import { openFormDialog } from '../../record/FormDialog.tsx';
import { RecordProfile } from '../../record/RecordProfile.tsx';
import type { RecordValue } from '../../record/recordDefinition.ts';
import { fileOfPicture, openPictureDialog } from '../../record/PictureDialog.tsx';
import { useAllowed, useAppDispatch } from '../../session/hooks.ts';
import { employeeRecord } from './participantRecords.ts';

const terminateFields = defineFields({
  terminationReason: { kind: 'longText', title: 'Reason', required: true },
  terminationDate: { kind: 'date', title: 'Termination date', required: true },
});
const rehireFields = defineFields({
  rehireReason: { kind: 'longText', title: 'Reason', required: true },
  rehireDate: { kind: 'date', title: 'Rehire date', required: true },
});

/** An employee's profile, with the two moves between active and terminated. */
export function EmployeeProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile record={employeeRecord} screen={screen} moreActions={(value) => <EmployeeActions value={value} />} />
  );
}

function EmployeeActions({ value }: { readonly value: RecordValue }) {
  return (
    <>
      <Button variant="default" component="a" href={`#/carry/employee/${value.id}/profile/vesting`}>
        Vesting
      </Button>
      <PictureButton value={value} />
      <Moves value={value} />
    </>
  );
}

function PictureButton({ value }: { readonly value: RecordValue }) {
  const maySave = useAllowed('document.edit');
  const mayEdit = useAllowed('employee.edit') && maySave;
  const [upload] = useWrite('uploadContainerImage');
  const [remove] = useWrite('removeContainerImage');
  const refresh = useAppDispatch();
  if (!mayEdit) return null;
  const name = employeeRecord.nameOf(value);
  const save = async (picture: string | null) => {
    const params = { id: value.id };
    await (picture ? upload({ params, file: fileOfPicture(picture) }) : remove({ params }));
    refresh(api.util.invalidateTags(['Participant']));
    toastSuccess(`${name} updated successfully`);
  };
  const current = value['picture'] as string | null;
  return (
    <Button variant="default" onClick={() => void openPictureDialog({ title: `Picture of ${name}`, current, save })}>
      Picture
    </Button>
  );
}

function Moves({ value }: { readonly value: RecordValue }) {
  const allowed = useAllowed('employee.edit');
  const [terminate] = useWrite('terminateEmployee');
  const [rehire] = useWrite('rehireEmployee');
  if (!allowed) return null;
  const name = employeeRecord.nameOf(value);
  const head = { params: { id: value.id }, body: { rowVersion: value.rowVersion } };
  const askTerminate = async () => {
    const save = (typed: Record<string, unknown>) =>
      terminate({
        ...head,
        body: { ...head.body, ...(typed as { terminationReason: string; terminationDate: string }) },
      });
    const saved = await openFormDialog({
      title: `Terminate ${name}`,
      fields: terminateFields,
      saveLabel: 'Terminate',
      save,
    });
    if (saved) toastSuccess(`${name} updated successfully`);
  };
  const askRehire = async () => {
    const save = (typed: Record<string, unknown>) =>
      rehire({ ...head, body: { ...head.body, ...(typed as { rehireReason: string; rehireDate: string }) } });
    const saved = await openFormDialog({ title: `Rehire ${name}`, fields: rehireFields, saveLabel: 'Rehire', save });
    if (saved) toastSuccess(`${name} updated successfully`);
  };
  return value['terminationDate'] ? (
    <Button variant="default" onClick={() => void askRehire()}>
      Rehire
    </Button>
  ) : (
    <Button variant="default" onClick={() => void askTerminate()}>
      Terminate
    </Button>
  );
}
