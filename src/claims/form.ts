/**
 * The form of JSON from strangers: a reader takes a value and where it stands, and gives it back as what it must be
 * or throws one line that says what was expected there.
 */
import { GranaryError, isGranaryError } from '../errors.js';

export type Reader<T> = (value: unknown, where: string) => T;
/** What the readers of an object's fields give. */
export type Fields<T> = { readonly [Name in keyof T]: Reader<T[Name]> };

/** Most characters of a text. */
const MAX_TEXT = 2000;
const MAX_ITEMS = 10_000;

export function bad(where: string, expected: string): GranaryError {
  return new GranaryError('InvalidOption', `${where}: expected ${expected}`);
}

export function whole(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`;
  return (value, where) => {
    if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) {
      return Number(value);
    }
    throw bad(where, `a whole number ${range}`);
  };
}

export const finite: Reader<number> = (value, where) => {
  if (Number.isFinite(value)) return Number(value);
  throw bad(where, 'a number');
};

export const text: Reader<string> = (value, where) => {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT) return value;
  throw bad(where, `a text of 1 to ${MAX_TEXT} characters`);
};

export function oneOf<const T>(...values: readonly T[]): Reader<T> {
  return (value, where) => {
    const found = values.find((one) => one === value);
    if (found !== undefined) return found;
    throw bad(where, `one of ${values.join(', ')}`);
  };
}

export function list<T>(item: Reader<T>): Reader<readonly T[]> {
  return (value, where) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ITEMS) {
      throw bad(where, `a list of 1 to ${MAX_ITEMS} items`);
    }
    return value.map((one: unknown, i) => item(one, `${where}, item ${i + 1}`));
  };
}

export function pair<T>(item: Reader<T>): Reader<readonly [T, T]> {
  return (value, where) => {
    const items = Array.isArray(value) && value.length === 2 ? list(item)(value, where) : [];
    if (items.length !== 2) throw bad(where, 'a list of two');
    return [items[0]!, items[1]!];
  };
}

/** May be left out; not for a field that may be null. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, where) => (value === undefined ? undefined : reader(value, where));
}

export function object<T>(fields: Fields<T>): Reader<T> {
  return (value, where) => {
    const given = record(value, where);
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) {
      throw bad(`${where}: unknown field ${unknown}`, `only ${Object.keys(fields).join(', ')}`);
    }
    const entries = Object.entries<Reader<unknown>>(fields).map(([name, reader]) => [
      name,
      reader(given[name], `${where}: ${name}`),
    ]);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined)) as T;
  };
}

/** An object whose names are data. */
export function table<T>(item: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, where) => {
    const entries = Object.entries(record(value, where));
    return new Map(entries.map(([name, one]) => [name, item(one, `${where}: ${name}`)]));
  };
}

export function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw bad(where, 'an object');
}

/** A text that `parse` takes; what it throws is said of the place. */
export function parsed<T>(parse: (value: string) => T): Reader<T> {
  return (value, where) => {
    try {
      return parse(text(value, where));
    } catch (error) {
      if (!isGranaryError(error) || error.message.startsWith(where)) throw error;
      throw new GranaryError('InvalidOption', `${where}: ${error.message}`);
    }
  };
}
