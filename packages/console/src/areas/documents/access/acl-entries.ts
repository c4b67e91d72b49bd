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

/** The entry with another effect or other rights, which keep their order. */
export const withEffect = (
  { principal }: AclEntry,
  effect: Effect,
  chosen: readonly string[],
): AclEntry => ({ principal, [effect]: rights.filter((right) => chosen.includes(right)) })
