import type { View } from '../../frame/screenTypes.ts';

type SourceKind = 'participant' | 'fund' | 'coinvestment' | 'investment';

/** The tax profiles that something is given, as a tab. */
export const taxView = (kind: SourceKind, id: 'tax-profile' | 'tax-profiles'): View => ({
  id,
  title: 'Tax profiles',
  permission: 'taxProfile.view',
  load: async () => (await import('../../features/carry/taxProfile/viewsOf.tsx')).taxProfilesOf(kind),
});
