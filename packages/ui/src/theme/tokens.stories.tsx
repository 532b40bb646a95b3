import { Switch } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  IconAlertTriangle,
  IconBell,
  IconChevronDown,
  IconColumns,
  IconDownload,
  IconFilter,
  IconInbox,
  IconSearch,
  IconSearchOff,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { expect, waitFor } from 'storybook/test';
import { contrast } from './contrast.ts';
import styles from './tokens.module.css';

const meta: Meta = { title: 'tokens/Tokens' };
export default meta;
type Story = StoryObj;

/** Pairs of foreground and background with their minimum contrast: 4.5 for text, 3 for edges and marks. */
const pairs = [
  ['text', 'bg', 4.5],
  ['text', 'surface', 4.5],
  ['text', 'hover', 4.5],
  ['muted', 'bg', 4.5],
  ['muted', 'surface', 4.5],
  ['muted', 'grid-read-only', 4.5],
  ['accent', 'surface', 4.5],
  ['accent', 'accent-soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-bad', 'bad', 4.5],
  ['ok', 'ok-soft', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['bad', 'bad-soft', 4.5],
  ['info', 'info-soft', 4.5],
  ['nav-text', 'nav', 4.5],
  ['nav-muted', 'nav', 4.5],
  ['nav-active-text', 'nav-active', 4.5],
  ['control', 'surface', 3],
  ['muted', 'line', 3],
  ['nav-mark', 'nav', 3],
] as const;
const plain = ['line', 'line-soft', 'line-strong', 'surface-raised', 'accent-hover'];

function Pair({ front, back, least }: { readonly front: string; readonly back: string; readonly least: number }) {
  const sample = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState<number>();
  useLayoutEffect(() => {
    if (!sample.current) return;
    const { color, backgroundColor } = getComputedStyle(sample.current);
    setRatio(contrast(color, backgroundColor));
  }, []);
  return (
    <tr data-enough={ratio === undefined ? undefined : ratio >= least}>
      <td>
        <span
          ref={sample}
          className={styles.sample}
          style={{ color: `var(--${front})`, backgroundColor: `var(--${back})` }}
        >
          {least < 4.5 ? <span className={styles.mark} /> : '49,590,981.21'}
        </span>
      </td>
      <td>
        <code>--{front}</code> on <code>--{back}</code>
      </td>
      <td>{ratio?.toFixed(2)}</td>
      <td>{least.toFixed(1)}</td>
    </tr>
  );
}

/** Every used pair of colors, with its contrast in the selected theme. */
export const Colors: Story = {
  render: () => (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Sample</th>
            <th>Pair</th>
            <th>Contrast</th>
            <th>At least</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(([front, back, least]) => (
            <Pair key={`${front} ${back}`} front={front} back={back} least={least} />
          ))}
        </tbody>
      </table>
      <Samples title="Lines and surfaces">
        {plain.map((name) => (
          <Sample key={name} name={`--${name}`}>
            <span className={styles.swatch} style={{ backgroundColor: `var(--${name})` }} />
          </Sample>
        ))}
      </Samples>
    </>
  ),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-enough]')).toHaveLength(pairs.length));
    await expect([...canvasElement.querySelectorAll('[data-enough="false"]')].map((row) => row.textContent)).toEqual(
      [],
    );
  },
};

function Samples({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.samples} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Sample({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.line}>
      <code>{name}</code>
      {children}
    </div>
  );
}

/** Inter throughout. Sizes are in pixels, and all digits have the same width, so that columns can be compared. */
export const Type: Story = {
  render: () => (
    <Samples title="Sizes">
      <Sample name="h1 20 / 600">
        <h1>Alder Ridge Partners I</h1>
      </Sample>
      <Sample name="h2 15 / 600">
        <h2>Distribution history</h2>
      </Sample>
      <Sample name="text 13 / 400">Net distributable amount</Sample>
      <Sample name="label 12 / 500">
        <span className={styles.label}>Effective date</span>
      </Sample>
      <Sample name="key 11 mono">
        <kbd>Ctrl K</kbd>
      </Sample>
      <Sample name="figures 13">
        <span className={styles.figures}>
          49,590,981.21
          <br />
          11,111,111.11
        </span>
      </Sample>
    </Samples>
  ),
};

const lengths = ['--row', '--header', '--sidebar-narrow', '--sidebar', '--r', '--r-large'];

export const Spacing: Story = {
  render: () => (
    <>
      <Samples title="Lengths">
        {lengths.map((name) => (
          <Sample key={name} name={name}>
            <span className={styles.length} style={{ width: `var(${name})` }} />
          </Sample>
        ))}
      </Samples>
      <Samples title="Shadows">
        {['--shadow', '--shadow-float'].map((name) => (
          <Sample key={name} name={name}>
            <span className={styles.raised} style={{ boxShadow: `var(${name})` }} />
          </Sample>
        ))}
      </Samples>
    </>
  ),
};

const icons = {
  IconAlertTriangle,
  IconBell,
  IconChevronDown,
  IconColumns,
  IconDownload,
  IconFilter,
  IconInbox,
  IconSearch,
  IconSearchOff,
  IconX,
};

/** Tabler's outline icons: 16 pixels with a stroke of 1.6 next to text, 28 with 1.3 in an empty list. They add nothing to the text. */
export const Icons: Story = {
  render: () => (
    <Samples title="Icons">
      {Object.entries(icons).map(([name, Icon]) => (
        <Sample key={name} name={name}>
          <Icon size={16} stroke={1.6} aria-hidden />
          <Icon size={28} stroke={1.3} aria-hidden />
        </Sample>
      ))}
    </Samples>
  ),
};

const motions = [
  ['menu, tooltip', 80],
  ['dialog', 100],
] as const;

/** Panels open at once, and without motion for people who prefer reduced motion. */
export const Motion: Story = {
  render: () => (
    <Samples title="Durations">
      {motions.map(([name, duration]) => (
        <Sample key={name} name={`${name} ${String(duration)} ms`}>
          <span className={styles.moving} style={{ transitionDuration: `${String(duration)}ms` }} />
        </Sample>
      ))}
    </Samples>
  ),
};

/** Switches that are on, off, and disabled in either state. Compares the track with its background, and the thumb with its track. */
export const Switches: Story = {
  render: () => (
    <div className={styles.surface}>
      {[true, false].flatMap((isOn) =>
        [false, true].map((isLocked) => (
          <Switch
            key={`${String(isOn)} ${String(isLocked)}`}
            label={`${isOn ? 'On' : 'Off'}${isLocked ? ', disabled' : ''}`}
            defaultChecked={isOn}
            disabled={isLocked}
          />
        )),
      )}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
    const surface = groundOf(canvasElement.querySelector(`.${styles.surface ?? ''}`) ?? canvasElement);
    for (const track of canvasElement.querySelectorAll('.mantine-Switch-track')) {
      const thumb = track.querySelector('.mantine-Switch-thumb') ?? track;
      const isLocked = track.matches(':disabled + *');
      await expect(contrast(groundOf(thumb), groundOf(track))).toBeGreaterThanOrEqual(3);
      if (!isLocked) await expect(contrast(groundOf(track), surface)).toBeGreaterThanOrEqual(3);
    }
  },
};
