import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, type Source, sourcesOf } from './sources.ts';

/** Imports go one way: domain <- contract <- adapters, ui <- apps. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/contract': ['@carrara/domain'],
  'packages/adapters': ['@carrara/domain', '@carrara/contract'],
  'packages/ui': ['@carrara/contract'],
  'apps/web': ['@carrara/domain', '@carrara/contract', '@carrara/adapters', '@carrara/ui'],
  'apps/server': ['@carrara/domain', '@carrara/contract', '@carrara/adapters'],
  'apps/cli': ['@carrara/domain', '@carrara/contract', '@carrara/adapters'],
};
const isTest = ({ path }: Source) =>
  /\.(test|bench|stories|laws|fixture)\.tsx?$/.test(path) || path.includes('/testing/');
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
const own = (folder: string) =>
  (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string }).name;

describe.each(Object.entries(allowed))('%s', (folder, layers) => {
  const sources = sourcesOf(`${folder}/src`);

  it('imports only the layers below it', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(
          (name) =>
            name.startsWith('@carrara/') && packageOf(name) !== own(folder) && !layers.includes(packageOf(name)),
        )
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('uses each dependency that it lists, and lists each that it uses', () => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const used = new Set(
      sources
        .filter((source) => !isTest(source))
        .flatMap(({ imports }) =>
          imports.filter((name) => /^[@a-z]/.test(name) && !name.startsWith('node:')).map(packageOf),
        ),
    );
    const unlisted = [...used].filter(
      (name) => name !== own(folder) && !(name in dependencies) && !name.startsWith('virtual'),
    );
    expect(unlisted).toEqual([]);
  });
});

describe('the domain', () => {
  it('imports decimal.js, neverthrow, zod and nothing else', () => {
    const outside = sourcesOf('packages/domain/src')
      .filter((source) => !isTest(source))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            (name) =>
              !name.startsWith('.') &&
              !name.startsWith('@carrara/domain/') &&
              !['decimal.js', 'neverthrow', 'zod'].includes(name),
          )
          .map((name) => `${path} imports ${name}`),
      );
    expect(outside).toEqual([]);
  });

  it('lets concepts meet through their index', () => {
    const inside = sourcesOf('packages/domain/src').flatMap(({ path, imports }) => {
      const concept = path.split('/')[3];
      return imports
        .filter((name) => name.startsWith('..'))
        .map((name) =>
          normalize(join(dirname(path), name))
            .split('\\')
            .join('/')
            .split('/'),
        )
        .filter((target) => target[3] !== concept && target[4] !== 'index.ts')
        .map((target) => `${path} imports ${target.join('/')}`);
    });
    expect(inside).toEqual([]);
  });
});

describe('the web', () => {
  it('keeps features apart', () => {
    const across = sourcesOf('apps/web/src/features').flatMap(({ path, imports }) => {
      const feature = path.split('/')[4];
      return imports
        .filter((name) => name.startsWith('..'))
        .map((name) =>
          normalize(join(dirname(path), name))
            .split('\\')
            .join('/'),
        )
        .filter((target) => target.startsWith('apps/web/src/features/') && target.split('/')[4] !== feature)
        .map((target) => `${path} imports ${target}`);
    });
    expect(across).toEqual([]);
  });

  it('never reaches the adapters of the server', () => {
    const server = sourcesOf('apps/web/src').flatMap(({ path, imports }) =>
      imports
        .filter((name) => /^@carrara\/adapters\/(postgres|pdf|spreadsheet|identity|files|signalr\/server)/.test(name))
        .map((name) => `${path} imports ${name}`),
    );
    expect(server).toEqual([]);
  });
});

describe('every source', () => {
  const all = ['packages', 'apps'].flatMap(sourcesOf);

  it('has a name that says something', () => {
    const vague = all
      .map(({ path }) => path)
      .filter((path) => /(^|\/)(utils?|helpers?|common|managers?|services?|base|misc)(\.tsx?|\/)/i.test(path));
    expect(vague).toEqual([]);
  });

  it('exports by name, except where a tool wants a default', () => {
    const defaults = all
      .filter(
        ({ path, text }) => /^export default /m.test(text) && !/\.stories\.tsx$|\.config\.ts$|main\.tsx?$/.test(path),
      )
      .map(({ path }) => path);
    expect(defaults).toEqual([]);
  });

  it('imports files that exist', () => {
    const missing = all.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('.') && !name.includes('?'))
        .filter((name) => !existsSync(join(root, dirname(path), name)))
        .map((name) => `${path} imports ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
