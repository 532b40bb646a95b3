import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Stack } from '../Stack.tsx';
import styles from './sourceTabs.module.css';
import { Tab, TabBar } from './TabBar.tsx';
import { Texts } from './Texts.tsx';
import type { Computation } from './useComputed.ts';

interface RunTab {
  readonly id: string;
  readonly title: string;
  readonly isChanged?: boolean;
  readonly isWrong?: boolean;
}

interface SourceTabsProps {
  readonly label: string;
  /** The error of the list of sources. */
  readonly error: string | undefined;
  /** The text while there are no sources. */
  readonly emptyText: string;
  readonly selectLabel: string;
  readonly onSelect: () => void;
  /** The tabs about all sources. */
  readonly summaries: readonly RunTab[];
  readonly sources: readonly RunTab[];
  readonly current: string;
  readonly onOpen: (id: string) => void;
  /** The content of the open tab. */
  readonly children: ReactNode;
}

/** The sources of a run in the editor: tabs about all of them, and a tab per source. */
export function SourceTabs(props: SourceTabsProps) {
  const { label, error, sources, selectLabel, onSelect, current, onOpen } = props;
  return (
    <>
      {error ? <Banner tone="bad">{error}</Banner> : null}
      {sources.length === 0 ? (
        <EmptyState text={props.emptyText} action={<Button onClick={onSelect}>{selectLabel}</Button>} />
      ) : (
        <Stack>
          <TabBar
            label={label}
            tools={
              <Button variant="default" onClick={onSelect}>
                {selectLabel}
              </Button>
            }
          >
            {[...props.summaries, ...sources].map(({ id, ...tab }) => (
              <Tab key={id} {...tab} isCurrent={id === current} onChoose={() => onOpen(id)} />
            ))}
          </TabBar>
          {props.children}
        </Stack>
      )}
    </>
  );
}

interface Message {
  readonly message: string;
}
interface ComputedReasonsProps {
  readonly computed: Computation<{ readonly warnings: readonly Message[] }>;
  /** The parts that can't be computed. */
  readonly problems: readonly Message[];
}

/** Lists the parts that can't be computed, errors and warnings. */
export function ComputedReasons({ computed: { current: run, refusals, away }, problems }: ComputedReasonsProps) {
  const reasons = [
    ...[...refusals, ...problems].map(({ message }) => message),
    ...(away ? [`The figures don’t include your latest changes: ${away}.`] : []),
  ];
  return (
    <>
      <Texts tone="bad" texts={reasons} />
      <Texts tone="warn" texts={(run?.warnings ?? []).map(({ message }) => message)} />
    </>
  );
}

interface SourceFieldsetProps {
  readonly name: string;
  readonly isChanged: boolean;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The fields of a source. */
export const SourceFieldset = ({ name, isChanged, isWide = false, children }: SourceFieldsetProps) => (
  <fieldset className={isWide ? `${styles.source} ${styles.wide}` : styles.source}>
    <legend>
      {name}
      {isChanged ? ' · changed' : ''}
    </legend>
    {children}
  </fieldset>
);
