import { modules, moduleOfPath } from '@carrara/contract/core/modules';
import { mayLeaveUnsaved } from '@carrara/ui/form/useUnsavedGuard.ts';
import type { MenuGroup } from '@carrara/ui/layout/shellTypes.ts';
import { Shell as Frame } from '@carrara/ui/layout/Shell.tsx';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { useAllowed, useAppDispatch, useSession } from '../session/hooks.ts';
import { moduleOfVisit, rememberModule, rememberPath } from '../session/lastVisit.ts';
import { logoAddress } from '../session/logoAddress.ts';
import { leave } from '../session/session.ts';
import type { SessionState } from '../session/sessionSlice.ts';
import { buildCrumbs, findSection } from './crumbs.ts';
import { icon } from './icons.tsx';
import { readOnce, useRead } from '../api/calls.ts';
import { useInbox } from '../live/useInbox.ts';
import { useNotifications } from '../live/useNotifications.ts';
import { usePalette, useRecordSearch } from './palette.ts';
import { useVisibleCrumb } from './RecordCrumb.tsx';
import { offeredSections } from './offeredSections.ts';
import type { Screen, Section } from './screenTypes.ts';
import { preload } from './lazyParts.ts';
import { useTables } from './tables.ts';
import { useHelpFrame } from './useHelpFrame.tsx';

/** The frame around every page, filled from the tables of pages and sections and from the session. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const dispatch = useAppDispatch();
  const session = useSession();
  const { screens, sections } = useTables();
  const { screen, params } = useCurrentScreen();
  const { pathname, search } = useLocation();
  const record = useVisibleCrumb();
  const at = moduleOfPath(pathname);
  const named = sections.find(({ id }) => id === findSection(screen, record));
  // Settings are a single section with an address in each module.
  const section =
    sections.find(({ module: sectionModule, title }) => sectionModule === at && title === named?.title) ?? named;
  const notifications = useNotifications();
  const inbox = useInbox(notifications.recent);
  const modulesOffered = modulesWithScreens(sections, session);
  // If a record belongs to a module that the person does not have, the menu of one of their own modules stays.
  const module = modulesOffered.find(({ id }) => id === section?.module)?.id ?? modulesOffered[0]?.id ?? 'carry';
  useEffect(() => {
    rememberModule(moduleOfVisit(pathname, search, module));
    rememberPath(`${pathname}${search}`);
  }, [module, pathname, search]);
  const pageName = record?.name ?? screen?.title;
  useEffect(() => {
    document.title = pageName ? `${pageName} · Carrara` : 'Carrara';
  }, [pageName]);
  useEffect(() => {
    // Lists wait for it, so it loads together with the code of the first page.
    void readOnce(dispatch, 'listSavedViews', undefined).catch(() => undefined);
  }, [dispatch, session.tenantId]);
  const { user, settings, tenants } = session;
  const { data: own } = useRead('getOwnPicture', undefined);
  const maySubscribe = useAllowed('subscription.view');
  const changeHref = tenants.length > 1 ? '#/select-tenant' : undefined;
  const several = changeHref ? [{ title: 'Change firm', href: changeHref }] : [];
  const userMenu = [
    { title: 'My account', href: '#/account' },
    { title: 'My inbox', href: '#/inbox' },
    ...(maySubscribe ? [{ title: 'Subscriptions', href: '#/subscription' }] : []),
    { title: 'Background jobs', href: '#/task' },
    { title: 'Firm settings', href: '#/appsettings' },
    ...several,
    { title: 'Sign out', onSelect: whenSaved(() => void leave(dispatch)) },
  ];
  const help = useHelpFrame(screen);
  const palette = usePalette(session, [...userMenu, { title: 'Keyboard shortcuts', onSelect: help.showShortcuts }]);
  return (
    <Frame
      tenant={{
        name: settings?.name ?? '',
        changeHref,
        ...(settings?.logoId ? { logoUrl: logoAddress(settings.tenantId, settings.logoId) } : {}),
        navigationBarColor: settings?.navigationBarColor ?? undefined,
        navigationBarMenuColor: settings?.navigationBarMenuColor ?? undefined,
        breadcrumbsColor: settings?.breadcrumbsColor ?? undefined,
      }}
      modules={modulesOffered}
      currentModule={module}
      menu={menuOf(sections, module, session)}
      currentItem={section?.id}
      crumbs={buildCrumbs(screen, section, record, params['view'])}
      user={{
        name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim(),
        email: user?.email,
        ...(own?.picture ? { pictureUrl: own.picture } : {}),
      }}
      userMenu={userMenu}
      helpMenu={help.menu}
      inbox={inbox}
      notice={notifications.isLost ? lostConnection : undefined}
      palette={palette}
      searchRecords={useRecordSearch(session)}
      onPrefetch={({ href }) => prefetch(screens, href)}
    >
      {children}
      {help.element}
    </Frame>
  );
}

/** Runs an action at once, or after the person has agreed to discard unsaved input. */
const whenSaved = (go: () => void) => () => void mayLeaveUnsaved().then((leave) => (leave ? go() : undefined));

const lostConnection = 'The live connection was lost. Trying to reconnect. This page may be out of date.';

const prefetch = (screens: readonly Screen[], href: string): void => {
  const screen = screens.find(({ path }) => `#${path}` === href);
  if (screen) void preload(screen);
};

function useCurrentScreen() {
  const match = useMatches().at(-1);
  const screen = (match?.handle as { readonly screen?: Screen } | undefined)?.screen;
  return { screen, params: match?.params ?? {} };
}

/** Returns the modules that have pages and that the person may open. */
function modulesWithScreens(sections: readonly Section[], session: SessionState) {
  const offered = offeredSections(sections, session);
  const first = offered.filter(({ module }, at) => offered.findIndex((section) => section.module === module) === at);
  return first.map(({ module: id, path }) => ({ id, title: modules[id].title, href: `#${path}` }));
}

function menuOf(sections: readonly Section[], module: string, session: SessionState): MenuGroup[] {
  const offered = offeredSections(sections, session).filter((section) => section.module === module);
  const groups = [...new Set(offered.map(({ group }) => group))];
  return groups.map((title) => ({
    title,
    items: offered
      .filter(({ group }) => group === title)
      .map((section) => ({
        id: section.id,
        title: section.title,
        href: `#${section.path}`,
        icon: icon(section.icon),
      })),
  }));
}
