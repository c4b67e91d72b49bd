import { formatNumber } from './format.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Bytes in the largest unit that keeps a digit before the point: "3.4 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // Short, English has no plural of it.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  })
}
