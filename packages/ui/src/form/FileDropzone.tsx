import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './form.module.css';

export interface FileDropProps {
  readonly label: string;
  /** Describes the accepted files: 'Excel workbook, up to 20 MB'. */
  readonly hint?: string;
  /** The accepted file name endings, such as '.xlsx'. Browsers disagree about types, so the name decides. */
  readonly endings?: readonly string[];
  readonly maxBytes?: number;
  readonly multiple?: boolean;
  readonly busy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileDropzone({
  label,
  hint,
  endings,
  maxBytes,
  multiple = false,
  busy = false,
  onFiles,
}: FileDropProps) {
  const [refused, setRefused] = useState<string>();
  const accept = (files: readonly File[]) => {
    const wrong = files.find(({ name }) => endings && !endings.some((ending) => name.toLowerCase().endsWith(ending)));
    setRefused(
      wrong ? `${wrong.name} has the wrong file type. Choose one of ${endings?.join(', ') ?? ''}.` : undefined,
    );
    if (!wrong && files.length > 0) onFiles(files);
  };
  return (
    <>
      <Dropzone
        className={styles.drop ?? ''}
        multiple={multiple}
        loading={busy}
        {...(maxBytes ? { maxSize: maxBytes } : {})}
        onDrop={accept}
        onReject={([first]) => setRefused(first ? `${first.file.name} is too large.` : undefined)}
        inputProps={{ 'aria-label': label }}
      >
        <IconFileUpload size={28} stroke={1.3} aria-hidden />
        <b>{label}</b>
        <span>{hint ?? 'Drop a file here or choose one'}</span>
      </Dropzone>
      {refused ? (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      ) : null}
    </>
  );
}
