import { type FileType, fileTypes, isFileType, isMapped } from '@carrara/contract/core/fileTypes';
import { StatusBadge } from '@carrara/ui/value/StatusBadge.tsx';
import { Button, Menu } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { runConfirmed, runWithToast } from '../../../api/runWithToast.ts';
import { DataManagementFrame } from '../../../record/DataManagementFrame.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import {
  statusTexts,
  statusTones,
  type UploadModule,
  type UploadReport,
  uploadPath,
  useFileTypes,
  useUploadModule,
} from './fileTypes.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { SampleFirmPanel } from '../../../setup/SampleFirm.tsx';
import { openUploadDialog } from './UploadDialog.tsx';

const list = lists.listUploads;
const statusOf = (row: RecordValue) => row['status'] as UploadReport['status'];
const cells = {
  fileType: (row: RecordValue) => {
    const type = String(row['fileType']);
    return isFileType(type) ? fileTypes[type].title : type;
  },
  status: (row: RecordValue) => (
    <StatusBadge code={statusOf(row)} label={statusTexts[statusOf(row)]} tone={statusTones[statusOf(row)]} />
  ),
};

/** All uploads with their results, and buttons for new files and empty templates. */
export function UploadHistory() {
  const module = useUploadModule();
  const types = useFileTypes(module);
  const download = useDownload();
  const mayDelete = useAllowed('upload.delete');
  const mayRecover = useAllowed('upload.recover');
  useRequestedUpload(types);
  const table = (
    <RecordTable
      list={list}
      params={{ applicationId: module }}
      tabs={mayRecover ? tabs : []}
      query={({ tab }) => (tab === 'deleted' ? { deleted: 'true' } : {})}
      cells={cells}
      rowHref={(row) => `#${uploadPath(module, row.id)}`}
      rowActions={(row) => <RowActions row={row} module={module} mayDelete={mayDelete} mayRecover={mayRecover} />}
      actions={
        <>
          <Menu>
            <Menu.Target>
              <Button variant="default">Templates</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {types.map((fileType) => (
                <Menu.Item
                  key={fileType}
                  onClick={() => void download('downloadTemplate', { params: { fileType, applicationId: module } })}
                >
                  {fileTypes[fileType].title}: empty workbook
                </Menu.Item>
              ))}
              {types.includes('carry-plan') ? (
                <Menu.Item onClick={() => void download('downloadFilledPlan', {})}>
                  {fileTypes['carry-plan'].title}: workbook with your records
                </Menu.Item>
              ) : null}
              {types.filter(isMapped).map((fileType) => (
                <Menu.Item
                  key={fileType}
                  onClick={() => void download('downloadSample', { params: { fileType, applicationId: module } })}
                >
                  {fileTypes[fileType].title}: sample csv
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {types.length > 0 ? <Button onClick={() => void openUploadDialog(types, module)}>Upload</Button> : null}
        </>
      }
    />
  );
  return (
    <DataManagementFrame module={module} view="uploads">
      {table}
      <SampleFirmPanel />
    </DataManagementFrame>
  );
}

const tabs = [
  { id: 'all', title: 'All' },
  { id: 'deleted', title: 'Deleted' },
];

interface RowActionsProps {
  readonly row: RecordValue;
  readonly module: UploadModule;
  readonly mayDelete: boolean;
  readonly mayRecover: boolean;
}

/** Actions of a row: a deleted upload can be restored, and any other can be downloaded and deleted. */
function RowActions({ row, module, mayDelete, mayRecover }: RowActionsProps) {
  const [query] = useSearchParams();
  const download = useDownload();
  const [remove] = useWrite('deleteUpload');
  const [recover] = useWrite('recoverUpload');
  const name = String(row['name']);
  const action = (work: () => Promise<unknown>, done: string) => async () => {
    await work();
    return `${name} ${done}`;
  };
  if (query.get('tab') === 'deleted') {
    const params = { fileType: row['fileType'] as FileType, applicationId: module };
    return mayRecover ? (
      <RowButton
        label="Recover"
        onClick={() => runWithToast(action(() => recover({ params, body: { id: row.id } }), 'recovered successfully'))}
      />
    ) : null;
  }
  return (
    <>
      <RowButton label="Download" onClick={() => download('downloadUpload', { params: { id: row.id } })} />
      {mayDelete ? (
        <RowButton
          label="Delete"
          color="red"
          onClick={() =>
            runConfirmed(
              { title: `Delete ${name}`, text: deleteText, confirmLabel: 'Delete' },
              action(() => remove({ params: { id: row.id } }), 'deleted successfully'),
            )
          }
        />
      ) : null}
    </>
  );
}
const deleteText = "Deleting this record is permanent and can't be undone.";

/** Opens the dialog once for a kind of file that the address names, as in `?upload=exchange-rates`. */
function useRequestedUpload(types: readonly FileType[]): void {
  const [query, setQuery] = useSearchParams();
  const requested = query.get('upload');
  const module = useUploadModule();
  useEffect(() => {
    if (!isFileType(requested)) return;
    setQuery({}, { replace: true });
    if (types.includes(requested)) void openUploadDialog(types, module, requested);
  }, [requested, module, setQuery, types]);
}
