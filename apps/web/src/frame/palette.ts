import type { Reference } from '@carrara/contract/core/kinds';
import { recordAddress, everyRecordType, lowerFirst } from '@carrara/contract/core/recordType';
import type { PaletteGroup, UserMenuItem } from '@carrara/ui/layout/shellTypes.ts';
import { useCallback } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import { readListOnce } from '../api/calls.ts';
import { callData, type ListName } from '../api/operations.ts';
import { useAppDispatch } from '../session/hooks.ts';
import { allows, type SessionState } from '../session/sessionSlice.ts';
import { type ScreenTables, useTables } from './tables.ts';

/** A list that the palette searches, with the label and the address of its rows. */
interface Searched {
  readonly title: string;
  readonly list: ListName;
  readonly name: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly address: (id: string, row: Readonly<Record<string, unknown>>) => string | undefined;
}
const participants: Searched = {
  title: 'Participants (carry)',
  list: 'listParticipants',
  name: 'name',
  query: { isCarryEligible: 'false' },
  address: (id, { type }) => recordAddress(lowerFirst(String(type)), id),
};
const searched: readonly Searched[] = [
  participants,
  ...everyRecordType.flatMap(([type, { palette, plural, list, name = 'name', listQuery: query, menu }]): Searched[] => {
    // The same person can be in both modules, so the title names the module.
    const title = menu?.module === 'comp' ? `${plural} (compensation)` : plural;
    return palette ? [{ title, list: list as ListName, name, query, address: (id) => recordAddress(type, id) }] : [];
  }),
];
const mostFound = 5;

/** Navigates through the router, so that an unsaved form can ask first. */
const leadsTo = (navigate: NavigateFunction, path: string) => ({
  href: `#${path}`,
  onSelect: () => void navigate(path),
});

/** Returns pages that are not sections: the views of the settings, and pages outside of modules. */
const furtherPages = ({ screens, sections }: ScreenTables) =>
  screens.filter(
    ({ kind, path }) => kind === 'list' && !path.includes(':') && !sections.some((entry) => entry.path === path),
  );

const uploads = [
  { title: 'Upload a carry plan', path: '/carry/datamanagement?upload=carry-plan', permission: 'distribution.edit' },
  { title: 'Upload employees', path: '/comp/datamanagement?upload=employees', permission: 'compEmployee.edit' },
  { title: 'Upload payroll', path: '/comp/datamanagement?upload=payroll-actuals', permission: 'pay.edit' },
] as const;

/** Returns the pages and actions that the person may use. `actions` are actions without a page, such as those of the user menu. */
export function usePalette(session: SessionState, actions: readonly UserMenuItem[]): readonly PaletteGroup[] {
  const navigate = useNavigate();
  const tables = useTables();
  const { screens, sections } = tables;
  return [
    {
      title: 'Go to',
      items: [
        ...sections
          .filter(({ permission }) => allows(session, permission))
          .map(({ id, title, group, path }) => ({ id, title, detail: group, ...leadsTo(navigate, path) })),
        ...furtherPages(tables)
          .filter(({ permission }) => allows(session, permission))
          .map(({ path, title, section }) => ({
            id: path,
            title,
            detail: section === 'settings' ? 'Settings' : undefined,
            ...leadsTo(navigate, path),
          })),
      ],
    },
    {
      title: 'Do',
      items: [
        ...screens
          .filter((screen) => screen.kind === 'add' && !screen.path.includes(':') && allows(session, screen.permission))
          .map(({ path, title }) => ({ id: path, title, ...leadsTo(navigate, path) })),
        ...uploads
          .filter(({ permission }) => allows(session, 'upload.edit') && allows(session, permission))
          .map(({ title, path }) => ({ id: path, title, detail: 'Data management', ...leadsTo(navigate, path) })),
        ...actions.flatMap(({ title, onSelect }) => (onSelect ? [{ id: title, title, onSelect }] : [])),
      ],
    },
  ];
}

export function useRecordSearch(session: SessionState): (text: string) => Promise<readonly PaletteGroup[]> {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return useCallback(
    async (text) => {
      const lists = searched.filter(({ list }) => allows(session, callData(list).permission ?? 'public'));
      return Promise.all(
        lists.map(async ({ title, list, name, query: own, address }) => {
          const query = { searchQuery: text, pageSize: mostFound, ...own };
          const data = await readListOnce(dispatch, list, { query }).catch(() => undefined);
          const items = (data?.pageData ?? []).map((row) => ({
            id: String(row['id']),
            title: String(row[name]),
            detail: detailOf(row),
            ...leadsTo(navigate, address(String(row['id']), row) ?? ''),
          }));
          return { title, items };
        }),
      );
    },
    [dispatch, navigate, session],
  );
}

function detailOf(row: Readonly<Record<string, unknown>>): string | undefined {
  const code = row['code'];
  const status = row['status'] as Reference | null | undefined;
  return [code, status?.description].filter((part) => typeof part === 'string' && part !== '').join(' · ') || undefined;
}
