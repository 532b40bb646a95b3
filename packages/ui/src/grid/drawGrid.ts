import type { DrawCellCallback, DrawHeaderCallback } from '@glideapps/glide-data-grid';
import type { SizedColumn } from './fittedColumns.ts';
import { fittedText } from './fittedText.ts';
import { cellAlignment } from './gridCells.ts';
import type { GridColumn } from './gridTypes.ts';
import { headerLines } from './headerLines.ts';
import type { GridColors } from './useGridTheme.ts';

const lineHeight = 15;
/** Padding at both sides of a column title, in pixels. */
const margin = 12;
/** The height of the header: one line, or two if any title needs two. */
const heights = [32, 44] as const;

const pencil = document.createElement('canvas').getContext('2d');

export function measureHeaderHeight(columns: readonly SizedColumn[], font: string): number {
  if (!pencil) return heights[0];
  pencil.font = font;
  const isLong = ({ kind, title, width }: SizedColumn) =>
    cellAlignment(kind) === 'right' &&
    headerLines(title, width - margin, (text) => pencil.measureText(text).width).length > 1;
  return columns.some(isLong) ? heights[1] : heights[0];
}

/** Returns the width of a sign, which is the same for all digits. */
function signWidths(ctx: Pick<CanvasRenderingContext2D, 'measureText'>): (sign: string) => number {
  const digit = ctx.measureText('0').width;
  return (sign) => (/\d/.test(sign) ? digit : ctx.measureText(sign).width);
}

/** The width of a figure as it is drawn. */
export function measureFigure(text: string, font: string): number {
  if (!pencil) return 0;
  pencil.font = font;
  const widthOf = signWidths(pencil);
  return Array.from(text).reduce((sum, sign) => sum + widthOf(sign), 0);
}

/** Titles of figures are right-aligned like the figures, and wrap to two lines if they don't fit on one. */
export function drawGridHeader(columns: readonly GridColumn[], colors: GridColors): DrawHeaderCallback {
  return ({ ctx, columnIndex, rect, theme }, drawContent) => {
    const column = columns[columnIndex];
    if (!column || cellAlignment(column.kind) !== 'right') {
      drawContent();
      return;
    }
    ctx.save();
    ctx.font = `${theme.headerFontStyle} ${theme.fontFamily}`;
    ctx.fillStyle = colors.muted;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    const room = rect.width - margin;
    const lines = headerLines(column.title, room, (text) => ctx.measureText(text).width);
    lines.forEach((line, at) => {
      const y = rect.y + rect.height / 2 + 1 + (at - (lines.length - 1) / 2) * lineHeight;
      ctx.fillText(line, rect.x + rect.width - theme.cellHorizontalPadding, y, room);
    });
    ctx.restore();
  };
}

/** A canvas can't request tabular figures, so each digit gets the same width by hand. It can't cut text with an ellipsis, either. */
export function drawGridCell(columns: readonly GridColumn[]): DrawCellCallback {
  return ({ ctx, cell, col, rect, theme }, drawContent) => {
    const column = columns[col];
    if (!column || !('displayData' in cell) || typeof cell.displayData !== 'string') {
      drawContent();
      return;
    }
    ctx.save();
    ctx.beginPath();
    ctx.rect(rect.x, rect.y, rect.width, rect.height);
    ctx.clip();
    ctx.font = `${theme.baseFontStyle} ${theme.fontFamily}`;
    ctx.fillStyle = theme.textDark;
    ctx.textBaseline = 'middle';
    if (cellAlignment(column.kind) !== 'right') {
      const room = rect.width - 2 * theme.cellHorizontalPadding;
      const text = fittedText(cell.displayData, room, (part) => ctx.measureText(part).width);
      if (text !== cell.displayData)
        ctx.fillText(text, rect.x + theme.cellHorizontalPadding, rect.y + rect.height / 2 + 1);
      ctx.restore();
      if (text === cell.displayData) drawContent();
      return;
    }
    ctx.textAlign = 'center';
    const widthOf = signWidths(ctx);
    let x = rect.x + rect.width - theme.cellHorizontalPadding;
    for (const sign of Array.from(cell.displayData).reverse()) {
      const width = widthOf(sign);
      ctx.fillText(sign, x - width / 2, rect.y + rect.height / 2 + 1);
      x -= width;
    }
    ctx.restore();
  };
}
