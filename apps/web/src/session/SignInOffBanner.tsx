import { Banner } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { useAllowed, useSession } from './hooks.ts';

/** Tells administrators, where they look after people and access, that their firm asks nobody for a second factor. */
export function SignInOffBanner() {
  const { settings } = useSession();
  const mayChange = useAllowed('tenant.edit');
  const { pathname } = useLocation();
  if (!mayChange || settings?.secondFactor !== 'off') return null;
  return (
    <Banner
      tone="warn"
      action={
        pathname === '/appsettings' ? null : (
          <Button component="a" href="#/appsettings" variant="default" size="compact-sm">
            Firm settings
          </Button>
        )
      }
    >
      This firm asks nobody for a second factor, not even before pay is shown: whoever learns a password sees what its
      owner may see. Who has set a factor up is asked for it all the same.
    </Banner>
  );
}
