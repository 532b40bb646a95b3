import type {
  CapitalAccountAnswer,
  CapitalAccountLine,
  CasPeriodCode,
} from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { accountsAsIlpa, allPartnersNote } from '@carrara/contract/performance/fundProfile/figureNotes';
import { isPartRow, displayedAccountRows } from '@carrara/contract/performance/capitalAccount/displayedAccountRows';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { SegmentedControl, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { failureText } from '../api/failure.ts';
import { skipToken, useRead } from '../api/calls.ts';
import { useFigureWhy, WhyTable } from '../period/figureWhy.tsx';
import { Stack } from '../record/Stack.tsx';
import { useSession } from '../session/hooks.ts';
import styles from './statement.module.css';

type Row = CapitalAccountAnswer['rows'][number];
type Partner = CapitalAccountAnswer['partners'][number];

const spanOf = { QTD: 'qtd', YTD: 'ytd', ITD: 'itd' } as const satisfies Record<
  CasPeriodCode,
  keyof Row & keyof Partner
>;

const codeOf = { qtd: 'QTD', ytd: 'YTD', itd: 'ITD' } as const;

export interface CapitalAccountProps {
  readonly fundId: string;
  readonly endDate: string;
  /** Without an investor, the account is that of the whole fund with all its partners. */
  readonly investorId?: string | undefined;
  /** Buttons for files of the account. */
  readonly actions?: ReactNode;
}

/** Reads and displays a capital account at a quarter end. */
export function CapitalAccount({ fundId, endDate, investorId, actions }: CapitalAccountProps) {
  const whole = useRead('getFundCapitalAccount', investorId ? skipToken : { params: { fundId, endDate } });
  const own = useRead('getCapitalAccount', investorId ? { params: { fundId, endDate, investorId } } : skipToken);
  const { currentData, error, refetch } = investorId ? own : whole;
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!currentData) return <LoadingState lines={12} />;
  return <DisplayedAccount account={currentData} actions={actions} />;
}

const titles: Readonly<Record<keyof CapitalAccountLine, string>> = {
  beginning: 'Beginning NAV',
  contributions: 'Contributions',
  distributions: 'Distributions',
  otherFlows: 'Costs and transfers',
  operating: 'Net operating income',
  realized: 'Realized gain',
  unrealized: 'Unrealized gain',
  ending: 'Ending NAV',
  carryOwed: 'Carry owed',
  endingBeforeCarry: 'Ending NAV before carry',
  commitment: 'Commitment',
  unfunded: 'Unfunded',
};

interface DisplayedAccountProps {
  readonly account: CapitalAccountAnswer;
  readonly actions?: ReactNode;
  /** True for an account from another tenant's books, whose figures have no explanations here. */
  readonly isSent?: boolean;
}

/** The rows of ILPA's Reporting Template for three periods, and the partners of a fund for the chosen period. */
export function DisplayedAccount({ account, actions, isSent = false }: DisplayedAccountProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLp = useSession().settings?.isLpTenant === true;
  const { fund, investor, currency, endDate, basedOn, periods, notDetermined } = account;
  const [why] = notDetermined;
  const figureWhy = useFigureWhy();
  const about = { subject: fund.id, date: endDate, ...(investor ? { investorId: investor.id } : {}) };
  const title = `${investor ? `${investor.name} in ${fund.name}` : fund.name}, ${formatDate(endDate)}, in ${currency}; ${basedOn}`;
  return (
    <Stack>
      {why ? <Banner tone="info">{why.message}</Banner> : null}
      <Panel
        title={title}
        flush
        actions={
          <>
            <Switch
              label="Rows without amounts"
              checked={isWhole}
              onChange={({ currentTarget }) => setIsWhole(currentTarget.checked)}
            />
            {actions}
          </>
        }
      >
        <WhyTable>
          <DataTable
            label="Capital account"
            columns={[
              { field: 'label', kind: 'text', title: 'Row' },
              ...periods.map(({ code, description }) => ({
                field: spanOf[code],
                kind: 'money' as const,
                title: description,
              })),
            ]}
            rows={isWhole ? account.rows : displayedAccountRows(account.rows)}
            rowKey={({ row }) => String(row)}
            cells={cellsOf(why?.message, (period, row, value) =>
              isSent || isPartRow(row) ? (
                <Value kind="money" value={value} />
              ) : (
                figureWhy.cell(about, `account.${period}.${String(row)}`, { kind: 'money', value })
              ),
            )}
            density="compact"
          />
        </WhyTable>
        <Text size="xs" c="dimmed" px="md" py="xs">
          {investor === null && !isLp ? `${allPartnersNote} ` : ''}
          {accountsAsIlpa}
        </Text>
      </Panel>
      {investor === null ? <Partners account={account} /> : null}
    </Stack>
  );
}

/** Returns the cells. Headings and totals are emphasized, and a heading has no figures. */
const cellsOf = (
  reason: string | undefined,
  explained: (period: CasPeriodCode, row: number, value: string) => ReactNode,
) => {
  const figure = (span: 'qtd' | 'ytd' | 'itd') => (row: Row) => {
    const value = row[span];
    if (row.isHeading) return null;
    return (
      <span className={row.isTotal ? styles.strong : undefined}>
        {value === null ? (
          <Value kind="money" value={null} {...(reason ? { reason } : {})} />
        ) : (
          explained(codeOf[span], row.row, value)
        )}
      </span>
    );
  };
  return {
    label: ({ label, isHeading, isTotal }: Row) => (
      <span className={isHeading || isTotal ? styles.strong : styles.below}>{label}</span>
    ),
    qtd: figure('qtd'),
    ytd: figure('ytd'),
    itd: figure('itd'),
  };
};

/** A row per partner, with the steps from the opening to the closing NAV. */
function Partners({ account: { periods, partners, notDetermined } }: DisplayedAccountProps) {
  const [period, setPeriod] = useState<CasPeriodCode>('QTD');
  const fields = Object.entries(titles) as [keyof CapitalAccountLine, string][];
  return (
    <TablePanel
      title="Partners"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={period}
          onChange={(code) => setPeriod(code as CasPeriodCode)}
          data={periods.map(({ code, description }) => ({ value: code, label: description }))}
        />
      }
      columns={[
        { field: 'name', kind: 'text', title: 'Partner' },
        ...fields.map(([field, title]) => ({ field, kind: 'money' as const, title })),
      ]}
      rows={partners.map((partner) => ({
        ...partner[spanOf[period]],
        id: partner.investor.id,
        name: partner.investor.name,
        notDetermined,
      }))}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `#/performance/investor/${id}/cas`}
      density="compact"
    />
  );
}
