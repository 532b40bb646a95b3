import { defineFields } from '@carrara/contract/fields';
import type { Reference } from '@carrara/contract/kinds';
import type { TaxProfileAssignment } from '@carrara/contract/taxProfile';
import { confirm, ErrorState, LoadingState, toastError, toastSuccess } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { Button } from '@mantine/core';
import { failureText } from '../../api/failure.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { openFormDialog } from '../../record/FormDialog.tsx';
import { useAllowed } from '../../session/hooks.ts';
import { type SourceKind, useAssignments } from './assignments.ts';

const columns = [
  { field: 'taxProfile', kind: 'reference', title: 'Tax profile' },
  { field: 'sourceName', kind: 'text', title: 'Applies to' },
  { field: 'isInactive', kind: 'boolean', title: 'Archived' },
] as const;
const chosenFields = defineFields({
  taxProfile: { kind: 'reference', of: 'taxProfile', title: 'Tax profile', required: true },
});

/** The tax profiles of a participant or of a source of carry, with giving and taking them. */
export function SourceTaxProfiles({ id, kind }: ViewProps & { readonly kind: SourceKind }) {
  const { data, error, refetch, assign, remove } = useAssignments(kind, id);
  const mayEdit = useAllowed('taxProfile.edit');
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  const give = () =>
    openFormDialog({
      title: 'Add tax profile',
      fields: chosenFields,
      saveLabel: 'Add',
      // One that is applied already is not given twice.
      check: ({ taxProfile }) => ({
        taxProfile: data.some((one) => one.taxProfile.id === (taxProfile as Reference | null)?.id)
          ? 'This tax profile is applied already'
          : undefined,
      }),
      save: async ({ taxProfile }) => {
        const { id: taxProfileId, name } = taxProfile as Reference;
        await assign(taxProfileId);
        toastSuccess(`${name ?? 'Tax profile'} saved successfully`);
      },
    });
  const take = async (assignment: TaxProfileAssignment) => {
    const name = assignment.taxProfile.name ?? 'Tax profile';
    const question = {
      title: `Remove ${name}`,
      text: 'Are you sure you want to continue?',
      confirmLabel: 'Remove',
      danger: true,
    };
    if (!(await confirm(question))) return;
    try {
      await remove(assignment);
      toastSuccess(`${name} deleted successfully`);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  const removeButton = (assignment: TaxProfileAssignment) => (
    <Button variant="subtle" size="compact-xs" onClick={() => void take(assignment)}>
      Remove
    </Button>
  );
  return (
    <Panel
      title="Tax profiles"
      flush
      actions={mayEdit ? <Button onClick={() => void give()}>Add tax profile</Button> : null}
    >
      <DataTable
        label="Tax profiles"
        columns={columns}
        rows={data}
        rowKey={(row) => row.id}
        rowHref={(row) => `#/carry/settings/taxDetail/${row.taxProfile.id}`}
        {...(mayEdit ? { rowActions: removeButton } : {})}
      />
    </Panel>
  );
}
