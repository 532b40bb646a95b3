import { StatusBadge } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useDownload } from '../../api/download.ts';
import { RecordTable } from '../../record/RecordTable.tsx';
import type { RecordValue } from '../../record/recordDefinition.ts';
import { useAllowed } from '../../session/hooks.ts';
import { type FileType, fileTypeTitles, statusTexts, statusTones, type UploadReport, uploadPath } from './fileTypes.ts';
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
  const mayUpload = useAllowed('upload.edit');
  const download = useDownload();
  const upload = mayUpload ? <Button onClick={() => void openUploadDialog()}>Upload</Button> : null;
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
          <Button
            variant="default"
            onClick={() => void download('downloadTemplate', { params: { fileType: 'carry-plan' } })}
          >
            Carry plan template
          </Button>
          {upload}
        </>
      }
      emptyAction={upload}
    />
  );
}
