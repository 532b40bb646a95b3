import { Button } from '@mantine/core';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import { fileOfPicture, openPictureDialog } from '../../../record/editor/PictureDialog.tsx';
import styles from './account.module.css';

/** The person's picture, which replaces the initials in the header. */
export function OwnPicture() {
  const { data } = useRead('getOwnPicture', undefined);
  return data?.picture ? <img className={styles.picture} src={data.picture} alt="You" /> : null;
}

export function OwnPictureButton() {
  const { data } = useRead('getOwnPicture', undefined);
  const [upload] = useWrite('setOwnPicture');
  const [remove] = useWrite('removeOwnPicture');
  if (!data) return null;
  const save = async (picture: string | null) => {
    await (picture === null ? remove() : upload({ file: fileOfPicture(picture) }));
    toastSuccess(picture === null ? 'Picture removed' : 'Picture saved');
  };
  return (
    <Button
      variant="default"
      onClick={() => void openPictureDialog({ title: 'Your picture', current: data.picture, save })}
    >
      {data.picture ? 'Change picture' : 'Add a picture'}
    </Button>
  );
}
