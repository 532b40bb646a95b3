import { expect, it } from 'vitest';
import { annotatedTypes } from '../platform/note.ts';
import { accessToLinkType, accessToOperation } from './events.ts';
import { applications, holds, type Permission, roles } from './permissions.ts';

it('tells of notes and documents those only who may read what they hang on', () => {
  const linkTypeOf = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);
  for (const linkType of ['Note', 'Document']) {
    const hear = accessToLinkType(linkType) as Permission;
    const all = applications.flatMap((application) => roles.map((role) => ({ [application]: role })));
    const hearers = all.filter((grants) => holds(grants, hear));
    expect(hearers).not.toEqual([]);
    for (const type of annotatedTypes) {
      const read = accessToLinkType(linkTypeOf(type)) as Permission;
      expect(
        hearers.filter((grants) => !holds(grants, read)),
        `${linkType} of ${type}`,
      ).toEqual([]);
    }
  }
});

it('tells of notes and documents that performance keeps its people, those of carry, and nobody else', () => {
  for (const module of ['performance', 'performance-lp'])
    for (const linkType of ['Note', 'Document']) {
      const hear = accessToLinkType(linkType, module) as Permission;
      const hearers = applications.filter((application) => holds({ [application]: 'viewer' }, hear));
      expect(hearers, linkType).toEqual(['carry', 'performance', 'performance-lp']);
    }
});

it('tells of notes, documents, files and deliveries that compensation keeps nobody of another module', () => {
  for (const linkType of ['Note', 'Document', 'DataUpload', 'Delivery']) {
    const hear = accessToLinkType(linkType, 'comp') as Permission;
    const hearers = applications.filter((application) => holds({ [application]: 'administrator' }, hear));
    expect(hearers, linkType).toEqual(['comp']);
  }
});

it('tells of passwords and second factors of others those only who look after users', () => {
  const hear = accessToLinkType('User') as Permission;
  const hearers = roles.filter((role) => holds({ carry: role }, hear));
  expect(hearers).toEqual(['administrator']);
});

it('tells of changes of an employee those whose lists show employees, and of personal data only who may read it', () => {
  const hear = accessToLinkType('Employee') as Permission;
  const hearers = applications.filter((application) => holds({ [application]: 'viewer' }, hear));
  expect(hearers).toEqual(['carry', 'comp']);
  for (const access of Object.values(accessToOperation)) expect(holds({ comp: 'viewer' }, access)).toBe(false);
});
