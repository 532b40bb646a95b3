import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { type Explanation, ExplanationRefused } from './explanation.ts';
import { Why } from './Why.tsx';
import { WhyContent } from './WhyContent.tsx';

const effective: Explanation = {
  text: 'effective = predilute x (100 - fixed) / 100',
  inputs: [
    { name: 'predilute', value: '18.2', unit: 'percent' },
    { name: 'fixed', value: '4.480769', unit: 'percent' },
  ],
  result: '17.3845',
  unit: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/allocation-profile.md',
  children: [],
};
const gross: Explanation = {
  name: 'Gross · Amelia Hartmann · Alder Ridge Partners I',
  records: [{ name: 'Alder Ridge Partners I', href: '#/carry/fund/1/profile/overview' }],
  text: 'gross = net distributable x effective / 100',
  inputs: [
    { name: 'netDistributable', value: '49590981.21', unit: 'money' },
    { name: 'effective', value: '17.3845', unit: 'percent' },
  ],
  result: '8621134.55',
  unit: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/distribution.md',
  children: [effective],
};
const deep = Array.from({ length: 8 }).reduce<Explanation>((inner) => ({ ...gross, children: [inner] }), gross);
const wide: Explanation = {
  ...gross,
  inputs: Array.from({ length: 60 }, (_, at) => ({
    name: `Participant ${String(at + 1)}`,
    value: '123456.78',
    unit: 'money',
  })),
};
const unknown: Explanation = {
  ...gross,
  inputs: [{ name: 'netDistributable', value: null, unit: 'money' }],
  result: null,
  children: [],
};

const meta: Meta<typeof WhyContent> = {
  title: 'profile/Why panel',
  component: WhyContent,
  args: { answer: Promise.resolve(gross), onRetry: fn() },
  decorators: [(Panel) => <div style={{ maxWidth: 440 }}>{Panel()}</div>],
};
export default meta;
type Story = StoryObj<typeof WhyContent>;

export const Explained: Story = {
  play: async ({ canvas, userEvent }) => {
    // Its summary is above its derivation.
    const [summary] = await canvas.findAllByText('effective = predilute x (100 - fixed) / 100');
    await userEvent.click(summary as HTMLElement);
    await expect(await canvas.findByText(/^4\.48/)).toBeVisible();
    await expect(canvas.queryByText(/calculations/), 'a section that the reader can’t open').toBeNull();
  },
};
const parts = ['Amelia Hartmann', 'Noah Okafor'];
/** The parts of a sum are named once, with their derivations. */
export const Sum: Story = {
  args: {
    answer: Promise.resolve({
      ...gross,
      name: 'Gross · Alder Ridge Partners I',
      text: 'sum of the parts',
      inputs: parts.map((name) => ({ name, value: '8621134.55', unit: 'money' })),
      result: '17242269.10',
      children: parts.map((name) => ({ ...gross, name: `Gross · ${name} · Alder Ridge Partners I` })),
    }),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('17,242,269.10')).toBeVisible();
    for (const name of parts) await expect(canvas.getAllByText(name, { exact: false })).toHaveLength(1);
  },
};
export const WhileLoading: Story = { args: { answer: new Promise(() => undefined) } };
export const Failing: Story = {
  render: ({ onRetry }) => {
    const failed = Promise.reject<Explanation>(new Error('The server is away. Try again in a moment.'));
    failed.catch(() => undefined);
    return <WhyContent answer={failed} onRetry={onRetry} />;
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
/** Another attempt would get the same response, so none is offered. */
export const Refused: Story = {
  render: ({ onRetry }) => {
    const refused = Promise.reject<Explanation>(new ExplanationRefused('There is no such figure.'));
    refused.catch(() => undefined);
    return <WhyContent answer={refused} onRetry={onRetry} />;
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('There is no such figure.');
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
};
const entry = {
  id: '1',
  title: 'Capital call: investments',
  subject: null,
  fund: 'Alder Ridge Partners I',
  date: '2026-05-01',
  booked: '2026-06-30',
  isLate: false,
  isReversal: false,
  amount: '100.00',
  counted: '60.00',
  sharedBy: null,
  source: null,
};
/** Entries of several funds name their fund. */
export const SeveralFunds: Story = {
  args: {
    answer: Promise.resolve({
      ...effective,
      entries: [entry, { ...entry, id: '2', subject: 'Oak Mills', fund: 'Alder Ridge Partners II' }],
    }),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Alder Ridge Partners I')).toBeVisible();
    await expect(canvas.getByText('Oak Mills · Alder Ridge Partners II')).toBeVisible();
  },
};
export const NotDetermined: Story = { args: { answer: Promise.resolve(unknown) } };
export const Deep: Story = { args: { answer: Promise.resolve(deep) } };
export const Long: Story = {
  name: 'A long list of parts starts with the first ones',
  args: { answer: Promise.resolve(wide) },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('Participant 20')).toBeVisible();
    await expect(canvas.queryByText('Participant 21')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Show all 60' }));
    await expect(canvas.getByText('Participant 60')).toBeInTheDocument();
  },
};
export const OnAPhone: Story = {
  name: 'Its button is large enough for a finger',
  globals: { viewport: { value: 'mobile1' } },
  render: () => <Why figure="1,000.00" load={() => Promise.resolve(gross)} />,
  play: async ({ canvas }) => {
    const { width, height } = canvas.getByRole('button', { name: 'Why 1,000.00?' }).getBoundingClientRect();
    await expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  },
};
