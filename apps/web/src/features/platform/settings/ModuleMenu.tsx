import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Switch } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch, useSession } from '../../../session/hooks.ts';
import { readRights } from '../../../session/session.ts';
import { settingsGrants } from '../../../session/sessionSlice.ts';
import { settingsModule } from './settingsViews.ts';

/** Settings of a module's menu entries in this firm, and of the tab of changes on its profiles. */
export function ModuleMenu() {
  const module = settingsModule(useLocation().pathname);
  const { settings } = useSession();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = useRead('getModuleAdministration', { params: { module } });
  const [save, isSaving] = useWrite('saveModuleAdministration');
  if (!data) return <ReadState error={error} onRetry={refetch} lines={6} />;
  const isLocked = isSaving || settingsGrants(settings)[module] !== 'administrator';
  const change = async (title: string, more: Omit<Parameters<typeof save>[0]['body'], 'rowVersion'>) => {
    await runWithToast(async () => {
      await save({ params: { module }, body: { rowVersion: data.rowVersion, ...more } });
      toastSuccess(`${title} updated successfully`);
      await readRights(dispatch);
    });
  };
  return (
    <Stack>
      <Panel isPage title={`Menu of ${data.title}`}>
        <Stack>
          {data.menuEntries
            .filter(({ canSwitch, showInSidebar }) => canSwitch && showInSidebar)
            .map(({ name, title, isEnabled }) => (
              <Switch
                key={name}
                label={title}
                checked={isEnabled}
                disabled={isLocked}
                onChange={() => void change(title, { menuEntries: [{ name, isEnabled: !isEnabled }] })}
              />
            ))}
        </Stack>
      </Panel>
      <Panel title="Profiles">
        <Switch
          label="Activity tab"
          checked={data.isActivityTabEnabled}
          disabled={isLocked}
          onChange={() => void change('Activity tab', { isActivityTabEnabled: !data.isActivityTabEnabled })}
        />
      </Panel>
    </Stack>
  );
}
