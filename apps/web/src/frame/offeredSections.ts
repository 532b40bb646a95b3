import { modules } from '@carrara/contract/core/modules';
import { allows, type SessionState } from '../session/sessionSlice.ts';
import type { Section } from './screenTypes.ts';

/** Returns the sections of the person's modules, without those that the firm has turned off or that the person may not open. */
export const offeredSections = (sections: readonly Section[], session: SessionState): readonly Section[] =>
  sections.filter((section) => {
    const { routePrefix } = modules[section.module];
    const application = session.settings?.applications.find((candidate) => candidate.routePrefix === routePrefix);
    const entry = application?.menuEntries.find(({ path }) => section.path === `/${routePrefix}/${path}`);
    return application !== undefined && (entry?.isEnabled ?? true) && allows(session, section.permission);
  });
