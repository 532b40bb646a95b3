import type { TenantSettings } from '@carrara/contract/platform/tenant/tenant';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { fileOfPicture, openPictureDialog } from '../../../record/editor/PictureDialog.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { logoAddress } from '../../../session/logoAddress.ts';
import { settingsChanged } from '../../../session/sessionSlice.ts';
import styles from './settings.module.css';

/** The firm's logo. A change applies at once, apart from the form. */
export function FirmLogo({ settings }: { readonly settings: TenantSettings }) {
  const { tenantId, name, logoId, logoHeight, logoWidth } = settings;
  const dispatch = useAppDispatch();
  const [upload] = useWrite('uploadContainerImage');
  const [remove] = useWrite('removeContainerImage');
  const current = logoId ? logoAddress(tenantId, logoId) : null;
  const save = async (picture: string | null) => {
    await (picture === null
      ? remove({ params: { id: tenantId } })
      : upload({ params: { id: tenantId }, file: fileOfPicture(picture) }));
    const fresh = await readOnce(dispatch, 'getTenantSettings', undefined, 'fresh');
    dispatch(settingsChanged(fresh));
    toastSuccess(`${name} updated successfully`);
  };
  return (
    <Panel
      title="Logo image"
      actions={
        <Button variant="default" onClick={() => void openPictureDialog({ title: `Logo of ${name}`, current, save })}>
          {current ? 'Change logo' : 'Add logo'}
        </Button>
      }
    >
      {current ? (
        <img className={styles.logo} src={current} alt={`Logo of ${name}`} height={logoHeight} width={logoWidth} />
      ) : (
        <EmptyState text="No logo yet. The firm’s name is shown instead." />
      )}
    </Panel>
  );
}
