import type { TenantSettings } from '@carrara/contract/tenant';
import { EditorScreen } from '@carrara/ui/editor';
import { EmptyState, toastSuccess } from '@carrara/ui/feedback';
import type { SaveFailure } from '@carrara/ui/form';
import { FieldGroups, Panel } from '@carrara/ui/profile';
import { useState } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { useWrite } from '../../api/calls.ts';
import { refusals } from '../../record/RecordEditor.tsx';
import { Stack } from '../../record/Stack.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../session/hooks.ts';
import { tenantOpened } from '../../session/sessionSlice.ts';
import { checkFirm, firmFields, firmToSave, firmValues, readableFirm } from './firmFields.ts';
import { FirmLook } from './FirmLook.tsx';
import { FirmLogo } from './FirmLogo.tsx';

/** `#/appsettings`: what holds for the whole firm. Administrators change it, everybody may read it. */
export function FirmSettings() {
  const { settings } = useSession();
  const mayEdit = useAllowed('tenant.edit');
  if (!settings) return <EmptyState />;
  return mayEdit ? (
    <FirmEditor key={settings.rowVersion} settings={settings} />
  ) : (
    <Panel isPage title={settings.name}>
      <FieldGroups fields={readableFirm} record={firmValues(settings)} />
    </Panel>
  );
}

function FirmEditor({ settings }: { readonly settings: TenantSettings }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { user } = useSession();
  const [save] = useWrite('saveTenantSettings');
  const [initial] = useState(() => firmValues(settings));
  const onSave = async (_values: unknown, all: Readonly<Record<string, unknown>>): Promise<readonly SaveFailure[]> => {
    try {
      const saved = await save({ body: { rowVersion: settings.rowVersion, ...firmToSave(all) } });
      if (user) dispatch(tenantOpened({ user, settings: saved }));
      toastSuccess(`${saved.name} updated successfully`);
      return [];
    } catch (failure) {
      return refusals(failure);
    }
  };
  return (
    <Stack>
      <EditorScreen
        title={`${settings.name}: settings of the firm`}
        fields={firmFields}
        initial={initial}
        check={checkFirm}
        onSave={onSave}
        onCancel={() => void navigate('/')}
        useBlocker={useBlocker}
      >
        {(form) => <FirmLook form={form} />}
      </EditorScreen>
      <FirmLogo settings={settings} />
    </Stack>
  );
}
