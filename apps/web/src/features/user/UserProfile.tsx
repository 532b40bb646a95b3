import type { User } from '@carrara/contract/user';
import { confirm, toastError, toastSuccess } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useWrite } from '../../api/calls.ts';
import type { ScreenProps } from '../../app/screenTypes.ts';
import { RecordProfile } from '../../record/RecordProfile.tsx';
import type { RecordValue } from '../../record/recordDefinition.ts';
import { useAllowed } from '../../session/hooks.ts';
import { userRecord } from './userRecord.ts';

/** A person's profile: archived, restored or taken out of the firm from here. */
export function UserProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={{ ...userRecord, figures: [{ field: 'isInactive', label: 'Archived', kind: 'boolean' }] }}
      screen={screen}
      moreActions={(value) => <UserActions value={value} />}
    />
  );
}

function UserActions({ value }: { readonly value: RecordValue }) {
  const user = value as unknown as User;
  const name = userRecord.nameOf(value);
  const navigate = useNavigate();
  const mayEdit = useAllowed('user.edit');
  const mayDelete = useAllowed('user.delete');
  const [save] = useWrite('saveUser');
  const [remove] = useWrite('deleteUser');
  const archive = async () => {
    const { id, rowVersion, firstName, lastName, email, username, roles } = user;
    const isInactive = !user.isInactive;
    try {
      await save({ body: { id, rowVersion, firstName, lastName, email, username, roles, isInactive } });
      toastSuccess(`${name} ${isInactive ? 'archived' : 'restored'} successfully`);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  const askRemove = async () => {
    const text = 'Are you sure you want to continue?';
    if (!(await confirm({ title: `Delete ${name}`, text, confirmLabel: 'Delete', danger: true }))) return;
    try {
      await remove({ params: { id: user.id }, query: { rowVersion: user.rowVersion } });
      toastSuccess(`${name} deleted successfully`);
      await navigate(userRecord.paths.list);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  return (
    <>
      {mayDelete ? (
        <Button variant="default" onClick={() => void askRemove()}>
          Delete
        </Button>
      ) : null}
      {mayEdit ? (
        <Button variant="default" onClick={() => void archive()}>
          {user.isInactive ? 'Restore' : 'Archive'}
        </Button>
      ) : null}
    </>
  );
}
