import { callsByConcept } from '@carrara/contract/contract';
import { expect, it } from 'vitest';

/** Their response has additional data (`firstPassword`) that is not part of the stored record. */
const furtherMessages = ['saveUser'];

type Ends = Readonly<Record<string, { readonly result?: unknown } | undefined>>;

it('a save returns the record as a read would, so that its page and its editor continue with the stored values', () => {
  const calls: Ends = Object.assign({}, ...Object.values(callsByConcept));
  const differing = Object.keys(calls).filter((name) => {
    const read = calls[name.replace(/^save/, 'get')];
    return name.startsWith('save') && read !== undefined && read.result !== calls[name]?.result;
  });
  expect(differing).toEqual(furtherMessages);
});
