import { Type, type Static } from 'typebox'
import { ScimError } from './error.ts'
import type { Comparison } from './filter.ts'
import { lazyGuard } from './guard.ts'
import type { Operation } from './patch.ts'

export const Emails = Type.Array(
  Type.Object({ value: Type.String(), primary: Type.Optional(Type.Boolean()) }),
)
type Emails = Static<typeof Emails>
const areEmails = lazyGuard(Emails)

export const findPrimary = (emails: Emails) =>
  emails.find(({ primary }) => primary === true) ?? emails[0]

const isSame = (text: string, email: string | null) => text.toLowerCase() === email?.toLowerCase()

/** Of several addresses one is kept, the primary one: what names another does not change it. */
export function planEmail(email: string | null, { op, filter, value }: Operation): string | null {
  const isNamed = filter.every((entry) => fits(email, entry))
  if (op === 'remove') {
    const isGone =
      (value ?? null) === null || readEmails(value).some((one) => isSame(one.value, email))
    return isNamed && isGone ? null : email
  }
  if (!isNamed)
    throw new ScimError('noTarget', 'of mail addresses the primary one is kept, of the type work')
  const chosen = findPrimary(readEmails(value))
  const isFurther = email !== null && filter.length === 0 && chosen?.primary !== true
  if (op === 'add' && (chosen === undefined || isFurther)) return email
  return chosen?.value ?? null
}

// Types are not kept. Directories that have several call that of work the primary one.
function fits(email: string | null, { attribute, value }: Comparison): boolean {
  const text = String(value).toLowerCase()
  switch (attribute) {
    case 'type':
      return text === 'work'
    case 'primary':
      return text === 'true'
    case 'value':
      return isSame(text, email)
    default:
      throw new ScimError('invalidFilter', `emails cannot be filtered by ${attribute}`)
  }
}

function readEmails(value: unknown): Emails {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [{ value, primary: true }]
  const list: unknown = Array.isArray(value) ? value : [value]
  if (!areEmails(list)) throw new ScimError('invalidValue', 'emails are objects with a value')
  return list
}
