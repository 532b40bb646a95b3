import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { kinds } from '@carrara/contract/core/kinds';
import { permissions } from '@carrara/contract/core/permissions';
import { recordTypes } from '@carrara/contract/core/registry';
import { everyLifecycle } from '@carrara/contract/lifecycles';
import { lifecycleDiagram } from '@carrara/domain/kernel/lifecycle';
import { describe, expect, it } from 'vitest';

const calls: Readonly<Record<string, Endpoint>> = Object.assign({}, ...Object.values(callsByConcept));

describe.each(everyLifecycle)('the lifecycle of %s', (_type, { states, refusals = {}, events }) => {
  const refusing: Readonly<Record<string, { readonly code: string } | undefined>> = refusals;

  it.each(Object.entries(events))(
    '%s has its permission, and lists the refusals of its states',
    (event, { from, permission, call }) => {
      expect(permissions).toContain(permission);
      const endpoint = calls[event];
      if (call) expect(endpoint?.path.endsWith(`/:id/${call.path}`)).toBe(true);
      if (!endpoint) return;
      expect(endpoint.permission).toBe(permission);
      const codes = Object.keys(states)
        .filter((state) => !from.includes(state))
        .map((state) => refusing[state]?.code ?? 'WRONG_STATE');
      expect(endpoint.failures ?? []).toEqual(expect.arrayContaining(codes));
    },
  );

  it('uses existing types of fields', () => {
    const fields = Object.values(events).flatMap(({ button }) => Object.values(button?.fields ?? {}));
    for (const { kind } of fields) expect(Object.keys(kinds)).toContain(kind);
  });
});

it('the lifecycles are drawn for people', async () => {
  const parts = everyLifecycle.flatMap(([type, lifecycle]) => [
    `## ${recordTypes[type].title}`,
    '',
    '```mermaid',
    lifecycleDiagram(lifecycle),
    '```',
    '',
  ]);
  const page = [
    '# Lifecycles',
    '',
    'For integrators. The states of each kind of record, and the actions between them. An action without an arrow from the current state is refused.',
    'A condition is in brackets. `/api/docs` has the permission and the input of each action that is a call.',
    'This page is generated from the files `lifecycle.ts`: `npx vitest run --project unit test/contract/lifecycles.test.ts -u`.',
    '',
    ...parts,
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../docs/reference/lifecycles.md');
});
