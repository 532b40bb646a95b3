import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { FieldInputProps } from './fieldInput.ts';
import styles from './form.module.css';
import { readPicture } from './readPicture.ts';

/** A picture or logo: an image of at most 4 MB, stored as a data URL. */
export function PictureInput({ field, value, onChange, disabled, error, name }: FieldInputProps) {
  const [refused, setRefused] = useState<string>();
  const choose = async (file: File | null) => {
    if (!file) return;
    const outcome = await readPicture(file);
    setRefused('refused' in outcome ? outcome.refused : undefined);
    if ('dataUrl' in outcome) onChange(outcome.dataUrl);
  };
  const picture = typeof value === 'string' && value !== '' ? value : undefined;
  return (
    <div className={styles.picture} data-field={name}>
      <span className={styles.label}>{field.title}</span>
      <div>
        {picture ? <img src={picture} alt={field.title} /> : <span className={styles.noPicture}>No picture</span>}
        <FileButton accept="image/*" onChange={(file) => void choose(file)} disabled={disabled}>
          {(button) => (
            <Button variant="default" disabled={disabled} onClick={button.onClick}>
              {picture ? 'Replace' : 'Choose a picture'}
            </Button>
          )}
        </FileButton>
        {picture ? (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)} disabled={disabled}>
            Remove
          </Button>
        ) : null}
      </div>
      {refused || error ? <p role="alert">{refused ?? error}</p> : null}
    </div>
  );
}
