import type { View } from '../../frame/screenTypes.ts';

/** The levels of an index, as a tab of its profile. */
export const indexLevelsView: View = {
  id: 'levels',
  title: 'Levels',
  load: async () => (await import('../../features/performance/analysis/IndexLevels.tsx')).IndexLevels,
};
