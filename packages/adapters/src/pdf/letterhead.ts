import type { Document } from './fonts.ts';
import { decodePicture, drawPicture, isPicture } from './logoPicture.ts';
import { setText } from './textBlock.ts';

/** Sender of a document. */
export interface Letterhead {
  readonly tenantName: string;
  /** Lines of the address. */
  readonly address?: readonly string[] | undefined;
  /** PNG or JPEG, as a data URL or bytes. Other formats are ignored. */
  readonly logo?: string | Uint8Array | null | undefined;
  /** `#rrggbb` */
  readonly color?: string | null | undefined;
}

const DEFAULT_COLOR = '#2f5d8a';
const HEX_COLOR = /^#[0-9a-f]{6}$/i;
const DATA_URL = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/;

export const letterheadColor = ({ color }: Pick<Letterhead, 'color'>): string =>
  color && HEX_COLOR.test(color) ? color : DEFAULT_COLOR;

/** Returns the bytes of the logo. Undefined if there is none in a supported format. */
export function letterheadPicture({ logo }: Letterhead): Buffer | undefined {
  if (!logo) return undefined;
  const bytes = typeof logo === 'string' ? Buffer.from(DATA_URL.exec(logo)?.[1] ?? '', 'base64') : Buffer.from(logo);
  return isPicture(bytes) ? bytes : undefined;
}

/** Decodes the logo for a batch of documents. Call it before drawing the first letterhead. */
export async function prepareLetterhead(head: Letterhead): Promise<void> {
  const picture = letterheadPicture(head);
  if (picture) await decodePicture(picture);
}

const LOGO = { width: 170, height: 36 } as const;

/**
 * Draws the letterhead of a document's first page, with the logo next to the sender's name and address. Returns the y
 * below it.
 */
export function drawLetterhead(doc: Document, head: Letterhead, margin: number): number {
  const width = doc.page.width - 2 * margin;
  const color = letterheadColor(head);
  const picture = letterheadPicture(head);
  const top = margin - 6;
  // If the library can't read the picture, the sender's name is drawn instead, so that the letter doesn't fail.
  const isDrawn = picture ? drawPicture(doc, picture, [margin, top], LOGO) : false;
  const inset = isDrawn ? LOGO.width + 20 : 0;
  const align = isDrawn ? 'right' : 'left';
  const name = { size: isDrawn ? 10 : 15, weight: 'bold', color, align } as const;
  let y = setText(doc, head.tenantName, margin + inset, top, width - inset, name);
  for (const line of head.address ?? [])
    y = setText(doc, line, margin + inset, y + 1, width - inset, { size: 8, color: '#5b6b7c', align });
  y = Math.max(y, isDrawn ? top + LOGO.height : y) + 6;
  doc.rect(margin, y, width, 1.5).fill(color);
  return y + 20;
}
