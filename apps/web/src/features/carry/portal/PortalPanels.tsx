import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import type { OwnDelivery } from '@carrara/contract/platform/ownDelivery';
import { Stack } from '../../../record/Stack.tsx';
import { LeavingNote } from './LeavingNote.tsx';
import styles from './portal.module.css';
import { visibleFigures, summaryLines } from './holderFigures.ts';
import { PaidSource } from './PaidSource.tsx';
import { paymentHref, type PortalHome } from './portalHome.ts';

/** The first columns of the list, repeated here because the table of all lists is larger than the rest of this page. */
const columns = [
  { field: 'distributionDate', kind: 'date', title: 'Date' },
  { field: 'distributionName', kind: 'text', title: 'Distribution' },
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross' },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net' },
] as const;

export interface PortalPanelsProps {
  readonly home: PortalHome;
  /** Undefined while loading. */
  readonly documents: readonly OwnDelivery[] | undefined;
}

/** The key figures of each holder, news, and the last payments. */
export function PortalPanels({ home, documents = [] }: PortalPanelsProps) {
  const { name, holders, distributions, displayed: visible } = home;
  const holderOf = (at: number) => holders.find(({ holder }) => holder === at)?.name;
  const several = holders.length > 1;
  return (
    <Stack>
      <h1 className={styles.title}>{name}</h1>
      {documents.some(isNews) ? (
        <Panel title="New for you">
          <ul className={styles.news}>
            {documents.filter(isNews).map(({ id, name: title, kind, holderName, isReminded }) => (
              <li key={id}>
                {kind}: <a href={`#/participant-portal/document/${id}`}>{title}</a>
                {several ? ` for ${holderName}` : ''}
                {isReminded ? ': please acknowledge it' : ''}
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {holders.map((holder) => (
        <Panel key={holder.holder} title={several ? holder.name : 'Your carry'}>
          <LeavingNote holder={holder} />
          {holder.summary.byCurrency.length === 0 ? (
            <EmptyState text="Nothing has been distributed, withheld or forecast yet." />
          ) : (
            summaryLines(holder.summary).map((line) => (
              <FigureStrip key={line.currency ?? ''} figures={visibleFigures(line, visible)} />
            ))
          )}
        </Panel>
      ))}
      <TablePanel
        title="Latest distributions"
        columns={columns}
        rows={distributions}
        rowKey={({ id }) => id}
        cells={{
          sourceName: ({ sourceName, through, holder }) => (
            <PaidSource name={sourceName} through={through} to={several ? holderOf(holder) : undefined} />
          ),
        }}
        rowHref={({ distributionId, holder }) => paymentHref(distributionId, holder)}
        cardsOnPhone
        empty="Nothing has been distributed to you yet."
      />
    </Stack>
  );
}

const isNews = ({ state, isReminded }: OwnDelivery) => state === 'New' || isReminded;
