import type { Column } from '@carrara/contract/core/fields';
import type { TaxProfileAssignment } from '@carrara/contract/carry/participant/taxProfile';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Button } from '@mantine/core';
import { failureText } from '../../../api/failure.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { type SourceKind, useAssignments } from '../../../record/tax/taxAssignments.ts';
import { taxRateText } from '../../../record/tax/taxRateText.ts';
import { selectTaxProfiles } from '../../../record/tax/selectTaxProfiles.tsx';
import { recordHref } from '../../../record/recordHref.ts';

const taxProfile = { field: 'taxProfile', kind: 'reference', title: 'Tax profile' } as const;
const terms = [
  { field: 'rates', kind: 'longText', title: 'Rate' },
  { field: 'isInactive', kind: 'boolean', title: 'Archived' },
] as const;
/** Returns the columns of assignments. An investment can have assignments for only one of its holders, so it has a column for that. */
const columnsOf = (kind: SourceKind): readonly Column[] =>
  kind === 'investment'
    ? [taxProfile, { field: 'sourceName', kind: 'text', title: 'Applies to' }, ...terms]
    : [taxProfile, ...terms];
const cells = {
  rates: ({ rates, ...profile }: TaxProfileAssignment) => taxRateText({ ...profile, taxProfileRates: rates }),
};
/** The tax profiles of a participant or of a source of carry, with buttons to assign and remove them. */
export function SourceTaxProfiles({ id, kind }: ViewProps & { readonly kind: SourceKind }) {
  const { data, error, refetch, sources, assign, remove } = useAssignments(kind, id);
  const mayEdit = useAllowed('taxProfile.edit');
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  const addProfiles = async () => {
    if (!sources) return;
    const selected = await selectTaxProfiles({ sources, applied: data, assign });
    if (selected.length > 0) toastSuccess(`${selected.join(', ')} saved successfully`);
  };
  const removeProfile = async (assignment: TaxProfileAssignment) => {
    const name = assignment.taxProfile.name ?? 'Tax profile';
    const question = {
      title: `Remove ${name}`,
      text: 'The rates of this tax profile no longer apply here. Are you sure you want to continue?',
      confirmLabel: 'Remove',
    };
    await runConfirmed(question, async () => {
      await remove(assignment);
      return `${name} deleted successfully`;
    });
  };
  const removeButton = (assignment: TaxProfileAssignment) => (
    <RowButton label="Remove" onClick={() => removeProfile(assignment)} />
  );
  return (
    <TablePanel
      title="Tax profiles"
      actions={mayEdit ? <Button onClick={() => void addProfiles()}>Add tax profile</Button> : null}
      columns={columnsOf(kind)}
      cells={cells}
      rows={data}
      rowKey={(row) => row.id}
      rowHref={(row) => recordHref('taxProfile', row.taxProfile.id)}
      {...(mayEdit ? { rowActions: removeButton } : {})}
      empty
    />
  );
}
