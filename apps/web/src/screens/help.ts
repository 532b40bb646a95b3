import type { HelpParts } from '../frame/screenTypes.ts';

/** The parts of the help, for the frame. */
export const help: HelpParts = {
  panel: { load: async () => (await import('../help/HelpPanel.tsx')).HelpPanel },
  shortcuts: { load: async () => (await import('../help/ShortcutsDialog.tsx')).ShortcutsDialog },
  loadGuides: async () => (await import('../help/screenHelp.ts')).helpOfScreen,
  loadFailures: async () => (await import('../help/failureHelp.ts')).failureHelp,
};
