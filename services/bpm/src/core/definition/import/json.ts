/** An object as JSON has it: any name may be there, and any value behind it. */
export type Json = Readonly<Record<string, unknown>>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Its own member: `constructor` and the like are on every object. */
export function memberOf(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

export function objectOf(object: Json, name: string): Json | undefined {
  const value = memberOf(object, name)
  return isJson(value) ? value : undefined
}

export function objectsOf(object: Json, name: string): readonly Json[] {
  const value = memberOf(object, name)
  return Array.isArray(value) ? value.filter(isJson) : []
}

/** What tools of Java write as a text or as a number; blank is as if it were not there. */
export function textOf(object: Json, name: string): string | undefined {
  const value = memberOf(object, name)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  const text = clean(value).trim()
  return text === '' ? undefined : text
}

export function numberOf(object: Json, name: string): number | undefined {
  const text = textOf(object, name)
  if (text === undefined || !/^-?\d{1,9}(?:\.\d{1,9})?$/.test(text)) return undefined
  return Number(text)
}

export function flagOf(object: Json, name: string): boolean | undefined {
  const text = textOf(object, name)
  return text === 'true' || text === 'false' ? text === 'true' : undefined
}

/** Without what XML has no letter for. */
const clean = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ')
