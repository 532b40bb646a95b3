import { modules } from '@carrara/contract/core/modules';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../session/hooks.ts';
import { allows } from '../../session/sessionSlice.ts';
import type { FirstStep, Step } from './firstSteps.ts';
import { toHref } from '../recordDefinition.ts';

interface EmptyHint {
  readonly hint?: string;
  readonly action?: ReactNode;
}
const noHint: EmptyHint = {};

/**
 * Returns the hint of an empty list and the buttons for its first steps. They are limited to the open module and to actions that the person may use.
 * People who can take none of the steps get no hint either.
 */
export function useEmptyHint(first: FirstStep | undefined): EmptyHint {
  const steps = useOpenSteps(first?.steps ?? noSteps);
  if (!first || (first.steps.length > 0 && steps.length === 0)) return noHint;
  return { hint: first.text, action: <FirstSteps steps={steps} /> };
}
const noSteps: readonly Step[] = [];

function useOpenSteps(steps: readonly Step[]): readonly Step[] {
  const session = useSession();
  const { pathname } = useLocation();
  const moduleOf = (path: string) => path.split('/')[1] ?? '';
  const open = moduleOf(pathname);
  const leadsAway = (path: string) => Object.hasOwn(modules, open) && moduleOf(path) !== open;
  return steps.filter(({ permission, path }) => allows(session, permission) && !leadsAway(path));
}

const FirstSteps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <Group justify="center" gap="xs">
    {steps.map(({ title, path }, position) => (
      <Button key={path} component="a" href={toHref(path)} variant={position === 0 ? 'filled' : 'default'}>
        {title}
      </Button>
    ))}
  </Group>
);
