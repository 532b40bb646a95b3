import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Button } from '@mantine/core';
import { fields, lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';

export interface InvestmentLocation {
  readonly investmentId: string;
  readonly name: string;
  /** The fund or coinvestment that holds the investment. */
  readonly holderId: string;
}

/** Opens a dialog with an overview of an investment, without leaving the fund or coinvestment that holds it. */
export const showInvestmentDetails = (location: InvestmentLocation): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={location.name} onClose={() => close()} size="xl">
      <InvestmentDetails {...location} />
      <DialogActions onCancel={close} cancelLabel="Close">
        <Button
          component="a"
          href={`#/carry/investment/${location.investmentId}/profile/tranche/${location.holderId}`}
          onClick={() => close()}
        >
          Open investment
        </Button>
      </DialogActions>
    </DialogFrame>
  ));

const fieldNames = ['code', 'legalName', 'type', 'status', 'sector', 'industries', 'initialInvestmentDate', 'address'];
const columns = lists.listTranches.columns.filter(({ field }) => field !== 'fundOrCoinvestmentName');

function InvestmentDetails({ investmentId, holderId }: InvestmentLocation) {
  const { data, error, refetch } = useRead('getInvestment', { params: { id: investmentId } });
  const { data: tranches } = useRead('listTranches', { params: { investmentId } });
  if (!data || !tranches) return <ReadState error={!data && error} onRetry={refetch} lines={8} />;
  const part =
    data.fundInvestments.find(({ fund }) => fund.id === holderId) ??
    data.coinvestmentInvestments.find(({ coinvestment }) => coinvestment.id === holderId);
  const own = tranches.pageData.filter(
    ({ fundInvestment, coinvestmentInvestment }) =>
      part !== undefined && [fundInvestment?.id, coinvestmentInvestment?.id].includes(part.id),
  );
  return (
    <Stack>
      <FigureStrip
        figures={[
          { label: 'Invested', kind: 'money', value: part?.totalInvestedAmount },
          { label: 'Carry distributed', kind: 'money', value: part?.totalCarryDistributed },
          { label: 'Vintage', kind: 'reference', value: part?.vintage },
        ]}
      />
      <FieldGroups fields={fields.investmentFields} record={data} only={fieldNames} />
      {own.length > 0 ? <DataTable label="Tranches" columns={columns} rows={own} rowKey={({ id }) => id} /> : null}
    </Stack>
  );
}
