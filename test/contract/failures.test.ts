import { statusOfFailure } from '@carrara/contract/core/failureStatus';
import { callsByConcept } from '@carrara/contract/contract';
import { refusalsOf, refusalsOfAnyCall } from '@carrara/contract/core/refusals';
import { failureCodes, textOfFailure } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from '../architecture/sources.ts';

const calls = Object.values(callsByConcept).flatMap((endpoints) => Object.entries(endpoints));
const product = ['packages/domain/src', 'packages/adapters/src', 'apps/server/src', 'apps/cli/src']
  .flatMap(sourcesOf)
  .filter(({ path }) => !/\.test\.ts$|kernel\/failures\.ts$/.test(path));

describe('the catalog of failures', () => {
  it('holds nothing that is never refused', () => {
    const all = product.map(({ text }) => text).join('\n');
    const unused = failureCodes.filter((code) => !new RegExp(`'${code}'|^\\s*${code}: '`, 'm').test(all));
    expect(unused).toEqual([]);
  });

  it('knows every code that a rule says it fails with', () => {
    const known: ReadonlySet<string> = new Set(failureCodes);
    const said = product.flatMap(({ path, text }) =>
      [...text.matchAll(/^ \* Fails:((?:.*\n \* {2,})*.*)$/gm)].flatMap(([, codes = '']) =>
        (codes.match(/\b[A-Z]+(?:_[A-Z0-9]+)+\b/g) ?? [])
          .filter((code) => !known.has(code))
          .map((code) => `${path}: ${code}`),
      ),
    );
    expect(said).toEqual([]);
  });

  it('is the page that people read, with the calls that name each', async () => {
    const rows = failureCodes.map((code) => {
      const names = refusalsOfAnyCall.includes(code)
        ? ['any']
        : calls.flatMap(([name, endpoint]) => (refusalsOf(endpoint).has(code) ? [name] : []));
      return `| ${code} | ${statusOfFailure(code)} | ${textOfFailure(code) ?? ''} | ${names.join(', ')} |`;
    });
    const page = [
      '# Failures',
      '',
      'The codes that a call can return when it refuses a request. The text applies where the rule has no sentence of its own.',
      'This page is generated: `npx vitest run --project unit test/contract/failures.test.ts -u`.',
      '',
      '| code | status | text | calls |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
    await expect(page).toMatchFileSnapshot('../../docs/reference/failures.md');
  });
});
