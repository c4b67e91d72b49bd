import { describe, expect, it } from 'vitest'
import {
  decideAccess,
  folderLevels,
  publicPrincipals,
  type AccessUser,
  type AclEntry,
  type AclLevel,
  type FolderNode,
} from './access.ts'

const reader: AccessUser = {
  userId: 'u1',
  principals: new Set(['public', 'user:u1']),
  isAdministrator: false,
}
const owner: AccessUser = { ...reader, userId: 'owner', principals: new Set(['user:owner']) }
const on = (...entries: readonly AclEntry[]): AclLevel => ({
  kind: 'document',
  id: 'd',
  inherit: true,
  entries,
})
const entry = (principal: string, more: Partial<AclEntry>): AclEntry => ({
  principal,
  allow: [],
  deny: [],
  ...more,
})
const decide = (user: AccessUser, ...levels: readonly AclLevel[]) =>
  decideAccess({ ownerId: 'owner', levels }, user)
const sorted = (rights: ReadonlySet<string>) => [...rights].toSorted()

describe('[DMS-07] why somebody may do what', () => {
  it('is said by entry and place, with what goes along', () => {
    const resource = { kind: 'document', id: 'd' }
    const by = { by: 'acl', principal: 'user:u1', resource }
    expect(decide(reader, on(entry('user:u1', { allow: ['download'], deny: ['write'] })))).toEqual({
      rights: new Set(['download', 'read']),
      reasons: [
        { right: 'download', effect: 'allow', ...by },
        { right: 'read', effect: 'allow', ...by },
        { right: 'write', effect: 'deny', ...by },
        { right: 'manage', effect: 'deny', ...by },
      ],
      seesContent: true,
      watermark: false,
    })
  })

  it('of an owner and of an administrator is said as such', () => {
    const administrator = { ...reader, isAdministrator: true }
    expect(decide(administrator).reasons).toEqual([
      { right: 'manage', effect: 'allow', by: 'administrator' },
      { right: 'read', effect: 'allow', by: 'administrator' },
    ])
    expect(decide(owner).reasons).toEqual(
      ['read', 'download', 'write', 'manage'].map((right) => ({
        right,
        effect: 'allow',
        by: 'owner',
      })),
    )
  })

  it('is a task that shows it, unless a list keeps them out', () => {
    const task = { taskNo: 'T-1', nodeName: 'Check', versionId: 'v', until: null }
    const shown = (...levels: readonly AclLevel[]) =>
      decideAccess({ ownerId: 'owner', levels, tasks: [task] }, reader)
    expect(shown()).toMatchObject({
      rights: new Set(['read']),
      reasons: [{ right: 'read', effect: 'allow', by: 'task', task }],
      seesContent: true,
    })
    const kept = shown(on(entry('user:u1', { deny: ['read'] })))
    expect([kept.rights.size, kept.seesContent]).toEqual([0, false])
  })

  it('without an account is what is public', () => {
    const visitor = { userId: undefined, principals: publicPrincipals, isAdministrator: false }
    const level = on(entry('public', { allow: ['read'] }), entry('user:u1', { allow: ['write'] }))
    expect(sorted(decide(visitor, level).rights)).toEqual(['read'])
  })
})

describe('[DMS-07] an entry with a watermark', () => {
  const marked = on(entry('user:u1', { allow: ['manage'], watermark: true }))

  it('marks what is shown and takes the download, whatever else gives it', () => {
    const more = on(entry('public', { allow: ['download'] }))
    const { rights, watermark } = decide(reader, marked, more)
    expect([sorted(rights), watermark]).toEqual([['manage', 'read', 'write'], true])
  })

  it('does neither to others, nor to the owner', () => {
    expect(decide({ ...reader, principals: publicPrincipals }, marked).watermark).toBe(false)
    const own = on(entry('user:owner', { watermark: true }))
    const { rights, watermark } = decide(owner, own)
    expect([rights.has('download'), watermark]).toEqual([true, false])
    const denied = decide(owner, on(entry('user:owner', { deny: ['download'] })))
    expect(denied.rights.has('download')).toBe(false)
  })

  it('counts from above where what is below inherits', () => {
    expect(decide(reader, { ...on(), inherit: true }, marked).watermark).toBe(true)
    expect(decide(reader, { ...on(), inherit: false }, marked).watermark).toBe(false)
  })
})

describe('[DMS-07] the lists of a folder', () => {
  const folder = (id: string, parentId: string | null, inherit = true): FolderNode => ({
    id,
    parentId,
    inherit,
  })
  const allow = entry('public', { allow: ['read'] })
  const levelsOf = (id: string, ...folders: readonly FolderNode[]) => {
    const byId = new Map(folders.map((one) => [one.id, one]))
    return folderLevels(byId.get(id) ?? folder(id, null), byId, new Map([['root', [allow]]]))
  }

  it('are its own and those above, up to one that does not inherit', () => {
    const [root, middle, low] = [
      folder('root', null),
      folder('middle', 'root'),
      folder('low', 'middle'),
    ]
    expect(levelsOf('low', root, middle, low)).toEqual([
      { kind: 'folder', id: 'low', inherit: true, entries: [] },
      { kind: 'folder', id: 'middle', inherit: true, entries: [] },
      { kind: 'folder', id: 'root', inherit: true, entries: [allow] },
    ])
    const cut = levelsOf('low', root, { ...middle, inherit: false }, low)
    expect(cut.map(({ id }) => id)).toEqual(['low', 'middle'])
    expect(levelsOf('low', folder('low', 'gone')).map(({ id }) => id)).toEqual(['low'])
  })

  it('end where folders go round in a circle, which none may', () => {
    expect(levelsOf('a', folder('a', 'b'), folder('b', 'a'))).toHaveLength(64)
  })
})
