import { largestImageBytes, megabytes } from '@carrara/contract/core/fileTypes';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { FileDrop } from '@carrara/ui/form/FileDrop.tsx';
import { readPicture } from '@carrara/ui/form/readPicture.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../api/failure.ts';
import styles from '../record.module.css';

export interface PictureDialogOptions {
  readonly title: string;
  readonly current: string | null;
  /** Saves a new picture as a data URL, or null to remove it. */
  readonly save: (picture: string | null) => Promise<unknown>;
}

/** Opens a dialog to choose a picture. Saving without a new one just closes it. */
export const openPictureDialog = (options: PictureDialogOptions): Promise<void> =>
  openDialog<void>((close) => <PictureDialog {...options} onClose={close} />);

function PictureDialog({ title, current, save, onClose }: PictureDialogOptions & { readonly onClose: () => void }) {
  const [picture, setPicture] = useState(current);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const outcome = await readPicture(file);
    setError('refused' in outcome ? outcome.refused : undefined);
    if ('dataUrl' in outcome) setPicture(outcome.dataUrl);
  };
  const submit = async () => {
    if (picture === current) return onClose();
    setBusy(true);
    try {
      await save(picture);
      onClose();
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <DialogFrame title={title} onClose={onClose}>
      {error ? <Banner tone="bad">{error}</Banner> : null}
      <div className={styles.dialogFields}>
        {picture ? <img className={styles.picture} src={picture} alt="Preview" /> : null}
        <FileDrop
          label={picture ? 'Choose another image' : 'Choose an image'}
          hint={`An image of at most ${megabytes(largestImageBytes)}`}
          onFiles={([file]) => void choose(file)}
        />
      </div>
      <DialogActions>
        {picture ? (
          <Button variant="subtle" color="red" onClick={() => setPicture(null)}>
            Remove
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} onClick={() => void submit()}>
          Save
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

/** Converts a data URL to the file of an upload. */
export function fileOfPicture(dataUrl: string): File {
  const [head = '', data = ''] = dataUrl.split(',');
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png';
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  return new File([bytes], `picture.${type.split('/')[1] ?? 'png'}`, { type });
}
