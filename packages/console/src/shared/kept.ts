/** What this browser remembers; null when there is nothing, or storage is forbidden. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Remembers a value, or forgets it when it is undefined. */
export function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage can be forbidden or full; then it holds for this page.
  }
}
