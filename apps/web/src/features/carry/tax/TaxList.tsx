import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import type { ListTab } from '@carrara/ui/list/defineList.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { useArchiveSelected } from '../../../record/list/useArchiveSelected.ts';
import { useSaveRecord } from '../../../record/recordCalls.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { checkTaxForm, headFields, TaxTerms, taxFormValues, taxFormToSave } from './taxForm.tsx';
import { taxRecord } from './taxRecord.ts';

const tabs: readonly ListTab[] = [
  { id: 'active', title: 'Active' },
  { id: 'archived', title: 'Archived' },
];
const byTab = ({ tab }: ListState) => (tab === 'archived' ? { includeInactive: 'true', onlyInactive: 'true' } : {});
const dialogFields = Object.fromEntries(Object.entries(taxRecord.fields).filter(([name]) => headFields.includes(name)));

/** The active and archived tax profiles. Each can be edited in a dialog without leaving the list. */
export function TaxList() {
  const mayEdit = useAllowed('taxProfile.edit');
  const edit = (row: RecordValue) => <EditButton row={row} />;
  const bulkActions = useArchiveSelected<RecordValue>({
    call: 'archiveTaxProfiles',
    nameOf: taxRecord.nameOf,
    isInactive: (row) => row['isInactive'] === true,
    archived: 'Archived profiles can’t be assigned. Where they are assigned, they still apply.',
    restored: 'Restored profiles can be assigned again.',
  });
  return (
    <RecordList record={taxRecord} tabs={tabs} query={byTab} {...(mayEdit ? { rowActions: edit, bulkActions } : {})} />
  );
}

function EditButton({ row }: { readonly row: RecordValue }) {
  const [save] = useSaveRecord(taxRecord);
  const name = taxRecord.nameOf(row);
  const edit = async () => {
    const saved = await openFormDialog({
      title: `Edit ${name}`,
      fields: dialogFields,
      initial: { ...row, ...taxFormValues(row) },
      check: checkTaxForm,
      more: (form) => <TaxTerms form={form} />,
      save: (values, all) => save({ id: row.id, rowVersion: row.rowVersion, ...values, ...taxFormToSave(all) }),
    });
    if (saved) toastSuccess(`${name} updated successfully`);
  };
  return <RowButton label="Edit" subject={name} onClick={() => edit()} />;
}
