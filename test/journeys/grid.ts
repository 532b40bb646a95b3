import type { Page } from 'playwright-core';

export type Grid = ReturnType<Page['getByRole']>;

/** Returns the position of a cell in the grid's table for assistive technology. Columns and rows there are counted from 1. */
async function positionOf(
  grid: Grid,
  row: string,
  column: string,
): Promise<{ readonly row: number; readonly column: number }> {
  const header = grid.locator(`canvas [role=columnheader]`, { hasText: column });
  const cell = grid.locator('canvas [role=gridcell]', { hasText: row }).first();
  await cell.waitFor({ state: 'attached' });
  const at = Number(await header.first().getAttribute('aria-colindex'));
  const line = Number(await cell.locator('xpath=..').getAttribute('aria-rowindex'));
  return { row: line - 2, column: at - 1 };
}

/** Returns the content of a cell. */
export async function cellText(grid: Grid, row: string, column: string): Promise<string | null> {
  const location = await positionOf(grid, row, column);
  return grid.locator(`#glide-cell-${String(location.column)}-${String(location.row)}`).textContent();
}

/** Moves to a cell like a person: to the first one, then by arrow keys. */
async function goTo(page: Page, grid: Grid, row: string, column: string): Promise<void> {
  const location = await positionOf(grid, row, column);
  const selected = (column: number, row: number) =>
    grid.locator(`#glide-cell-${String(column)}-${String(row)}[aria-selected=true]`).waitFor({ state: 'attached' });
  await grid.locator('.dvn-scroller').click({ position: { x: 60, y: 48 } });
  await selected(0, 0);
  // Waits for each step, because a key pressed before the grid has rendered would start from the same cell.
  for (let step = 1; step <= location.row; step += 1) {
    await page.keyboard.press('ArrowDown');
    await selected(0, step);
  }
  for (let step = 1; step <= location.column; step += 1) {
    await page.keyboard.press('ArrowRight');
    await selected(step, location.row);
  }
}

interface TypedCell {
  readonly row: string;
  readonly column: string;
  readonly text: string;
  readonly isEditorOpen?: boolean;
}

/** Types into a cell and presses Enter, unless the cell is left open. */
export async function typeIntoGrid(
  page: Page,
  grid: Grid,
  { row, column, text, isEditorOpen }: TypedCell,
): Promise<void> {
  await goTo(page, grid, row, column);
  // As fast as a good typist. The first key opens the editor of the cell.
  await page.keyboard.type(text, { delay: 40 });
  if (!isEditorOpen) await page.keyboard.press('Enter');
}

/** Runs the action of a cell, such as removing its row. */
export async function openCell(page: Page, grid: Grid, row: string, column: string): Promise<void> {
  await goTo(page, grid, row, column);
  await page.keyboard.press('Enter');
}
