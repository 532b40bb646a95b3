import type { Reference } from '@carrara/contract/core/kinds';
import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { createElement, type ReactNode, useCallback } from 'react';
import type { Argument } from '../../api/operations.ts';
import { readExplanation } from '../../api/readExplanation.ts';
import { useAppDispatch } from '../../session/hooks.ts';

type Query = Argument<'explainForecast'>['query'];
export type ForecastLocation = Omit<Query, 'figure' | 'via'> & { readonly via?: readonly string[] };
export type ExplainForecast = (figure: Query['figure'], location?: ForecastLocation) => Promise<Explanation>;

/** Returns a function that reads the explanation of a figure in a stored forecast or one of its scenarios. */
export function useExplainForecast(id: string): ExplainForecast {
  const dispatch = useAppDispatch();
  return useCallback(
    async (figure, { via, ...location } = {}) => {
      const query = { figure, ...location, ...(via ? { via: via.join(',') || 'direct' } : {}) };
      return readExplanation(dispatch, 'explainForecast', { params: { id }, query });
    },
    [dispatch, id],
  );
}

/** Adds the currency of the amounts to a title. */
export const withCurrencyCode = (title: string, currency: Reference | null | undefined): string =>
  currency?.code ? `${title}, ${currency.code}` : title;

/** Returns a 'why?' button for an amount; undefined if the amount is missing. */
export const explainLink = (explain: ExplainForecast, figure: Query['figure'], amount: string | null): ReactNode =>
  amount === null ? undefined : createElement(Why, { figure: valueText('money', amount), load: () => explain(figure) });
