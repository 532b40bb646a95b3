import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { useRead } from '../../../api/calls.ts';
import { useFigureWhy } from '../../../period/figureWhy.tsx';

const figures = [
  { field: 'earned', label: 'Carry entitlement' },
  { field: 'carryPaid', label: 'Carry paid' },
  { field: 'accrued', label: 'Carry accrued, by terms' },
  { field: 'exposure', label: 'Exposure to clawback' },
] as const;

/** The names of the figures in explanations. */
const names = {
  earned: 'carry.earned',
  carryPaid: 'carry.paid',
  accrued: 'carry.accrued',
  exposure: 'carry.exposure',
} as const;

/** The carry position of a fund, and the clawback by participant. A fund without carry terms has none. */
export function CarryPosition({ id, endDate }: { readonly id: string; readonly endDate: string }) {
  const why = useFigureWhy();
  const { data } = useRead('getFundCarryPosition', { params: { id, date: endDate } });
  if (!data || data.carry === null) return null;
  const [reason] = data.notDetermined;
  const about = { subject: id, date: endDate };
  const strip = figures.map(({ field, label }) => {
    const displayed = displayedFigure({ field, kind: 'money' }, data);
    const name = names[field];
    const figure = { ...displayed, ...(data[field] === null && reason ? { reason: reason.message } : {}) };
    return { label, ...figure, why: why.render(about, name, figure) };
  });
  return (
    <Panel title={`Carry position, ${data.currency}`} flush>
      <FigureStrip figures={strip} />
      {data.openingCarryPaid ? (
        <Banner tone="info">
          {`The carry accounts were opened with ${valueText('money', data.openingCarryPaid)} already paid. That amount isn’t in the fund’s ledger, so carry paid and the figures based on it exclude it.`}
        </Banner>
      ) : null}
      {data.holders && data.holders.length > 0 && data.exposure !== '0.00' ? (
        <DataTable
          label="Clawback exposure by participant"
          columns={[
            { field: 'name', kind: 'text', title: 'Participant' },
            { field: 'received', kind: 'money', title: 'Carry received' },
            { field: 'share', kind: 'money', title: 'Share of exposure' },
            { field: 'coveredByEscrow', kind: 'money', title: 'Covered by escrow' },
            { field: 'exposure', kind: 'money', title: 'Exposure' },
          ]}
          rows={data.holders}
          rowKey={(row) => row.id}
        />
      ) : null}
    </Panel>
  );
}
