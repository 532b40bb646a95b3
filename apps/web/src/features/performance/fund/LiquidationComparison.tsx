import type { Column } from '@carrara/contract/core/fields';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { WhyTable } from '../../../period/figureWhy.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { Problems } from './TermViews.tsx';
import { type DrawFigure, type LiquidationQuestion, useLiquidationWhy } from './useLiquidationWhy.tsx';
import { whatIfQuery } from './useWhatIf.ts';

type Comparison = Answer<'compareCarryScenarios'>;
type Side = Comparison['sides'][number];
type FundFigure = (typeof fundFigures)[number]['field'];
type PartnerFigure = (typeof partnerFigures)[number]['field'];

const fundFigures = [
  { field: 'proceeds', label: 'Proceeds' },
  { field: 'lp', label: 'To the partners' },
  { field: 'earned', label: 'Carry entitlement' },
  { field: 'carryPaid', label: 'Carry paid' },
  { field: 'accrued', label: 'Accrued carry' },
  { field: 'clawbackGross', label: 'Clawback exposure, gross' },
  { field: 'clawbackNet', label: 'Clawback exposure, net' },
  { field: 'coveredByEscrow', label: 'Covered by escrow' },
] as const;
const partnerFigures = [
  { field: 'accrued', label: 'Accrued carry' },
  { field: 'earned', label: 'Carry entitlement' },
  { field: 'lp', label: 'To the partner' },
  { field: 'clawbackGross', label: 'Clawback exposure, gross' },
] as const;

/** The columns of the sides: an amount and, for all but the fund as it is, its difference. */
const sideColumns = (sides: readonly Side[]): readonly Column[] =>
  sides.flatMap(({ name }, at): Column[] => [
    { field: `amount.${String(at)}`, kind: 'money', title: name, isKey: true },
    ...(at === 0
      ? []
      : [{ field: `difference.${String(at)}`, kind: 'money' as const, title: `${name}, difference`, isKey: true }]),
  ]);

type Compared = Side['accrued'];

/** Returns the cells of these columns. `comparedIn` finds the amounts of a row in a side. */
function sideCells<Row>(
  sides: readonly Side[],
  draw: readonly DrawFigure[],
  comparedIn: (row: Row, side: Side) => Compared | undefined,
  figureOf: (row: Row) => readonly [figure: string, investorId?: string],
): Readonly<Record<string, (row: Row) => ReactNode>> {
  return Object.fromEntries(
    sides.flatMap((side, at): [string, (row: Row) => ReactNode][] => [
      [
        `amount.${String(at)}`,
        (row: Row) => {
          const [figure, investorId] = figureOf(row);
          return draw[at]?.(figure, comparedIn(row, side)?.amount ?? null, investorId);
        },
      ],
      [
        `difference.${String(at)}`,
        (row: Row) => <Value kind="money" value={comparedIn(row, side)?.difference ?? null} />,
      ],
    ]),
  );
}

interface LiquidationComparisonProps {
  readonly question: LiquidationQuestion;
  readonly scenarioIds: readonly string[];
}

/** The fund as it is, the present what-if and saved scenarios side by side: in total and by partner. */
export function LiquidationComparison({ question: { params, query }, scenarioIds }: LiquidationComparisonProps) {
  const parameters = scenarioIds.length === 0 ? query : { ...query, scenarioIds: scenarioIds.join(',') };
  const { data, error, refetch } = useRead('compareCarryScenarios', { params, query: { ...parameters } });
  const { data: saved } = useRead('listCarryScenarios', { params: { id: params.id } });
  const why = useLiquidationWhy();
  if (error || data === undefined) return <ReadState error={error} onRetry={refetch} lines={6} />;
  const { sides, currency } = data;
  const queryOf = ({ scenarioId }: Side, at: number) => {
    const scenario = saved?.scenarios.find(({ id }) => id === scenarioId);
    return scenario ? whatIfQuery({ ...scenario }) : at === 0 ? {} : query;
  };
  const draw = sides.map((side, at) => why({ params, query: queryOf(side, at) ?? {} }).cell);
  return (
    <WhyTable>
      {sides
        .slice(1)
        .map(({ name, scenarioId, notDetermined }) =>
          notDetermined.length === 0 ? null : (
            <Problems
              key={scenarioId ?? name}
              tone="warn"
              title={`‘${name}’ can’t be computed for these reasons`}
              problems={notDetermined}
            />
          ),
        )}
      <TablePanel
        cardsOnPhone
        showsAllColumns
        title={`Side by side, ${currency}`}
        columns={[{ field: 'label', kind: 'text', title: 'Figure' }, ...sideColumns(sides)]}
        cells={sideCells(
          sides,
          draw,
          ({ field }: { readonly field: FundFigure }, side) => side[field],
          ({ field }) => [field],
        )}
        rows={fundFigures}
        rowKey={({ field }) => field}
        note={sides.slice(1).map(changesText).join(' ')}
      />
      <PartnerComparison sides={sides} currency={currency} draw={draw} />
    </WhyTable>
  );
}

/** The inputs of a side in words: 'Cheap: Carry 10% instead of 20%.' */
const changesText = ({ name, changes }: Side): string =>
  `${name}: ${changes
    .map(({ title, before, after }) =>
      [title, after ?? 'none', ...(before === null ? [] : [`instead of ${before}`])].join(' '),
    )
    .join(', ')}.`;

interface PartnerComparisonProps extends Pick<Comparison, 'sides' | 'currency'> {
  readonly draw: readonly DrawFigure[];
}

function PartnerComparison({ sides, currency, draw }: PartnerComparisonProps) {
  const [figure, setFigure] = useState<PartnerFigure>('accrued');
  const [rows = []] = sides.map(({ partners }) => partners).filter((partners) => partners.length > 0);
  const label = partnerFigures.find(({ field }) => field === figure)?.label ?? '';
  if (rows.length === 0) return null;
  return (
    <TablePanel
      cardsOnPhone
      showsAllColumns
      title={`Side by side by partner: ${label.toLowerCase()}, ${currency}`}
      actions={
        <Select
          size="xs"
          aria-label="Figure"
          allowDeselect={false}
          data={partnerFigures.map((option) => ({ value: option.field, label: option.label }))}
          value={figure}
          onChange={(value) => setFigure((value ?? 'accrued') as PartnerFigure)}
        />
      }
      columns={[{ field: 'name', kind: 'text', title: 'Partner' }, ...sideColumns(sides)]}
      cells={sideCells(
        sides,
        draw,
        ({ id }: Side['partners'][number], { partners }) => partners.find((partner) => partner.id === id)?.[figure],
        ({ id }) => [figure, id],
      )}
      rows={rows}
      rowKey={({ id }) => id}
      totals={sides.flatMap((side, at) =>
        (['amount', 'difference'] as const).flatMap((part) => {
          const total = side[figure][part];
          return total === null ? [] : [{ field: `${part}.${String(at)}`, total }];
        }),
      )}
    />
  );
}
