import { describe, expect, it } from 'vitest';
import { fileNames, safeFileName } from './fileName.ts';

describe('safeFileName', () => {
  it('contains no path and is valid on every system', () => {
    const requestedNames = ['../../etc/passwd', 'a\\b:c*?"<>|', 'con', '...', 'Łukasz\r\nX: 1', '\u202egnp.exe'];
    expect(requestedNames.map((text) => safeFileName(text, 'pdf'))).toEqual([
      'etc passwd.pdf',
      'a b c.pdf',
      'file con.pdf',
      'file.pdf',
      'Łukasz X 1.pdf',
      'gnp.exe.pdf',
    ]);
  });
  it('returns no name twice', () => {
    const name = fileNames('pdf');
    expect([name('A'), name('a'), name('A')]).toEqual(['A.pdf', 'a 2.pdf', 'A 3.pdf']);
    expect([name('A', 'xlsx'), name('a', 'XLSX')]).toEqual(['A.xlsx', 'a 2.XLSX']);
    const other = fileNames();
    expect([other('Deed'), other('deed'), other('Deed', 'txt')]).toEqual(['Deed', 'deed 2', 'Deed.txt']);
  });
});
