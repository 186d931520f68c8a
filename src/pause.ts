/** Lets whatever else waits for this thread run: signals, timers, messages. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
