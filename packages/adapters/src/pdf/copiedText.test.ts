import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createDocument } from './document.ts';
import { drawTextLine } from './fonts.ts';
import { pdfTexts } from './testing/pdfTexts.ts';

async function printed(text: string): Promise<string> {
  const doc = createDocument({ title: 'test', today: '2026-10-01', margin: 40 });
  doc.addPage();
  drawTextLine(doc, text, 40, 40, 400, { size: 10, figure: true });
  doc.end();
  return pdfTexts(new Uint8Array(await buffer(doc)))
    .flat()
    .join('');
}

it('an amount copied from a file has its decimal point, although an earlier file had the point only in a colon', async () => {
  expect(await printed('12:30')).toBe('12:30');
  expect(await printed('620.00')).toBe('620.00');
});
