import { useSyncExternalStore } from 'react'

/** `public/scheme.js` reads the same entry before anything is painted. */
const key = 'countersign-contrast'
const root = document.documentElement
const listeners = new Set<() => void>()

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the console has more contrast by its own setting, whatever the system asks for. */
export const useContrast = (): boolean =>
  useSyncExternalStore(listen, () => root.dataset['contrast'] === 'more')

/** More contrast, or what the system asks for; this browser remembers it. */
export function setContrast(isMore: boolean): void {
  if (isMore) root.dataset['contrast'] = 'more'
  else delete root.dataset['contrast']
  try {
    if (isMore) localStorage.setItem(key, 'more')
    else localStorage.removeItem(key)
  } catch {
    // Storage can be forbidden; then it holds for this page.
  }
  for (const listener of listeners) listener()
}
