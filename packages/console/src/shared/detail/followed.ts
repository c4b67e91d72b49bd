import { useEffect, useSyncExternalStore } from 'react'

/** The approval that the page shows. */
interface Followed {
  readonly instanceId: string
  /** Is told the number of the newest entry in its timeline. */
  readonly tell: (sequence: number) => void
}

let followed: Followed | undefined
const listeners = new Set<() => void>()

function set(next: Followed | undefined): void {
  followed = next
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Has the stream of the inbox follow an approval for as long as it is shown: a browser has few connections. */
export function useFollowing(
  instanceId: string | undefined,
  tell: (sequence: number) => void,
): void {
  useEffect(() => {
    if (instanceId === undefined) return undefined
    const own = { instanceId, tell }
    set(own)
    return () => {
      if (followed === own) set(undefined)
    }
  }, [instanceId, tell])
}

/** Which approval is to be followed. */
export const useFollowed = (): string | undefined =>
  useSyncExternalStore(subscribe, () => followed?.instanceId)

export function tellFollowed(instanceId: string, sequence: number): void {
  if (followed?.instanceId === instanceId) followed.tell(sequence)
}
