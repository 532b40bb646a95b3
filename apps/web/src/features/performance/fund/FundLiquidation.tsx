import type { Column } from '@carrara/contract/core/fields';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { WhyTable } from '../../../period/figureWhy.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { CarryScenarios } from './CarryScenarios.tsx';
import { FundParticipants } from './FundParticipants.tsx';
import { LiquidationComparison } from './LiquidationComparison.tsx';
import { Problems } from './TermViews.tsx';
import { useComparedScenarios } from './useComparedScenarios.ts';
import { type DrawFigure, type LiquidationQuestion, useLiquidationWhy } from './useLiquidationWhy.tsx';
import { hasChangedTerms, useWhatIf } from './useWhatIf.ts';
import { WhatIfInputs } from './WhatIfInputs.tsx';

type Liquidation = Answer<'getHypotheticalLiquidation'>;
type Partner = Liquidation['partners'][number];

/** The fund's carry if everything were sold at the quarter end, or in a what-if, which is compared with the fund as it is. */
export function FundLiquidation({ id, endDate }: { readonly id: string; readonly endDate: string }) {
  const whatIf = useWhatIf();
  const { compared, toggle } = useComparedScenarios();
  const { query } = whatIf;
  const question: LiquidationQuestion = { params: { id, date: endDate }, query };
  const { data, error, refetch } = useRead('getHypotheticalLiquidation', question);
  const isChanged = Object.keys(query).length > 0;
  const title = [
    'Hypothetical liquidation',
    ...(data ? [`on ${formatDate(data.exitDate)}, ${data.currency}`] : []),
  ].join(' ');
  const found = error ? undefined : data;
  return (
    <>
      {found && found.notDetermined.length > 0 ? (
        <Problems tone="warn" title="The carry can’t be computed for these reasons" problems={found.notDetermined} />
      ) : null}
      <Panel title={title}>
        <WhatIfInputs whatIf={whatIf} fundId={id} endDate={endDate} />
        {found ? (
          <Figures data={found} question={question} isWhatIf={isChanged} />
        ) : (
          <ReadState error={error} onRetry={refetch} lines={6} />
        )}
      </Panel>
      <CarryScenarios fundId={id} whatIf={whatIf} compared={compared} onCompare={toggle} />
      {isChanged || compared.length > 0 ? <LiquidationComparison question={question} scenarioIds={compared} /> : null}
      {found ? <Tables data={found} question={question} /> : null}
      {found && found.notDetermined.length === 0 ? <FundParticipants question={question} isWhatIf={isChanged} /> : null}
    </>
  );
}

/** Carry that a fund without terms has paid. Nothing for a fund that has paid none. */
export function PaidWithoutTerms({ id, endDate }: { readonly id: string; readonly endDate: string }) {
  const question: LiquidationQuestion = { params: { id, date: endDate }, query: {} };
  const { data } = useRead('getHypotheticalLiquidation', question);
  const { button } = useLiquidationWhy()(question);
  const paid = data?.carryPaid ?? null;
  if (data === undefined || paid === null || paid === '0.00') return null;
  const strip = [
    { label: 'Carry paid', kind: 'money' as const, value: paid, why: button('carryPaid', paid) },
    { label: 'Carry entitlement', kind: 'money' as const, value: null, reason: data.notDetermined[0]?.message },
  ];
  return (
    <Panel title={`Carry on ${formatDate(data.date)}, ${data.currency}`}>
      <FigureStrip
        figures={strip}
        note="Carry paid is recorded in the ledger. The entitlement isn’t determined because the fund has no carry terms."
      />
    </Panel>
  );
}

interface LiquidatedProps {
  readonly data: Liquidation;
  readonly question: LiquidationQuestion;
}

const figures = [
  { field: 'proceeds', label: 'Proceeds' },
  { field: 'earned', label: 'Carry entitlement' },
  { field: 'carryPaid', label: 'Carry paid' },
  { field: 'accrued', label: 'Accrued carry' },
  { field: 'unpaid', label: 'Earned, not paid' },
  { field: 'retainedCarry', label: 'Retained for clawback' },
  { field: 'clawbackGross', label: 'Clawback exposure, gross' },
  { field: 'clawbackNet', label: 'Clawback exposure, net' },
  { field: 'escrowBalance', label: 'Escrow held by participants' },
  { field: 'coveredByEscrow', label: 'Covered by escrow' },
] as const;

/** Most funds have no such amounts. They are left out then. */
const rareFields: readonly string[] = ['unpaid', 'retainedCarry', 'escrowBalance', 'coveredByEscrow'];
const hasAmount = (data: Liquidation, field: (typeof figures)[number]['field']) =>
  data[field] !== null && data[field] !== '0.00';

/** The figures of the fund, with the terms and policies behind them. */
function Figures({ data, question, isWhatIf }: LiquidatedProps & { readonly isWhatIf: boolean }) {
  const { button } = useLiquidationWhy()(question);
  const [reason] = data.notDetermined;
  const displayed = figures.filter(({ field }) => !rareFields.includes(field) || hasAmount(data, field));
  const strip = displayed.map(({ field, label }) => ({
    label,
    kind: 'money' as const,
    value: data[field],
    reason: reason?.message,
    why: button(field, data[field]),
  }));
  const policies = data.policies.map((policy) => `${policy.title}: ${policy.value}`).join(' · ');
  const nav = data.nav === null ? '' : ` The NAV before carry is ${valueText('money', data.nav)}.`;
  const basis = isWhatIf ? `What if, with the cash through ${formatDate(data.date)}.${nav}` : '';
  const changed = hasChangedTerms(question.query) ? ', with changes' : '';
  const terms =
    data.terms === null ? '' : `Terms from ${formatDate(data.terms.effectiveDate)}${changed}: ${data.terms.summary}.`;
  const paid =
    data.terms === null && data.carryPaid !== null
      ? 'Carry paid is recorded in the ledger. The entitlement isn’t determined because no carry terms apply on this day.'
      : '';
  return <FigureStrip figures={strip} note={[basis, terms, paid, policies].filter((part) => part !== '').join(' ')} />;
}

function Tables({ data, question }: LiquidatedProps) {
  const { cell } = useLiquidationWhy()(question);
  const { currency, partners, investments, recipients, taxDistributions } = data;
  return (
    <>
      {partners.length > 0 ? <PartnerTable data={data} cell={cell} /> : null}
      {investments.length > 0 ? (
        <TablePanel
          title={`Accrued carry by investment, ${currency}`}
          columns={[{ field: 'name', kind: 'text', title: 'Investment' }, carryColumn]}
          rows={investments}
          rowKey={(row) => row.id}
        />
      ) : null}
      {recipients.length > 0 ? (
        <TablePanel
          title={`Accrued carry by general partner, ${currency}`}
          columns={[{ field: 'name', kind: 'text', title: 'General partner' }, carryColumn]}
          rows={recipients}
          rowKey={(row) => row.id}
        />
      ) : null}
      {taxDistributions.length > 0 ? (
        <WhyTable>
          <TablePanel
            cardsOnPhone
            title={`Tax distributions due, ${currency}`}
            columns={taxColumns}
            cells={{ due: (row) => cell(`tax.${String(taxDistributions.indexOf(row))}.due`, row.due) }}
            rows={taxDistributions}
            rowKey={(row) => `${row.id} ${String(row.year)}`}
            note="Advances against carry for the assumed tax on each general partner’s taxable income, less the carry received in the year."
          />
        </WhyTable>
      ) : null}
    </>
  );
}

const taxColumns = [
  { field: 'name', kind: 'text', title: 'General partner' },
  { field: 'year', kind: 'year', title: 'Income year' },
  { field: 'income', kind: 'money', title: 'Taxable income' },
  { field: 'rate', kind: 'percent', title: 'Rate %' },
  { field: 'assumedTax', kind: 'money', title: 'Assumed tax' },
  { field: 'carryReceived', kind: 'money', title: 'Carry received' },
  { field: 'due', kind: 'money', title: 'Due', isKey: true },
] as const;
const carryColumn = { field: 'carry', kind: 'money', title: 'Accrued carry' } as const;

interface TierColumn extends Omit<Column, 'total'> {
  readonly figure: string;
  readonly total: string;
  readonly valueOf: (partner: Partner) => string;
}

/** The columns of the tiers: what partners receive, and carry. Columns without any amount are left out. */
const tierColumns = (tiers: Liquidation['tiers']): readonly TierColumn[] =>
  tiers.flatMap((tier, position) =>
    (['lp', 'gp'] as const).flatMap((side): TierColumn[] => {
      const isUsed = tier[side] !== '0.00' || (side === 'lp' && tier.gp === '0.00');
      const field = `tier.${String(position)}.${side}`;
      const title = side === 'gp' ? `${tier.name}, carry` : tier.name;
      const valueOf = (partner: Partner) => partner.tiers[position]?.[side] ?? '0.00';
      return isUsed ? [{ field, figure: field, kind: 'money', title, total: tier[side], valueOf }] : [];
    }),
  );

/** The cash of each partner and tier, and the carry. */
function PartnerTable({ data, cell }: { readonly data: Liquidation; readonly cell: DrawFigure }) {
  const amount = (
    field: 'proceeds' | 'lp' | 'earned' | 'carryPaid' | 'unpaid' | 'retainedCarry' | 'accrued' | 'clawbackGross',
    title: string,
  ): TierColumn => ({
    field,
    figure: field,
    kind: 'money',
    title,
    total: data[field] ?? '0.00',
    valueOf: (partner) => partner[field],
  });
  const columns = [
    amount('proceeds', 'Proceeds'),
    ...tierColumns(data.tiers),
    amount('lp', 'To the partner'),
    amount('earned', 'Carry entitlement'),
    amount('carryPaid', 'Carry paid'),
    ...(hasAmount(data, 'unpaid') ? [amount('unpaid', 'Earned, not paid')] : []),
    ...(hasAmount(data, 'retainedCarry') ? [amount('retainedCarry', 'Retained for clawback')] : []),
    amount('accrued', 'Accrued carry'),
    ...(hasAmount(data, 'clawbackGross') ? [amount('clawbackGross', 'Clawback exposure, gross')] : []),
  ];
  const cells = Object.fromEntries(
    columns.map(({ field, figure, valueOf }) => [
      field,
      (partner: Partner) => cell(figure, valueOf(partner), partner.id),
    ]),
  );
  return (
    <WhyTable>
      <TablePanel
        title={`Waterfall by partner and tier, ${data.currency}`}
        columns={[
          { field: 'name', kind: 'text', title: 'Partner' },
          ...columns.map(({ field, kind, title }) => ({ field, kind, title })),
        ]}
        cells={{
          ...cells,
          name: ({ name, paysCarry }: Partner) => (paysCarry ? name : `${name} (pays no carry)`),
        }}
        rows={data.partners}
        rowKey={({ id }) => id}
        totals={columns.map(({ field, total }) => ({ field, total }))}
      />
    </WhyTable>
  );
}
