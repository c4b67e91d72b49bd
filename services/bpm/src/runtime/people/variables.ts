import type { Fault } from '@countersign/service-kit/problem'
import { checkVariables, type VariableDeclaration, type Variables } from '../../core/variables.ts'
import type { Directory } from '../../directory.ts'
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
  if (named.length === 0) return []
  const users = await directory.findUsers(
    tenantId,
    named.map(({ userId }) => userId),
  )
  return named
    .filter(({ userId }) => users.get(userId)?.active !== true)
    .map((person) => ({
      pointer: `${pointer}${person.pointer}`,
      code: 'unknown_user',
      detail: 'is no active member of the tenant',
    }))
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
