import type { Page } from 'playwright-core';

export type Grid = ReturnType<Page['getByRole']>;

/** Where a cell is, in the grid's own table for assistive technology; columns and rows count from 1 there. */
async function placeOf(
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

/** What a cell holds. */
export async function cellText(grid: Grid, row: string, column: string): Promise<string | null> {
  const place = await placeOf(grid, row, column);
  return grid.locator(`#glide-cell-${String(place.column)}-${String(place.row)}`).textContent();
}

/** Goes to a cell as a person does: to the first one, from there by arrows. */
async function goTo(page: Page, grid: Grid, row: string, column: string): Promise<void> {
  const place = await placeOf(grid, row, column);
  const selected = (column: number, row: number) =>
    grid.locator(`#glide-cell-${String(column)}-${String(row)}[aria-selected=true]`).waitFor({ state: 'attached' });
  await grid.locator('.dvn-scroller').click({ position: { x: 60, y: 48 } });
  await selected(0, 0);
  // A key pressed before the grid has drawn the one before it would start from the same cell.
  for (let step = 1; step <= place.row; step += 1) {
    await page.keyboard.press('ArrowDown');
    await selected(0, step);
  }
  for (let step = 1; step <= place.column; step += 1) {
    await page.keyboard.press('ArrowRight');
    await selected(step, place.row);
  }
}

/** Types into a cell, and Enter. */
export async function typeIntoGrid(
  page: Page,
  grid: Grid,
  { row, column, text }: { readonly row: string; readonly column: string; readonly text: string },
): Promise<void> {
  await goTo(page, grid, row, column);
  // As fast as a good typist: the editor of a cell opens with the first key.
  await page.keyboard.type(text, { delay: 40 });
  await page.keyboard.press('Enter');
}

/** Opens what a cell leads to, such as the removal of its row. */
export async function openCell(page: Page, grid: Grid, row: string, column: string): Promise<void> {
  await goTo(page, grid, row, column);
  await page.keyboard.press('Enter');
}
