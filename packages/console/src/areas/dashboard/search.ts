export const periods = [7, 30, 90, 365] as const

/** What the address of the dashboard says. */
export interface DashboardSearch {
  readonly days?: (typeof periods)[number]
  readonly bizType?: string
}

export function readDashboardSearch(raw: Readonly<Record<string, unknown>>): DashboardSearch {
  const days = periods.find((known) => known === raw['days'])
  const { bizType } = raw
  return {
    ...(days === undefined ? {} : { days }),
    ...(typeof bizType === 'string' && bizType !== '' ? { bizType } : {}),
  }
}
