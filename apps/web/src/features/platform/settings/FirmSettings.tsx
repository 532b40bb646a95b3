import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { EditorScreen } from '@carrara/ui/editor/EditorScreen.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import type { SaveFailure } from '@carrara/ui/form/useRecordForm.ts';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useWrite } from '../../../api/calls.ts';
import { refusals } from '../../../record/editor/refusals.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../../session/hooks.ts';
import { SignInOffBanner } from '../../../session/account/SignInOffBanner.tsx';
import { settingsGrants, settingsChanged } from '../../../session/sessionSlice.ts';
import { checkTenant, tenantFieldsFor, tenantToSave, tenantValues, readableTenant } from './tenantFields.ts';
import { FirmBranding } from './FirmBranding.tsx';
import { FirmLogo } from './FirmLogo.tsx';

/** `#/appsettings`: the settings of the whole firm. Administrators edit them, and everybody may read them. */
export function FirmSettings() {
  const { settings } = useSession();
  const mayEdit = useAllowed('tenant.edit');
  if (!settings) return <EmptyState />;
  return mayEdit ? (
    <FirmEditor settings={settings} />
  ) : (
    <Panel isPage title={settings.name}>
      <FieldGroups fields={readableTenant} record={tenantValues(settings)} />
    </Panel>
  );
}

/** The form keeps the settings that it opened with, so that a save by another administrator does not change the input. */
function FirmEditor({ settings }: { readonly settings: TenantSettings }) {
  const [loaded, setLoaded] = useState(settings);
  return (
    <Stack>
      <SignInOffBanner />
      <FirmForm key={loaded.rowVersion} settings={loaded} logo={<FirmLogo settings={settings} />} onSaved={setLoaded} />
    </Stack>
  );
}

interface FirmFormProps {
  readonly settings: TenantSettings;
  /** Changes at once, apart from the form. */
  readonly logo: ReactNode;
  readonly onSaved: (saved: TenantSettings) => void;
}

function FirmForm({ settings, logo, onSaved }: FirmFormProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [save] = useWrite('saveTenantSettings');
  const [initial] = useState(() => tenantValues(settings));
  const [grants] = useState(() => settingsGrants(settings));
  const [ownFields] = useState(() => tenantFieldsFor(grants));
  const onSave = async (_values: unknown, all: Readonly<Record<string, unknown>>): Promise<readonly SaveFailure[]> => {
    try {
      const saved = await save({ body: { rowVersion: settings.rowVersion, ...tenantToSave(all) } });
      dispatch(settingsChanged(saved));
      toastSuccess(`${saved.name} updated successfully`);
      // Deferred, because the new form looks for a stored draft, and this form drops its own only after the save has returned.
      setTimeout(() => onSaved(saved));
      return [];
    } catch (failure) {
      return refusals(failure);
    }
  };
  return (
    <EditorScreen
      title={`${settings.name}: settings of the firm`}
      fields={ownFields}
      only={Object.keys(ownFields)}
      initial={initial}
      check={checkTenant}
      onSave={onSave}
      onCancel={() => void navigate('/')}
    >
      {(form) => (
        <>
          <FirmBranding form={form} grants={grants} />
          {logo}
        </>
      )}
    </EditorScreen>
  );
}
