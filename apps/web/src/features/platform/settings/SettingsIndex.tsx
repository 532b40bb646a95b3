import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Navigate, useLocation } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { settingsModule, settingsScreens } from './settingsViews.ts';

/** Redirects to the first settings view that the person may open. */
export function SettingsIndex() {
  const module = settingsModule(useLocation().pathname);
  const { data } = useRead('getModuleSettings', { params: { module } });
  if (!data) return <LoadingState />;
  const first = data.views.find(({ name }) => settingsScreens.includes(name));
  if (!first) return <EmptyState text="You don’t have access to any settings here." />;
  return <Navigate replace to={`/${module}/settings/${first.name}`} />;
}
