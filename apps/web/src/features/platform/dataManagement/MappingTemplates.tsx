import { fileTypes } from '@carrara/contract/core/fileTypes';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { DataManagementFrame } from '../../../record/DataManagementFrame.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useUploadModule } from './fileTypes.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'files', kind: 'text', title: 'Files of' },
  { field: 'headings', kind: 'longText', title: 'Mapped headings' },
  { field: 'updatedDate', kind: 'instant', title: 'Changed' },
  { field: 'updatedBy', kind: 'text', title: 'By' },
] as const;

/** The mapping templates: those of the firm, and the built-in one of each kind. */
export function MappingTemplates() {
  const module = useUploadModule();
  const base = `#/${module}/datamanagement/mapping`;
  const { data, error, refetch } = useRead('listMappingTemplates', { params: { applicationId: module } });
  const [remove] = useWrite('deleteMappingTemplate');
  const mayEdit = useAllowed('upload.edit');
  const mayDelete = useAllowed('upload.delete');
  const rows = data?.map((template) => ({
    ...template,
    files: fileTypes[template.fileType].title,
    headings: template.mapping.columns.map(({ heading }) => heading).join(', '),
  }));
  const removeTemplate = async (id: string, rowVersion: number | null, name: string) => {
    const text = 'Files that were already read with it don’t change. Are you sure you want to continue?';
    await runConfirmed({ title: `Delete ${name}`, text, confirmLabel: 'Delete' }, async () => {
      await remove({ params: { id }, query: { rowVersion: rowVersion ?? undefined } });
      return `${name} deleted successfully`;
    });
  };
  return (
    <DataManagementFrame module={module} view="mapping">
      <Panel
        isPage
        flush
        title="Mapping Templates"
        actions={
          mayEdit ? (
            <Button component="a" href={`${base}/add`}>
              Add a mapping template
            </Button>
          ) : null
        }
      >
        {error && !data ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
        {rows === undefined && !error ? <LoadingState lines={4} /> : null}
        {rows ? (
          <DataTable
            label="Mapping Templates"
            columns={columns}
            rows={rows}
            rowKey={({ fileType, name }) => `${fileType} ${name}`}
            rowHref={({ id }) => (id === null ? undefined : `${base}/${id}`)}
            rowActions={({ id, rowVersion, name }) =>
              id !== null && mayDelete ? (
                <RowButton label="Delete" color="red" onClick={() => removeTemplate(id, rowVersion, name)} />
              ) : null
            }
          />
        ) : null}
      </Panel>
    </DataManagementFrame>
  );
}
