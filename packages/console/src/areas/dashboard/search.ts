export const periods = [7, 30, 90, 365] as const

/** What the address of the dashboard says. */
export interface DashboardSearch {
  readonly days?: (typeof periods)[number]
  readonly bizType?: string
  /** Key of a process. */
  readonly process?: string
  /** The step that is looked at, as `<key of its process>/<id of its node>`. */
  readonly step?: string
}

export function readDashboardSearch(raw: Readonly<Record<string, unknown>>): DashboardSearch {
  const days = periods.find((known) => known === raw['days'])
  return {
    ...(days === undefined ? {} : { days }),
    ...textIn(raw, 'bizType'),
    ...textIn(raw, 'process'),
    ...textIn(raw, 'step'),
  }
}

function textIn<K extends string>(raw: Readonly<Record<string, unknown>>, name: K) {
  const value = raw[name]
  const isText = typeof value === 'string' && value !== '' && value.length <= 400
  return (isText ? { [name]: value } : {}) as { readonly [Name in K]?: string }
}
