import { Modal } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { registerCloser } from '../feedback/openDialogs.ts';
import styles from './layout.module.css';
import type { PaletteGroup, PaletteItem } from './shellTypes.ts';

const searchDelayMilliseconds = 200;
const shortestSearch = 2;
const mostPerGroup = 8;

export interface PaletteProps {
  /** Goes up each time that it is asked for; each rise opens it. */
  readonly calls: number;
  readonly groups: readonly PaletteGroup[];
  readonly searchRecords?: ((text: string) => Promise<readonly PaletteGroup[]>) | undefined;
}

/** Go to any record, screen or action. Screens answer at once, records as they come. */
export function Palette({ calls, groups, searchRecords }: PaletteProps) {
  const [store, spotlight] = useMemo(() => createSpotlight(), []);
  const [query, setQuery] = useState('');
  const records = useRecords(query.trim(), searchRecords);
  useEffect(() => {
    if (calls > 0) spotlight.open();
  }, [calls, spotlight]);
  useEffect(() => registerCloser(spotlight.close), [spotlight]);
  const shown = [...matching(groups, query), ...records.groups].filter(({ items }) => items.length > 0);
  const choose = (item: PaletteItem) => {
    spotlight.close();
    if (item.onSelect) item.onSelect();
    else if (item.href) window.location.assign(item.href);
  };
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      clearQueryOnClose
      centered={false}
      yOffset={80}
      overlayProps={{ backgroundOpacity: 0.4, blur: 1 }}
      maxHeight={420}
      scrollable
    >
      <Modal.Title className={styles.unseen ?? ''}>Search or jump to</Modal.Title>
      <Spotlight.Search
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {shown.map(({ title, items }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.title}
                {...(item.detail ? { description: item.detail } : {})}
                closeSpotlightOnTrigger={false}
                onClick={() => choose(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 ? (
          <Spotlight.Empty>{records.isSearching ? 'Searching…' : 'Nothing found'}</Spotlight.Empty>
        ) : null}
        {records.isSearching && shown.length > 0 ? <p className={styles.searching}>Searching records…</p> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function matching(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, detail = '' }: PaletteItem) =>
    words.every((word) => `${title} ${detail}`.toLowerCase().includes(word));
  return groups.map(({ title, items }) => ({ title, items: items.filter(fits).slice(0, mostPerGroup) }));
}

function useRecords(text: string, searchRecords: PaletteProps['searchRecords']) {
  const [found, setFound] = useState<{ readonly text: string; readonly groups: readonly PaletteGroup[] }>(nothingFound);
  const isWanted = searchRecords !== undefined && text.length >= shortestSearch;
  useEffect(() => {
    if (!searchRecords || !isWanted) return;
    let wanted = true;
    const show = (groups: readonly PaletteGroup[]) => (wanted ? setFound({ text, groups }) : undefined);
    const timer = setTimeout(() => void searchRecords(text).then(show, () => show([])), searchDelayMilliseconds);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, isWanted, searchRecords]);
  // Records of an earlier search stay while the next one runs: nothing jumps.
  return { groups: isWanted ? found.groups : [], isSearching: isWanted && found.text !== text };
}

const nothingFound = { text: '', groups: [] };
