import type { Crumb } from '@carrara/ui/layout/shellTypes.ts';
import type { Crumb as RecordCrumb } from './RecordCrumb.tsx';
import type { Screen, Section } from './screenTypes.ts';
import { displayedView } from './displayedView.ts';

/** Returns the id of the page's section. If the page displays records of several sections, returns the section of its record. */
export const findSection = (screen: Screen | undefined, record: RecordCrumb | undefined): string | undefined =>
  record?.location?.section ?? screen?.section;

/** Returns the breadcrumbs of a page from the table of pages: home, section, record and current view. */
export function buildCrumbs(
  screen: Screen | undefined,
  section: Section | undefined,
  record: RecordCrumb | undefined,
  view: string | undefined,
): Crumb[] {
  const home: Crumb = { title: 'Home', href: '#/' };
  if (!screen || screen.section === 'home' || screen.section === 'compHome') return withoutLastLink([home]);
  const list: Crumb = section
    ? { title: record?.location?.listTitle ?? screen.listTitle ?? section.title, href: `#${section.path}` }
    : { title: screen.title };
  const named = record ? [{ title: record.name, href: record.href }] : [];
  const displayed = displayedView(screen.views ?? [], view);
  const trails: Readonly<Record<Screen['kind'], readonly Crumb[]>> = {
    list: !section || screen.title === section.title ? [] : [{ title: screen.title }],
    add: [...named, { title: screen.title }],
    edit: [...named, { title: named.length > 0 ? 'Edit' : screen.title }],
    profile: [...named, ...(displayed ? [{ title: displayed.title }] : [])],
  };
  return withoutLastLink([home, list, ...trails[screen.kind]]);
}

const withoutLastLink = (crumbs: readonly Crumb[]): Crumb[] =>
  crumbs.map((crumb, at) => (at === crumbs.length - 1 ? { title: crumb.title } : crumb));
