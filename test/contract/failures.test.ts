import { statusOfFailure } from '@carrara/contract/core/failureStatus';
import { refusalsOfAnyCall } from '@carrara/contract/core/refusals';
import { failureCodes, textOfFailure } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { readSources } from '../architecture/sources.ts';

const product = ['packages/domain/src', 'packages/adapters/src', 'apps/server/src', 'apps/cli/src']
  .flatMap((folder) => readSources(folder))
  .filter(({ path }) => !/\.test\.ts$|kernel\/failures\.ts$/.test(path));

describe('the catalog of failures', () => {
  it('contains only codes in use', () => {
    const all = product.map(({ text }) => text).join('\n');
    const unused = failureCodes.filter((code) => !new RegExp(`'${code}'|^\\s*${code}: '`, 'm').test(all));
    expect(unused).toEqual([]);
  });

  it('contains every code in the "Fails" comment of a rule', () => {
    const existingCodes: ReadonlySet<string> = new Set(failureCodes);
    const usedCodes = product.flatMap(({ path, text }) =>
      [...text.matchAll(/^ \* Fails:((?:.*\n \* {2,})*.*)$/gm)].flatMap(([, codes = '']) =>
        (codes.match(/\b[A-Z]+(?:_[A-Z0-9]+)+\b/g) ?? [])
          .filter((code) => !existingCodes.has(code))
          .map((code) => `${path}: ${code}`),
      ),
    );
    expect(usedCodes).toEqual([]);
  });

  it('matches the published page, by status and with the texts', async () => {
    const codes = (all: readonly string[]) => all.map((code) => `\`${code}\``).join(', ');
    const ofStatus = (status: number) => failureCodes.filter((code) => statusOfFailure(code) === status);
    const statuses = [...new Set(failureCodes.map((code) => statusOfFailure(code)))]
      .toSorted((a, b) => a - b)
      .filter((status) => status !== 422);
    const page = [
      '# Failures',
      '',
      'For integrators. A refused request answers with a code, a message and often the path of the field.',
      'Codes are stable; messages may change. `/api/docs` names the codes of each call. A code that is not listed under a status has status 422.',
      'This page is generated: `npx vitest run --project unit test/contract/failures.test.ts -u`.',
      '',
      '## Any call',
      '',
      codes(refusalsOfAnyCall),
      '',
      ...statuses.flatMap((status) => [`## Status ${status}`, '', codes(ofStatus(status)), '']),
      '## Default messages',
      '',
      'These apply where a rule has no message of its own.',
      '',
      ...failureCodes.flatMap((code) => {
        const text = textOfFailure(code);
        return text === undefined ? [] : [`- \`${code}\`: ${text}`];
      }),
      '',
    ].join('\n');
    await expect(page).toMatchFileSnapshot('../../docs/reference/failures.md');
  });
});
