import { Button, Group } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { useSession } from '../session/hooks.ts';
import { allows } from '../session/sessionSlice.ts';
import type { Step } from './firstSteps.ts';
import { hrefOf } from './recordDefinition.ts';

/** The buttons that lead on from an empty list: those that the person may use, and none from performance into carry. */
export function FirstSteps({ steps }: { readonly steps: readonly Step[] }) {
  const session = useSession();
  const { pathname } = useLocation();
  const leadsAway = (path: string) => pathname.startsWith('/performance') && path.startsWith('/carry');
  return (
    <Group justify="center" gap="xs">
      {steps
        .filter(({ permission, path }) => allows(session, permission) && !leadsAway(path))
        .map(({ title, path }, place) => (
          <Button key={path} component="a" href={hrefOf(path)} variant={place === 0 ? 'filled' : 'default'}>
            {title}
          </Button>
        ))}
    </Group>
  );
}
