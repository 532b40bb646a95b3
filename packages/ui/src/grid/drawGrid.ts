import type { DrawCellCallback, DrawHeaderCallback } from '@glideapps/glide-data-grid';
import { alignOf } from './gridCells.ts';
import type { GridColumn } from './gridTypes.ts';
import type { GridColors } from './useGridTheme.ts';

/** Titles over figures stand right, as the figures do. */
export function drawGridHeader(columns: readonly GridColumn[], colors: GridColors): DrawHeaderCallback {
  return ({ ctx, columnIndex, rect, theme }, drawContent) => {
    const column = columns[columnIndex];
    if (!column || alignOf(column.kind) !== 'right') {
      drawContent();
      return;
    }
    ctx.save();
    ctx.font = `${theme.headerFontStyle} ${theme.fontFamily}`;
    ctx.fillStyle = colors.muted;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'middle';
    ctx.fillText(
      column.title,
      rect.x + rect.width - theme.cellHorizontalPadding,
      rect.y + rect.height / 2 + 1,
      rect.width - 12,
    );
    ctx.restore();
  };
}

/** A canvas cannot ask the font for tabular figures, so each digit is given the same room by hand. */
export function drawFigureCell(columns: readonly GridColumn[]): DrawCellCallback {
  return ({ ctx, cell, col, rect, theme }, drawContent) => {
    const column = columns[col];
    if (
      !column ||
      alignOf(column.kind) !== 'right' ||
      !('displayData' in cell) ||
      typeof cell.displayData !== 'string'
    ) {
      drawContent();
      return;
    }
    ctx.save();
    ctx.beginPath();
    ctx.rect(rect.x, rect.y, rect.width, rect.height);
    ctx.clip();
    ctx.font = `${theme.baseFontStyle} ${theme.fontFamily}`;
    ctx.fillStyle = theme.textDark;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const digit = ctx.measureText('0').width;
    let x = rect.x + rect.width - theme.cellHorizontalPadding;
    for (const sign of Array.from(cell.displayData).reverse()) {
      const width = /\d/.test(sign) ? digit : ctx.measureText(sign).width;
      ctx.fillText(sign, x - width / 2, rect.y + rect.height / 2 + 1);
      x -= width;
    }
    ctx.restore();
  };
}
