import { buffer } from 'node:stream/consumers';
import { letterContent, letterContents } from '@carrara/domain/carry/distribution';
import { initialLetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { exampleDistribution } from '../spreadsheet/distribution.fixture.ts';
import type { Letter } from './letterText.ts';
import { letterPackagePdf, letterPackageZip, letterPdf, pdfOfTexts, refusalOfLetter, textOfLetter } from './letters.ts';
import { print } from './print.ts';
import { pdfPages, unreadableIn } from './testing/pdfPages.ts';

const head = {
  tenantName: 'Alder Ridge Partners (demo)',
  color: '#14532d',
  logo: 'data:image/svg+xml;base64,PHN2Zy8+',
};
/** A PNG of one translucent pixel. */
const translucentLogo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const job = {
  distribution: exampleDistribution,
  head,
  template: { ...initialLetterTemplate, contact: 'carry@alder.example' },
  today: '2026-10-01',
};
const people = exampleDistribution.distributionParticipants.flatMap((each) => [each, ...each.memberParticipants]);
const named = (name: string) => people.find(({ participant }) => participant.name === name)!.participant;
const amelia = named('Amelia Hartmann');
const omar = named('=cmd|calc <script>');
const half = () => decimal(50);
const letters = letterContents(exampleDistribution, half).map(
  (content): Letter => ({
    content,
    payee: {
      participantId: content.participant.participantId,
      firstName: 'Amelia',
      address: ['1 Quarry Road', '54033 Carrara', 'Italy'],
      account: '4711',
      escrow: [{ currency: 'USD', amount: '140.00' }],
      paid: [],
    },
  }),
);

describe('letterContents', () => {
  it('has one letter for each person, not for entities, which together sum to the distribution', () => {
    const contents = letters.map(({ content }) => content);
    expect(contents.map(({ participant }) => participant.name)).toEqual(['=cmd|calc <script>', 'Amelia Hartmann']);
    expect(contents.map(({ totals }) => totals.grossCarryDistributed)).toEqual(['600.00', '1400.00']);
    expect(contents.map(({ totals }) => totals.netCarryDistributed)).toEqual(['420.00', '980.00']);
    expect(contents.map(({ vested }) => vested)).toEqual(['300.00', '700.00']);
  });
  it('has a line for each path to a person, naming the entities', () => {
    const { lines } = letterContent(exampleDistribution, amelia.participantId, half)!;
    expect(lines.map(({ through }) => through.join('/'))).toEqual([
      '',
      'Łukasz & Иван Holding/Inner Partners',
      '',
      'Łukasz & Иван Holding/Inner Partners',
    ]);
  });
  it('looks up the vesting of the holders that the source names, and leaves a sum with an undetermined part undetermined', () => {
    const requested: string[] = [];
    const { vested, lines } = letterContent(exampleDistribution, amelia.participantId, ({ holderId }) => {
      requested.push(holderId);
      return holderId === amelia.participantId ? decimal(100) : null;
    })!;
    expect(new Set(requested)).toEqual(new Set([amelia.participantId, named('Łukasz & Иван Holding').participantId]));
    expect(lines.map((line) => line.vested === null)).toEqual([false, true, false, true]);
    expect(vested).toBeNull();
  });
  it('leaves out zero taxes', () => {
    const [source] = exampleDistribution.distributionSources;
    const [detail] = source!.details;
    const free = { ...detail!, taxAllocations: [{ ...detail!.taxAllocations[0]!, taxAllocationAmount: '0.00' }] };
    const run = { distributionSources: [{ ...source!, details: [free] }] };
    expect(letterContent(run, free.participant.participantId, half)!.taxes).toEqual([]);
  });
  it('contains nobody else', () => {
    expect(letterContent(exampleDistribution, 'nobody', half)).toBeUndefined();
  });
});

describe('a letter', () => {
  const ownLetter = letters.find(({ content }) => content.participant.participantId === amelia.participantId)!;
  const paid = { ...job, distribution: { ...exampleDistribution, status: { code: 'DISB', description: 'Disbursed' } } };
  const textOf = (letter: Letter, run = paid) => JSON.stringify(textOfLetter(run, letter));

  it('states sender, recipient, payment, date and account', () => {
    const text = textOfLetter(paid, ownLetter);
    expect(text.date).toBe('September 30, 2026');
    expect(text.recipient).toEqual(['Amelia Hartmann', '1 Quarry Road', '54033 Carrara', 'Italy']);
    expect(text.salutation).toBe('Dear Amelia,');
    expect(text.paragraphs[0]).toContain(
      'USD 980.00 is payable to you on September 30, 2026, to your account ending in 4711.',
    );
    expect(text.closing.join(' ')).toContain('contact carry@alder.example.');
    expect(text.signature).toEqual(['Sincerely,', '', head.tenantName]);
    expect(text.draft).toBeUndefined();
  });
  it('states a reversal with its date, and doesn’t count the payment among those paid if it was reversed by its date', () => {
    const figures = ownLetter.content.totals;
    const letter = { ...ownLetter, payee: { ...ownLetter.payee, paid: [{ currency: 'USD', ...figures }] } };
    const reversedOn = (distributionDate: string, isDisbursed = true) => {
      const reversedBy = { id: 'r', name: 'Reversal', isDisbursed, distributionDate };
      const text = textOfLetter({ ...paid, distribution: { ...paid.distribution, reversedBy } }, letter);
      return [text.paragraphs[0], text.sections.find(({ title }) => title.startsWith('Paid to you'))?.title];
    };
    const paidTitle = 'Paid to you in 2026 through September 30, 2026';
    expect(reversedOn('2026-09-30')).toEqual([
      'This distribution was reversed on September 30, 2026. The amounts in this letter no longer apply.',
      `${paidTitle}, without this payment`,
    ]);
    expect(reversedOn('2026-10-05')).toEqual([
      'This distribution was reversed on October 5, 2026. The amounts in this letter no longer apply.',
      `${paidTitle}, including this payment`,
    ]);
    expect(reversedOn('2026-09-30', false)).toEqual([
      expect.stringContaining('is payable to you'),
      `${paidTitle}, including this payment`,
    ]);
  });
  it('of a reversal states what to do, and doesn’t call it a payment', () => {
    const letter = {
      ...ownLetter,
      payee: { ...ownLetter.payee, paid: [{ currency: 'USD', ...ownLetter.content.totals }] },
    };
    const reversal = { ...paid.distribution, reversalOf: { id: 'd', name: '2026 Q3' } };
    const text = textOfLetter({ ...paid, distribution: reversal }, letter);
    expect(text.paragraphs[0]).toMatch(/^This letter cancels our earlier letter about 2026 Q3\..*we will contact you/);
    expect(text.sections.map(({ title }) => title)).toContain(
      'Paid to you in 2026 through September 30, 2026, including this reversal',
    );
  });
  it("prints the firm's legal address if the template has no address", () => {
    const address = ['1 Harbor Way', 'Registration number: 77'];
    const from = (senderAddress: string) =>
      textOfLetter({ ...paid, head: { ...head, address }, template: { ...paid.template, senderAddress } }, ownLetter)
        .senderAddress;
    expect(from('')).toEqual(address);
    expect(from('2 Harbor Way\nBoston')).toEqual(['2 Harbor Way', 'Boston']);
  });
  it('leaves out the account if none is stored', () => {
    const text = textOf({ ...ownLetter, payee: { ...ownLetter.payee, account: null } });
    expect(text).toContain('payable to you on September 30, 2026. It is');
    expect(text).not.toContain('ending in');
  });
  it('adds up taxes by type over all sources', () => {
    const { sections } = textOfLetter(paid, ownLetter);
    const taxes = sections.find(({ title }) => title === 'Taxes withheld (USD)')!;
    expect(taxes.table.rows.map((cells) => cells.map(({ text }) => text))).toEqual([[expect.any(String), '280.00']]);
  });
  it('mentions vesting only if something is unvested', () => {
    expect(textOf(ownLetter)).toContain('USD 700.00 of the gross amount is not vested.');
    const { title, table } = textOfLetter(paid, ownLetter).sections[1]!;
    expect(title).toBe('Not vested on September 30, 2026 (USD)');
    const rows = [...table.rows, table.total!].map((cells) => cells.map(({ text }) => text));
    expect(rows.map(([, percent]) => percent)).toEqual(['50.0000', '50.0000', '50.0000', '50.0000', '']);
    expect(rows.at(-1)).toEqual(['Total', '', '700.00']);
    expect(table.rows.map(([source]) => source!.note !== undefined)).toEqual([false, true, false, true]);
    const [first, ...others] = ownLetter.content.lines;
    const some = { ...first!, vestedPercentage: '100', vested: first!.figures.grossCarryDistributed };
    const partly = { ...ownLetter, content: { ...ownLetter.content, lines: [some, ...others] } };
    expect(textOfLetter(paid, partly).sections[1]!.table.rows).toHaveLength(3);
    const [vested] = letterContents(exampleDistribution, () => decimal(100)).filter(
      ({ participant }) => participant.participantId === amelia.participantId,
    );
    expect(textOf({ ...ownLetter, content: vested! })).not.toContain('vested');
  });
  it('lists only existing differences from the gross amount, and quotes the distribution', () => {
    const totals = {
      ...ownLetter.content.totals,
      tax: '10.00',
      escrow: '0.00',
      loanRepayment: '0.00',
      otherAdjustment: '0.00',
    };
    const opening = (changes: Partial<typeof totals>) =>
      textOfLetter(paid, { ...ownLetter, content: { ...ownLetter.content, totals: { ...totals, ...changes } } })
        .paragraphs[0];
    expect(opening({})).toMatch(/ after taxes, as shown below\.$/);
    expect(opening({ escrow: '5.00', otherAdjustment: '1.00' })).toContain(
      ' after taxes, escrow, and other deductions,',
    );
    expect(opening({ tax: '0.00' })).toMatch(/ your share of “Q3 2026 carry distribution”, as shown below\.$/);
    // An added amount also explains the difference between gross and net.
    expect(opening({ loanRepayment: '5.00', otherAdjustment: '-1250.55' })).toContain(
      ' after taxes, loan repayment, and other adjustments,',
    );
  });
  it('names an adjustment by its effect on the net', () => {
    const [line] = ownLetter.content.lines;
    const column = (...amounts: readonly string[]) => {
      const lines = amounts.map((otherAdjustment) => ({ ...line!, figures: { ...line!.figures, otherAdjustment } }));
      const totals = { ...ownLetter.content.totals, otherAdjustment: amounts[0]! };
      const { table } = textOfLetter(paid, { ...ownLetter, content: { ...ownLetter.content, lines, totals } })
        .sections[0]!;
      const at = table.columns.findIndex(({ title }) => title.startsWith('Other'));
      return [table.columns[at]?.title, ...table.rows.map((cells) => cells[at]?.text)];
    };
    expect(column('-5000.00')).toEqual(['Other adjustment (added)', '5,000.00']);
    expect(column('5000.00')).toEqual(['Other deduction', '5,000.00']);
    expect(column('5.00', '-1.00')).toEqual(['Other deduction (additions in parentheses)', '5.00', '(1.00)']);
  });
  it('contains no code and no state', () => {
    expect(textOf(ownLetter)).not.toMatch(/E1\b|Disbursed|Managing Partner/);
  });
  it('is readable: no text under 7 points and no overlaps', async () => {
    const bytes = await buffer(letterPackagePdf(paid, letters).content);
    expect(unreadableIn(bytes)).toEqual([]);
  });
});

describe('letters', () => {
  /** Returns the texts of the pages of a letter with a number of payments. */
  async function pagesWith(count: number) {
    // Without the section on vesting.
    const [section, , ...rest] = ownText.sections;
    const rows = Array.from({ length: count }, () => section!.table.rows[0]!);
    const texts = [{ ...ownText, sections: [{ ...section!, table: { ...section!.table, rows } }, ...rest] }];
    const pages = pdfPages(await buffer(pdfOfTexts({ title: 'Letters', head, today: '2026-11-29' }, texts)));
    return pages.map(({ texts: onPage }) => onPage.map(({ text }) => text).join(' '));
  }
  const ownText = textOfLetter(job, letters[1]!);
  it('take one page if they fit there, and never leave a signature alone', async () => {
    const byCount = await Promise.all(Array.from({ length: 24 }, (_, at) => pagesWith(at + 1)));
    const counts = byCount.map((pages) => pages.length);
    expect(counts).toEqual(counts.toSorted((count, other) => count - other));
    // With the usual spacing, only 11 would.
    expect(counts.filter((count) => count === 1)).toHaveLength(15);
    for (const pages of byCount) expect(pages.at(-1)).toMatch(/Held in escrow for you .* Sincerely,/);
  });
  it('are PDF files', async () => {
    const ownLetter = letters.find(({ content }) => content.participant.participantId === omar.participantId)!;
    const letter = letterPdf(job, ownLetter);
    expect(letter.name).toBe('Q3 2026 carry distribution - =cmd calc script.pdf');
    expect((await buffer(letter.content)).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await buffer(letterPackagePdf(job, letters).content)).toString('latin1')).toMatch(/\/Count [23]/);
  });
  it('state when they were created by the date only, so that the same letters are the same file', async () => {
    const print = async (today: string) => buffer(letterPackagePdf({ ...job, today }, letters).content);
    const first = await print(job.today);
    expect(first.toString('latin1')).toContain('(D:20261001120000Z)');
    expect(await print(job.today)).toEqual(first);
    expect(await print('2026-10-02')).not.toEqual(first);
  });
  it('contain the picture of a logo once, the same in each file', async () => {
    const withLogo = { ...job, head: { ...head, logo: translucentLogo } };
    const print = async () => buffer(letterPackagePdf(withLogo, letters).content);
    const first = await print();
    // The picture and its mask.
    expect(first.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(await print()).toEqual(first);
  });
  it('come as a zip with a PDF each, and report each finished one', async () => {
    let count = 0;
    const bytes = await buffer(letterPackageZip(job, letters, () => (count += 1)).content);
    const entries: string[] = [];
    for await (const entry of (await fromBufferPromise(bytes)).eachEntry()) entries.push(entry.fileName);
    expect(entries).toEqual(['=cmd calc script (E2).pdf', 'Amelia Hartmann (E1).pdf']);
    expect(count).toBe(2);
  });
  it('are refused by name if a letter of the name or the address has no font', () => {
    const [first] = letters;
    expect(refusalOfLetter(first!)).toBeUndefined();
    const address = ['1 💰 Road'];
    expect(refusalOfLetter({ ...first!, payee: { ...first!.payee, address } })).toBe(
      'The letter for =cmd|calc <script> can’t be printed because the fonts don’t contain 💰 (U+1F4B0).',
    );
  });
});

describe('printed values', () => {
  it('have amounts to the cent, percentages with four decimals, returns with two, multiples with an x [U-T-111 U-T-112]', () => {
    expect(print('money', '-1234567.5')).toBe('(1,234,567.50)');
    expect(print('money', '-0.001')).toBe('0.00');
    expect(print('percent', '1234.5')).toBe('1,234.5000');
    expect(print('return', '12.5')).toBe('12.50%');
    expect(print('multiple', '1.8')).toBe('1.80x');
  });

  it('have counts, dates and names as on the screens [U-T-113]', () => {
    expect(print('count', '1000')).toBe('1,000');
    expect(print('date', '2026-02-28')).toBe('02/28/2026');
    expect(print('reference', { id: '1', code: 'USD', description: 'US dollar' })).toBe('US dollar');
    expect(print('money', null)).toBe('–');
  });
});
