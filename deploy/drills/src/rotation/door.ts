/** Who knows which secrets are good, and counts. */
export interface Door {
  readonly admit: (secret: string) => void
  readonly dismiss: (secret: string) => void
  readonly letsIn: (secret: string) => boolean
  /** Notes that something came with a secret that is good. */
  readonly take: (secret: string) => true
  /** How often something was taken that came with this secret. */
  readonly takenWith: (secret: string) => number
  /** How often a secret was refused. */
  readonly refusals: () => number
}

export function createDoor(): Door {
  const good = new Set<string>()
  const taken = new Map<string, number>()
  let refused = 0
  return {
    letsIn(secret) {
      if (!good.has(secret)) refused += 1
      return good.has(secret)
    },
    take(secret) {
      taken.set(secret, (taken.get(secret) ?? 0) + 1)
      return true
    },
    admit: (secret) => void good.add(secret),
    dismiss: (secret) => void good.delete(secret),
    takenWith: (secret) => taken.get(secret) ?? 0,
    refusals: () => refused,
  }
}
