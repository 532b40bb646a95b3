import { modules } from '@carrara/contract/core/modules';
import { Button, Group } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../session/hooks.ts';
import { allows } from '../../session/sessionSlice.ts';
import type { Step } from './firstSteps.ts';
import { hrefOf } from '../recordDefinition.ts';

/** Buttons for the first steps on an empty list. They are limited to the open module and to actions that the person may use. */
export function FirstSteps({ steps }: { readonly steps: readonly Step[] }) {
  const session = useSession();
  const { pathname } = useLocation();
  const moduleOf = (path: string) => path.split('/')[1] ?? '';
  const open = moduleOf(pathname);
  const leadsAway = (path: string) => Object.hasOwn(modules, open) && moduleOf(path) !== open;
  return (
    <Group justify="center" gap="xs">
      {steps
        .filter(({ permission, path }) => allows(session, permission) && !leadsAway(path))
        .map(({ title, path }, index) => (
          <Button key={path} component="a" href={hrefOf(path)} variant={index === 0 ? 'filled' : 'default'}>
            {title}
          </Button>
        ))}
    </Group>
  );
}
