// Whom a request names, in its values, among those it chooses and those it is shown to: active members of
// the tenant, or the request is refused.
import type { Fault } from '@countersign/service-kit/problem'
import { checkVariables, type VariableDeclaration, type Variables } from '../../core/variables.ts'
import type { Named } from '../../db/instance-tables.ts'
import type { Directory } from '../../clients/directory.ts'
import { problems } from '../../problems.ts'

type Values = Readonly<Record<string, unknown>>

interface Checked {
  readonly declared: readonly VariableDeclaration[]
  readonly values: Values
  /** Where the values are in the request: `/variables`, or empty where they are the body. */
  readonly pointer: string
  readonly partial: boolean
}

/**
 * The faults of values: against the declaration, and people who are no active members of the tenant.
 * The directory is asked only about values that have the right shape.
 */
export async function findVariableFaults(
  directory: Directory,
  tenantId: string,
  { declared, values, pointer, partial }: Checked,
): Promise<Fault[]> {
  const faults = checkVariables(declared, values, { partial })
  const shape = faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }))
  if (shape.length > 0) return shape

  const named = peopleIn(declared, values)
  const people = named.map(({ userId, pointer: at }) => ({ userId, pointer: `${pointer}${at}` }))
  return (await lookUp(directory, tenantId, people)).faults
}

/**
 * @returns the values, now known to fit.
 * @throws `bpm.variables_invalid` (422) with a pointer for each fault.
 */
export async function checkedVariables(
  directory: Directory,
  tenantId: string,
  checked: Checked,
): Promise<Variables> {
  const errors = await findVariableFaults(directory, tenantId, checked)
  if (errors.length > 0) throw problems.variables_invalid({ errors })
  // Each value was just compared with its declared type.
  return checked.values as Variables
}

/** @throws `bpm.action_invalid` (422) for who is chosen and is no active member of the tenant. */
export async function checkSelections(
  directory: Directory,
  tenantId: string,
  selections: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const chosen = Object.entries(selections).flatMap(([node, ids]) =>
    ids.map((userId, index) => ({ userId, pointer: `/selections/${node}/${index}` })),
  )
  const { faults: errors } = await lookUp(directory, tenantId, chosen)
  if (errors.length > 0) throw problems.action_invalid({ errors })
}

/**
 * Copies chosen by hand: whom the one who starts or decides an approval shows it to.
 *
 * @returns those people with their names.
 * @throws `bpm.action_invalid` (422) for who is no active member of the tenant.
 */
export async function findCopied(
  directory: Directory,
  tenantId: string,
  cc: readonly string[],
): Promise<readonly Named[]> {
  const people = cc.map((userId, index) => ({ userId, pointer: `/cc/${index}` }))
  const { users, faults: errors } = await lookUp(directory, tenantId, people)
  if (errors.length > 0) throw problems.action_invalid({ errors })
  return cc.map((id) => ({ id, name: users.get(id)?.displayName ?? id }))
}

interface Person {
  readonly userId: string
  /** Where the request names them. */
  readonly pointer: string
}

/** Nobody is asked about nobody. */
async function lookUp(directory: Directory, tenantId: string, people: readonly Person[]) {
  const ids = people.map(({ userId }) => userId)
  const users: Awaited<ReturnType<Directory['findUsers']>> =
    ids.length === 0 ? new Map() : await directory.findUsers(tenantId, ids)
  const faults: Fault[] = people
    .filter(({ userId }) => users.get(userId)?.active !== true)
    .map(({ pointer }) => ({
      pointer,
      code: 'unknown_user',
      detail: 'is no active member of the tenant',
    }))
  return { users, faults }
}

function peopleIn(declared: readonly VariableDeclaration[], values: Values) {
  return declared.flatMap(({ name, type }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const pointer = `/${name}`
    if (type === 'user' && typeof value === 'string') return [{ pointer, userId: value }]
    if (type !== 'users' || !Array.isArray(value)) return []
    return value
      .filter((id) => typeof id === 'string')
      .map((userId, index) => ({ pointer: `${pointer}/${index}`, userId }))
  })
}
