import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';
import { openPictureDialog } from './PictureDialog.tsx';

const save = fn(async (picture: string | null) => picture);
/** Creates an image file of this size. */
async function pictureOf(width: number, height: number): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'logo.png', { type: 'image/png' });
}
const sizeOf = async (dataUrl: unknown) => {
  const image = new Image();
  image.src = String(dataUrl);
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
};

function Opener({ current }: { readonly current: string | null }) {
  return (
    <Button onClick={() => void openPictureDialog({ title: 'Logo of Quarry Steel', current, save })}>
      Change logo
    </Button>
  );
}

const meta = {
  title: 'features/Picture dialog',
  component: Opener,
  beforeEach: () => void save.mockClear(),
} satisfies Meta<typeof Opener>;
export default meta;
type Story = StoryObj<typeof meta>;

const opened = async (canvas: { getByRole: (role: string, options: { name: string }) => HTMLElement }) => {
  canvas.getByRole('button', { name: 'Change logo' }).click();
  return within(await screen.findByRole('dialog'));
};

export const Refused: Story = {
  name: 'A file that is no image, or is too large, is refused [U-P-076 U-P-077 U-T-070 U-T-071]',
  args: { current: null },
  play: async ({ canvas, userEvent }) => {
    const dialog = await opened(canvas);
    const input = await dialog.findByLabelText('Choose an image');
    await userEvent.upload(input, new File(['x'], 'notes.txt', { type: 'text/plain' }));
    await expect(await dialog.findByText('The file is not an image.')).toBeVisible();
    const large = new File([new Uint8Array(4_194_305)], 'large.png', { type: 'image/png' });
    await userEvent.upload(input, large);
    await expect(await dialog.findByText('The image is larger than 4 MB.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(save).not.toHaveBeenCalled();
  },
};

export const Downscaled: Story = {
  name: 'A new file is kept as a data URL of at most 250 x 300 [U-P-078 U-P-079 U-T-096]',
  args: { current: null },
  play: async ({ canvas, userEvent }) => {
    const dialog = await opened(canvas);
    await userEvent.upload(await dialog.findByLabelText('Choose an image'), await pictureOf(1000, 600));
    await dialog.findByAltText('Preview');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [[storedInput] = []] = save.mock.calls;
    await expect(storedInput).toMatch(/^data:image\/png;base64,/);
    await expect(await sizeOf(storedInput)).toEqual([250, 150]);
  },
};

const logo =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2240%22 height=%2240%22%3E%3Ccircle cx=%2220%22 cy=%2220%22 r=%2218%22/%3E%3C/svg%3E';

export const Unchanged: Story = {
  name: 'Saving without a new file closes the dialog; Remove empties it [U-P-078]',
  args: { current: logo },
  play: async ({ canvas, userEvent }) => {
    const dialog = await opened(canvas);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(save).not.toHaveBeenCalled();
    const again = await opened(canvas);
    await userEvent.click(again.getByRole('button', { name: 'Remove' }));
    await userEvent.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith(null));
  },
};
