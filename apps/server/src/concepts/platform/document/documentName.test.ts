import { documentFileTypes, fileKind } from '@carrara/contract/core/fileTypes';
import { describe, expect, it } from 'vitest';
import { documentName } from './documentName.ts';

describe('the name of a document', () => {
  it.each([
    [undefined, 'C:\\papers\\deed.pdf', 'deed.pdf'],
    ['Trust deed', '/papers/deed.pdf', 'Trust deed.pdf'],
    ['Trust deed.pdf', 'deed.pdf', 'Trust deed.pdf'],
    [' ', '', 'document'],
  ])('follows the title %j and the file name %j', (title, fileName, name) => {
    expect(documentName(title, fileName)).toBe(name);
  });

  it('is truncated at 200 characters, with its extension if there is one', () => {
    expect(documentName('n'.repeat(300), 'deed.pdf')).toBe(`${'n'.repeat(196)}.pdf`);
    expect(documentName('n'.repeat(300), 'deed')).toBe('n'.repeat(200));
  });
});

it.each([
  ['plan.xlsx', 'excel'],
  ['deed.PDF', 'pdf'],
  ['letter.docx', 'word'],
  ['slides.pptx', 'powerpoint'],
  ['letters.zip', 'zip'],
  ['old.rar', 'rar'],
  ['notes.txt', 'text'],
  ['page.html', 'other'],
] as const)('%s is a file of type %s [U-T-035]', (name, type) => {
  expect(fileKind(name).document).toBe(type);
});

it('a document has only those eight types [U-T-035]', () =>
  expect(documentFileTypes).toEqual(['excel', 'pdf', 'word', 'powerpoint', 'zip', 'rar', 'text', 'other']));

it('the file name determines the type, whatever the sender claims', () => {
  expect(fileKind('deed.PDF').mediaType).toBe('application/pdf');
  expect(fileKind('deed')).toEqual({ document: 'other', mediaType: 'application/octet-stream' });
});
