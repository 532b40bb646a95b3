import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';

const forecastViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/carry/forecast/ForecastOverview.tsx')).ForecastOverview,
  },
  {
    id: 'scenarios',
    title: 'Scenarios',
    load: async () => (await import('../../features/carry/forecast/ForecastScenarios.tsx')).ForecastScenarios,
  },
  documentView('forecast'),
  activityView(),
];
const editor = async () => (await import('../../features/carry/forecast/ForecastEditor.tsx')).ForecastEditor;

export const forecastScreens: readonly Screen[] = [
  {
    path: '/carry/forecast',
    title: 'Forecasts',
    kind: 'list',
    section: 'forecast',
    permission: 'forecast.view',
    load: async () => (await import('../../features/carry/forecast/ForecastList.tsx')).ForecastList,
  },
  {
    path: '/carry/forecast/create',
    title: 'Create forecast',
    kind: 'add',
    section: 'forecast',
    permission: 'forecast.edit',
    load: editor,
  },
  {
    path: '/carry/forecast/:id/edit',
    title: 'Edit forecast',
    kind: 'edit',
    section: 'forecast',
    permission: 'forecast.edit',
    load: editor,
  },
  {
    path: '/carry/forecast/:id',
    title: 'Forecast',
    kind: 'profile',
    section: 'forecast',
    permission: 'forecast.view',
    load: async () => (await import('../../features/carry/forecast/ForecastScreen.tsx')).ForecastScreen,
    views: forecastViews,
  },
];
