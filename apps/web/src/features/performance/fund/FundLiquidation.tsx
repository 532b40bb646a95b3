import { MOST_NAV_PERCENT } from '@carrara/contract/core/navPercent';
import type { Column } from '@carrara/contract/core/fields';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { fieldError, numberOf } from '@carrara/ui/form/fieldRules.ts';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { formatDate, parseDateText } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useCallback, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { WhyTable } from '../../../period/figureWhy.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { FundParticipants } from './FundParticipants.tsx';
import { Problems } from './TermViews.tsx';

type Liquidation = Answer<'getHypotheticalLiquidation'>;
type Partner = Liquidation['partners'][number];
type Question = Argument<'getHypotheticalLiquidation'>;
type Draw = (figure: string, value: string | null, investorId?: string) => ReactNode;

const exitValueField = {
  kind: 'money',
  title: 'Exit value',
  help: 'Everything is sold for this amount before carry. Leave blank for the net asset value.',
} as const;
const percentField = {
  kind: 'percent',
  title: 'Exit value, % of NAV',
  help: 'Counts if no exit value is entered.',
  most: MOST_NAV_PERCENT,
} as const;
const exitDateField = {
  kind: 'date',
  title: 'Exit date',
  help: 'Leave blank for the quarter end. No cash is assumed until then.',
} as const;

/** The result follows once typing pauses. */
const silenceMilliseconds = 400;
const nothing = { value: null, percent: null, date: null };
const text = (entered: unknown) => (typeof entered === 'string' ? entered : '');

/** The fund's carry if everything were sold at the quarter end, or for another amount on another day. */
export function FundLiquidation({ id, endDate }: { readonly id: string; readonly endDate: string }) {
  const [typed, setTyped] = useState<Readonly<Record<keyof typeof nothing, unknown>>>(nothing);
  const [settled] = useDebouncedValue(typed, silenceMilliseconds);
  const exitValue = numberOf(exitValueField, settled.value);
  const navPercent = numberOf(percentField, settled.percent);
  const exitDate = parseDateText(text(settled.date)) ?? undefined;
  const question: Question = { params: { id, date: endDate }, query: { exitValue, navPercent, exitDate } };
  const { data, error, refetch } = useRead('getHypotheticalLiquidation', question);
  const isTyped = Object.values(typed).some((entered) => text(entered) !== '');
  const isChanged = [exitValue, navPercent, exitDate].some((entered) => entered !== undefined);
  const inputs = (
    <Group align="flex-start" gap="md" mb="md">
      <FieldInput
        name="exitValue"
        field={exitValueField}
        value={typed.value}
        onChange={(value) => setTyped((before) => ({ ...before, value }))}
        onBlur={() => undefined}
        error={fieldError(exitValueField, typed.value)}
        disabled={false}
      />
      <FieldInput
        name="navPercent"
        field={percentField}
        value={typed.percent}
        onChange={(percent) => setTyped((before) => ({ ...before, percent }))}
        onBlur={() => undefined}
        error={fieldError(percentField, typed.percent)}
        disabled={false}
      />
      <FieldInput
        name="exitDate"
        field={exitDateField}
        value={typed.date}
        onChange={(date) => setTyped((before) => ({ ...before, date }))}
        onBlur={() => undefined}
        error={fieldError(exitDateField, typed.date)}
        disabled={false}
      />
      {isTyped ? (
        <Button variant="default" size="xs" mt={24} onClick={() => setTyped(nothing)}>
          Reset
        </Button>
      ) : null}
    </Group>
  );
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
        {inputs}
        {found ? (
          <Figures data={found} question={question} isWhatIf={isChanged} />
        ) : (
          <ReadState error={error} onRetry={refetch} lines={6} />
        )}
      </Panel>
      {found ? <Tables data={found} question={question} /> : null}
      {found && found.notDetermined.length === 0 ? <FundParticipants question={question} isWhatIf={isChanged} /> : null}
    </>
  );
}

/** Carry that a fund without terms has paid. Nothing for a fund that has paid none. */
export function PaidWithoutTerms({ id, endDate }: { readonly id: string; readonly endDate: string }) {
  const question: Question = { params: { id, date: endDate }, query: {} };
  const { data } = useRead('getHypotheticalLiquidation', question);
  const { button } = useLiquidationWhy(question);
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
  readonly question: Question;
}

const figures = [
  { field: 'proceeds', label: 'Proceeds' },
  { field: 'earned', label: 'Carry entitlement' },
  { field: 'carryPaid', label: 'Carry paid' },
  { field: 'accrued', label: 'Accrued carry' },
  { field: 'unpaid', label: 'Earned, not paid' },
  { field: 'retainedCarry', label: 'Kept back for clawback' },
  { field: 'clawbackGross', label: 'Clawback exposure, gross' },
  { field: 'clawbackNet', label: 'Clawback exposure, net' },
  { field: 'coveredByEscrow', label: 'Covered by escrow' },
] as const;

/** Most funds have no such amounts. They are left out then. */
const rareFields: readonly string[] = ['unpaid', 'retainedCarry', 'coveredByEscrow'];
const hasAmount = (data: Liquidation, field: (typeof figures)[number]['field']) =>
  data[field] !== null && data[field] !== '0.00';

/** The figures of the fund, with the terms and policies behind them. */
function Figures({ data, question, isWhatIf }: LiquidatedProps & { readonly isWhatIf: boolean }) {
  const { button } = useLiquidationWhy(question);
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
  const terms = data.terms === null ? '' : `Terms from ${formatDate(data.terms.effectiveDate)}: ${data.terms.summary}.`;
  const paid =
    data.terms === null && data.carryPaid !== null
      ? 'Carry paid is recorded in the ledger. The entitlement isn’t determined because no carry terms apply on this day.'
      : '';
  return <FigureStrip figures={strip} note={[basis, terms, paid, policies].filter((part) => part !== '').join(' ')} />;
}

function Tables({ data, question }: LiquidatedProps) {
  const { cell } = useLiquidationWhy(question);
  const { currency, partners, investments, recipients } = data;
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
    </>
  );
}

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
function PartnerTable({ data, cell }: { readonly data: Liquidation; readonly cell: Draw }) {
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
    ...(hasAmount(data, 'retainedCarry') ? [amount('retainedCarry', 'Kept back for clawback')] : []),
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

/** Returns functions that explain the figures of a liquidation: of the fund, and in table cells of a partner. */
function useLiquidationWhy({ params, query }: Question): { readonly button: Draw; readonly cell: Draw } {
  const dispatch = useAppDispatch();
  const { exitValue, navPercent, exitDate } = query ?? {};
  const { id, date } = params;
  const load = useCallback(
    (figure: string, investorId: string | undefined) =>
      readExplanation(dispatch, 'explainHypotheticalLiquidation', {
        params: { id, date },
        query: { exitValue, navPercent, exitDate, figure, ...(investorId === undefined ? {} : { investorId }) },
      }),
    [dispatch, id, date, exitValue, navPercent, exitDate],
  );
  const props = (figure: string, value: string, investorId?: string) => ({
    // Another value has another explanation.
    key: [id, date, exitValue, navPercent, exitDate, figure, investorId, value].join(' '),
    figure: valueText('money', value),
    load: () => load(figure, investorId),
  });
  return {
    button: (figure, value) => {
      if (value === null) return null;
      const { key, ...why } = props(figure, value);
      return <Why key={key} {...why} />;
    },
    cell: (figure, value, investorId) => {
      const drawn = <Value kind="money" value={value} />;
      if (value === null) return drawn;
      const { key, ...why } = props(figure, value, investorId);
      return (
        <ExplainedFigure key={key} {...why}>
          {drawn}
        </ExplainedFigure>
      );
    },
  };
}
