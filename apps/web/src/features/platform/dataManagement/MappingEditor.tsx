import { fileTypes, importEndings, isMapped, type MappedType } from '@carrara/contract/core/fileTypes';
import { importFields } from '@carrara/contract/importFields';
import type { MappingSample, MappingTemplate } from '@carrara/contract/platform/upload/mappingTemplate';
import { type Mapping, mappingFailures, standardMapping } from '@carrara/domain/platform/upload';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { FileDrop } from '@carrara/ui/form/FileDrop.tsx';
import { invalidFormText } from '@carrara/ui/form/useRecordForm.ts';
import { StoredInputOffer } from '@carrara/ui/form/StoredInputOffer.tsx';
import { useStoredInput } from '@carrara/ui/form/useStoredInput.ts';
import { useUnsavedGuard } from '@carrara/ui/form/useUnsavedGuard.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';
import styles from './dataManagement.module.css';
import { useFileTypes, useUploadModule } from './fileTypes.ts';
import { MappingColumns } from './MappingColumns.tsx';
import { MappingConventions } from './MappingConventions.tsx';
import { guessedMapping } from './mappedSample.ts';
import { MappingPreview } from './MappingPreview.tsx';

/** `#/{module}/datamanagement/mapping/{id}`: the mapping of a file from another system, next to a preview of its first rows. */
export function MappingEditor() {
  const { id = 'add' } = useParams();
  const isNew = id === 'add';
  const { data, error, refetch } = useRead('getMappingTemplate', isNew ? skipToken : { params: { id } });
  const base = `/${useUploadModule()}/datamanagement/mapping`;
  useRecordCrumb(isNew ? 'Mapping Templates' : data?.name, isNew ? `#${base}` : `#${base}/${id}`);
  if (isNew) return <Editor template={undefined} />;
  return data ? <Editor key={id} template={data} /> : <ReadState error={error} onRetry={refetch} lines={12} />;
}

interface Draft {
  readonly fileType: MappedType;
  readonly name: string;
  readonly mapping: Mapping;
}
/** A new mapping has no headings. They come from the file. */
const blank = (fileType: MappedType): Draft => ({
  fileType,
  name: '',
  mapping: { ...standardMapping(importFields[fileType]), columns: [] },
});

/** The input of a template: stored in the browser while it is typed, checked, and saved. */
function useDraft(template: MappingTemplate | undefined, blankDraft: () => Draft) {
  const module = useUploadModule();
  const [initial] = useState<Draft>(() => template ?? blankDraft());
  const [draft, setDraft] = useState(initial);
  const [error, setError] = useState<string>();
  const [wasSubmitted, setSubmitted] = useState(false);
  const [save] = useWrite('saveMappingTemplate');
  // True until the page is left after the save, so that nothing counts as unsaved meanwhile.
  const [isSaving, setSaving] = useState(false);
  const continueTo = useContinueTo();
  const text = JSON.stringify(draft);
  const isDirty = text !== JSON.stringify(initial) && !isSaving;
  const storedInput = useStoredInput({
    name: template ? `Mapping ${template.id}` : 'New mapping',
    changes: useMemo((): Readonly<Record<string, unknown>> => (isDirty ? { draft: text } : {}), [isDirty, text]),
    extra: undefined,
    basis: template?.rowVersion ?? undefined,
    restore: (changes) => setDraft(JSON.parse(String(changes['draft'])) as Draft),
  });
  useUnsavedGuard(isDirty, { onDiscard: storedInput.drop });
  const { fileType, name, mapping } = draft;
  const failures = mappingFailures(mapping, importFields[fileType]);
  const isWrong = failures.length > 0 || name.trim() === '';
  const submit = async () => {
    setSubmitted(true);
    setError(undefined);
    if (isWrong) return;
    setSaving(true);
    try {
      const head = template ? { id: template.id, rowVersion: template.rowVersion } : {};
      const body = {
        ...head,
        name,
        applicationId: module,
        mapping: { ...mapping, columns: [...mapping.columns], fixed: [...mapping.fixed], codes: [...mapping.codes] },
      };
      const saved = await save({ params: { fileType }, body });
      storedInput.drop();
      toastSuccess(`${saved.name} saved successfully`);
      await continueTo(`/${module}/datamanagement/mapping`);
    } catch (failure) {
      setSaving(false);
      setError(failureText(failure));
    }
  };
  /** The message, which disappears when its cause does. */
  const message = wasSubmitted && isWrong ? invalidFormText : error;
  return { draft, setDraft, failures, message, wasSubmitted, isSaving, storedInput, submit };
}

function Editor(props: { readonly template: MappingTemplate | undefined }) {
  // Keeps the template as it was when the page opened. A save by somebody else creates another version.
  const [template] = useState(props.template);
  const module = useUploadModule();
  const types = useFileTypes(module).filter(isMapped);
  const usual = types.includes('ledger') ? 'ledger' : (types[0] ?? 'ledger');
  const [sample, setSample] = useState<MappingSample>();
  const editing = useDraft(template, () => blank(usual));
  const { draft, setDraft, failures, message, wasSubmitted, isSaving, storedInput } = editing;
  const { fileType, name, mapping } = draft;
  const fields = importFields[fileType];
  const change = (more: Partial<Mapping>) =>
    setDraft((before) => ({ ...before, mapping: { ...before.mapping, ...more } }));
  const nameError = wasSubmitted && name.trim() === '' ? 'Name is required.' : undefined;
  return (
    <Stack>
      <StoredInputOffer stored={storedInput} />
      {message ? <Banner tone="bad">{message}</Banner> : null}
      <Panel
        isPage
        title={template ? `Mapping template ${template.name}` : 'Add a mapping template'}
        actions={
          <>
            <Button variant="default" component="a" href={`#/${module}/datamanagement/mapping`}>
              Cancel
            </Button>
            <Button loading={isSaving} onClick={() => void editing.submit()}>
              Save
            </Button>
          </>
        }
      >
        <div className={styles.settings}>
          <Select
            label="Files of"
            data={types.map((type) => ({ value: type, label: fileTypes[type].title }))}
            value={fileType}
            disabled={template !== undefined}
            allowDeselect={false}
            onChange={(type) => setDraft((before) => ({ ...blank((type ?? usual) as MappedType), name: before.name }))}
          />
          <TextInput
            label="Name"
            required
            maxLength={100}
            value={name}
            error={nameError}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, name: value }))}
          />
        </div>
      </Panel>
      <Sample
        fileType={fileType}
        sample={sample}
        onSample={(chosenSample) => {
          setSample(chosenSample);
          // Chosen headings stay, even those chosen while the file was being read. Otherwise, headings with matching names are used.
          setDraft((before) =>
            before.mapping.columns.length > 0
              ? before
              : { ...before, mapping: guessedMapping(chosenSample, before.mapping, fields) },
          );
        }}
      />
      <Panel title="Format">
        <MappingConventions fields={fields} mapping={mapping} sample={sample} onChange={change} />
      </Panel>
      <Panel title="Columns">
        <MappingColumns
          fields={fields}
          mapping={mapping}
          sample={sample}
          failures={wasSubmitted || sample !== undefined ? failures : []}
          onChange={change}
        />
      </Panel>
      {sample ? <MappingPreview fields={fields} mapping={mapping} sample={sample} /> : null}
    </Stack>
  );
}

interface SampleProps {
  readonly fileType: MappedType;
  readonly sample: MappingSample | undefined;
  readonly onSample: (sample: MappingSample) => void;
}

/** A sample file whose first rows are displayed as they would be read. It is not stored. */
function Sample({ fileType, sample, onSample }: SampleProps) {
  const [read, isReading] = useWrite('readMappingSample');
  const [error, setError] = useState<string>();
  const readSample = async ([file]: readonly File[]) => {
    if (!file) return;
    setError(undefined);
    try {
      onSample(await read({ params: { fileType }, file }));
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return (
    <Panel title="Sample file">
      {error ? <Banner tone="bad">{error}</Banner> : null}
      <FileDrop
        label="Sample file"
        hint={
          sample
            ? 'Its first rows are shown below. Drop another file here to use that one.'
            : 'Drop a file from this sender here or choose one. You can then choose its headings below and preview its first rows.'
        }
        endings={importEndings}
        maxBytes={26_214_400}
        busy={isReading}
        onFiles={(files) => void readSample(files)}
      />
    </Panel>
  );
}
