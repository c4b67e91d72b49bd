import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isPress, isTyping, matchKey, sequenceMs, type Shortcut } from './keys.ts'

interface Group {
  readonly here: boolean
  readonly shortcuts: readonly Shortcut[]
}

let groups: readonly Group[] = []
const listeners = new Set<() => void>()

function change(next: readonly Group[]): void {
  groups = next
  for (const listener of listeners) listener()
}

/**
 * Gives keys a meaning as long as the component is shown, and lists them in the help.
 *
 * @param here They belong to this page rather than to the frame.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], here = true): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const signature = shortcuts.map(({ keys, label }) => `${keys}\u0000${label}`).join('\u0001')
  useEffect(() => {
    const group: Group = {
      here,
      // What a key does may change with each render; that it does something does not.
      shortcuts: latest.current.map((shortcut, index) => ({
        ...shortcut,
        run: () => latest.current[index]?.run(),
      })),
    }
    change([...groups, group])
    return () => change(groups.filter((other) => other !== group))
  }, [signature, here])
}

/** All shortcuts that work now, for the help. */
export function useShortcutGroups(): readonly Group[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => groups,
  )
}

/** Listens for keys on the whole page; used once, by the frame. */
export function useShortcutListener(): void {
  useEffect(() => {
    let typed = ''
    let typedAt = 0
    const onKeyDown = (event: KeyboardEvent) => {
      const modified = event.ctrlKey || event.metaKey || event.altKey
      const inDialog = document.querySelector('[role=dialog][aria-modal=true]') !== null
      // Of what is typed in a component of its own root `target` names the component alone.
      const [place = null] = event.composedPath()
      if (event.defaultPrevented || modified || inDialog || isTyping(place)) return
      if (isPress(event.key, place)) return
      if (event.timeStamp - typedAt > sequenceMs) typed = ''
      const match = matchKey(
        groups.flatMap(({ shortcuts }) => shortcuts),
        typed,
        event.key,
      )
      typed = match.kind === 'wait' ? match.typed : ''
      typedAt = event.timeStamp
      if (match.kind !== 'run') return
      event.preventDefault()
      if (event.repeat && match.shortcut.mayRepeat !== true) return
      match.shortcut.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
