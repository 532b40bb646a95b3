import Highcharts from 'highcharts/esm/highcharts.js';
import { saveFile } from '../layout/saveFile.ts';
import { type PictureFormat, pictureName, pictureSubtitle } from './chartFigures.ts';
import { chartOptions } from './chartOptions.ts';
import type { DrawnChart, Picture } from './chartTypes.ts';

const width = 960;
/** The pixels of a PNG for each unit of length, so that it is sharp in print. */
const pixelRatio = 2;
/** A picture has no web fonts, so its texts are measured in a font that each computer has. */
const font = 'Helvetica, Arial, sans-serif';

/** The height of the line below the title. */
const subtitleHeight = 22;

/** Saves a chart as a picture in the light colors, with its title and what it is about. Nothing leaves the browser. */
export async function exportChart(chart: DrawnChart, picture: Picture, format: PictureFormat): Promise<void> {
  const height = chart.height + (pictureSubtitle(picture) ? subtitleHeight : 0);
  const svg = drawSvg({ ...chart, picture, height });
  const content = new Blob([svg], { type: 'image/svg+xml;charset=utf-8' });
  saveFile(format === 'svg' ? content : await toPng(content, height), pictureName(chart.title, picture, format));
}

const colored = ['fill', 'stroke', 'color', 'stop-color'] as const;

/** Draws the chart out of sight, and returns it as a file with its own colors and sizes. */
function drawSvg(props: DrawnChart): string {
  const frame = document.createElement('div');
  // The tokens of the light theme hold inside.
  frame.dataset['mantineColorScheme'] = 'light';
  frame.style.cssText = `position: absolute; left: -10000px; top: 0; width: ${String(width)}px`;
  document.body.append(frame);
  const options = chartOptions(props);
  const chart = Highcharts.chart(frame, {
    ...options,
    chart: {
      ...options.chart,
      width,
      spacing: [16, 64, 16, 16],
      backgroundColor: '#ffffff',
      style: { fontFamily: font },
    },
  });
  const svg = chart.container.querySelector('svg');
  for (const element of svg?.querySelectorAll<SVGElement>('*') ?? []) {
    const computed = getComputedStyle(element);
    for (const name of colored) {
      if (element.hasAttribute(name)) element.setAttribute(name, computed.getPropertyValue(name));
      if (element.style.getPropertyValue(name)) element.style.setProperty(name, computed.getPropertyValue(name));
    }
  }
  const text = svg ? new XMLSerializer().serializeToString(svg) : '';
  chart.destroy();
  frame.remove();
  return text;
}

async function toPng(svg: Blob, height: number): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * pixelRatio;
    canvas.height = height * pixelRatio;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('the browser can’t draw a PNG');
    return png;
  } finally {
    URL.revokeObjectURL(address);
  }
}
