import type { Document } from '@carrara/contract/platform/document/document';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { FileDrop } from '@carrara/ui/form/FileDrop.tsx';
import { referenceText } from '@carrara/ui/value/valueText.ts';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/calls.ts';
import styles from './annotations.module.css';
import record from '../record.module.css';

export interface DocumentLocation {
  readonly id: string;
  readonly objectType: Document['objectType'];
  readonly application?: 'comp' | 'performance' | undefined;
}

/** Opens a dialog to add a file, or the address of a document that is stored elsewhere. */
export const addDocument = (location: DocumentLocation): Promise<void> =>
  openDialog<void>((close) => <AddDocumentDialog {...location} onClose={close} />);

const urlField = { kind: 'text', title: 'Address', max: 2000 } as const;
const nameField = { kind: 'text', title: 'Name' } as const;

const kinds = [
  { value: 'file', label: 'File' },
  { value: 'external', label: 'External link' },
];

export function AddDocumentDialog(props: DocumentLocation & { readonly onClose: () => void }) {
  const { id, application, onClose } = props;
  const [kind, setKind] = useState('file');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [file, setFile] = useState<File>();
  const [categoryId, setCategory] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const { data: categories = [] } = useRead('listDocumentMetadata', {
    params: { id, metadataType: 'document-category' },
    ...(application ? { query: { application } } : {}),
  });
  const [save, isSaving] = useSave(props);
  const isExternal = kind === 'external';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingIn({ isExternal, name, url, file });
    if (missing) return setError(missing);
    // The field displays the error.
    if (fieldError(nameField, name) || (isExternal && fieldError(urlField, url))) return;
    try {
      const stored = await save(
        { isExternal, name: name.trim(), url: url.trim(), file },
        categoryId ? { categoryId } : {},
      );
      toastSuccess(`${stored.name} saved successfully`);
      onClose();
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return (
    <DialogFrame title="Add document" onClose={onClose} size="lg">
      <form aria-label="Add document" className={record.dialogFields} onSubmit={(event) => void submit(event)}>
        {error ? <Banner tone="bad">{error}</Banner> : null}
        <SegmentedControl aria-label="Kind of document" data={kinds} value={kind} onChange={setKind} />
        {isExternal ? (
          <TextInput
            label="Address"
            withAsterisk
            placeholder="https://"
            value={url}
            error={fieldError(urlField, url)}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        ) : (
          <FileChoice file={file} onChoose={setFile} />
        )}
        <TextInput
          label="Name"
          withAsterisk={isExternal}
          description={isExternal ? undefined : 'Leave blank to use the file’s name.'}
          value={name}
          error={fieldError(nameField, name)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Category"
          clearable
          searchable
          data={categories.map((item) => ({ value: item.id, label: referenceText(item) }))}
          value={categoryId}
          onChange={setCategory}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={isSaving}>
            Add
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** Returns a function that uploads the file or saves the address, and true while it runs. */
function useSave({ id, objectType, application }: DocumentLocation) {
  const [upload, isUploading] = useWrite('uploadDocument');
  const [link, isLinking] = useWrite('saveExternalDocument');
  const save = ({ isExternal, name, url, file }: Typed, category: { readonly categoryId?: string }) => {
    const more = { objectType, ...category, ...(application ? { application } : {}) };
    if (isExternal) return link({ body: { objectId: id, name, url, ...more } });
    return upload({ params: { relatedObject: id }, query: { ...(name ? { name } : {}), ...more }, file: file as File });
  };
  return [save, isUploading || isLinking] as const;
}

interface FileChoiceProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File | undefined) => void;
}

const FileChoice = ({ file, onChoose }: FileChoiceProps) =>
  file ? (
    <div className={styles.chosen}>
      <span>{file.name}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => onChoose(undefined)}>
        Choose another
      </Button>
    </div>
  ) : (
    <FileDrop label="Choose a file" onFiles={([first]) => onChoose(first)} />
  );

interface Typed {
  readonly isExternal: boolean;
  readonly name: string;
  readonly url: string;
  readonly file: File | undefined;
}
function missingIn({ isExternal, name, url, file }: Typed): string | undefined {
  if (!isExternal) return file ? undefined : 'Choose a file, or enter the address of an external document.';
  return url.trim() && name.trim() ? undefined : 'An external document needs a name and an address.';
}
