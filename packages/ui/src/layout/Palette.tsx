import '@mantine/spotlight/styles.layer.css';
import { Modal, useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightStore, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { registerCloser } from '../feedback/openDialogs.ts';
import { colorSchemes } from './colorSchemes.ts';
import unseenStyles from '../value/unseen.module.css';
import styles from './palette.module.css';
import type { PaletteGroup, PaletteItem } from './shellTypes.ts';

const searchDelayMilliseconds = 200;
const shortestSearch = 2;
const mostPerGroup = 8;

export interface PaletteProps {
  /** A counter. Each increase opens the palette. */
  readonly calls: number;
  readonly groups: readonly PaletteGroup[];
  readonly searchRecords?: ((text: string) => Promise<readonly PaletteGroup[]>) | undefined;
}

/** Goes to any record, screen or action. Screens are listed at once, and records as they load. */
export function Palette({ calls, groups, searchRecords }: PaletteProps) {
  const [store, spotlight] = useMemo(() => createSpotlight(), []);
  const [query, setQuery] = useState('');
  const themes = useThemes();
  const records = useRecords(query.trim(), searchRecords);
  useEffect(() => {
    if (calls > 0) spotlight.open();
  }, [calls, spotlight]);
  useEffect(() => registerCloser(spotlight.close), [spotlight]);
  const visible = [...matching([...groups, themes], query), ...records.groups].filter(({ items }) => items.length > 0);
  useSelection(store, query, visible.flatMap(({ items }) => items.map(({ id }) => id)).join(' '));
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
      <Modal.Title className={unseenStyles.unseen ?? ''}>Search or jump to</Modal.Title>
      <Spotlight.Search
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {visible.map(({ title, items }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {items.map((item) => (
              <Spotlight.Action
                key={item.id}
                className={styles.found ?? ''}
                label={item.title}
                {...(item.detail ? { description: item.detail } : {})}
                closeSpotlightOnTrigger={false}
                onClick={() => choose(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {visible.length === 0 ? (
          <Spotlight.Empty>{records.isSearching ? 'Searching…' : 'Nothing found'}</Spotlight.Empty>
        ) : null}
        {records.isSearching && visible.length > 0 ? <p className={styles.searching}>Searching records…</p> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useThemes(): PaletteGroup {
  const { setColorScheme } = useMantineColorScheme();
  const items = colorSchemes.map(([scheme, title]) => ({
    id: `theme ${scheme}`,
    title: scheme === 'auto' ? 'System theme' : `${title} theme`,
    detail: 'Theme',
    onSelect: () => setColorScheme(scheme),
  }));
  return { title: 'Theme', items };
}

/**
 * Enter opens the selected entry: the first result as soon as it loads, or one selected by arrow keys while it is still found. The library selects
 * only on a key.
 */
function useSelection(store: SpotlightStore, query: string, found: string): void {
  const { listId } = useSpotlight(store);
  const lastQuery = useRef('');
  useEffect(() => {
    if (found === '') return;
    const actions = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
    const selected = actions.filter((action) => action.hasAttribute('data-selected'));
    const selectedIndex = lastQuery.current === query ? actions.findIndex((action) => selected.includes(action)) : 0;
    lastQuery.current = query;
    for (const action of selected) action.removeAttribute('data-selected');
    actions[Math.max(selectedIndex, 0)]?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: actions.length === 0 ? -1 : Math.max(selectedIndex, 0) }));
  }, [store, listId, query, found]);
}

function matching(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, detail = '' }: PaletteItem) =>
    terms.every((word) => `${title} ${detail}`.toLowerCase().includes(word));
  return groups.map(({ title, items }) => ({ title, items: items.filter(fits).slice(0, mostPerGroup) }));
}

function useRecords(text: string, searchRecords: PaletteProps['searchRecords']) {
  const [found, setFound] = useState<{ readonly text: string; readonly groups: readonly PaletteGroup[] }>(nothingFound);
  const isSearching = searchRecords !== undefined && text.length >= shortestSearch;
  useEffect(() => {
    if (!searchRecords || !isSearching) return;
    let isCurrent = true;
    const show = (groups: readonly PaletteGroup[]) => (isCurrent ? setFound({ text, groups }) : undefined);
    const timer = setTimeout(() => void searchRecords(text).then(show, () => show([])), searchDelayMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, isSearching, searchRecords]);
  // Records of an earlier search stay while the next one runs, so that nothing moves.
  return { groups: isSearching ? found.groups : [], isSearching: isSearching && found.text !== text };
}

const nothingFound = { text: '', groups: [] };
