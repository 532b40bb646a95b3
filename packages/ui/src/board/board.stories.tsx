import { arrangePanels } from '@carrara/domain/platform/board';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { Panel } from '../profile/Panel.tsx';
import { ArrangePanels } from './ArrangePanels.tsx';
import { Board, type BoardState } from './Board.tsx';

const meta: Meta = { title: 'board/Board' };
export default meta;
type Story = StoryObj;

/** The panels that loaded their content. */
const loaded = fn();
function Content({ title }: { readonly title: string }) {
  useEffect(() => void loaded(title), [title]);
  return <Panel title={title}>{`The content of ${title}`}</Panel>;
}
const panels = ['Work', 'Key figures', 'NAV', 'Commitments'].map((title) => ({
  id: title,
  title,
  isHalf: title === 'NAV' || title === 'Commitments',
  content: <Content title={title} />,
}));
const ids = panels.map(({ id }) => id);

function Example({ hidden = [], isReady = true }: { readonly hidden?: readonly string[]; readonly isReady?: boolean }) {
  const [arrangement, arrange] = useState<Parameters<BoardState['arrange']>[0]>(
    ids.map((id) => ({ id, isHidden: hidden.includes(id) })),
  );
  const board: BoardState = {
    isReady,
    arrange,
    panels: arrangePanels(ids, arrangement).map(({ id, isHidden }) => ({
      ...panels.find((panel) => panel.id === id)!,
      isHidden,
    })),
  };
  return (
    <>
      <ArrangePanels board={board} />
      <Board board={board} />
    </>
  );
}

const titles = (element: HTMLElement) =>
  [...element.querySelectorAll('section h2')].map(({ textContent }) => textContent);

export const Arranged: Story = {
  name: 'Panels are hidden and moved with the keyboard, and the default arrangement can be restored and undone',
  render: () => <Example />,
  play: async ({ canvas, canvasElement }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Arrange' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Work' }));
    await expect(titles(canvasElement)).toEqual(['Key figures', 'NAV', 'Commitments']);
    const commitments = screen.getByRole('checkbox', { name: 'Commitments' });
    commitments.focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    await expect(titles(canvasElement)).toEqual(['Commitments', 'Key figures', 'NAV']);
    await expect(commitments).toHaveFocus();
    await expect(screen.getByText('Commitments: position 2 of 4')).toBeInTheDocument();
    // At the top, the button stays focused and does nothing.
    const up = screen.getByRole('button', { name: 'Move Commitments up' });
    await userEvent.click(up);
    await userEvent.click(up);
    await expect(up).toHaveFocus();
    await expect(up).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Restore defaults' }));
    await expect(titles(canvasElement)).toEqual(ids);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expect(titles(canvasElement)).toEqual(['Commitments', 'Key figures', 'NAV']);
  },
};

export const HiddenPanels: Story = {
  name: 'A hidden panel loads nothing',
  render: () => <Example hidden={['NAV']} />,
  beforeEach: () => void loaded.mockClear(),
  play: async ({ canvas }) => {
    await canvas.findByText('Key figures');
    await expect(loaded).toHaveBeenCalledWith('Commitments');
    await expect(loaded).not.toHaveBeenCalledWith('NAV');
  },
};

export const AllHidden: Story = { render: () => <Example hidden={ids} /> };
export const NotReady: Story = {
  name: 'Nothing loads until it is clear which panels are hidden',
  render: () => <Example isReady={false} />,
  beforeEach: () => void loaded.mockClear(),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(loaded).not.toHaveBeenCalled();
  },
};
