import { useState } from 'react';
import { useWrite } from '../../api/calls.ts';
import { describeDevice } from './factorDevice.ts';
import { FactorSetupForm, type FactorSetupProps } from './FactorSetupForm.tsx';
import { createPasskey } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Creates a passkey on this device, or on a security key or phone that the browser can reach. */
export function PasskeySetup({ onEnabled, onDone, ...form }: FactorSetupProps) {
  const [begin] = useWrite('beginPasskey');
  const [add] = useWrite('addPasskey');
  const [device] = useState(() => describeDevice(navigator.userAgent));
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <FactorSetupForm
      {...form}
      name={device}
      action="Create the passkey"
      send={async ({ name, currentPassword }) => {
        const created = await createPasskey(await begin({ body: { currentPassword } }));
        const { recoveryCodes } = await add({ body: { name, ...created } });
        onEnabled?.();
        if (recoveryCodes.length > 0) setCodes(recoveryCodes);
        else onDone();
      }}
    >
      A passkey is stored on this device, a phone or a security key and is unlocked by PIN, fingerprint or face. It
      works at this address only, so a copied page can’t use it.
    </FactorSetupForm>
  );
}
