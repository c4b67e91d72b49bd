/** What one can be allowed to do with a document or folder. */
export type Right = 'read' | 'download' | 'write' | 'manage'
export const RIGHTS = ['read', 'download', 'write', 'manage'] as const satisfies readonly Right[]

/** `user:<id>`, `role:<id>`, `department:<id>` or `public`. */
export type Principal = string

export interface AclEntry {
  readonly principal: Principal
  readonly allow: readonly Right[]
  readonly deny: readonly Right[]
  /** Whoever it names sees marked previews alone, whatever another entry gives. */
  readonly watermark?: boolean | undefined
}

/** A list of entries and the document or folder it stands on. */
export interface AclLevel {
  readonly kind: 'document' | 'folder'
  readonly id: string
  readonly inherit: boolean
  readonly entries: readonly AclEntry[]
}

/** A task of an approval that shows a version to somebody. */
export interface TaskReading {
  readonly taskNo: string
  readonly nodeName: string
  readonly versionId: string
  /** When it ends, where the task is over and the tenant lets people read on for a while. */
  readonly until: Date | null
}

export interface AccessSubject {
  readonly ownerId: string
  /** The thing itself first, then its folder, the folder's folder … */
  readonly levels: readonly AclLevel[]
  /** Tasks that show the user what is asked about. */
  readonly tasks?: readonly TaskReading[]
}

export interface AccessUser {
  /** Undefined for somebody without an account, who is only `public`. */
  readonly userId: string | undefined
  readonly principals: ReadonlySet<Principal>
  /** Has `dms:document:admin`. */
  readonly isAdministrator: boolean
}

/** Why a right is given or taken. */
export interface AccessReason {
  readonly right: Right
  readonly effect: 'allow' | 'deny'
  readonly by: 'owner' | 'administrator' | 'acl' | 'task'
  readonly principal?: Principal
  readonly task?: TaskReading
  readonly resource?: { readonly kind: 'document' | 'folder'; readonly id: string }
}

export interface AccessDecision {
  readonly rights: ReadonlySet<Right>
  readonly reasons: readonly AccessReason[]
  /** Whether they read what is in it, too: an administrator as such knows that it is there. */
  readonly seesContent: boolean
  /** Whether what is shown must bear the reader's name. */
  readonly watermark: boolean
}

// Who may change the list may give themselves anything on it; who may write sees what they write.
const implied: Record<Right, readonly Right[]> = {
  manage: ['manage', 'write', 'download', 'read'],
  write: ['write', 'read'],
  download: ['download', 'read'],
  read: ['read'],
}

// The reverse: without reading there is nothing else.
const takenWith: Record<Right, readonly Right[]> = {
  read: ['read', 'download', 'write', 'manage'],
  download: ['download'],
  write: ['write', 'manage'],
  manage: ['manage'],
}

/**
 * Who may do what. An entry with a watermark takes the download, as a deny would; the owner is above
 * it. A deny on any level in force wins over every allow; only the owner's `manage`
 * (and the reading it needs) stays, so that no list can lock everybody out. Levels above one that
 * does not inherit do not count. An administrator manages without seeing the content. A task gives
 * reading, as an entry of a list would: whom a list keeps out is kept out.
 */
export function decideAccess(subject: AccessSubject, user: AccessUser): AccessDecision {
  const reasons: AccessReason[] = []
  const isOwner = user.userId !== undefined && user.userId === subject.ownerId
  if (isOwner) reasons.push(...RIGHTS.map((right) => allowed(right, 'owner')))
  for (const level of levelsInForce(subject.levels)) {
    for (const entry of level.entries) {
      if (!user.principals.has(entry.principal)) continue
      const isAbove = isOwner && entry.watermark === true
      reasons.push(...readEntry(isAbove ? { ...entry, watermark: false } : entry, level))
    }
  }
  for (const task of subject.tasks ?? []) {
    reasons.push({ right: 'read', effect: 'allow', by: 'task', task })
  }
  const rights = new Set(select(reasons, 'allow'))
  for (const right of select(reasons, 'deny')) {
    if (isOwner && (right === 'manage' || right === 'read')) continue
    rights.delete(right)
  }
  const seesContent = rights.has('read')
  if (user.isAdministrator) {
    reasons.unshift(allowed('manage', 'administrator'), allowed('read', 'administrator'))
    rights.add('manage').add('read')
  }
  const watermark = !isOwner && entriesInForce(subject, user).some((entry) => entry.watermark)
  return { rights, reasons, seesContent, watermark }
}

const entriesInForce = ({ levels }: AccessSubject, { principals }: AccessUser) =>
  levelsInForce(levels).flatMap(({ entries }) =>
    entries.filter(({ principal }) => principals.has(principal)),
  )

/** Levels up to the first that does not inherit. */
function levelsInForce(levels: readonly AclLevel[]): readonly AclLevel[] {
  const last = levels.findIndex((level) => !level.inherit)
  return last === -1 ? levels : levels.slice(0, last + 1)
}

export interface FolderNode {
  readonly id: string
  readonly parentId: string | null
  readonly inherit: boolean
}

/**
 * How many folders may lie inside each other. No access list further up would be read: a tree is never
 * made deeper, and a circle, which the rules forbid, would end here.
 */
export const MAX_DEPTH = 64

/** Access lists that count for a folder, out of all folders and entries of a tenant. */
export function folderLevels(
  folder: FolderNode,
  folders: ReadonlyMap<string, FolderNode>,
  entries: ReadonlyMap<string, readonly AclEntry[]>,
): readonly AclLevel[] {
  const levels: AclLevel[] = []
  for (let at: FolderNode | undefined = folder; at && levels.length < MAX_DEPTH;) {
    const { id, inherit, parentId }: FolderNode = at
    levels.push({ kind: 'folder', id, inherit, entries: entries.get(id) ?? [] })
    at = parentId === null ? undefined : folders.get(parentId)
  }
  return levelsInForce(levels)
}

function readEntry(entry: AclEntry, level: AclLevel): AccessReason[] {
  const resource = { kind: level.kind, id: level.id }
  const reason = (effect: 'allow' | 'deny') => (right: Right) =>
    ({ right, effect, by: 'acl', principal: entry.principal, resource }) as const
  return [
    ...expand(entry.allow, implied).map(reason('allow')),
    ...expand(entry.watermark === true ? [...entry.deny, 'download'] : entry.deny, takenWith).map(
      reason('deny'),
    ),
  ]
}

function expand(rights: readonly Right[], table: Record<Right, readonly Right[]>): Right[] {
  return [...new Set(rights.flatMap((right) => table[right]))]
}

const allowed = (right: Right, by: 'owner' | 'administrator'): AccessReason => ({
  right,
  effect: 'allow',
  by,
})

const select = (reasons: readonly AccessReason[], effect: 'allow' | 'deny') =>
  reasons.filter((reason) => reason.effect === effect).map(({ right }) => right)

/** The principals of somebody without an account. */
export const publicPrincipals: ReadonlySet<Principal> = new Set(['public'])
