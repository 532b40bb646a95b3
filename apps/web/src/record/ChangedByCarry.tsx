import type { Permission } from '@carrara/contract/core/permissions';
import { Banner } from '@carrara/ui/feedback';
import { useAllowed } from '../session/hooks.ts';

/** Why what stands here cannot be changed, for those who cannot. */
export function ChangedByCarry({ permission }: { readonly permission: Permission }) {
  const mayEdit = useAllowed(permission);
  return mayEdit ? null : (
    <Banner tone="info">Administrators of Carry change what is listed here: figures of carry depend on it.</Banner>
  );
}
