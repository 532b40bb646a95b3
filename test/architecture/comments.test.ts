import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** The first words of a comment line, without its marks. */
const commentLine = /^[ \t]*(?:\/\*\*?|\*|\/\/)[ \t]+(?!@)(\S.*)$/gm;
/** A sentence that begins like this has no subject yet: its reader has to wait for one. */
const withoutSubject = /^(?:Who|What|Whose|Where|Which|Whoever|Whatever|That|Whether|Whom|Of (?:whom|which|what))\b/;

it('comments start with their subject', () => {
  const lines = ['apps', 'packages', 'test'].flatMap((folder) =>
    readSources(folder).flatMap(({ path, text }) =>
      [...text.matchAll(commentLine)].map(([, line = '']) => ({ path, line })),
    ),
  );
  const begunBadly = lines.filter(({ line }) => withoutSubject.test(line)).map(({ path, line }) => `${path}: ${line}`);
  // Some are questions, or go on with the line before.
  expect(begunBadly.length / lines.length, begunBadly.join('\n')).toBeLessThan(0.02);
});
