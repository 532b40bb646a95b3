import { expect, it } from 'vitest';
import { columnsBeyond, headerLines } from './headerLines.ts';

const widthOf = (text: string) => text.length;

it('a title wraps between words if there is no room, onto two lines at most', () => {
  expect(headerLines('Escrow %', 12, widthOf)).toEqual(['Escrow %']);
  expect(headerLines('Long-term capital gain %', 14, widthOf)).toEqual(['Long-term', 'capital gain %']);
  expect(headerLines('Interest and ordinary income %', 14, widthOf)).toEqual(['Interest and', 'ordinary income %']);
  expect(headerLines('Unallocated', 5, widthOf)).toEqual(['Unallocated']);
});

it('names the columns that are not fully visible, however far the grid is scrolled', () => {
  const columns = ['Source', 'Amount', 'Profile', 'Net'].map((title) => ({ title, width: 100 }));
  const beyond = (first: number, offset: number, room: number) =>
    columnsBeyond(columns, { first, offset, room, frozen: 1 }).map(({ title }) => title);
  expect(beyond(1, 0, 400)).toEqual([]);
  expect(beyond(1, 0, 350)).toEqual(['Net']);
  expect(beyond(1, 0, 290)).toEqual(['Profile', 'Net']);
  expect(beyond(2, -10, 290)).toEqual([]);
});
