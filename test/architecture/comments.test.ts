import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** The first words of a comment line, without its marks. */
const commentLine = /^[ \t]*(?:\/\*\*?|\*|\/\/|--)[ \t]+(?!@)(\S.*)$/gm;
/** A sentence that begins like this has no subject yet: its reader has to wait for one. */
const withoutSubject = /^(?:Who|What|Whose|Where|Which|Whoever|Whatever|That|Whether|Whom|Of (?:whom|which|what))\b/;

it('comments start with their subject', () => {
  const sources = ['apps', 'packages', 'test'].flatMap((folder) => readSources(folder, /\.(?:tsx?|css|sql)$/));
  const begunBadly = sources.flatMap(({ path, text }) =>
    [...text.matchAll(commentLine)]
      .filter(([, line = '']) => withoutSubject.test(line))
      .map(([, line = '']) => `${path}: ${line}`),
  );
  expect(begunBadly).toEqual([]);
});
