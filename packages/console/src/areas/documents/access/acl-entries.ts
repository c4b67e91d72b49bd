import type { Principal } from '../../../shared/people/people.ts'
import type { Acl, Right } from '../queries.ts'

export type AclEntry = Acl['entries'][number]
export type Effect = 'allow' | 'deny'

export const rights = ['read', 'download', 'write', 'manage'] as const satisfies readonly Right[]

/** With an entry for somebody who has none yet; they may read and download to begin with. */
export function withPrincipal(
  entries: readonly AclEntry[],
  principal: Principal | null,
): readonly AclEntry[] {
  if (principal === null) return entries
  const { kind, id } = principal
  if (entries.some((entry) => entry.principal.kind === kind && entry.principal.id === id)) {
    return entries
  }
  return [...entries, { principal: { kind, id }, allow: ['read', 'download'] }]
}

/** What an entry says: it allows or it denies, never both. */
export function effectOf({ allow, deny }: AclEntry): { effect: Effect; chosen: readonly Right[] } {
  return (deny?.length ?? 0) > 0
    ? { effect: 'deny', chosen: deny ?? [] }
    : { effect: 'allow', chosen: allow ?? [] }
}

/** The entry with another effect or other rights, which keep their order; it says both lists, as the service does. */
export const withEffect = (
  entry: AclEntry,
  effect: Effect,
  chosen: readonly string[],
): AclEntry => ({
  ...entry,
  allow: [],
  deny: [],
  [effect]: rights.filter((right) => chosen.includes(right)),
})

/** The entry as it may be sent: a watermark goes with no right but reading. */
export function toSend({ watermark, ...entry }: AclEntry): AclEntry {
  const isMarked = watermark === true && (entry.allow ?? []).every((right) => right === 'read')
  return isMarked ? { ...entry, watermark } : entry
}
