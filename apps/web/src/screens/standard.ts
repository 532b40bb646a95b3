import type { Screen, View } from '../frame/screenTypes.ts';
import type { RecordDefinition } from '../record/recordDefinition.ts';
import { loadEditor, lazyProfile } from '../record/screens/lazyScreens.tsx';
import type { Access } from '@carrara/contract/core/permissions';

export interface StandardScreens {
  /** The path before `/add`, `/:id/edit` and `/:id/profile`. */
  readonly base: string;
  readonly noun: string;
  readonly title: string;
  readonly section: string;
  readonly view: Access;
  readonly edit: Access;
  readonly record: () => Promise<RecordDefinition>;
  readonly views: readonly View[];
  /** Replaces the standard profile. */
  readonly profile?: Screen['load'];
  readonly editor?: Screen['load'];
}

/** Returns the editor and the profile of a record type at the usual addresses. */
export function standardScreens(screens: StandardScreens): Screen[] {
  const { base, noun, title, section, view, edit, record, views } = screens;
  const editor = screens.editor ?? loadEditor(record);
  const profile = screens.profile ?? lazyProfile(record);
  return [
    { path: `${base}/add`, title: `Add ${noun}`, kind: 'add', section, permission: edit, load: editor },
    { path: `${base}/:id/edit`, title: `Edit ${noun}`, kind: 'edit', section, permission: edit, load: editor },
    { path: `${base}/:id/profile`, title, kind: 'profile', section, permission: view, load: profile, views },
  ];
}
