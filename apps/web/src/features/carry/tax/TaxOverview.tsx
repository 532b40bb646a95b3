import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Stack } from '../../../record/Stack.tsx';
import { taxRecord } from './taxRecord.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Tax characterization' },
  { field: 'taxRate', kind: 'percent', title: 'Rate %' },
  { field: 'isInactive', kind: 'boolean', title: 'Archived' },
] as const;

/** The fields of a tax profile, and its rates by characterization if it has them. */
export function TaxOverview({ id }: ViewProps) {
  const { data } = useRead('getTaxProfile', { params: { id } });
  if (!data) return null;
  return (
    <Stack>
      <FieldGroups fields={taxRecord.fields} record={data} />
      {data.subjectToCharacterization ? (
        <TablePanel title="Rates" columns={columns} rows={data.taxProfileRates} rowKey={(rate) => rate.id} />
      ) : null}
    </Stack>
  );
}
