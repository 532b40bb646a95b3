import { lists } from 'virtual:contract/tables';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { RecentDistributions } from '../../../record/profile/RecentDistributions.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { investmentRecord } from './investmentRecord.ts';
import { Tranches } from './Tranches.tsx';

/** The overview of an investment: its tranches, its holders, its payments and data about the company. */
export function InvestmentOverview({ id }: ViewProps) {
  const { fundOrCoinvestmentId } = useParams();
  const all = toHref(investmentRecord.paths.profile(id, 'distribution'));
  return (
    <Stack>
      <Tranches id={id} />
      <OverviewColumns
        main={
          <>
            <Containers id={id} />
            {fundOrCoinvestmentId ? null : (
              <RecentDistributions id={id} list={lists.listInvestmentDistributions} allHref={all} />
            )}
          </>
        }
        aside={<RecordOverview record={investmentRecord} id={id} />}
      />
    </Stack>
  );
}

const columns = [
  { field: 'holder', kind: 'reference', title: 'Fund or coinvestment' },
  { field: 'vintage', kind: 'reference', title: 'Vintage' },
  { field: 'totalInvestedAmount', kind: 'money', title: 'Invested' },
  { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed' },
] as const;

function Containers({ id }: ViewProps) {
  const { data } = useRead('getInvestment', { params: { id } });
  if (!data) return null;
  const rows = [
    ...data.fundInvestments.map(({ fund, ...part }) => ({ ...part, holder: fund, base: '#/carry/fund' })),
    ...data.coinvestmentInvestments.map(({ coinvestment, ...part }) => ({
      ...part,
      holder: coinvestment,
      base: '#/carry/coinvestment',
    })),
  ];
  return (
    <TablePanel
      title="Held by"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={({ base, holder }) => `${base}/${holder.id}/profile/overview`}
    />
  );
}
