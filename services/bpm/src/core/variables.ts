/** The variable types that a business type may declare. */
export const VARIABLE_TYPES = ['string', 'number', 'boolean', 'date', 'user', 'users'] as const
export type VariableType = (typeof VARIABLE_TYPES)[number]

/** One declared variable of a business type. */
export interface VariableDeclaration {
  readonly name: string
  readonly type: VariableType
  readonly required?: boolean
  readonly label?: string
}

export type VariableValue = string | number | boolean | readonly string[]
export type Variables = Readonly<Record<string, VariableValue>>

/** A value that does not fit its declaration. `pointer`: RFC 6901, relative to the values. */
export interface VariableFault {
  readonly pointer: string
  readonly code: 'undeclared' | 'required' | 'wrong_type' | 'not_a_date' | 'not_a_user' | 'repeated'
  readonly detail: string
}
