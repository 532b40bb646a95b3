import { Button, Group } from '@mantine/core';
import { useSession } from '../session/hooks.ts';
import { allows } from '../session/sessionSlice.ts';
import type { Step } from './firstSteps.ts';
import { hrefOf } from './recordDefinition.ts';

/** The buttons that lead on from an empty list, those that the person may use. */
export function FirstSteps({ steps }: { readonly steps: readonly Step[] }) {
  const session = useSession();
  return (
    <Group justify="center" gap="xs">
      {steps
        .filter(({ permission }) => allows(session, permission))
        .map(({ title, path }, place) => (
          <Button key={path} component="a" href={hrefOf(path)} variant={place === 0 ? 'filled' : 'default'}>
            {title}
          </Button>
        ))}
    </Group>
  );
}
