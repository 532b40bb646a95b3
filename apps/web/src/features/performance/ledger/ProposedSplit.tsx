import type { Column } from '@carrara/contract/core/fields';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { Answer } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { WhyTable } from '../../../period/figureWhy.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import type { ActBody } from './actBody.ts';

export type Proposal = NonNullable<Answer<'previewLedgerAct'>['proposal']>;
type Partner = Proposal['partners'][number];

interface SplitColumn extends Omit<Column, 'total'> {
  readonly total: string;
  readonly valueOf: (partner: Partner) => string;
}

/** The columns: what partners receive and the carry in each tier, then both in total. Empty ones are left out. */
const columnsOf = ({ tiers, lp, gp }: Proposal): readonly SplitColumn[] => [
  ...tiers.flatMap((tier, position) =>
    (['lp', 'gp'] as const).flatMap((side): SplitColumn[] => {
      const field = `tier.${String(position)}.${side}`;
      const title = side === 'gp' ? `${tier.name}, carry` : tier.name;
      const valueOf = (partner: Partner) => partner.tiers[position]?.[side] ?? '0.00';
      return tier[side] === '0.00' ? [] : [{ field, kind: 'money', title, total: tier[side], valueOf }];
    }),
  ),
  { field: 'lp', kind: 'money', title: 'To the partner', total: lp, valueOf: (partner) => partner.lp },
  { field: 'gp', kind: 'money', title: 'Carry earned', total: gp, valueOf: (partner) => partner.gp },
];

/** The split that the carry terms propose, by partner and tier. Every figure explains itself. */
export function ProposedSplit({ proposal, body }: { readonly proposal: Proposal; readonly body: ActBody }) {
  const dispatch = useAppDispatch();
  const columns = columnsOf(proposal);
  const { vehicleId, kind, date, proceeds, holdingIds = [], amounts, securityId, costRelieved } = body;
  const sale =
    kind === 'SALE_DISTRIBUTION' && securityId
      ? { securityId, saleProceeds: String(amounts?.price), costRelieved: String(costRelieved) }
      : {};
  const query = { date, proceeds: String(proceeds), holdingIds: holdingIds.join(','), ...sale };
  const cell = (figure: string, value: string, investorId: string) => (
    <ExplainedFigure
      key={[...Object.values(query), figure, investorId, value].join(' ')}
      figure={valueText('money', value)}
      load={() =>
        readExplanation(dispatch, 'explainProposedDistribution', {
          params: { id: vehicleId },
          query: { ...query, figure, investorId },
        })
      }
    >
      <Value kind="money" value={value} />
    </ExplainedFigure>
  );
  const { terms, policies, investments } = proposal;
  return (
    <>
      <WhyTable>
        <TablePanel
          title="Split by the carry terms"
          columns={[
            { field: 'name', kind: 'text', title: 'Partner' },
            ...columns.map(({ field, kind, title }) => ({ field, kind, title })),
          ]}
          cells={{
            name: ({ name, paysCarry }: Partner) => (paysCarry ? name : `${name} (pays no carry)`),
            ...Object.fromEntries(
              columns.map(({ field, valueOf }) => [field, (own: Partner) => cell(field, valueOf(own), own.id)]),
            ),
          }}
          rows={proposal.partners}
          rowKey={({ id }) => id}
          totals={columns.map(({ field, total }) => ({ field, total }))}
          density="compact"
          cardsOnPhone
        />
      </WhyTable>
      {investments.length === 0 ? null : (
        <p>
          {`Carry earned by investment: ${investments.map(({ name, carry }) => `${name} ${valueText('money', carry)}`).join(', ')}.`}
        </p>
      )}
      <p>
        {`Terms from ${formatDate(terms.effectiveDate)}: ${terms.summary}. ${policies.map(({ title, value }) => `${title}: ${value}`).join(' · ')}`}
      </p>
    </>
  );
}
