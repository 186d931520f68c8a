import { describe, expect, it } from 'vitest';
import { ERROR_KINDS, GranaryError, isGranaryError } from '../src/errors.js';

describe('an error', () => {
  it.each(ERROR_KINDS)('carries its kind %s in its name', (kind) => {
    const error = new GranaryError(kind, 'what and what to do');
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe(`${kind}: what and what to do`);
    expect(isGranaryError(error)).toBe(true);
    expect(isGranaryError(error, kind)).toBe(true);
  });

  it('is told from one of another kind', () => {
    expect(isGranaryError(new GranaryError('NotCovered', ''), 'TablebaseMissing')).toBe(false);
  });

  it('is known by its name alone, as it arrives from a worker', () => {
    const { name, message } = new GranaryError('IllegalMove', 'pit 3 is empty');
    const arrived = Object.assign(new Error(message), { name });
    expect(isGranaryError(arrived, 'IllegalMove')).toBe(true);
  });

  it('keeps its cause', () => {
    const cause = new Error('disk full');
    expect(new GranaryError('NotWritable', 'no', { cause }).cause).toBe(cause);
  });

  it.each([new Error('x'), new RangeError('x'), 'IllegalMove', null, { name: 'IllegalMove' }])(
    'is not %o',
    (other) => {
      expect(isGranaryError(other)).toBe(false);
    },
  );
});
