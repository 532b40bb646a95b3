import { everyRecordType, upperFirst } from './core/recordType.ts';
import { ownActions, recordTypes } from './core/registry.ts';
import type { Action } from './manifests/manifest.ts';
import { everyLifecycle } from './lifecycles.ts';

/**
 * The descriptions of operations for the screen, its exports and the notifications, by operation name: the object and the past participle. The
 * object's name fits between them, as in 'Distribution Spring exit submitted'. Lifecycles define their own.
 */
const actions: Readonly<Record<string, Action>> = {
  ...savedAndDeleted({
    ...Object.fromEntries(everyRecordType.map(([type, { title }]) => [upperFirst(type), title])),
    ReferenceEntry: 'Reference entry',
  }),
  ...moves(),
  ...ownActions,
};

function savedAndDeleted(titles: Readonly<Record<string, string>>): Record<string, Action> {
  return Object.fromEntries(
    Object.entries(titles).flatMap(([concept, subject]) => [
      [`save${concept}`, [subject, 'saved']],
      [`delete${concept}`, [subject, 'deleted']],
    ]),
  );
}

function moves(): Record<string, Action> {
  return Object.fromEntries(
    everyLifecycle.flatMap(([type, { events }]) =>
      Object.entries(events).flatMap(([operation, { action, isDecision }]) => {
        if (action === undefined) return [];
        const [subject, done] = typeof action === 'string' ? [recordTypes[type].title, action] : action;
        return [[operation, isDecision ? [subject, done, 'decision'] : [subject, done]]];
      }),
    ),
  );
}

/** Converts a name from code to words: `taxProfileRates` becomes 'Tax profile rates'. */
export function toSentence(name: string): string {
  const sentence = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/([a-z])(\d)/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Every operation in the audit log, with its description. */
export const actionLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(actions).map((operation) => [operation, actionText(operation)]),
);

/**
 * Returns true if an operation approves, posts, pays, locks or releases something, or creates a firm. Nobody must be
 * able to remove such an operation from the audit log.
 */
export const isDecision = (operation: string): boolean => actions[operation]?.[2] === 'decision';

/** Returns the description of an operation as a sentence, with the record's name if known. */
export function actionText(operation: string, name?: string): string {
  const [subject, done] = actions[operation] ?? [toSentence(operation), ''];
  const bare = name ? subject : subject.replace(/ of$/, '');
  return [bare, name, done].filter(Boolean).join(' ');
}
