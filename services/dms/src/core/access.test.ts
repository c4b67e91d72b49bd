import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccessUser, type AclLevel, decideAccess, type Right, RIGHTS } from './access.ts'

const reader: AccessUser = {
  userId: 'u1',
  principals: new Set(['public', 'user:u1', 'role:r1']),
  isAdministrator: false,
}

const level = (
  kind: AclLevel['kind'],
  entries: [string, Right[], Right[]?][],
  inherit = true,
): AclLevel => ({
  kind,
  id: kind,
  inherit,
  entries: entries.map(([principal, allow, deny = []]) => ({ principal, allow, deny })),
})

const rightsOf = (levels: AclLevel[], user = reader, ownerId = 'owner') =>
  RIGHTS.filter((right) => decideAccess({ ownerId, levels }, user).rights.has(right))

describe('access', () => {
  it.each<[string, AclLevel[], Right[]]>([
    ['nothing without an entry', [level('document', [])], []],
    ['what an entry allows', [level('document', [['user:u1', ['read']]])], ['read']],
    [
      'reading with downloading',
      [level('document', [['role:r1', ['download']]])],
      ['read', 'download'],
    ],
    ['reading with writing', [level('document', [['user:u1', ['write']]])], ['read', 'write']],
    ['everything with manage', [level('document', [['user:u1', ['manage']]])], [...RIGHTS]],
    ['nothing of others', [level('document', [['user:u2', ['manage']]])], []],
    [
      'what the folder allows',
      [level('document', []), level('folder', [['public', ['read']]])],
      ['read'],
    ],
    [
      'nothing from above where inheritance ends',
      [level('document', [], false), level('folder', [['public', ['read']]])],
      [],
    ],
    [
      'less when the folder denies',
      [
        level('document', [['user:u1', ['download']]]),
        level('folder', [['role:r1', [], ['download']]]),
      ],
      ['read'],
    ],
    [
      'nothing when reading is denied',
      [
        level('document', [
          ['user:u1', ['manage']],
          ['role:r1', [], ['read']],
        ]),
      ],
      [],
    ],
  ])('[DMS-07] gives %s', (_title, levels, expected) => {
    expect(rightsOf(levels)).toEqual(expected)
  })

  it('[DMS-07] lets the owner do everything, and keep managing whatever is denied', () => {
    const owner: AccessUser = { ...reader, userId: 'owner' }
    const denied = level('document', [['public', [], [...RIGHTS]]])

    expect(rightsOf([level('document', [])], owner)).toEqual([...RIGHTS])
    expect(rightsOf([denied], owner)).toEqual(['read', 'manage'])
  })

  it('[DMS-07] lets an administrator manage, but not see the content', () => {
    const administrator = { ...reader, isAdministrator: true }
    const decide = (...entries: Parameters<typeof level>[1]) =>
      decideAccess({ ownerId: 'owner', levels: [level('document', entries)] }, administrator)

    expect(rightsOf([level('document', [])], administrator)).toEqual(['read', 'manage'])
    expect(decide().seesContent).toBe(false)
    expect(decide(['public', ['read'], []]).seesContent).toBe(true)
    const denied = decide(['public', ['read'], []], ['user:u1', [], ['read', 'manage']])
    expect([denied.seesContent, [...denied.rights]]).toEqual([false, ['manage', 'read']])
  })

  const anyRights = fc.uniqueArray(fc.constantFrom(...RIGHTS))
  const anyLevel = fc
    .tuple(
      fc.constantFrom('document' as const, 'folder' as const),
      fc.array(
        fc.tuple(fc.constantFrom('public', 'user:u1', 'role:r1', 'user:u2'), anyRights, anyRights),
      ),
      fc.boolean(),
    )
    .map(([kind, entries, inherit]) => level(kind, entries, inherit))

  it('[DMS-07] a deny never gives, wherever it is added', () => {
    fc.assert(
      fc.property(fc.array(anyLevel, { minLength: 1 }), anyRights, fc.nat(), (levels, deny, at) => {
        const index = at % levels.length
        const stricter = levels.map((each, i) =>
          i === index
            ? { ...each, entries: [...each.entries, { principal: 'user:u1', allow: [], deny }] }
            : each,
        )
        const before = new Set(rightsOf(levels))
        expect(rightsOf(stricter).every((right) => before.has(right))).toBe(true)
      }),
    )
  })

  it('[DMS-07] every right given has an allow among the reasons, and no one acts without reading', () => {
    fc.assert(
      fc.property(fc.array(anyLevel), (levels) => {
        const { rights, reasons } = decideAccess({ ownerId: 'owner', levels }, reader)
        for (const right of rights) {
          expect(reasons.some((r) => r.right === right && r.effect === 'allow')).toBe(true)
        }
        expect(rights.size === 0 || rights.has('read')).toBe(true)
      }),
    )
  })
})
