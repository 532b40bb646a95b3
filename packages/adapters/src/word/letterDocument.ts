import { zip } from '@carrara/domain/kernel';
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  type IBorderOptions,
  ImageRun,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  Tab,
  TabStopType,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx';
import { cleanText } from '../pdf/cleanText.ts';
import { letterheadColor, type Letterhead, letterheadPicture } from '../pdf/letterhead.ts';
import type { LetterCell, LetterTable, LetterText } from '../pdf/letterText.ts';
import { pictureSize } from './pictureSize.ts';

/** Twentieths of a point: US letter, with the margins of the PDF. */
const PAGE = { width: 12_240, height: 15_840, margin: 1_080 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const FONT = 'Arial';
const QUIET = '5b6b7c';
const RULE = 'e3e8ee';

interface RunStyle {
  /** Points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
}
const run = (text: string, { size, ...style }: RunStyle) =>
  new TextRun({ text: cleanText(text), size: size * 2, ...style });

const tab = () => new TextRun({ children: [new Tab()] });

interface Setting {
  readonly after?: number;
  readonly before?: number;
  readonly alignment?: (typeof AlignmentType)[keyof typeof AlignmentType];
  /** True to stay on the page of the next paragraph. */
  readonly keepNext?: boolean;
}
const line = (children: readonly ParagraphChild[], { before = 0, after = 0, ...setting }: Setting = {}) =>
  new Paragraph({ children: [...children], spacing: { before, after }, ...setting });

const heading = (text: string) =>
  line([run(text, { size: 10, bold: true })], { before: 240, after: 80, keepNext: true });
const paragraph = (text: string, setting: Setting = {}) => line([run(text, { size: 10 })], { after: 160, ...setting });
const short = (text: string, setting: Setting = {}) => line([run(text, { size: 10 })], setting);
/** Longest table that isn't divided between pages. */
const SHORT = 25;

/** Creates a letter as an editable document. */
export function letterDocument(text: LetterText, head: Letterhead): Document {
  const accent = letterheadColor(head).slice(1);
  return new Document({
    creator: cleanText(head.tenantName),
    title: cleanText(`${text.subject}: ${text.name}`),
    styles: { default: { document: { run: { font: FONT, size: 20 } } } },
    sections: [
      {
        properties: {
          page: {
            size: { width: PAGE.width, height: PAGE.height },
            margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
          },
        },
        footers: { default: foot(text) },
        children: [
          letterhead(head, accent),
          ...text.senderAddress.map((each) => line([run(each, { size: 8, color: QUIET })])),
          line([run(text.date, { size: 10 })], { before: 280, after: 280 }),
          ...text.recipient.map((each) => short(each)),
          line([run(text.subject, { size: 11, bold: true })], { before: 360, after: 160 }),
          ...(text.draft === undefined ? [] : [line([run(text.draft, { size: 10, bold: true })], { after: 160 })]),
          paragraph(text.salutation),
          ...text.paragraphs.map((each) => paragraph(each)),
          ...text.sections.flatMap((section, at) => [
            heading(section.title),
            table(section.table, accent, at === text.sections.length - 1),
          ]),
          // The ending stays with the last table, so that no signature is alone on a page.
          line([], { after: 160, keepNext: true }),
          ...text.closing.map((each) => paragraph(each, { keepNext: true })),
          ...text.signature.map((each, at) => short(each, { keepNext: at < text.signature.length - 1 })),
        ],
      },
    ],
  });
}

/** Creates the letterhead: the firm's logo with its name, or the name alone, and a line below. */
function letterhead(head: Letterhead, accent: string): Paragraph {
  const picture = letterheadPicture(head);
  const size = picture && pictureSize(picture, { width: 227, height: 48 });
  const setting = {
    border: { bottom: { style: BorderStyle.SINGLE, size: 16, color: accent, space: 6 } },
    tabStops: [{ type: TabStopType.RIGHT, position: WIDTH }],
  };
  if (!picture || !size)
    return new Paragraph({ ...setting, children: [run(head.tenantName, { size: 17, bold: true, color: accent })] });
  const { type, ...transformation } = size;
  return new Paragraph({
    ...setting,
    children: [
      new ImageRun({ type, data: picture, transformation }),
      tab(),
      run(head.tenantName, { size: 10, bold: true, color: accent }),
    ],
  });
}

const foot = ({ foot: text }: LetterText) =>
  new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: WIDTH }],
        children: [
          run(text, { size: 7.5, color: QUIET }),
          new TextRun({
            children: [new Tab(), 'page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
            size: 15,
            color: QUIET,
          }),
        ],
      }),
    ],
  });

const noBorder = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const satisfies IBorderOptions;
const rule = (color: string, size: number) => ({ style: BorderStyle.SINGLE, size, color }) as const;

function table({ columns: planned, rows, total }: LetterTable, accent: string, isLast: boolean): Table {
  const keepNext = isLast && rows.length < SHORT;
  const columns = planned.map((column) => ({ ...column, width: Math.floor(WIDTH * column.part) }));
  const row = (cells: readonly LetterCell[], kind: 'head' | 'body' | 'total') =>
    new TableRow({
      tableHeader: kind === 'head',
      cantSplit: true,
      children: zip(columns, cells).map(([{ width, isFigure }, cell]) => {
        const alignment = isFigure ? AlignmentType.RIGHT : AlignmentType.LEFT;
        const style = { size: 8, bold: kind !== 'body', ...(kind === 'head' ? { color: QUIET } : {}) };
        return new TableCell({
          width: { size: width, type: WidthType.DXA },
          verticalAlign: VerticalAlign.TOP,
          margins: { top: 50, bottom: 50, left: 60, right: 60 },
          borders: {
            left: noBorder,
            right: noBorder,
            top: kind === 'total' ? rule(accent, 8) : noBorder,
            bottom: kind === 'head' ? rule(accent, 8) : kind === 'body' ? rule(RULE, 4) : noBorder,
          },
          children: [
            line([run(cell.text, style)], { alignment, keepNext }),
            ...(cell.note ? [line([run(cell.note, { size: 7, color: QUIET })], { alignment, keepNext })] : []),
          ],
        });
      }),
    });
  return new Table({
    width: { size: columns.reduce((sum, { width }) => sum + width, 0), type: WidthType.DXA },
    columnWidths: columns.map(({ width }) => width),
    layout: TableLayoutType.FIXED,
    rows: [
      row(
        columns.map(({ title }) => ({ text: title })),
        'head',
      ),
      ...rows.map((cells) => row(cells, 'body')),
      ...(total ? [row(total, 'total')] : []),
    ],
  });
}
