import { describe, expect, it } from 'vitest';
import { documentFile, documentName } from './documentFile.ts';

describe('the name of a document', () => {
  it.each([
    [undefined, 'C:\\papers\\deed.pdf', 'deed.pdf'],
    ['Trust deed', '/papers/deed.pdf', 'Trust deed.pdf'],
    ['Trust deed.pdf', 'deed.pdf', 'Trust deed.pdf'],
    [' ', '', 'document'],
  ])('is %j of %j', (wanted, fileName, name) => {
    expect(documentName(wanted, fileName)).toBe(name);
  });

  it('is cut at 200 characters, keeping the ending where there is one', () => {
    expect(documentName('n'.repeat(300), 'deed.pdf')).toBe(`${'n'.repeat(196)}.pdf`);
    expect(documentName('n'.repeat(300), 'deed')).toBe('n'.repeat(200));
  });
});

it('is what its name says, whatever the sender claims', () => {
  expect(documentFile('deed.PDF').mimeType).toBe('application/pdf');
  expect(documentFile('deed')).toEqual({ fileType: 'other', mimeType: 'application/octet-stream' });
});
