/** Numbers as people read them. */

const COUNT = new Intl.NumberFormat('en-US');
const UNITS = [
  { from: 1e12, name: ' T' },
  { from: 1e9, name: ' G' },
  { from: 1e6, name: ' M' },
  { from: 1e3, name: ' k' },
];

/** `12,345,678` */
export function count(number: number): string {
  return COUNT.format(number);
}

/** `12.3 M` */
export function brief(number: number): string {
  const unit = UNITS.find(({ from }) => number >= from);
  if (!unit) return String(Math.round(number));
  const scaled = number / unit.from;
  return `${scaled.toFixed(scaled < 100 ? 1 : 0)}${unit.name}`;
}

/** `226 MB` */
export function bytes(number: number): string {
  return number < 1e3 ? `${number} B` : `${brief(number).replace(' k', ' K')}B`;
}

/** `0.41 s`, `12.3 s`, `2 min 05 s`, `1 h 07 min` */
export function duration(seconds: number): string {
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${twoDigits(whole % 60)} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** As `duration`, in whole seconds, for what runs on. */
export function clock(seconds: number): string {
  return seconds < 60 ? `${Math.floor(seconds)} s` : duration(seconds);
}

/** `+8`, `0`, `-3` */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number);
}

/** `0-3`, `5`: numbers in ascending order, those that follow one another joined. */
export function ranges(numbers: readonly number[]): string[] {
  const starts = numbers.filter((number, i) => number - 1 !== numbers[i - 1]);
  const ends = numbers.filter((number, i) => number + 1 !== numbers[i + 1]);
  return starts.map((start, i) => (start === ends[i] ? String(start) : `${start}-${ends[i]}`));
}

/** Seconds for JSON, in whole microseconds. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
