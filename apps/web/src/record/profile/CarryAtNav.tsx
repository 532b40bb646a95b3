import { coveredCount, coverageLines } from '@carrara/contract/core/coverage';
import { notDetermined } from '@carrara/contract/core/kinds';
import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { Answer, Argument } from '../../api/operations.ts';
import styles from './carryAtNav.module.css';

type PortalCarry = Answer<'getPortalCarryAtNav'>;
type Row = PortalCarry['rows'][number];

/** The investment and the code of its fund tell rows apart. The names of a firm's funds begin alike. */
const location = [
  { field: 'investmentName', kind: 'text', title: 'Investment or fund' },
  { field: 'fundCode', kind: 'code', title: 'Fund' },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;
const points = { field: 'points', kind: 'percent', title: 'Points %', isKey: true } as const;
const invested = { field: 'invested', kind: 'money', title: 'Invested behind points' } as const;
const accrued = { field: 'carryAtNav', kind: 'money', nullIs: notDetermined, isKey: true } as const;
const vesting = [
  { field: 'vested', kind: 'money', title: 'Vested', nullIs: notDetermined },
  { field: 'unvested', kind: 'money', title: 'Not vested', nullIs: notDetermined },
  { field: 'nextOn', kind: 'date', title: 'Vests next' },
  { field: 'nextAmount', kind: 'money', title: 'Vests then' },
] as const;
const byRealization = {
  field: 'accruedByRealization',
  kind: 'money',
  title: 'Accrued by realization',
  nullIs: notDetermined,
  isKey: true,
} as const;
const account = [
  { field: 'paid', kind: 'money', title: 'Paid' },
  { field: 'escrow', kind: 'money', title: 'Escrow' },
  { field: 'clawbackGross', kind: 'money', title: 'Clawback before tax' },
  { field: 'clawbackNet', kind: 'money', title: 'Clawback after tax' },
  { field: 'coveredByEscrow', kind: 'money', title: 'Covered by escrow' },
] as const;

type Sums = PortalCarry['byCurrency'][number];
type SumField = Exclude<keyof Sums, 'currency' | 'fundsCovered'>;

/** Returns how many funds a sum covers, if it leaves out any. */
const coveredFunds = (covered: Sums['fundsCovered'], sum: SumField): readonly string[] =>
  covered
    .filter(({ field, included, total }) => field === sum && included < total)
    .map((coverage) => coveredCount(coverage, 'funds'));

/** Names the funds that the sums leave out, with the reasons. */
function coverageRemark(covered: Sums['fundsCovered'], title: string): string | null {
  const columns = [{ ...accrued, title }, ...vesting, byRealization, ...account];
  const totals = covered.map(({ field, ...coverage }) => ({ field, coverage }));
  return coverageLines(totals, columns, 'funds').join('. ') || null;
}

const isAmount = (amount: string | null): boolean => amount !== null && amount !== '0.00';
const hasCarry = ({ points: share, carryAtNav, reason }: Row): boolean =>
  share !== null || isAmount(carryAtNav) || reason !== null;
const hasAccount = ({ accruedByRealization, paid, escrow, clawbackGross }: Row): boolean =>
  [accruedByRealization, paid, escrow, clawbackGross].some(isAmount);

type Question = Omit<Argument<'explainPortalCarryAtNav'>['query'], 'holder' | 'asOf'>;
/** The explanations of the displayed figures. Those of another question have another key. */
export interface NavExplanations {
  readonly key: string;
  readonly load: (question: Pick<Question, 'figure' | 'rowId' | 'currency'>) => Promise<Explanation>;
}

export interface CarryAtNavProps {
  readonly carry: PortalCarry;
  readonly hidesPoints?: boolean;
  readonly hidesAccrued?: boolean;
  /** The carry without the what-if that `carry` answers. */
  readonly unchanged?: Pick<PortalCarry, 'byCurrency'> | undefined;
  readonly explanations: NavExplanations;
}

/** A participant's carry by fund and investment: accrued at NAV, and separately the account with what was accrued by realization. */
export function CarryAtNav({
  carry: { date, byCurrency, rows },
  hidesPoints,
  hidesAccrued,
  unchanged,
  explanations,
}: CarryAtNavProps) {
  const title = unchanged ? 'Accrued, what if' : 'Accrued at NAV';
  const atNavColumns = [{ ...accrued, title }, ...vesting];
  return (
    <>
      {byCurrency.map(({ currency, fundsCovered, ...sums }) => {
        const money = (label: string, field: SumField, ...notes: readonly string[]) => ({
          label: byCurrency.length > 1 && currency !== null ? `${label}, ${currency}` : label,
          kind: 'money' as const,
          value: sums[field],
          nullIs: notDetermined,
          why: explainedSum(explanations, field, currency, sums[field]),
          note: [...notes, ...coveredFunds(fundsCovered, field)].join('; '),
        });
        const before = unchanged?.byCurrency.find((own) => own.currency === currency);
        const atNav = (label: string, field: 'carryAtNav' | 'vested' | 'unvested', ...notes: readonly string[]) =>
          money(label, field, ...(before?.[field] ? [`at NAV: ${valueText('money', before[field])}`] : notes));
        return (
          <FigureStrip
            key={currency}
            figures={[
              atNav(title, 'carryAtNav', `on ${formatDate(date)}`),
              atNav('Vested', 'vested'),
              atNav('Not vested', 'unvested'),
              ...(hidesAccrued ? [] : [money('Accrued by realization', 'accruedByRealization')]),
              money('Paid', 'paid'),
              money('Escrow', 'escrow'),
              // An entity has no clawback.
              ...(fundsCovered.some(({ field }) => field === 'clawbackGross')
                ? [
                    money('Clawback before tax', 'clawbackGross'),
                    money('Clawback after tax', 'clawbackNet'),
                    money('Covered by escrow', 'coveredByEscrow'),
                  ]
                : []),
            ]}
            note={coverageRemark(fundsCovered, title)}
          />
        );
      })}
      <TablePanel
        title={title}
        cardsOnPhone
        columns={[...location, ...(hidesPoints ? [] : [points, invested]), ...atNavColumns]}
        rows={rows.filter(hasCarry)}
        rowKey={({ id }) => id}
        cells={{ ...explainedCells(explanations, atNavFields), ...locationCells }}
        empty="There are no points on this day."
        note={
          unchanged
            ? 'The share in the fund’s carry for the values and the day that you entered. It isn’t stored.'
            : 'The share in what the fund’s carry would be if everything were sold at fair value on this day. It changes every quarter and isn’t owed.'
        }
      />
      <TablePanel
        title={hidesAccrued ? 'Paid, escrow and clawback' : 'Accrued by realization'}
        cardsOnPhone
        columns={[...location, ...(hidesAccrued ? [] : [byRealization]), ...account]}
        rows={rows.filter(hasAccount)}
        rowKey={({ id }) => id}
        cells={{ ...explainedCells(explanations, clawbackFields), ...locationCells, investmentName: locationName }}
        empty="Nothing has been accrued or paid by this day."
        note="Amounts of investments that were realized, until this day. Clawback is what would have to be returned if the fund ended now."
      />
    </>
  );
}

const atNavFields = ['carryAtNav', 'vested', 'unvested', 'nextAmount', 'invested'] as const;
const clawbackFields = ['clawbackGross', 'clawbackNet', 'coveredByEscrow'] as const;
type RowField = (typeof atNavFields)[number] | (typeof clawbackFields)[number];

function explainedSum({ key, load }: NavExplanations, figure: SumField, currency: string | null, value: string | null) {
  if (value === null) return null;
  const question = { figure, ...(currency === null ? {} : { currency }) };
  return <Why key={`${key} ${value}`} figure={valueText('money', value)} load={() => load(question)} />;
}

/** Returns the cells of computed figures with their explanations. Nothing is computed for somebody without points. */
const explainedCells = ({ key, load }: NavExplanations, fields: readonly RowField[]) =>
  Object.fromEntries(
    fields.map((figure) => [
      figure,
      (row: Row) => {
        const value = row[figure];
        const isMissing =
          figure === 'invested' ? row.points !== null && row.investmentName !== null : figure !== 'nextAmount';
        const drawn = <Value kind="money" value={value} nullIs={isMissing ? notDetermined : undefined} />;
        if (value === null || (row.points === null && !isAmount(value))) return drawn;
        return (
          <ExplainedFigure
            key={`${key} ${value}`}
            figure={valueText('money', value)}
            load={() => load({ figure, rowId: row.id })}
          >
            {drawn}
          </ExplainedFigure>
        );
      },
    ]),
  );

/** The carry of a fund as a whole is named after the fund. */
const locationName = ({ investmentName, fundName }: Row) => investmentName ?? fundName;

const locationCells = {
  /** With the reason if the carry isn't determined. */
  investmentName: (row: Row) => (
    <div>
      {locationName(row)}
      {row.reason === null ? null : <div className={styles.missing}>{row.reason}</div>}
    </div>
  ),
  fundCode: ({ investmentName, fundCode }: Row) => (investmentName === null ? 'Whole fund' : fundCode),
};
