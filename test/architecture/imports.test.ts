import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles, fileGraph, folderGraph } from './circles.ts';
import { root, type Source, readSources } from './sources.ts';

/** Imports are one-way: domain <- contract <- adapters, ui <- apps. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/contract': ['@carrara/domain'],
  'packages/adapters': ['@carrara/domain', '@carrara/contract'],
  'packages/ui': ['@carrara/domain', '@carrara/contract'],
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
  const sources = readSources(`${folder}/src`);

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

  it('uses each dependency that it lists, and lists each dependency that it uses', () => {
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
  it('imports only decimal.js and neverthrow', () => {
    const outside = readSources('packages/domain/src')
      .filter((source) => !isTest(source))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            (name) =>
              !name.startsWith('.') &&
              !name.startsWith('@carrara/domain/') &&
              !['decimal.js', 'neverthrow'].includes(name),
          )
          .map((name) => `${path} imports ${name}`),
      );
    expect(outside).toEqual([]);
  });

  it('is synchronous: a use case loads before the decision and saves after it', () => {
    const waiting = readSources('packages/domain/src')
      .filter((source) => !isTest(source))
      .filter(({ text }) => /\basync\b|\bawait\b|\bPromise</.test(text.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')));
    expect(waiting.map(({ path }) => path)).toEqual([]);
  });

  it('M36: reads neither the clock nor the time zone of the machine', () => {
    // A day is a calendar date. `npm run prove -- zones` runs the tests of the rules in four zones.
    const local =
      /new Date\(|Date\.(now|parse)|\bIntl\.|toLocale(Date|Time)?String\(\)|\.get(Date|Day|Month|FullYear|Hours)\(|process\./;
    const wrong = readSources('packages/domain/src')
      .filter((source) => !isTest(source))
      .filter(({ path }) => local.test(readFileSync(join(root, path), 'utf8')));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('has no circular imports between concepts', () => {
    const files = fileGraph(readSources('packages/domain/src').filter((source) => !isTest(source)));
    expect(findCircles(folderGraph(files))).toEqual([]);
  });

  it('imports other concepts through their index', () => {
    const inside = readSources('packages/domain/src').flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('..'))
        .map((name) => join(dirname(path), name).split('\\').join('/'))
        .filter((target) => dirname(target) !== dirname(path) && !target.endsWith('/index.ts'))
        .map((target) => `${path} imports ${target}`),
    );
    expect(inside).toEqual([]);
  });
});

/** Returns the top-level folder of a file. The folders of an area of the database, such as `carry/run`, count as top level. */
const topLevel = (path: string) => {
  const isDatabase = path.startsWith('packages/adapters/src/postgres/');
  return isDatabase ? dirname(path).split('/').slice(0, 6).join('/') : path.split('/').slice(0, 4).join('/');
};

describe.each(Object.keys(allowed))('%s', (folder) => {
  const files = fileGraph(readSources(`${folder}/src`).filter((source) => !isTest(source)));

  it('has no circular imports between files, including types', () => {
    expect(findCircles(files)).toEqual([]);
  });

  it('has no circular imports between top-level folders', () => {
    expect(findCircles(folderGraph(files, topLevel))).toEqual([]);
  });
});

describe('a circular import', () => {
  it('is found at any length, and reported as a path', () => {
    const graph = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a'])],
      ['d', new Set<string>()],
    ]);
    expect(findCircles(graph)).toEqual(['a > b > c > a']);
  });
});

/** Each area may import only those above it. Areas on the same line don't import each other. */
const areas = [
  ['kernel', 'core', 'engine', 'migrations', 'manifests'],
  ['platform'],
  ['people', 'portfolio'],
  ['carry', 'performance', 'compensation'],
];
const floorOf = (area: string | undefined) => areas.findIndex((floor) => floor.includes(area ?? ''));

/** Screens that combine areas: those of people show carry, mapping templates and users the terms of the areas that they serve. */
const combining: Readonly<Record<string, readonly string[]>> = {
  'apps/web/src/features/people/participant': ['carry'],
  'apps/web/src/features/platform/dataManagement': ['performance'],
  'apps/web/src/features/platform/user': ['compensation'],
};

const layers = [
  'packages/domain/src',
  'packages/contract/src',
  'packages/adapters/src/postgres',
  'apps/server/src/concepts',
  'apps/server/src/usecases',
  'apps/web/src/features',
];

describe.each(layers)('the areas of %s', (folder) => {
  it('import only the areas below them', () => {
    const wrong = readSources(folder)
      .filter((source) => !isTest(source))
      .flatMap(({ path, imports }) => {
        const own = areaOfFile(path);
        if (floorOf(own) < 0) return [];
        return imports
          .map((name) => ({ name, area: areaOf(path, name) }))
          .filter(({ area }) => {
            const floor = floorOf(area);
            if (combining[dirname(path)]?.includes(area ?? '')) return false;
            return floor > floorOf(own) || (floor === floorOf(own) && floor > 0 && area !== own);
          })
          .map(({ name }) => `${path} imports ${name}`);
      });
    expect(wrong).toEqual([]);
  });
});

const areaOfFile = (path: string) =>
  layers.filter((layer) => path.startsWith(`${layer}/`)).map((layer) => path.slice(layer.length + 1).split('/')[0])[0];

/** Returns the area of an import, in any layer. */
const areaOf = (path: string, name: string) =>
  name.startsWith('.')
    ? areaOfFile(join(dirname(path), name).split('\\').join('/'))
    : /^@carrara\/(?:domain|contract|adapters\/postgres)\/(\w+)/.exec(name)?.[1];

describe('arithmetic', () => {
  /** Reading and writing decimals is allowed everywhere. Arithmetic belongs to the rules. */
  const arithmetic =
    /\.(plus|minus|times|div|dividedBy|sub|mul|negated|neg|abs|pow|sqrt|mod|modulo)\(|\bDecimal\.\w+\(|new Decimal\(/;

  it.each([
    'packages/adapters/src',
    'packages/contract/src',
    'packages/ui/src',
    'apps/cli/src',
    'apps/server/src/calls',
    'apps/server/src/concepts',
    'apps/server/src/core',
    'apps/server/src/files',
    'apps/server/src/http',
    'apps/server/src/jobs',
    'apps/server/src/letters',
    'apps/server/src/usecases',
    'apps/web/src',
  ])('on decimals is in the domain only, and not in %s', (folder) => {
    const computing = readSources(folder)
      .filter((source) => !isTest(source))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .filter((line) => arithmetic.test(line.replace(/\bMath\.\w+\(/g, '')))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(computing).toEqual([]);
  });

  it.each([
    'computeProfile',
    'checkProfileUse',
    'checkScheduleRows',
    'checkTaxTerms',
    'checkEligibility',
    'trancheName',
  ])("of a browser preview is the server's: %s", (rule) => {
    const imported = new RegExp(`import \\{[^}]*\\b${rule}\\b[^}]*\\} from '@carrara/domain/`);
    const users = (folders: readonly string[]) =>
      folders.flatMap((folder) => readSources(folder)).filter(({ text }) => imported.test(text));
    expect(users(['apps/web/src'])).not.toEqual([]);
    expect(users(['apps/server/src', 'packages/adapters/src'])).not.toEqual([]);
  });
});

describe("the server's operations", () => {
  it('leave SQL to the adapters', () => {
    const statements = ['concepts', 'core', 'imports', 'usecases']
      .flatMap((folder) => readSources(`apps/server/src/${folder}`))
      .filter((source) => !isTest(source) && /['"`]\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s/.test(source.text))
      .map(({ path }) => path);
    expect(statements).toEqual([]);
  });
});

describe('the server', () => {
  it('serves requests without importing areas, and changes nothing outside its use cases', () => {
    const found = (folder: string, pattern: RegExp) =>
      readSources(`apps/server/src/${folder}`)
        .filter((source) => !isTest(source) && pattern.test(source.text))
        .map(({ path }) => path);
    expect(found('http', /@carrara\/.*\/(carry|compensation|people|performance|portfolio)\//)).toEqual([]);
    expect(found('http', /\b(pay|employees?|salary|vehicles?)\b/i)).toEqual([]);
    expect(['concepts', 'imports', 'jobs'].flatMap((folder) => found(folder, /\btx\.record\(/))).toEqual([]);
  });

  it('reaches the demo by one import, which is skipped on a start without the demo', () => {
    const importers = ['packages', 'apps']
      .flatMap((folder) => readSources(folder))
      .filter((source) => !isTest(source) && !source.path.startsWith('apps/server/src/demo/'))
      .flatMap(({ path, imports }) =>
        imports.filter((name) => /(^|\/)demo\//.test(name)).map((name) => `${path} imports ${name}`),
      );
    expect(importers).toEqual(['apps/server/src/process/serve.ts imports ../demo/seedDemo.ts']);
    const serve = readFileSync(join(root, 'apps/server/src/process/serve.ts'), 'utf8');
    expect(serve).toContain("configuration.DEMO && !isProduction ? await import('../demo/seedDemo.ts') : undefined");
    const readers = ['packages', 'apps']
      .flatMap((folder) => readSources(folder))
      .filter(({ text }) => text.includes('samples/demo'));
    expect(readers.map(({ path }) => dirname(path)).filter((folder) => folder !== 'apps/server/src/demo')).toEqual([]);
  });

  it('starts without the libraries that create documents and backups', () => {
    const all = new Map(
      ['packages', 'apps'].flatMap((folder) => readSources(folder)).map(({ path, text }) => [path, text]),
    );
    const fileOf = (from: string, name: string) => {
      if (name.startsWith('.')) return join(dirname(from), name).split('\\').join('/');
      const [, part = '', inside = ''] = /^@carrara\/(\w+)\/(.+)$/.exec(name) ?? [];
      return [`packages/${part}/src/${inside}.ts`, `packages/${part}/src/${inside}/index.ts`].find((path) =>
        all.has(path),
      );
    };
    const heavy = ['pdfkit', 'fontkit', 'exceljs', 'docx', 'tar-stream', 'age-encryption'];
    const importers = new Map([['apps/server/src/process/serve.ts', '']]);
    const loaded: string[] = [];
    for (const [path] of importers) {
      for (const [, name = ''] of (all.get(path) ?? '').matchAll(
        /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'/gm,
      )) {
        if (heavy.includes(name)) loaded.push(`${importers.get(path) ?? ''} > ${path} > ${name}`);
        const file = fileOf(path, name);
        if (file !== undefined && !importers.has(file)) importers.set(file, path);
      }
    }
    expect(importers.size).toBeGreaterThan(1_000);
    expect(loaded).toEqual([]);
  });
});

describe('the web', () => {
  it('separates all features from each other, even in one area', () => {
    // apps/web/src/features/<area>/<feature>/…
    const featureOf = (path: string) => path.split('/').slice(4, 6).join('/');
    const across = readSources('apps/web/src/features').flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('..'))
        .map((name) =>
          normalize(join(dirname(path), name))
            .split('\\')
            .join('/'),
        )
        .filter((target) => target.startsWith('apps/web/src/features/') && featureOf(target) !== featureOf(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(across).toEqual([]);
  });

  /** The topmost parts of the web app, which no part below may import. */
  const floors = ['features', 'screens', 'screens.ts', 'store.ts', 'main.tsx'];
  it.each(['address', 'api', 'frame', 'live', 'period', 'record', 'report', 'run', 'session'])(
    '%s imports no feature, no screen and not the whole store',
    (part) => {
      const wrong = readSources('apps/web/src')
        .filter((source) => source.path.startsWith(`apps/web/src/${part}/`) && !isTest(source))
        .flatMap(({ path, imports }) =>
          imports
            .filter((name) => name.startsWith('.'))
            .map((name) => join(dirname(path), name).split('\\').join('/'))
            .filter((target) => floors.includes(target.split('/')[3] ?? ''))
            .map((target) => `${path} imports ${target}`),
        );
      expect(wrong).toEqual([]);
    },
  );

  it('keeps the frame generic: it imports no part of a record', () => {
    const wrong = readSources('apps/web/src/frame')
      .filter((source) => !isTest(source))
      .flatMap(({ path, imports }) =>
        imports.filter((name) => /^\.\.\/(?:record|report|run)\//.test(name)).map((name) => `${path} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it("never imports the server's adapters", () => {
    const server = readSources('apps/web/src').flatMap(({ path, imports }) =>
      imports
        .filter((name) => /^@carrara\/adapters\/(postgres|pdf|spreadsheet|identity|files|signalr\/server)/.test(name))
        .map((name) => `${path} imports ${name}`),
    );
    expect(server).toEqual([]);
  });
});

describe('every source', () => {
  const all = ['packages', 'apps'].flatMap((folder) => readSources(folder));

  it('has a meaningful name', () => {
    const vague = all
      .map(({ path }) => path)
      .filter((path) => /(^|\/)(utils?|helpers?|common|managers?|services?|base|misc)(\.tsx?|\/)/i.test(path));
    expect(vague).toEqual([]);
  });

  it('is imported by its own name: only domain concepts have an index', () => {
    const indexes = all
      .map(({ path }) => path)
      .filter((path) => /\/index\.tsx?$/.test(path) && !path.startsWith('packages/domain/'));
    expect(indexes).toEqual([]);
  });

  it('uses named exports, unless a tool requires a default', () => {
    const defaults = all
      .filter(
        ({ path, text }) => /^export default /m.test(text) && !/\.stories\.tsx$|\.config\.ts$|main\.tsx?$/.test(path),
      )
      .map(({ path }) => path);
    expect(defaults).toEqual([]);
  });

  it('imports existing files', () => {
    const missing = all.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('.') && !name.includes('?'))
        .filter((name) => !existsSync(join(root, dirname(path), name)))
        .map((name) => `${path} imports ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
