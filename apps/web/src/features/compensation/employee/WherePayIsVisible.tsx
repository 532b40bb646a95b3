import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useCanViewPay } from './useCanViewPay.ts';

/** Displays its content only to people who can see the pay. */
export function WherePayIsVisible({ id, children }: ViewProps & { readonly children: ReactNode }) {
  const canView = useCanViewPay(id);
  if (canView === undefined) return <LoadingState lines={4} />;
  return canView ? children : <Banner tone="info">You don’t have access to this employee’s pay.</Banner>;
}
