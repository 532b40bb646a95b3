import { type Document, mostZippedBytes, releasedTypes } from '@carrara/contract/platform/document/document';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Paging } from '@carrara/ui/list/Paging.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { referenceText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '../../api/download.ts';
import { useRead, useWrite } from '../../api/calls.ts';
import { runConfirmed, runWithToast } from '../../api/runWithToast.ts';
import type { ViewProps } from '../../frame/screenTypes.ts';
import { useAllowed } from '../../session/hooks.ts';
import { addDocument } from './AddDocumentDialog.tsx';
import { ReadState } from '../ReadState.tsx';
import { Stack } from '../Stack.tsx';
import styles from './annotations.module.css';
import { RowButton } from '../list/RowButton.tsx';

export type ObjectType = Document['objectType'];

const columns = [
  { field: 'name', kind: 'text', title: 'Document' },
  { field: 'fileType', kind: 'text', title: 'Type' },
  { field: 'sizeBytes', kind: 'count', title: 'Bytes' },
  { field: 'createdDate', kind: 'instant', title: 'Added' },
  { field: 'createdBy', kind: 'text', title: 'By' },
] as const;
const pageSize = 100;
const transfers = '/performance/datamanagement/tenantlinkdatatransfer';
const noCategory = 'Other documents';

/** Groups documents by category, in the order of the categories. */
function grouped(documents: readonly Document[]): readonly (readonly [category: string, Document[]])[] {
  const groups = new Map<string, Document[]>();
  for (const document of documents) {
    const category = document.category ? referenceText(document.category) : noCategory;
    groups.set(category, [...(groups.get(category) ?? []), document]);
  }
  return [...groups];
}

/** Returns the documents tab for one record type. */
export const documentsView = (objectType: ObjectType, application?: DocumentsProps['application']) =>
  function DocumentsView({ id }: ViewProps) {
    return <Documents id={id} objectType={objectType} application={application} />;
  };

interface DocumentsProps extends ViewProps {
  readonly objectType: ObjectType;
  /** The module of the documents, if it has documents of its own. */
  readonly application?: 'comp' | 'performance' | undefined;
}

export function Documents({ id, objectType, application }: DocumentsProps) {
  const storedInput = application ? { application } : {};
  const [page, setPage] = useState(1);
  const query = { startPage: page, pageSize, sortColumn: 'category', sortAsc: 'true', ...storedInput };
  const { data, error, refetch } = useRead('listDocuments', { params: { id }, query });
  const mayEdit = useAllowed(application === 'comp' ? 'pay.edit' : 'document.edit');
  const remove = useRemoval();
  const mayRelease = useAllowed('dataTransfer.edit') && releasedTypes.some((type) => type === objectType);
  const release = useRelease();
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  const add = mayEdit ? (
    <Button onClick={() => void addDocument({ id, objectType, ...storedInput })}>Add document</Button>
  ) : null;
  if (data.totalItemCount === 0)
    return (
      <Panel title="Documents">
        <EmptyState action={add} />
      </Panel>
    );
  return (
    <Stack>
      <div className={styles.documentBar}>
        <span>{data.totalItemCount === 1 ? '1 document' : `${String(data.totalItemCount)} documents`}</span>
        <div className={styles.documentActions}>
          <DownloadAll id={id} documents={data.pageData} storedInput={storedInput} />
          {add}
        </div>
      </div>
      {grouped(data.pageData).map(([category, documents]) => (
        <TablePanel
          key={category}
          title={category}
          columns={columns}
          rows={documents}
          rowKey={({ id: key }: Document) => key}
          cells={{
            name: (file) => <DocumentLink file={file} />,
            createdBy: (file) =>
              file.transferId ? <a href={`#${transfers}/${file.transferId}`}>Data transfer</a> : file.createdBy,
          }}
          {...(mayEdit || mayRelease
            ? {
                rowActions: (file: Document) => (
                  <>
                    {mayRelease ? <ReleaseButton file={file} onClick={() => void release(file)} /> : null}
                    {mayEdit ? <DeleteButton name={file.name} onClick={() => void remove(file)} /> : null}
                  </>
                ),
              }
            : {})}
        />
      ))}
      {data.totalItemCount > pageSize ? (
        <Paging page={page} pageSize={pageSize} total={data.totalItemCount} onChange={setPage} />
      ) : null}
    </Stack>
  );
}

interface DownloadAllProps {
  readonly id: string;
  readonly documents: readonly Document[];
  readonly storedInput: Pick<DocumentsProps, 'application'>;
}

/** Downloads all files of the record in a zip. Links to documents elsewhere have no file. */
function DownloadAll({ id, documents, storedInput }: DownloadAllProps) {
  const download = useDownload();
  const [isRunning, setRunning] = useState(false);
  const files = documents.filter(({ url }) => url === null);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  if (files.length < 2 || bytes > mostZippedBytes) return null;
  const run = async () => {
    setRunning(true);
    await download('downloadDocuments', { params: { id }, query: storedInput });
    setRunning(false);
  };
  return (
    <Button variant="default" loading={isRunning} onClick={() => void run()}>
      Download all
    </Button>
  );
}

const ReleaseButton = ({ file, onClick }: { readonly file: Document; readonly onClick: () => void }) => (
  <Button
    variant="subtle"
    size="compact-xs"
    aria-label={`${file.isReleased ? 'Hide from investors' : 'Release to investors'}: ${file.name}`}
    onClick={onClick}
  >
    {file.isReleased ? 'Hide from investors' : 'Release to investors'}
  </Button>
);

const DeleteButton = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => (
  <RowButton label="Delete" subject={name} onClick={onClick} />
);

function DocumentLink({ file }: { readonly file: Document }) {
  const download = useDownload();
  if (file.url) {
    return (
      <a href={file.url} target="_blank" rel="noopener noreferrer">
        {file.name}
      </a>
    );
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`Download ${file.name}`}
      onClick={() => void download('downloadDocument', { params: { id: file.id } })}
    >
      {file.name}
    </Button>
  );
}

/** Releases a document, which the next data transfer sends to the tenant of each linked investor. */
function useRelease(): (file: Document) => Promise<void> {
  const [release] = useWrite('releaseDocument');
  return async ({ id, name, rowVersion, isReleased }) => {
    await runWithToast(async () => {
      await release({ body: { id, rowVersion, isReleased: !isReleased } });
      return isReleased ? `${name} is hidden from investors` : `${name} will be sent with the next data transfer`;
    });
  };
}

function useRemoval(): (file: Document) => Promise<void> {
  const [remove] = useWrite('deleteDocument');
  return async ({ id, name, rowVersion }) => {
    const text = "Deleting this document is permanent and can't be undone. Are you sure you want to continue?";
    await runConfirmed({ title: `Delete ${name}`, text, confirmLabel: 'Delete' }, async () => {
      await remove({ params: { id }, query: { rowVersion } });
      return `${name} deleted successfully`;
    });
  };
}
