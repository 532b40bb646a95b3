import { Banner } from '@carrara/ui/feedback';
import { useAllowed } from '../session/hooks.ts';

const texts = {
  'reference.edit': 'Administrators change what is listed here.',
  'reference.editOfCarry': 'Administrators of Carry change what is listed here: figures of carry go by it.',
  'reference.editOfCompensation': 'Administrators of Compensation change what is listed here: figures of pay go by it.',
  'fx.edit': 'Administrators change the rates.',
} as const;

/** Explains to people without permission why they can't change the page. */
export function ChangedByAdministrators({ permission }: { readonly permission: keyof typeof texts }) {
  const mayEdit = useAllowed(permission);
  return mayEdit ? null : <Banner tone="info">{texts[permission]}</Banner>;
}
