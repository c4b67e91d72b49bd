import { allNamed, type ReadProcess } from './read-process.ts'

const namedKinds = ['user', 'role', 'department']
const looksLikeId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Of whom a process speaks by ids or codes: in its rules on people, in policies and conditions. */
export function idsIn({ element }: ReadProcess): readonly string[] {
  if (element === undefined) return []
  const codes = allNamed(element, 'candidate')
    .filter((one) => namedKinds.includes(one.getAttribute('kind') ?? ''))
    .map((one) => one.getAttribute('ref') ?? '')
  const policies = allNamed(element, 'policy').map((one) => one.getAttribute('users') ?? '')
  const conditions = allNamed(element, 'conditionExpression').map(({ textContent }) => textContent)
  const ids = [...policies, ...conditions].flatMap((text) => text.match(looksLikeId) ?? [])
  return [...new Set([...codes, ...ids])].filter((id) => id !== '').toSorted()
}
