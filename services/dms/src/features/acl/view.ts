import type { AclEntry } from '../../core/access.ts'
import { problems } from '../../problems.ts'
import type { NewEntry } from './queries.ts'
import type { AclBody, AclView } from './schema.ts'

/**
 * Entries as they are stored, one per principal.
 *
 * @throws `dms.invalid_request` for a repeated principal.
 */
export function readEntries(body: AclBody): NewEntry[] {
  const seen = new Set<string>()
  return body.entries.map(({ principal, allow = [], deny = [], watermark = false }, index) => {
    const { kind, id } = principal
    // Tokens spell the ids of users in lower case.
    const name = kind === 'user' ? id?.toLowerCase() : id
    const text = name === undefined ? 'public' : `${kind}:${name}`
    if (seen.has(text)) {
      const pointer = `/entries/${index}/principal`
      const detail = 'has an entry already'
      throw problems.invalid_request({ errors: [{ pointer, code: 'repeated', detail }] })
    }
    seen.add(text)
    return { principal: text, allow, deny, watermark }
  })
}

export function viewAcl(
  { inherit, aclRevision }: { readonly inherit: boolean; readonly aclRevision: number },
  entries: readonly AclEntry[],
): AclView {
  return {
    inherit,
    revision: aclRevision,
    entries: entries.map(({ principal, allow, deny, watermark }) => ({
      principal: viewPrincipal(principal),
      allow: [...allow],
      deny: [...deny],
      ...(watermark === true ? { watermark } : {}),
    })),
  }
}

function viewPrincipal(principal: string): AclView['entries'][number]['principal'] {
  if (principal === 'public') return { kind: 'public' }
  const [kind, ...rest] = principal.split(':')
  // The table's check allows these three kinds.
  return { kind: kind as 'user' | 'role' | 'department', id: rest.join(':') }
}
