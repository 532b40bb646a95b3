import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { type DatedViewProps, onReportingDate } from './OnReportingDate.tsx';

const columns = [
  { field: 'investment', kind: 'reference', title: 'Investment' },
  { field: 'fund', kind: 'reference', title: 'Fund' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'invested', kind: 'money', title: 'Invested' },
  { field: 'proceeds', kind: 'money', title: 'Proceeds' },
  { field: 'income', kind: 'money', title: 'Income' },
  { field: 'remainingCost', kind: 'money', title: 'Remaining cost' },
  { field: 'fairValue', kind: 'money', title: 'Fair value' },
  { field: 'gain', kind: 'money', title: 'Gain' },
  { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
  { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
] as const;

/** An investor's share of the current and former holdings of its funds. */
export const InvestorInvestments = onReportingDate(function InvestorInvestments({ id, endDate }: DatedViewProps) {
  const { data, error, refetch } = useRead('listInvestorInvestments', { params: { id, date: endDate } });
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState lines={10} />;
  if (data.length === 0)
    return <EmptyState text="There is no investment data for this investor’s funds on this date." />;
  return <TablePanel title="Investments" columns={columns} rows={data} rowKey={(row) => row.id} />;
});
