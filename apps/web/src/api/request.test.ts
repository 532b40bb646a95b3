import { describe, expect, it } from 'vitest';
import { readFailure, failureText, failureWithStatus, unavailable } from './failure.ts';
import { fetchFile } from './fetchFile.ts';
import { keyFor } from './idempotency.ts';
import { readOutcome } from './outcome.ts';
import { callAddress, buildRequest } from './request.ts';

const call = { method: 'POST', path: '/api/carry/fund/:id', permission: 'fund.edit' } as const;

describe('a call', () => {
  it('fills in the path and formats the query for the API', () => {
    const argument = { params: { id: 'a b' }, query: { startPage: 2, searchQuery: '', fundId: 'f' } };
    expect(callAddress(call, argument)).toBe('/api/carry/fund/a%20b?StartPage=2&fundId=f');
  });

  it("names the tenant of the tab and uses the API's names", () => {
    const { headers, body } = buildRequest(call, { body: { legalName: 'Fund I', rowVersion: 3 } }, 'tenant');
    expect((headers as Headers).get('TenantId')).toBe('tenant');
    expect(body).toBe('{"LegalName":"Fund I","RowVersion":3}');
  });
});

describe('a refusal', () => {
  const failureFor = async (wire: object) =>
    failureWithStatus(await readFailure(new Response(JSON.stringify(wire), { status: 409 })));

  it('of a save shows the status with its message [U-C-151 U-P-091 U-T-087 M-C-060 M-P-037]', async () =>
    expect(await failureFor({ Message: 'short', ExceptionMessage: 'It is in use.' })).toBe('409 It is in use.'));

  it('shows the message if there is nothing else [U-T-087 M-C-061 M-P-038 M-T-029]', async () =>
    expect(await failureFor({ Message: 'It is in use.' })).toBe('409 It is in use.'));

  it('is a 503 without a response, in the words of the specification [U-C-152 U-P-092 U-T-086 M-C-059 M-P-036 M-T-028]', async () => {
    const failure: unknown = await fetchFile('http://127.0.0.1:1/').catch((reason: unknown) => reason);
    expect(failure).toBe(unavailable);
    expect(failureWithStatus(failure)).toBe('503 API Server is currently unavailable. Please notify support');
  });

  it('is only a sentence in a dialog and for a failed read', () => {
    expect(failureText(unavailable)).toBe('API Server is currently unavailable. Please notify support');
    expect(failureText({ status: 409, message: 'It is in use.', errors: [] })).toBe('It is in use.');
  });

  it("has field paths in the product's spelling", async () => {
    const wire = {
      Message: 'no',
      Errors: [{ Path: 'Details[0].PeriodStart', Code: 'PERIODS_REQUIRED', Message: 'both' }],
    };
    const failure = await readFailure(new Response(JSON.stringify(wire), { status: 422 }));
    expect(failure.errors).toEqual([{ path: 'details.0.periodStart', code: 'PERIODS_REQUIRED', message: 'both' }]);
    expect(failureText(failure)).toBe('both');
  });

  it('includes the id of an internal server error [U-T-089]', async () => {
    const failure = await readFailure(new Response('', { status: 500, headers: { ErrorId: 'E-1' } }));
    expect(failure).toMatchObject({ status: 500, errorId: 'E-1' });
  });

  it('has its status even if another server sent it', async () => {
    const failure = await readFailure(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    expect(failureWithStatus(failure)).toBe('502 Bad Gateway');
  });
});

describe('a response', () => {
  const answered = (body: string, status = 200) => readOutcome(new Response(body, { status }));

  it("has field names in the product's spelling, and may be empty", async () => {
    expect(await answered('{"LegalName":"Fund I"}')).toEqual({ data: { legalName: 'Fund I' } });
    expect(await answered('')).toEqual({ data: null });
  });

  it('with an ExceptionMessage is a failure with status 500, whatever its status [U-C-153 M-C-062]', async () => {
    const outcome = await answered('{"Id":"1","ExceptionMessage":"The run was not saved."}');
    expect(outcome).toEqual({ error: { status: 500, message: 'The run was not saved.', errors: [] } });
    expect('error' in outcome && failureWithStatus(outcome.error)).toBe('500 The run was not saved.');
    expect(await answered('{"ExceptionMessage":""}')).toEqual({ data: { exceptionMessage: '' } });
  });

  it('keeps its own status if it is a refusal', async () =>
    expect(await answered('{"ExceptionMessage":"It is in use."}', 409)).toMatchObject({ error: { status: 409 } }));
});

describe('the key of a call that moves money', () => {
  it('stays the same until the server has responded', () => {
    const first = keyFor('submitDistribution', { params: { id: '1' } });
    expect(keyFor('submitDistribution', { params: { id: '1' } }).key).toBe(first.key);
    first.answered();
    expect(keyFor('submitDistribution', { params: { id: '1' } }).key).not.toBe(first.key);
  });

  it('differs for different contents', () => {
    expect(keyFor('disburseDistribution', { a: 1 }).key).not.toBe(keyFor('disburseDistribution', { a: 2 }).key);
  });
});
