import { expect, it } from 'vitest';
import { annotatedTypes } from '../platform/note/note.ts';
import { accessToLinkType, accessToOperation } from './events.ts';
import { applications, hasPermission, type Permission, roles } from './permissions.ts';

it('sends events of notes and documents only to people who may read their record', () => {
  const linkTypeOf = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);
  for (const linkType of ['Note', 'Document']) {
    const hear = accessToLinkType(linkType) as Permission;
    const all = applications.flatMap((application) => roles.map((role) => ({ [application]: role })));
    const hearers = all.filter((grants) => hasPermission(grants, hear));
    expect(hearers).not.toEqual([]);
    for (const type of annotatedTypes) {
      const read = accessToLinkType(linkTypeOf(type)) as Permission;
      expect(
        hearers.filter((grants) => !hasPermission(grants, read)),
        `${linkType} of ${type}`,
      ).toEqual([]);
    }
  }
});

it('sends events of performance notes and documents to performance users, of carry ones to carry users, and to nobody else', () => {
  for (const module of ['performance', 'performance-lp'])
    for (const linkType of ['Note', 'Document']) {
      const hear = accessToLinkType(linkType, module) as Permission;
      const hearers = applications.filter((application) => hasPermission({ [application]: 'viewer' }, hear));
      expect(hearers, linkType).toEqual(['carry', 'performance', 'performance-lp']);
    }
});

it('sends events of compensation notes, documents, files and deliveries to nobody in another module', () => {
  for (const linkType of ['Note', 'Document', 'DataUpload', 'Delivery']) {
    const hear = accessToLinkType(linkType, 'comp') as Permission;
    const hearers = applications.filter((application) => hasPermission({ [application]: 'administrator' }, hear));
    expect(hearers, linkType).toEqual(['comp']);
  }
});

it("sends events of other people's passwords and second factors only to user administrators", () => {
  const hear = accessToLinkType('User') as Permission;
  const hearers = roles.filter((role) => hasPermission({ carry: role }, hear));
  expect(hearers).toEqual(['administrator']);
});

it('sends employee changes to people whose lists include employees, and personal data only to its readers', () => {
  const hear = accessToLinkType('Employee') as Permission;
  const hearers = applications.filter((application) => hasPermission({ [application]: 'viewer' }, hear));
  expect(hearers).toEqual(['carry', 'comp']);
  for (const access of Object.values(accessToOperation)) expect(hasPermission({ comp: 'viewer' }, access)).toBe(false);
});
