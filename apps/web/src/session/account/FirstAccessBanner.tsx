import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { skipToken, useRead } from '../../api/calls.ts';
import { useAllowed } from '../hooks.ts';

/** Asks compensation administrators to grant the first pay access, as long as nobody has any. */
export function FirstAccessBanner() {
  const mayView = useAllowed('payAccess.view');
  const { data } = useRead('getPayAccessOptions', mayView ? undefined : skipToken);
  if (!data?.isAdministrator || data.holders > 0) return null;
  return (
    <Banner tone="warn" action={<a href="#/comp/settings/payAccess">Name the first person</a>}>
      Nobody has access to pay yet, so salaries, awards and payroll can’t be entered.
    </Banner>
  );
}
