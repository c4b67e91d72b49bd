export type Variables = Readonly<Record<string, unknown>>

/** What was not filled in is not sent: the declaration says whether it may be missing. */
export function withVariable(values: Variables, name: string, value: unknown): Variables {
  const { [name]: _, ...others } = values
  return value === undefined ? others : { ...others, [name]: value }
}
