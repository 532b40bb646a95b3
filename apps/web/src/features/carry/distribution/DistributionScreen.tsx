import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { ViewTabs } from '../../../frame/ViewTabs.tsx';
import { useRunPage } from '../../../record/run/runPage.tsx';
import { changeText } from './changeText.ts';
import { DistributionActions } from './DistributionActions.tsx';
import { MoneyLine } from './MoneyLine.tsx';
import { distributionPath } from './addresses.ts';
import { PrintedNotices, RunNotices } from './RunNotices.tsx';
import { untaxedText } from './runState.ts';
import { withoutRows } from './withoutRows.ts';
import { approvalsText } from './approvalsText.ts';
import { type FigureName, useExplain } from './useExplain.ts';

/** The page of a distribution: totals, reconciliation, actions and views. */
export function DistributionScreen({ screen }: ScreenProps) {
  const {
    id,
    run: distribution,
    views,
    current,
    placeholder,
  } = useRunPage<Distribution>({
    screen,
    operation: 'getDistribution',
    query: withoutRows('').query,
    noun: 'Distribution',
    pathOf: distributionPath,
  });
  const explain = useExplain(id);
  if (!distribution || !current) return placeholder;
  const { reconciliation, previous } = distribution;
  const why = (figure: FigureName, value: string | null) => (
    <Why figure={value === null ? notDetermined : valueText('money', value)} load={() => explain(figure)} />
  );
  const money = { kind: 'money', nullIs: notDetermined } as const;
  const {
    netDistributableAmount: distributable,
    grossCarryDistributed: gross,
    tax,
    escrow,
    netCarryDistributed: net,
  } = reconciliation;
  return (
    <>
      <ProfileHeader
        name={distribution.name}
        status={distribution.status}
        facts={factsOf(distribution)}
        statusNote={waitingFor(distribution)}
        figures={[
          {
            label: 'Net distributable',
            ...money,
            value: distributable,
            why: why('netDistributable', distributable),
          },
          {
            label: 'Gross carry',
            ...money,
            value: gross,
            why: why('gross', gross),
            note:
              previous && previous.changePercent !== null && gross !== null
                ? `${changeText(previous.changePercent)} vs. ${previous.name}`
                : undefined,
          },
          { label: 'Tax', ...money, value: tax, why: why('tax', tax) },
          { label: 'Escrow', ...money, value: escrow, why: why('escrow', escrow) },
          { label: 'Net carry', ...money, value: net, why: why('net', net) },
        ]}
        actions={<DistributionActions distribution={distribution} />}
      />
      <MoneyLine reconciliation={reconciliation} unknown={unknownReason(distribution)} />
      <ReservedSpace key={id}>
        <RunNotices distribution={distribution} />
      </ReservedSpace>
      <ViewTabs
        views={views}
        current={current.id}
        addressOf={(name) => `#${distributionPath(id, name)}`}
        counts={{ approvals: approvalsText(distribution) }}
      />
      <ViewPanel view={current} id={id} />
      <PrintedNotices distribution={distribution} />
    </>
  );
}

/** Returns the reason why a draft does not add up: a source that can't be computed, a cell without a readable figure, or no amount. */
function unknownReason({ distributionSources, problems, reconciliation }: Distribution): string | undefined {
  const unread = problems.find(({ code }) => code === 'CELL_UNREADABLE' || code === 'AMOUNT_MISSING');
  if (unread) return unread.message;
  const source = distributionSources.find(({ isDetermined }) => !isDetermined);
  if (source) return `${source.source.name} can’t be computed yet.`;
  // The notices below give the reason.
  if (problems.some(({ code }) => code === 'CHARACTERIZATION_MISSING')) return untaxedText(distributionSources);
  return /[1-9]/.test(reconciliation.netDistributableAmount ?? '') ? undefined : 'No amount was entered.';
}

const counted = (number: number | null, noun: string, several = `${noun}s`) =>
  number === null
    ? `${several} ${notDetermined}`
    : `${formatDecimal(String(number), 0)} ${number === 1 ? noun : several}`;

function factsOf({
  distributionDate,
  numberOfSources,
  numberOfParticipants,
  numberOfEntries,
  currency,
  reversalOf,
  reversedBy,
}: Distribution) {
  return [
    formatDate(distributionDate),
    counted(numberOfSources, 'source'),
    counted(numberOfEntries, 'entry', 'entries'),
    counted(numberOfParticipants, 'payee'),
    ...(currency ? [currency.code ?? currency.name ?? ''] : []),
    ...(reversalOf
      ? [
          <a key="of" href={`#${distributionPath(reversalOf.id)}`}>
            reversal of {reversalOf.name}
          </a>,
        ]
      : []),
    ...(reversedBy
      ? [
          <a key="by" href={`#${distributionPath(reversedBy.id)}`}>
            {reversedBy.isDisbursed ? 'reversed by' : 'to be reversed by'} {reversedBy.name}
          </a>,
        ]
      : []),
  ];
}

function waitingFor({ status, approvals }: Distribution): string | undefined {
  if (status.code !== 'SUB') return undefined;
  const open = approvals.filter(({ isRequested }) => isRequested).map(({ approver }) => approver.name);
  return open.length > 0 ? `waiting for ${open.join(', ')}` : undefined;
}
