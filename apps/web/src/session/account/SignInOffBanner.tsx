import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Button } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { useAllowed, useSession } from '../hooks.ts';

/** Warns administrators, in views about people and access, that their firm requires no second factor. */
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
      Two-step sign-in is off for this firm. Anyone with a stolen password can see what its owner sees, including pay.
      Turn it on.
    </Banner>
  );
}
