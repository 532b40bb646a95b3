import { Menu } from '@mantine/core';
import { IconDownload, IconPhoto, IconVector } from '@tabler/icons-react';
import { toastError } from '../feedback/toasts.ts';
import type { PictureFormat } from './chartFigures.ts';
import type { DrawnChart } from './chartTypes.ts';
import { usePicture } from './PictureSubject.tsx';
import { loadCharts } from './loadCharts.ts';

const formats = [
  { format: 'svg', label: 'SVG', Icon: IconVector },
  { format: 'png', label: 'PNG', Icon: IconPhoto },
] as const;

/** Saves the chart as a picture. */
export function ChartMenu({ chart }: { readonly chart: DrawnChart }) {
  const picture = usePicture(chart.scope);
  const save = async (format: PictureFormat) => {
    try {
      const [{ exportChart }] = await Promise.all([import('./exportChart.ts'), loadCharts()]);
      await exportChart(chart, picture, format);
    } catch {
      toastError(`${chart.title} couldn’t be exported. Reload the page and try again.`);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" aria-label={`${chart.title} as a picture`}>
          <IconDownload size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, Icon }) => (
          <Menu.Item key={format} leftSection={<Icon size={15} aria-hidden />} onClick={() => void save(format)}>
            Export as {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
