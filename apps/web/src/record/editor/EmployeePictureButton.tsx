import type { Permission } from '@carrara/contract/core/permissions';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { api } from '../../api/api.ts';
import { useWrite } from '../../api/calls.ts';
import { useAllowed, useAppDispatch } from '../../session/hooks.ts';
import { fileOfPicture, openPictureDialog } from './PictureDialog.tsx';

export interface EmployeePictureButtonProps {
  readonly id: string;
  readonly name: string;
  readonly current: string | null;
  /** The permission to edit the employee in the module with the button. */
  readonly permission: Permission;
}

/** Adds, replaces or removes the picture of an employee. */
export function EmployeePictureButton({ id, name, current, permission }: EmployeePictureButtonProps) {
  const mayEdit = useAllowed(permission);
  const maySave = useAllowed('document.edit');
  const [upload] = useWrite('uploadContainerImage');
  const [remove] = useWrite('removeContainerImage');
  const refresh = useAppDispatch();
  if (!mayEdit || !maySave) return null;
  const save = async (picture: string | null) => {
    const params = { id };
    await (picture ? upload({ params, file: fileOfPicture(picture) }) : remove({ params }));
    refresh(api.util.invalidateTags(['Participant', 'CompEmployee']));
    toastSuccess(`${name} updated successfully`);
  };
  return (
    <Button variant="default" onClick={() => void openPictureDialog({ title: `Picture of ${name}`, current, save })}>
      Picture
    </Button>
  );
}
