import { StatusBadge } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { useDownload } from '../../../api/download.ts';
import { RecordTable } from '../../../record/RecordTable.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import {
  type FileType,
  fileTypeTitles,
  isFileType,
  statusTexts,
  statusTones,
  type UploadReport,
  uploadPath,
  useFileTypes,
} from './fileTypes.ts';
import { openUploadDialog } from './UploadDialog.tsx';

const list = { ...lists.listUploads, operation: 'listUploads' } as const;
const statusOf = (row: RecordValue) => row['status'] as UploadReport['status'];
const cells = {
  fileType: (row: RecordValue) => fileTypeTitles[row['fileType'] as FileType] ?? String(row['fileType']),
  status: (row: RecordValue) => (
    <StatusBadge code={statusOf(row)} label={statusTexts[statusOf(row)]} tone={statusTones[statusOf(row)]} />
  ),
};

/** Everything that was uploaded, with what became of it; new files, and the empty templates. */
export function UploadHistory() {
  const types = useFileTypes();
  const download = useDownload();
  useAskedUpload(types);
  const upload = types.length > 0 ? <Button onClick={() => void openUploadDialog(types)}>Upload</Button> : null;
  return (
    <RecordTable
      list={list}
      cells={cells}
      rowHref={(row) => `#${uploadPath(row.id)}`}
      rowActions={(row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => void download('downloadUpload', { params: { id: row.id } })}
        >
          Download
        </Button>
      )}
      actions={
        <>
          {types.map((fileType) => (
            <Button
              key={fileType}
              variant="default"
              onClick={() => void download('downloadTemplate', { params: { fileType } })}
            >
              {fileTypeTitles[fileType]} template
            </Button>
          ))}
          {upload}
        </>
      }
    />
  );
}

/** `?upload=exchange-rates` in the address opens the dialog for a file of that kind, once. */
function useAskedUpload(types: readonly FileType[]): void {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('upload');
  useEffect(() => {
    if (!isFileType(asked)) return;
    setQuery({}, { replace: true });
    if (types.includes(asked)) void openUploadDialog(types, asked);
  }, [asked, setQuery, types]);
}
