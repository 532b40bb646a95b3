import type { MappingSample } from '@carrara/contract/platform/upload/mappingTemplate';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { signedAmount } from '@carrara/domain/performance/imports';
import { type EntryType, entryTypeCodes } from '@carrara/domain/performance/ledger';
import { type ImportFields, type Mapping, type ReadRow, tableReader } from '@carrara/domain/platform/upload';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { mappedRows, findSheet } from './mappedSample.ts';

interface PreviewProps {
  readonly fields: ImportFields;
  readonly mapping: Mapping;
  readonly sample: MappingSample;
}

const errorColumns = [
  { field: 'row', kind: 'count', title: 'Row' },
  { field: 'column', kind: 'text', title: 'Heading' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
] as const;

const flags: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };
/** Returns the values as they would be entered. An amount that the file signs by cash direction gets the sign of its type. */
function displayedValues(
  values: ReadRow['values'],
  fields: ImportFields,
  { sign }: Mapping,
): Readonly<Record<string, string | null>> {
  const { type } = values;
  const isSigned = sign === 'CASH' && type != null && entryTypeCodes.includes(type as EntryType);
  const display = (field: string, value: string | null | undefined) => {
    if (value == null) return null;
    if (fields[field]?.kind === 'flag') return flags[value] ?? value;
    const isAmount = isSigned && (field === 'amount' || field === 'total');
    return isAmount ? moneyText(signedAmount(decimal(value), type as EntryType, sign)) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, display(field, value)]));
}

/** The first rows of the file as an import would read them, by the same rules. */
export function MappingPreview({ fields, mapping, sample }: PreviewProps) {
  const { headings, below } = mappedRows(sample, mapping);
  const reader = tableReader(fields, mapping, findSheet(sample, mapping)?.name ?? '', headings);
  const read = below.flatMap((row) => reader.read(row) ?? []);
  const errors = mapping.columns.length === 0 ? [] : [...reader.headingErrors, ...read.flatMap((row) => row.errors)];
  const used = [...mapping.columns, ...mapping.fixed].map(({ field }) => field);
  const columns = [
    { field: 'row', kind: 'count', title: 'Row' } as const,
    ...Object.entries(fields).flatMap(([field, { title, kind }]) =>
      used.includes(field)
        ? [
            {
              field,
              title,
              kind: kind === 'money' ? ('money' as const) : kind === 'date' ? ('date' as const) : ('text' as const),
            },
          ]
        : [],
    ),
  ];
  return (
    <>
      <Panel title="Preview" flush>
        {reader.unread.length > 0 ? <Banner tone="info">Not read: {reader.unread.join(', ')}.</Banner> : null}
        <DataTable
          label="Preview"
          columns={columns}
          rows={read.map(({ row }) => ({ ...displayedValues(row.values, fields, mapping), row: row.row }))}
          rowKey={({ row }) => String(row)}
          density="compact"
        />
      </Panel>
      {errors.length > 0 ? (
        <TablePanel
          title={`Unreadable values (${errors.length})`}
          label="Unreadable values"
          columns={errorColumns}
          rows={errors}
          rowKey={({ row, column, reason }) => `${String(row)} ${String(column)} ${reason}`}
          density="compact"
        />
      ) : null}
    </>
  );
}
