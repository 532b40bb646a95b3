import { type Document, setLine, widthOf } from './fonts.ts';
import { fitted } from './textBlock.ts';

/** Whose letter it is: the tenant as its settings show it. */
export interface Letterhead {
  readonly tenantName: string;
  /** A PNG or JPEG, as a data URL or its bytes; another kind of picture is left out. */
  readonly logo?: string | Uint8Array | null | undefined;
  /** `#rrggbb` */
  readonly colour?: string | null | undefined;
}

const DEFAULT_COLOUR = '#2f5d8a';
const HEX_COLOUR = /^#[0-9a-f]{6}$/i;
const DATA_URL = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/;

export const colourOf = ({ colour }: Letterhead): string =>
  colour && HEX_COLOUR.test(colour) ? colour : DEFAULT_COLOUR;

/** The bytes of the picture; undefined where there is none that can be set. */
export function pictureOf({ logo }: Letterhead): Buffer | undefined {
  if (!logo) return undefined;
  const bytes = typeof logo === 'string' ? Buffer.from(DATA_URL.exec(logo)?.[1] ?? '', 'base64') : Buffer.from(logo);
  const isPng = bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  return isPng || isJpeg ? bytes : undefined;
}

/** Draws the head of a letter's first page and answers the y below it. */
export function drawLetterhead(doc: Document, head: Letterhead, margin: number): number {
  const width = doc.page.width - 2 * margin;
  const colour = colourOf(head);
  const name = { size: 17, weight: 'bold', colour } as const;
  const picture = pictureOf(head);
  const drawn = picture ? drawPicture(doc, picture, margin) : false;
  if (drawn) {
    const look = { size: 10, weight: 'bold', colour, align: 'right' } as const;
    setLine(doc, head.tenantName, margin, margin + 8, width, fitted(doc, head.tenantName, width - 190, look));
  } else {
    setLine(doc, head.tenantName, margin, margin + 2, width, fitted(doc, head.tenantName, width, name));
  }
  const y = margin + 38;
  doc.rect(margin, y, width, 2).fill(colour);
  return y + 26;
}

/** A logo that the library cannot read is a matter of the picture, not of the letter: the name stands in its place. */
function drawPicture(doc: Document, picture: Buffer, margin: number): boolean {
  try {
    doc.image(picture, margin, margin - 6, { fit: [170, 36] });
    return true;
  } catch {
    return false;
  }
}

/** A fact and its value on one line; answers the y below. */
export function drawFact(doc: Document, title: string, value: string, x: number, y: number, width: number): number {
  const label = { size: 8.5, colour: '#5b6b7c' } as const;
  const inset = Math.max(96, widthOf(doc, title, label) + 10);
  setLine(doc, title, x, y, inset, label);
  setLine(doc, value, x + inset, y, width - inset, fitted(doc, value, width - inset, { size: 8.5 }));
  return y + 13;
}
