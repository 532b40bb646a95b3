import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { exampleDistribution } from '../spreadsheet/distribution.fixture.ts';
import { letterContent, letterContents } from './letterContent.ts';
import { letterPackagePdf, letterPackageZip, letterPdf } from './letters.ts';
import { print } from './print.ts';

const head = {
  tenantName: 'Alder Ridge Partners (demo)',
  colour: '#14532d',
  logo: 'data:image/svg+xml;base64,PHN2Zy8+',
};
const people = exampleDistribution.distributionParticipants.flatMap((each) => [each, ...each.memberParticipants]);
const named = (name: string) => people.find(({ participant }) => participant.name === name)!.participant;
const amelia = named('Amelia Hartmann');
const omar = named('=cmd|calc <script>');

describe('letterContents', () => {
  it('is one letter for each person, not for entities, and together they are the distribution', () => {
    const letters = letterContents(exampleDistribution);
    expect(letters.map(({ participant }) => participant.name)).toEqual(['=cmd|calc <script>', 'Amelia Hartmann']);
    expect(letters.map(({ totals }) => totals.grossCarryDistributed)).toEqual(['600.00', '1400.00']);
    expect(letters.map(({ totals }) => totals.netCarryDistributed)).toEqual(['420.00', '980.00']);
  });
  it('keeps each way to a person as a line of its own, naming the entities', () => {
    const { lines } = letterContent(exampleDistribution, amelia.participantId)!;
    expect(lines.map(({ through }) => through.join('/'))).toEqual([
      '',
      'Łukasz & Иван Holding/Inner Partners',
      '',
      'Łukasz & Иван Holding/Inner Partners',
    ]);
    expect(lines[0]!.taxes).toEqual([{ name: 'US federal: Long-term capital gain', percent: '20', amount: '120.00' }]);
  });
  it('knows nobody else', () => {
    expect(letterContent(exampleDistribution, 'nobody')).toBeUndefined();
    expect(letterPdf(exampleDistribution, 'nobody', head)).toBeUndefined();
  });
});

describe('letters', () => {
  it('are PDF files', async () => {
    const letter = letterPdf(exampleDistribution, omar.participantId, head)!;
    expect(letter.name).toBe('Q3 2026 carry distribution - =cmd calc script.pdf');
    expect((await buffer(letter.content)).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await buffer(letterPackagePdf(exampleDistribution, head).content)).toString('latin1')).toContain(
      '/Count 2',
    );
  });
  it('come as a zip, a PDF each', async () => {
    const bytes = await buffer(letterPackageZip(exampleDistribution, head).content);
    const names: string[] = [];
    for await (const entry of (await fromBufferPromise(bytes)).eachEntry()) names.push(entry.fileName);
    expect(names).toEqual(['=cmd calc script (E2).pdf', 'Amelia Hartmann (E1).pdf']);
  });
});

describe('print', () => {
  it('shows figures as the screens do', () => {
    expect(print('money', '-1234567.5')).toBe('(1,234,567.50)');
    expect(print('money', '-0.001')).toBe('0.00');
    expect(print('percent', '12.5')).toBe('12.5000');
    expect(print('multiple', '1.8')).toBe('1.80x');
    expect(print('count', '1000')).toBe('1,000');
    expect(print('date', '2026-02-28')).toBe('02/28/2026');
    expect(print('reference', { id: '1', code: 'USD', description: 'US dollar' })).toBe('US dollar');
    expect(print('money', null)).toBe('–');
  });
});
