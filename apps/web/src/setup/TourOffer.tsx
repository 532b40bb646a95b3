import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Tour, type TourStop, visibleStops } from '@carrara/ui/layout/Tour.tsx';
import { Button, Group } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useRead, useWrite } from '../api/calls.ts';
import { runWithToast } from '../api/runWithToast.ts';
import styles from './setup.module.css';

const stops: readonly TourStop[] = [
  {
    target: 'modules',
    title: 'Modules',
    text: 'Carry, performance, compensation and reporting each have a menu. Switch between those that you have a role in.',
  },
  { target: 'menu', title: 'Menu', text: 'Lists of records, reports and, at the end, the settings of the module.' },
  {
    target: 'search',
    title: 'Search',
    text: 'Open any record, screen or action by its name. The keys are Ctrl+K, or Cmd+K on a Mac.',
  },
  {
    target: 'help',
    title: 'Help',
    text: 'Guides, the glossary and how each figure is computed. F1 opens the help for a page, and ? lists the keyboard shortcuts.',
  },
  {
    target: 'notifications',
    title: 'Notifications',
    text: 'What others change, as it happens, and what is addressed to you.',
  },
  {
    target: 'account',
    title: 'Your account',
    text: 'Your password, second factor and mail settings.',
  },
];

/** On Home, offers a tour to a person who has neither taken nor declined it. The choice is stored for the person, in every browser. */
export function TourOffer() {
  const { data } = useRead('getOwnTour', undefined);
  const [finish] = useWrite('finishTour');
  const [visible, setVisible] = useState<readonly TourStop[]>([]);
  const end = useCallback(() => {
    setVisible([]);
    void runWithToast(() => finish(undefined));
  }, [finish]);
  if (visible.length > 0) return <Tour stops={visible} onEnd={end} />;
  if (data === undefined || data.isFinished) return null;
  return (
    <div className={styles.offer}>
      <Banner
        tone="info"
        action={
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={end}>
              No, thanks
            </Button>
            <Button size="xs" onClick={() => setVisible(visibleStops(stops))}>
              Take the tour
            </Button>
          </Group>
        }
      >
        New here? A short tour shows where everything is.
      </Banner>
    </div>
  );
}
