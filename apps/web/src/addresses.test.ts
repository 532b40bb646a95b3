import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { redirects, screens } from './screens.ts';

const source = import.meta.dirname;
const patterns = [
  ...screens.flatMap(({ path, aliases = [], views }) =>
    [path, ...aliases].flatMap((own) => (views && !own.includes(':view') ? [own, `${own}/:view`] : [own])),
  ),
  ...redirects.map(({ from }) => from),
];
/** Matches an address such as `/carry/fund/${id}/profile`, in any kind of quotes, with or without a leading hash. */
const ADDRESS = /['"`]#?(\/(?:carry|settings|performance)\/[^'"`\s]*)['"`]/g;

const written = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.(test|stories)\.tsx?$/.test(file) &&
      !file.startsWith('screens') &&
      // The base paths in these files are not addresses themselves. `screens.test.ts` checks the addresses built from them.
      !/(Records?|addresses)\.ts$/.test(file),
  )
  .flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(ADDRESS)].map(([, address = '']) => [file, address] as const),
  );

/** Fills the placeholders of an address: a record type for the first value and a word for each other one. A query at the end is dropped. */
const filled = (address: string) =>
  (address.split('?')[0] ?? '')
    .replace(/^\/carry\/\$\{[^}]*\}/, '/carry/trust')
    .replaceAll(/\$\{[^}]*\}$/g, '')
    .replaceAll(/\$\{[^}]*\}/g, 'x')
    .replace(/\/$/, '');

it('routes each address in the source to a screen', () => {
  expect(written.length).toBeGreaterThan(50);
  const lost = written.filter(([, address]) => {
    const requested = filled(address);
    const open = address.endsWith('}') ? [requested, `${requested}/x`] : [requested];
    return !open.some((path) => patterns.some((pattern) => matchPath(pattern, path) !== null));
  });
  expect(lost.map(([file, address]) => `${file}: ${address}`)).toEqual([]);
});
