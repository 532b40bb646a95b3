import type { Permission } from '@carrara/contract/core/permissions';
import { everyRecordType, type RecordTypeName } from '@carrara/contract/core/recordType';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import type { AnnotatedType } from '@carrara/contract/platform/note/note';
import type { buildPlainScreens } from '../record/screens/PlainScreens.tsx';
import { activityView, documentView } from '../record/screens/annotations.ts';
import { indexLevelsView } from './performance/analysis.ts';
import { firmFundsView } from './portfolio/vehicle.ts';
import type { Screen, View } from '../frame/screenTypes.ts';

/** Tabs that a record type adds after the overview. */
const ownViews: Partial<Readonly<Record<RecordTypeName, readonly View[]>>> = {
  firm: [firmFundsView],
  indexSeries: [indexLevelsView],
};

/** Parts of a record type that replace the standard ones. */
const ownParts: Partial<Readonly<Record<RecordTypeName, () => Promise<OwnParts>>>> = {
  award: async () => import('../features/compensation/employee/AwardProfile.tsx'),
  firm: async () => import('../features/performance/firm/FirmScreens.tsx'),
  salary: async () => import('../features/compensation/employee/SalaryScreens.tsx'),
};
type OwnParts = Partial<Pick<ReturnType<typeof buildPlainScreens>, 'List' | 'Profile' | 'Editor' | 'Overview'>>;

/** Returns the list, the editor and the profile of a record type with standard pages. */
function screensOf(type: RecordTypeName, is: RecordType): Screen[] {
  const { title, plural, permission, menu, annotated, listAddress: base = '' } = is;
  const noun = title.toLowerCase();
  const section = menu?.id ?? type;
  const view = `${permission}.view` as Permission;
  const edit = `${permission}.edit` as Permission;
  const parts = async () => ({
    ...(await import('../record/screens/PlainScreens.tsx')).buildPlainScreens(type),
    ...(await ownParts[type]?.()),
  });
  const editor = async () => (await parts()).Editor;
  const views = [
    { id: 'overview', title: 'Overview', load: async () => (await parts()).Overview },
    ...(ownViews[type] ?? []),
    ...(annotated ? [documentView(type as AnnotatedType)] : []),
    activityView(),
  ];
  return [
    { path: base, title: plural, kind: 'list', section, permission: view, load: async () => (await parts()).List },
    { path: `${base}/add`, title: `Add ${noun}`, kind: 'add', section, permission: edit, load: editor },
    { path: `${base}/:id/edit`, title: `Edit ${noun}`, kind: 'edit', section, permission: edit, load: editor },
    {
      path: `${base}/:id`,
      title,
      kind: 'profile',
      section,
      permission: view,
      load: async () => (await parts()).Profile,
      views,
    },
  ];
}

/** The pages of all plain records. */
export const plainScreens: readonly Screen[] = everyRecordType.flatMap(([type, is]) =>
  is.isPlain ? screensOf(type, is) : [],
);
