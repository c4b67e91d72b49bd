const listeners = new Set<() => void>()

/** What storage did not take, because it is forbidden or full: it holds for this page. */
const untaken = new Map<string, string>()

/** As it was kept; null when there is nothing. */
export function keptText(key: string): string | null {
  try {
    return untaken.get(key) ?? localStorage.getItem(key)
  } catch {
    return untaken.get(key) ?? null
  }
}

/** What this browser remembers; null when there is nothing that makes sense. */
export const readKept = (key: string): unknown => parseKept(keptText(key))

export function parseKept(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Remembers a value, or forgets it when it is undefined. */
export function keep(key: string, value: unknown): void {
  untaken.delete(key)
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    if (value !== undefined) untaken.set(key, JSON.stringify(value))
  }
  for (const listener of listeners) listener()
}

/** Told whenever this page keeps something. */
export function onKept(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
