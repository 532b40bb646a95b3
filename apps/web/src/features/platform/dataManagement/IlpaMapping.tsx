import { templateRows } from '@carrara/domain/performance/capitalAccount';
import { accountMapping } from '@carrara/domain/performance/ilpa';
import { reportedFigures } from '@carrara/domain/performance/period';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';

const columns = [
  { field: 'row', kind: 'year', title: 'Row' },
  { field: 'label', kind: 'text', title: 'In the template' },
  { field: 'figure', kind: 'text', title: 'Reported here as' },
] as const;
const rows = accountMapping.map(({ figure, row, isNegated }) => ({
  row,
  label: templateRows[row].label,
  figure: `${reportedFigures[figure].title}${isNegated ? ', with the opposite sign' : ''}`,
}));

/** The mapping of a capital account in ILPA's layout, which is built in and needs no template. */
export function IlpaMapping() {
  return (
    <>
      <p>
        A capital account in ILPA’s Reporting Template v2.0 is read by row. Figures come from the since-inception (ITD)
        columns of the fund and the partner.
      </p>
      <DataTable label="ILPA Mapping" columns={columns} rows={rows} rowKey={({ row }) => String(row)} />
    </>
  );
}
