import { lazy, Suspense } from 'react';
import type { FileDropProps } from './FileDropzone.tsx';
import styles from './form.module.css';

const FileDropzone = lazy(async () => ({ default: (await import('./FileDropzone.tsx')).FileDropzone }));

/** An area to drop a file on, with a button to choose one. */
export function FileDrop(props: FileDropProps) {
  return (
    <Suspense fallback={<div className={styles.dropWait} />}>
      <FileDropzone {...props} />
    </Suspense>
  );
}

export type { FileDropProps };
