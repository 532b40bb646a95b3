import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { skipToken, useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { InvestorPicker } from './InvestorPicker.tsx';
import { useInvestment } from './useInvestment.ts';

const columns = [
  { field: 'investorName', kind: 'text', title: 'Investor' },
  { field: 'commitment', kind: 'money', title: 'Commitment' },
  { field: 'participation', kind: 'text', title: 'Takes part' },
  { field: 'invested', kind: 'money', title: 'Invested' },
  { field: 'realized', kind: 'money', title: 'Realized' },
  { field: 'fairValue', kind: 'money', title: 'Fair value' },
  { field: 'totalValue', kind: 'money', title: 'Total value' },
  { field: 'percentTotal', kind: 'return', title: 'Percent of total' },
  { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
] as const;

/** The share of each investor in the holding. People with permission can excuse and readmit investors. */
export function InvestorsView({ id }: ViewProps) {
  const { data: profile, endDate, sourceId } = useInvestment(id);
  const { data, error, refetch } = useRead(
    'listInvestmentInvestors',
    endDate === undefined ? skipToken : { params: { id, date: endDate }, query: { sourceId } },
  );
  const mayEdit = useAllowed('fundLedger.edit');
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data || !profile || endDate === undefined) return <LoadingState lines={10} />;
  const title = `Investors, ${profile.currency}`;
  const pick = async () => {
    const done = await openDialog<number | undefined>((close) => (
      <InvestorPicker vehicleId={profile.vehicle.id} holdingId={sourceId} investors={data} onClose={close} />
    ));
    if (done)
      toastSuccess(done === 1 ? '1 investor updated successfully.' : `${String(done)} investors updated successfully.`);
  };
  return (
    <TablePanel
      title={title}
      label={`${title} at ${formatDate(endDate)}`}
      actions={
        mayEdit && data.length > 0 ? (
          <Button variant="default" onClick={() => void pick()}>
            Choose investors
          </Button>
        ) : null
      }
      columns={columns}
      rows={data.map((row) => ({ ...row, participation: row.isExcused ? 'Excused' : 'Yes' }))}
      rowKey={(row) => row.id}
      rowHref={({ investorId }) => `#/performance/investor/${investorId}/overview`}
    />
  );
}
