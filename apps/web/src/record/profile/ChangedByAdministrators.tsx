import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { useAllowed } from '../../session/hooks.ts';

const texts = {
  'reference.edit': 'Only administrators can change this list.',
  'reference.editOfCarry': 'Only Carry administrators can change this list, because carry figures depend on it.',
  'reference.editOfCompensation':
    'Only Compensation administrators can change this list, because pay figures depend on it.',
  'fx.edit': 'Only administrators can change the rates.',
} as const;

/** Explains to people without permission why they can't change the page. */
export function ChangedByAdministrators({ permission }: { readonly permission: keyof typeof texts }) {
  const mayEdit = useAllowed(permission);
  return mayEdit ? null : <Banner tone="info">{texts[permission]}</Banner>;
}
