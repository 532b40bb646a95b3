import { everyLifecycle } from '@carrara/contract/lifecycles';
import { describe, expect, it } from 'vitest';
import { readSources } from './sources.ts';

const sources = ['packages/domain/src', 'packages/adapters/src', 'apps/server/src']
  .flatMap((folder) => readSources(folder))
  .filter(({ path }) => !/\.(test|fixture)\.ts$/.test(path));
const files = sources.filter(({ path }) => path.endsWith('/lifecycle.ts'));
const declared = /export const (\w+) = defineLifecycle\(\{[\s\S]*?\n\}\);\n/;
const nameOf = (text: string) => declared.exec(text)?.[1] ?? '';
/** The code of each file without the table that declares the events. */
const actions = sources.map(({ path, text }) => ({ path, text: text.replace(declared, '') }));

describe('every lifecycle', () => {
  it('is among those of the contract, from which texts, actions, buttons and diagrams are made', () => {
    expect(files.length).toBeGreaterThan(0);
    const events = new Set(everyLifecycle.flatMap(([, lifecycle]) => Object.keys(lifecycle.events)));
    const unknown = files.filter(({ text }) =>
      [...text.matchAll(/^ {4}(\w+): \{/gm)].every(([, name = '']) => !events.has(name)),
    );
    expect(unknown.map(({ path }) => path)).toEqual([]);
    expect(files).toHaveLength(everyLifecycle.length);
  });

  it.each(files.map(({ path, text }) => [nameOf(text), path] as const))(
    '%s is checked for each of its events',
    (name, path) => {
      const lifecycle = everyLifecycle.find(([, { events }]) =>
        Object.keys(events).every((event) => files.find((file) => file.path === path)?.text.includes(event)),
      )![1];
      const pattern = new RegExp(`\\b${name}\\s*\\.(apply|canApply)\\(`);
      // Files that import a rule which asks the lifecycle may name that rule instead.
      const rules = actions
        .filter(({ text }) => pattern.test(text))
        .flatMap(({ text }) => [...text.matchAll(/export (?:const|function) (\w+)/g)].map(([, rule = '']) => rule));
      const applying = actions.filter(
        ({ text }) => pattern.test(text) || rules.some((rule) => new RegExp(`\\b${rule}\\(`).test(text)),
      );
      const served = actions.some(({ text }) => new RegExp(`\\.moves\\(${name}\\b`).test(text));
      const unapplied = Object.entries(lifecycle.events)
        .filter(([event, { call }]) => !(served && call) && !applying.some(({ text }) => text.includes(`'${event}'`)))
        .map(([event]) => event);
      expect(unapplied).toEqual([]);
    },
  );
});
