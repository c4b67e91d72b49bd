import type { DirectoryAnswer, DirectoryRequest } from '@countersign/contracts'
import { isUuid } from '@countersign/service-kit/schema'
import type { Db } from '../../db/types.ts'
import {
  listDepartmentsByRef,
  listHeldPermissions,
  listLeaderSteps,
  listManagerSteps,
  listPostsByRef,
  listRolesByRef,
  listUsersByRef,
  type Group,
  type Step,
} from './queries.ts'

const groupKinds = {
  user: listUsersByRef,
  role: listRolesByRef,
  department: listDepartmentsByRef,
  post: listPostsByRef,
} as const
type GroupKind = keyof typeof groupKinds

const isGroupKind = (kind: DirectoryRequest['kind']): kind is GroupKind => kind in groupKinds

/** Expands references to people, one query for each kind that is asked, whatever the number. */
export async function resolveDirectory(
  db: Db,
  tenantId: string,
  requests: readonly DirectoryRequest[],
): Promise<DirectoryAnswer[]> {
  const [groups, managers, leaders, held] = await Promise.all([
    loadGroups(db, tenantId, requests),
    loadSteps(requests, 'managerLine', (ids) => listManagerSteps(db, tenantId, ids)),
    loadSteps(requests, 'departmentLeader', (ids) => listLeaderSteps(db, tenantId, ids)),
    loadHeld(db, tenantId, requests),
  ])
  return requests.map((request) => {
    const { kind, key } = request
    if (isGroupKind(kind)) return answerGroup(key, groups.get(kind) ?? [], spell(kind, request.ref))
    if (kind === 'managerLine') return answerLine(request, managers)
    if (kind === 'permission') return answerHeld(request, held)
    return answerLeader(request, leaders)
  })
}

// User names are stored in lower case; ids are compared as PostgreSQL writes them.
function spell(kind: GroupKind, ref: string | undefined): string {
  const text = ref ?? ''
  return kind === 'user' || isUuid(text) ? text.toLowerCase() : text
}

async function loadGroups(
  db: Db,
  tenantId: string,
  requests: readonly DirectoryRequest[],
): Promise<Map<GroupKind, Group[]>> {
  const refs = new Map<GroupKind, Set<string>>()
  for (const { kind, ref } of requests) {
    if (!isGroupKind(kind)) continue
    refs.set(kind, (refs.get(kind) ?? new Set()).add(spell(kind, ref)))
  }
  const loaded = await Promise.all(
    [...refs].map(async ([kind, set]): Promise<[GroupKind, Group[]]> => [
      kind,
      await groupKinds[kind](db, tenantId, [...set]),
    ]),
  )
  return new Map(loaded)
}

async function loadSteps(
  requests: readonly DirectoryRequest[],
  kind: DirectoryRequest['kind'],
  load: (userIds: string[]) => Promise<Step[]>,
): Promise<Step[]> {
  const ids = requests.filter((request) => request.kind === kind).map(({ userId }) => userId)
  const known = [...new Set(ids.filter((id) => id !== undefined))]
  return known.length === 0 ? [] : load(known)
}

/** What people have, as `<user id> <permission>`. */
async function loadHeld(
  db: Db,
  tenantId: string,
  requests: readonly DirectoryRequest[],
): Promise<ReadonlySet<string>> {
  const asked = requests.filter(({ kind }) => kind === 'permission')
  const ids = [...new Set(asked.map(({ userId }) => userId).filter((id) => id !== undefined))]
  const names = [...new Set(asked.map(({ ref }) => ref).filter((name) => name !== undefined))]
  if (ids.length === 0 || names.length === 0) return new Set()
  const rows = await listHeldPermissions(db, tenantId, ids, names)
  return new Set(rows.map(({ userId, permission }) => `${userId} ${permission}`))
}

function answerHeld(
  { key, ref = '', userId = '' }: DirectoryRequest,
  held: ReadonlySet<string>,
): DirectoryAnswer {
  const id = userId.toLowerCase()
  return { key, userIds: held.has(`${id} ${ref}`) ? [id] : [] }
}

function answerGroup(key: string, groups: readonly Group[], ref: string): DirectoryAnswer {
  const group = groups.find(({ id, name }) => id === ref || name === ref)
  return group === undefined
    ? { key, userIds: [], missing: true }
    : { key, userIds: [...group.userIds] }
}

/** From the nearest manager upwards, or from the highest one down with `topDown`. */
function answerLine(
  { key, userId, from = 1, to = from, direction }: DirectoryRequest,
  steps: readonly Step[],
): DirectoryAnswer {
  const line = steps.filter(
    ({ start, level }) => start === userId?.toLowerCase() && level >= from && level <= to,
  )
  const userIds = line.map((step) => step.userId).filter((id) => id !== null)
  return { key, userIds: direction === 'topDown' ? userIds.toReversed() : userIds }
}

function answerLeader(
  { key, userId, level = 0 }: DirectoryRequest,
  steps: readonly Step[],
): DirectoryAnswer {
  const step = steps.find(
    (candidate) => candidate.start === userId?.toLowerCase() && candidate.level === level,
  )
  if (step === undefined) return { key, userIds: [], missing: true }
  return { key, userIds: step.userId === null ? [] : [step.userId] }
}
