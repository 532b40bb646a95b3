import { buffer } from 'node:stream/consumers';
import { letterContents } from '@carrara/domain/carry/distribution';
import { initialLetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { textOfLetter } from '../pdf/letters.ts';
import type { Letter } from '../pdf/letterText.ts';
import { exampleDistribution } from '../spreadsheet/distribution.fixture.ts';
import { letterDocx, letterPackageDocx } from './letters.ts';
import { docxTexts } from './testing/docxTexts.ts';
import { zippedFiles } from './testing/zippedFiles.ts';

const job = {
  distribution: exampleDistribution,
  head: { tenantName: 'Alder & Ridge <demo>', color: '#14532d' },
  template: initialLetterTemplate,
  today: '2026-10-01',
};
const letters = letterContents(exampleDistribution, () => decimal(50)).map(
  (content): Letter => ({
    content,
    payee: {
      participantId: content.participant.participantId,
      firstName: 'Amelia',
      address: ['1 Quarry Road', '54033 Carrara'],
      account: null,
      escrow: [{ currency: 'USD', amount: '140.00' }],
      paid: [],
    },
  }),
);

/** Returns the texts of a letter in page order. */
function textsOf(letter: Letter): readonly string[] {
  const text = textOfLetter(job, letter);
  return [
    job.head.tenantName,
    ...text.senderAddress,
    text.date,
    ...text.recipient,
    text.subject,
    text.draft ?? '',
    text.salutation,
    ...text.paragraphs,
    ...text.sections.flatMap(({ title, table: { columns, rows, total = [] } }) => [
      title,
      ...columns.map((column) => column.title),
      ...[...rows, total].flat().flatMap((cell) => [cell.text, cell.note ?? '']),
    ]),
    ...text.closing,
    ...text.signature,
  ].filter(Boolean);
}

describe('letters as Word files', () => {
  it('equal the PDFs to the letter and the cent, whatever characters the names contain', async () => {
    for (const letter of letters) {
      const { name, content } = await letterDocx(job, letter);
      expect(name).toMatch(/^Q3 2026 carry distribution - .+\.docx$/);
      expect((await docxTexts(await buffer(content))).filter(Boolean)).toEqual(textsOf(letter));
    }
  });

  it('are a file for each payee in the zip, created one by one while it is read', async () => {
    const texts: string[] = [];
    const { name, content } = letterPackageDocx(job, letters, () => texts.push('one'));
    expect(texts).toEqual([]);
    const files = await zippedFiles(await buffer(content));
    expect(name).toBe('Q3 2026 carry distribution - Word letters.zip');
    expect(texts).toHaveLength(letters.length);
    expect([...files.keys()].every((each) => each.endsWith('.docx'))).toBe(true);
    for (const [at, file] of [...files.values()].entries()) {
      expect(await docxTexts(file)).toContain(letters[at]!.content.participant.name);
    }
  });
});
