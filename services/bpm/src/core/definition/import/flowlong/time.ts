const units: Readonly<Record<string, (count: number) => string>> = {
  d: (count) => `P${count}D`,
  h: (count) => `PT${count}H`,
  m: (count) => `PT${count}M`,
}

/** `2:h`, or `01:30:00` in hours, minutes and seconds, as an ISO 8601 duration. */
export function readDelay(text: string | undefined): string | undefined {
  const [, count, unit] = /^(\d{1,6}):([dhm])$/.exec(text ?? '') ?? []
  if (count !== undefined && unit !== undefined) return units[unit]?.(Number(count))
  const [, hours, minutes, seconds] = /^(\d{1,6}):(\d{1,2}):(\d{1,2})$/.exec(text ?? '') ?? []
  if (hours === undefined) return undefined
  return `PT${Number(hours)}H${Number(minutes)}M${Number(seconds)}S`
}
