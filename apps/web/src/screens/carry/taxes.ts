import type { View } from '../../frame/screenTypes.ts';

type SourceKind = 'participant' | 'fund' | 'coinvestment' | 'investment';

/** Returns the tab with the assigned tax profiles. */
export const taxView = (kind: SourceKind, id: 'tax-profile' | 'tax-profiles'): View => ({
  id,
  title: 'Tax profiles',
  permission: 'taxProfile.view',
  load: async () => (await import('../../features/carry/tax/taxProfilesView.tsx')).taxProfilesView(kind),
});
