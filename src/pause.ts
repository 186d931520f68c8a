/** Lets whatever else waits for this thread run: signals, timers, messages. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
