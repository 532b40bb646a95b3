import { notDetermined } from '@carrara/contract/core/kinds';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { Answer } from '../../api/operations.ts';
import styles from './carryAtNav.module.css';

type PortalCarry = Answer<'getPortalCarryAtNav'>;
type Row = PortalCarry['rows'][number];

const location = [
  { field: 'fundName', kind: 'text', title: 'Fund' },
  { field: 'investmentName', kind: 'text', title: 'Investment' },
  { field: 'currency', kind: 'code', title: 'Currency' },
] as const;
const points = { field: 'points', kind: 'percent', title: 'Points %', isKey: true } as const;
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
] as const;

const isAmount = (amount: string | null): boolean => amount !== null && amount !== '0.00';
const hasCarry = ({ points: share, carryAtNav, reason }: Row): boolean =>
  share !== null || isAmount(carryAtNav) || reason !== null;
const hasAccount = ({ accruedByRealization, paid, escrow, clawbackGross }: Row): boolean =>
  [accruedByRealization, paid, escrow, clawbackGross].some(isAmount);

export interface CarryAtNavProps {
  readonly carry: PortalCarry;
  readonly hidesPoints?: boolean;
  readonly hidesAccrued?: boolean;
  /** The carry without the what-if that `carry` answers. */
  readonly unchanged?: Pick<PortalCarry, 'byCurrency'> | undefined;
}

/** A participant's carry by fund and investment: accrued at NAV, and separately the account with what was accrued by realization. */
export function CarryAtNav({
  carry: { date, byCurrency, rows },
  hidesPoints,
  hidesAccrued,
  unchanged,
}: CarryAtNavProps) {
  const title = unchanged ? 'Accrued, what if' : 'Accrued at NAV';
  const atNavColumns = [{ ...accrued, title }, ...vesting];
  return (
    <>
      {byCurrency.map(({ currency, ...sums }) => {
        const money = (label: string, value: string | null, reason?: string) => ({
          label: byCurrency.length > 1 && currency !== null ? `${label}, ${currency}` : label,
          kind: 'money' as const,
          value,
          nullIs: notDetermined,
          reason,
        });
        const before = unchanged?.byCurrency.find((own) => own.currency === currency);
        const atNav = (label: string, field: 'carryAtNav' | 'vested' | 'unvested') => ({
          ...money(label, sums[field]),
          ...(before?.[field] ? { note: `at NAV: ${valueText('money', before[field])}` } : {}),
        });
        return (
          <FigureStrip
            key={currency}
            figures={[
              { note: `on ${formatDate(date)}`, ...atNav(title, 'carryAtNav') },
              atNav('Vested', 'vested'),
              atNav('Not vested', 'unvested'),
              ...(hidesAccrued ? [] : [money('Accrued by realization', sums.accruedByRealization)]),
              money('Paid', sums.paid),
              money('Escrow', sums.escrow),
              ...(sums.clawbackGross === null
                ? []
                : [money('Clawback before tax', sums.clawbackGross), money('Clawback after tax', sums.clawbackNet)]),
            ]}
          />
        );
      })}
      <TablePanel
        title={title}
        cardsOnPhone
        columns={[...location, ...(hidesPoints ? [] : [points]), ...atNavColumns]}
        rows={rows.filter(hasCarry)}
        rowKey={({ id }) => id}
        cells={{ investmentName: Investment }}
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
        cells={{ investmentName: ({ investmentName }) => investmentName ?? wholeFund }}
        empty="Nothing has been accrued or paid by this day."
        note="Amounts of investments that were realized, until this day. Clawback is what would have to be returned if the fund ended now."
      />
    </>
  );
}

const wholeFund = 'Whole fund';

/** The investment, with the reason if its carry isn't determined. */
const Investment = ({ investmentName, reason }: Row) => (
  <div>
    {investmentName ?? wholeFund}
    {reason === null ? null : <div className={styles.missing}>{reason}</div>}
  </div>
);
