import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import type { Argument } from '../../../api/operations.ts';
import { useAllowed } from '../../../session/hooks.ts';

interface FundParticipantsProps {
  readonly question: Argument<'getHypotheticalLiquidation'>;
  readonly isWhatIf: boolean;
}

const ofWhatIf = [
  { field: 'whatIf', kind: 'money', title: 'Accrued, what if' },
  { field: 'difference', kind: 'money', title: 'Difference', isKey: true },
] as const;

/** The participants' parts of the accrued carry, at NAV and in the what-if. They need carry rights. */
export function FundParticipants({ question: { params, query }, isWhatIf }: FundParticipantsProps) {
  const isAllowed = useAllowed('participant.view');
  const { data } = useRead(
    'getVehicleCarryAtNav',
    isAllowed ? { params: { id: params.id }, query: { asOf: params.date, ...query } } : skipToken,
  );
  if (!data || data.total.now === null || data.total.whatIf === null) return null;
  const { participants, unallocated, total, covered, causes, currency } = data;
  const amounts = [
    { field: 'now', kind: 'money', title: 'Accrued at NAV', isKey: true } as const,
    ...(isWhatIf ? ofWhatIf : []),
  ];
  const coverage =
    covered === null ? [] : [`Participants have ${valueText('percent', covered)}% of the accrued carry.`];
  return (
    <TablePanel
      cardsOnPhone
      title={`Accrued carry by participant${currency === null ? '' : `, ${currency}`}`}
      columns={[{ field: 'name', kind: 'text', title: 'Participant' }, ...amounts]}
      rows={[
        ...participants.filter(({ now, whatIf }) => now !== '0.00' || whatIf !== '0.00'),
        { id: 'unallocated', name: 'Unallocated', ...unallocated },
      ]}
      rowKey={({ id }) => id}
      totals={amounts.map(({ field }) => ({ field, total: total[field] ?? '0.00' }))}
      note={[...coverage, ...causes].join(' ')}
    />
  );
}
