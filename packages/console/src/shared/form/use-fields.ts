import { useState } from 'react'
import { ApiProblem, faultsByField } from '../../api/problem.ts'
import { isEqual } from './use-edited.ts'

type Values = Readonly<Record<string, unknown>>

export interface Fields<T extends Values> {
  readonly values: T
  readonly set: <K extends keyof T & string>(name: K, value: T[K]) => void
  readonly reset: (values: T) => void
  /** `value`, `onChange(value)` and `error` of one field, to spread into an input that gives values. */
  readonly field: <K extends keyof T & string>(
    name: K,
  ) => {
    readonly value: T[K]
    readonly onChange: (value: T[K]) => void
    readonly error: string | undefined
  }
  /** The same for inputs of text, which give events. */
  readonly text: (name: keyof T & string) => {
    readonly value: string
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
    readonly error: string | undefined
  }
  /** Whether something else stands in it than at first. */
  readonly isChanged: boolean
  /** The refusal, when it says something that no field of this form shows. */
  readonly formError: unknown
  /** The first field at fault, to put the focus there. */
  readonly firstFault: string | undefined
}

/**
 * The values of a form, and the faults that a refusal found in them, each at its field until that
 * is changed.
 *
 * @param error What the last attempt threw.
 * @param prefix Where the fields stand in the request, such as `/variables`.
 */
export function useFields<T extends Values>(initial: T, error: unknown, prefix = ''): Fields<T> {
  const [values, setValues] = useState(initial)
  // What was mended since the refusal is no longer at fault.
  const [mended, setMended] = useState<{ error: unknown; names: ReadonlySet<string> }>({
    error,
    names: new Set(),
  })
  const names = mended.error === error ? mended.names : new Set<string>()
  const faults = faultsByField(error, prefix)
  const faultOf = (name: string) => (names.has(name) ? undefined : faults[name])
  const set = <K extends keyof T & string>(name: K, value: T[K]) => {
    setValues((before) => ({ ...before, [name]: value }))
    setMended({ error, names: new Set([...names, name]) })
  }
  return {
    values,
    set,
    reset: setValues,
    field: (name) => ({
      value: values[name],
      onChange: (value) => set(name, value),
      error: faultOf(name),
    }),
    text: (name) => ({
      value: String(values[name] ?? ''),
      // An input of text gives text; which fields are text is the form's to know.
      onChange: ({ currentTarget }) => set(name, currentTarget.value as T[typeof name]),
      error: faultOf(name),
    }),
    isChanged: !isEqual(values, initial),
    formError: isShown(error, Object.keys(initial), faults) ? undefined : error,
    firstFault: Object.keys(faults).find((name) => faultOf(name) !== undefined),
  }
}

/** Whether the fields say all that the refusal has to say. */
function isShown(
  error: unknown,
  names: readonly string[],
  faults: Record<string, string>,
): boolean {
  if (!(error instanceof ApiProblem)) return false
  const count = error.body.errors?.length ?? 0
  return (
    count > 0 && Object.keys(faults).every((name) => names.includes(name)) && hasOnly(error, faults)
  )
}

const hasOnly = (error: ApiProblem, faults: Record<string, string>): boolean =>
  (error.body.errors ?? []).every(({ detail }) => Object.values(faults).includes(detail))
