import type { Screen, View } from '../../frame/screenTypes.ts';
import { analysisPages } from '../../features/performance/analysis/analysisPages.ts';

/** The levels of an index, as a tab of its profile. */
export const indexLevelsView: View = {
  id: 'levels',
  title: 'Levels',
  load: async () => (await import('../../features/performance/analysis/IndexLevels.tsx')).IndexLevels,
};

type Page = (typeof analysisPages)[number]['path'];
const loads: Readonly<Record<Page, Screen['load']>> = {
  '/performance/analysis/comparison': async () =>
    (await import('../../features/performance/analysis/FeeComparison.tsx')).FeeComparison,
  '/performance/analysis/benchmark': async () =>
    (await import('../../features/performance/analysis/Benchmark.tsx')).Benchmark,
  '/performance/analysis/fee': async () =>
    (await import('../../features/performance/analysis/FeeTemplate.tsx')).FeeTemplate,
  '/performance/analysis/performance-template': async () =>
    (await import('../../features/performance/analysis/PerformanceTemplate.tsx')).PerformanceTemplate,
};

/** The performance dashboard and the analyses. */
export const analysisScreens: readonly Screen[] = [
  {
    path: '/performance/dashboard',
    title: 'Dashboard',
    kind: 'list',
    section: 'dashboard',
    permission: 'fundLedger.view',
    load: async () => (await import('../../features/performance/dashboard/Dashboard.tsx')).Dashboard,
  },
  {
    path: '/performance/analysis',
    title: 'Analysis',
    kind: 'list',
    section: 'analysis',
    permission: 'ilpa.view',
    load: async () => (await import('../../features/performance/analysis/AnalysisMenu.tsx')).AnalysisMenu,
  },
  ...analysisPages.map(
    ({ path, title }): Screen => ({
      path,
      title,
      kind: 'list',
      section: 'analysis',
      permission: 'ilpa.view',
      load: loads[path],
    }),
  ),
];
