// The few values that tell what an approval is about: how they are declared, and what of them is served.
import type { KeyField, KeyFieldFormat, LocalText } from '@countersign/contracts'
import type { VariableDeclaration, VariableType, Variables } from './variables.ts'

/** One key field as a business type declares it. */
export interface KeyFieldDeclaration {
  readonly variable: string
  readonly label: LocalText
  readonly format: KeyFieldFormat
  /** Of `money`: ISO 4217. */
  readonly currency?: string
  /** Of `money`: the declared variable that holds the currency. */
  readonly currencyVariable?: string
  /** Of `quantity`. */
  readonly unit?: LocalText
}

/** A key field that its declaration has no room for. `member`: of the field, where it is one of them. */
export interface KeyFieldFault {
  readonly index: number
  readonly member: keyof KeyFieldDeclaration
  readonly detail: string
}

const typesOf: Readonly<Record<KeyFieldFormat, readonly VariableType[]>> = {
  text: ['string'],
  money: ['number'],
  quantity: ['number'],
  date: ['date'],
  dateTime: ['date'],
  person: ['user', 'users'],
}

type Declared = readonly Pick<VariableDeclaration, 'name' | 'type'>[]

/** Compares key fields with the declared variables; [] when they fit. */
export function findKeyFieldFaults(
  fields: readonly KeyFieldDeclaration[],
  declared: Declared,
): KeyFieldFault[] {
  return fields.flatMap((field, index) => {
    const fault = findFault(field, declared)
    const isRepeated = fields.findIndex(({ variable }) => variable === field.variable) < index
    if (fault !== undefined) return [{ index, ...fault }]
    return isRepeated ? [{ index, member: 'variable', detail: 'is a key field already' }] : []
  })
}

/** Those that still fit, where the declared variables have become others. */
export const keepFitting = (
  fields: readonly KeyFieldDeclaration[],
  declared: Declared,
): KeyFieldDeclaration[] => fields.filter((field) => findFault(field, declared) === undefined)

function findFault(
  { variable, format, currency, currencyVariable, unit }: KeyFieldDeclaration,
  declared: Declared,
): Omit<KeyFieldFault, 'index'> | undefined {
  const typeOf = (name: string) => declared.find((one) => one.name === name)?.type
  const type = typeOf(variable)
  if (type === undefined) return { member: 'variable', detail: 'is no declared variable' }
  if (!typesOf[format].includes(type)) {
    return { member: 'format', detail: `a ${type} cannot be written as ${format}` }
  }
  if (currencyVariable !== undefined && typeOf(currencyVariable) !== 'string') {
    return { member: 'currencyVariable', detail: 'is no declared variable of type string' }
  }
  if (currency !== undefined && currencyVariable !== undefined) {
    return { member: 'currencyVariable', detail: 'the currency is fixed already' }
  }
  if (format !== 'money' && (currency ?? currencyVariable) !== undefined) {
    const member = currency === undefined ? 'currencyVariable' : 'currency'
    return { member, detail: 'only money has a currency' }
  }
  return format !== 'quantity' && unit !== undefined
    ? { member: 'unit', detail: 'only a quantity has a unit' }
    : undefined
}

/** Key fields for a spreadsheet: the first amount as a number that can be summed, and all as a text. */
export function toKeyFieldCells({ keyFields = [] }: ReturnType<typeof toKeyFields>) {
  const money = keyFields.find(({ format }) => format === 'money')
  const texts = keyFields.map(({ label, value, currency, unit }) =>
    [`${label.en}:`, String(value), currency ?? unit?.en ?? ''].join(' ').trim(),
  )
  return {
    amount: typeof money?.value === 'number' ? money.value : null,
    currency: money?.currency ?? null,
    keyFields: texts.join('; '),
  }
}

const currencyPattern = /^[A-Z]{3}$/

/**
 * What a reader is served of the key fields: those that have a value which they may see.
 *
 * @param values What they may see, at least of the variables that the fields name.
 */
export function toKeyFields(
  fields: readonly KeyFieldDeclaration[],
  values: Variables,
): { readonly keyFields?: KeyField[] } {
  const keyFields = fields.flatMap((field): KeyField[] => {
    const { variable, label, format, unit } = field
    const value = Object.hasOwn(values, variable) ? values[variable] : undefined
    if (value === undefined || value === '' || typeof value === 'boolean') return []
    const currency = field.currency ?? values[field.currencyVariable ?? '']
    const isCurrency = typeof currency === 'string' && currencyPattern.test(currency)
    return [
      {
        name: variable,
        label,
        format,
        value,
        ...(isCurrency ? { currency } : {}),
        ...(unit === undefined ? {} : { unit }),
      },
    ]
  })
  return keyFields.length === 0 ? {} : { keyFields }
}
