import { modules } from '@carrara/contract/core/modules';
import type { Grants } from '@carrara/contract/core/permissions';
import { setupActions } from '@carrara/contract/platform/setupStep/setupActions';
import type { Setup } from '@carrara/contract/platform/setupStep/setupStep';
import type { SetupStepId } from '@carrara/domain/platform/setupStep';
import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { skipToken, useRead } from '../../api/calls.ts';
import { useSession } from '../../session/hooks.ts';
import { allows, settingsGrants } from '../../session/sessionSlice.ts';
import type { FirstStep, Step } from './firstSteps.ts';
import { toHref } from '../recordDefinition.ts';

interface EmptyHint {
  readonly hint?: string;
  readonly action?: ReactNode;
  /** True if the list's own action can't succeed yet, or while that is unknown. */
  readonly isBlocked: boolean;
}

/**
 * Returns the hint of an empty list and the buttons for its first steps. They are limited to the open module and to
 * actions that the person may use and that can succeed. If a step needs another step first, the other step is offered
 * instead. People who can't take any step don't see the hint.
 */
export function useEmptyHint(first: FirstStep | undefined, isEmpty = true): EmptyHint {
  const { steps, isBlocked } = useOpenSteps(first?.steps ?? noSteps, isEmpty);
  if (!first || (first.steps.length > 0 && steps.length === 0)) return { isBlocked };
  return { hint: first.text, action: <FirstSteps steps={steps} />, isBlocked };
}
const noSteps: readonly Step[] = [];

interface OpenSteps {
  readonly steps: readonly Step[];
  readonly isBlocked: boolean;
}

function useOpenSteps(steps: readonly Step[], isEmpty: boolean): OpenSteps {
  const session = useSession();
  const { pathname } = useLocation();
  const hasOrder = isEmpty && allows(session, 'staff') && steps.some(({ after }) => after !== undefined);
  const { data: setup, error, refetch } = useRead('listSetupSteps', hasOrder ? undefined : skipToken);
  // Another tab or program may have completed a step before this one listened to changes.
  useEffect(() => {
    if (hasOrder) void refetch();
  }, [hasOrder, refetch]);
  if (hasOrder && !setup && !error) return { steps: noSteps, isBlocked: true };
  const moduleOf = (path: string) => path.split('/')[1] ?? '';
  const open = moduleOf(pathname);
  const grants = grantsIn(open, settingsGrants(session.settings));
  const possible = steps.flatMap((step) => stepOrEarlier(step, step.after, setup, grants));
  const leadsAway = (path: string) =>
    Object.hasOwn(modules, open) && Object.hasOwn(modules, moduleOf(path)) && moduleOf(path) !== open;
  return {
    steps: possible.filter(({ permission, path }) => allows(session, permission) && !leadsAway(path)),
    isBlocked: steps.some((step) => !possible.includes(step)),
  };
}

/** Returns the roles in the open module, so that the actions don't lead to another one. Investors use the screens of performance. */
const grantsIn = (open: string, grants: Grants): Grants =>
  Object.hasOwn(modules, open)
    ? Object.fromEntries(Object.entries(grants).filter(([module]) => module === open || module === `${open}-lp`))
    : grants;

/** Returns a step if the setup step before it is done, and otherwise the actions of the first one that is possible. */
function stepOrEarlier(
  step: Step,
  after: SetupStepId | undefined,
  setup: Setup | undefined,
  grants: Grants,
): readonly Step[] {
  const before = setup?.steps.find(({ id }) => id === after);
  if (!before || before.state === 'done') return [step];
  const [earlier] = before.after;
  return earlier === undefined
    ? setupActions(before.id, before.recordId, grants)
    : stepOrEarlier(step, earlier, setup, grants);
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
