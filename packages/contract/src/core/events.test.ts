import { expect, it } from 'vitest';
import { annotatedTypes } from '../platform/note.ts';
import { accessToLinkType } from './events.ts';
import { type Permission, requirementOf } from './permissions.ts';

it('tells of notes and documents those only who may read what they hang on', () => {
  const linkTypeOf = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);
  for (const linkType of ['Note', 'Document']) {
    const asked = requirementOf(accessToLinkType(linkType) as Permission);
    for (const type of annotatedTypes)
      expect(requirementOf(accessToLinkType(linkTypeOf(type)) as Permission), `${linkType} of ${type}`).toEqual(asked);
  }
});
